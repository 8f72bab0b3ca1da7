/// The paths of sessions.
extension OpenAPIDocument {
  private static func session(_ id: String) -> String {
    #"""
    {
      "id": "\#(id)", "revision": 0, "incarnation": "abcdefgh", "selectedTab": "home", "openTabs": false,
      "reduceMotion": false,
      "tabs": [
        {
          "id": "home", "selectable": true,
          "screens": [
            {
              "id": "home", "supportsScrollToTop": true, "target": null,
              "position": {"offset": 900, "anchor": "shoe-7"}, "returnPosition": null
            }
          ]
        },
        {
          "id": "compose", "selectable": false,
          "screens": [
            {
              "id": "compose", "supportsScrollToTop": true, "target": null, "position": null, "returnPosition": null
            }
          ]
        }
      ],
      "lastTap": null,
      "policy": {
        "windowMs": 3000, "minIntervalMs": 0, "afterExpiry": "forget", "returnTtlMs": 300000,
        "rules": [{"on": "reselect", "when": ["deep"], "do": "popToRoot"}, {"on": "doubleTap", "do": "scrollToTop"}]
      }
    }
    """#
  }

  /// What is sent to make it.
  private static let newSession = #"""
    {
      "tabs": [
        {"id": "home", "screens": [{"id": "home", "position": {"offset": 900, "anchor": "shoe-7"}}]},
        {"id": "compose", "selectable": false}
      ],
      "policy": {
        "rules": [{"on": "reselect", "when": ["deep"], "do": "popToRoot"}, {"on": "doubleTap", "do": "scrollToTop"}]
      }
    }
    """#

  private static let newSessionExamples = #"""
    "examples": {
      "nothing": {"summary": "A session that learns its tabs as they are tapped", "value": {}},
      "names": {"summary": "Two tabs and a habit", "value": {"tabs": ["home", "search"], "policy": "uikit"}},
      "whole": {"summary": "Screens, positions and rules of its own", "value": \#(newSession)}
    }
    """#

  private static func shown(_ description: String, id: String = "shop", headers: String = "") -> String {
    #"""
    {
      "description": "\#(description)",
      "headers": {"ETag": {"$ref": "#/components/headers/ETag"}\#(headers)},
      "content": {
        "application/json": {
          "schema": \#(schema("Session")),
          "examples": {"session": {"summary": "A session", "value": \#(session(id))}}
        }
      }
    }
    """#
  }

  private static let location = ##", "Location": {"$ref": "#/components/headers/Location"}"##

  static let sessionPaths = #"""
    {
      "/sessions": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": \#(listOperation),
        "post": {
          "operationId": "createSession",
          "tags": ["sessions"],
          "summary": "Makes a session whose id nobody can guess",
          "requestBody": {
            "description": "Without a body: `{}`.",
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [\#(schema("NewSession"))],
                  "properties": {"id": {"type": "null", "description": "The server makes the id."}}
                },
                \#(newSessionExamples)
              }
            }
          },
          "responses": {"201": \#(shown("Made.", id: "kq3zdl5cexgvyt4m2hwa7jbunf", headers: location))},
          "x-problems": ["storage-unavailable", "too-many-sessions"]
        }
      },
      "/sessions/{id}": {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "showSession",
          "tags": ["sessions"],
          "summary": "The session",
          "parameters": [
            {
              "name": "If-None-Match", "in": "header",
              "description": "Entity tags of states that the client has already, or `*`: in one of them, the answer is 304. What can't be read is passed over.",
              "schema": {"type": "string"}, "example": "\"abcdefgh-0\""
            }
          ],
          "responses": {
            "200": \#(shown("The session as it is.")),
            "304": {
              "description": "The session is in a state that If-None-Match names.",
              "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
            }
          },
          "x-problems": ["invalid-session-id", "unknown-session", "storage-unavailable"]
        },
        "put": {
          "operationId": "putSession",
          "tags": ["sessions"],
          "summary": "Makes the session, or puts another in its place",
          "description": "The revision of one that is replaced goes on from the old one, plus 1.",
          "parameters": [
            {"$ref": "#/components/parameters/If-Match"},
            {
              "name": "If-None-Match", "in": "header",
              "description": "`*`: make it, and replace none.",
              "schema": {"type": "string", "pattern": "^\\*$"}, "example": "*"
            }
          ],
          "requestBody": {
            "description": "Without a body: `{}`.",
            "content": {"application/json": {"schema": \#(schema("NewSession")), \#(newSessionExamples)}}
          },
          "responses": {
            "200": \#(shown("Replaced.")),
            "201": \#(shown("Made.", headers: location))
          },
          "x-problems": ["invalid-session-id", "revision-mismatch", "storage-unavailable", "too-many-sessions"]
        },
        "delete": {
          "operationId": "deleteSession",
          "tags": ["sessions"],
          "summary": "Forgets the session",
          "parameters": [{"$ref": "#/components/parameters/If-Match"}],
          "responses": {"204": {"description": "It is gone."}},
          "x-problems": ["invalid-session-id", "unknown-session", "revision-mismatch", "storage-unavailable"]
        }
      }
    }
    """#
}
