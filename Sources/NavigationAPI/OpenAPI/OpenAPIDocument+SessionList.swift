import NavigationCore
import SessionEngine

/// The list of sessions.
extension OpenAPIDocument {
  static let listOperation = #"""
    {
      "operationId": "listSessions",
      "tags": ["sessions"],
      "summary": "The sessions, a page at a time",
      "description": "In byte order of their ids; with keys, those of the caller's name. Whoever follows `next` from the first page to the end meets each session that is there all the while once, and never one twice, whatever else comes and goes. What a page tells of a session is durable.",
      "parameters": [
        {
          "name": "limit", "in": "query",
          "description": "The most sessions on the page, in decimal digits without zeros before them.",
          "schema": {
            "type": "integer", "minimum": 1, "maximum": \#(SessionListRequest.maximum),
            "default": \#(SessionListRequest.unlessTold)
          },
          "example": 2
        },
        {
          "name": "after", "in": "query",
          "description": "The id behind which the page begins, such as the `next` of the page before. It need not be a session's, or no longer.",
          "schema": \#(schema("Id")), "example": "shop"
        }
      ],
      "responses": {
        "200": {
          "description": "A page.",
          "content": {
            "application/json": {
              "schema": \#(schema("SessionPage")),
              "examples": {
                "page": {
                  "summary": "With another behind it",
                  "value": {
                    "sessions": [
                      {"id": "demo", "revision": 5, "selectedTab": "games", "lastInputAtMs": 1790000000412.5},
                      {"id": "shop", "revision": 0, "selectedTab": null, "lastInputAtMs": null}
                    ],
                    "next": "shop"
                  }
                },
                "end": {"summary": "The end", "value": {"sessions": [], "next": null}}
              }
            }
          }
        }
      },
      "x-problems": ["storage-unavailable"]
    }
    """#
}
