/// The paths on which a client is told what happens.
extension OpenAPIDocument {
  private static let after = #"""
    {
      "name": "after", "in": "query",
      "description": "The last state that the client has: an event's id, or a bare revision. What came since is told, or the session where that is not held any longer, or where there is no such state.",
      "schema": {"type": "string", "pattern": "^([a-z2-7]{8}-)?(0|[1-9][0-9]{0,17})$"}, "example": "abcdefgh-7"
    }
    """#

  private static let step = #"""
    {
      "receivedAtMs": 1790000000000, "input": {"type": "tap", "tab": "home", "atMs": 812345.5},
      "outcome": {
        "revision": 1, "type": "tap", "tab": "home", "previousTab": "home", "selectedTab": "home", "reselected": true,
        "doubleTap": false, "intervalMs": null, "clock": null, "directive": null, "reason": "firstTap"
      }
    }
    """#

  static let feedPaths = #"""
    {
      "/sessions/{id}/events": {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "followSession",
          "tags": ["events"],
          "summary": "What happens in the session, as it happens",
          "description": "Goes on until the session is deleted, the client leaves or does not keep up, the keys of callers change, or the server stops. First the session, or what came since the state that the client names; then each step, in order and once, when it is durable; the session again when it is replaced; at the end that it is deleted. A comment line comes where nothing else did for 15 seconds; JSON lines have none.",
          "parameters": [
            \#(after),
            {
              "name": "Last-Event-ID", "in": "header",
              "description": "The id of the last event that the client has; it counts more than `after`. One that says nothing is answered with the session.",
              "schema": {"type": "string"}, "example": "abcdefgh-7"
            },
            {
              "name": "Accept", "in": "header",
              "description": "Wherever `application/x-ndjson` stands in it, with any weight but 0, JSON lines come, as `taptop replay` reads them.",
              "schema": {"type": "string"}, "example": "text/event-stream"
            }
          ],
          "responses": {
            "200": {
              "description": "Events, as they happen.",
              "content": {
                "text/event-stream": {
                  "schema": {"type": "string"},
                  "example": "event: step\nid: abcdefgh-8\ndata: {\"receivedAtMs\": 1790000000000, …}\n\n"
                },
                "application/x-ndjson": {
                  "schema": {"type": "string"}, "example": "{\"session\": {…}}\n{\"receivedAtMs\": 1790000000000, …}\n"
                }
              }
            }
          },
          "x-problems": ["invalid-session-id", "unknown-session", "storage-unavailable", "too-many-readers"]
        }
      },
      "/sessions/{id}/steps": {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "listSteps",
          "tags": ["events"],
          "summary": "What happened in the session, piece by piece",
          "description": "The steps since a state, or all that are held; the session in their place where they are not all held any longer.",
          "parameters": [
            \#(after),
            {
              "name": "waitMs", "in": "query",
              "description": "How long to wait for the next step where there is none yet, in milliseconds. The wait is over early, with no steps, where the client has finished sending, the keys of callers change, or the server stops.",
              "schema": {"type": "integer", "minimum": 0, "maximum": 60000, "default": 0}, "example": 0
            }
          ],
          "responses": {
            "200": {
              "description": "What came, and the state after it.",
              "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
              "content": {
                "application/json": {
                  "schema": \#(schema("Steps")),
                  "examples": {
                    "steps": {
                      "summary": "One step",
                      "value": {"revision": 1, "incarnation": "abcdefgh", "steps": [\#(step)]}
                    }
                  }
                }
              }
            }
          },
          "x-problems": ["invalid-session-id", "unknown-session", "storage-unavailable", "too-many-readers"]
        }
      }
    }
    """#

  static let feedSchemas = #"""
    {
      "Step": {
        "type": "object", "required": ["receivedAtMs", "input", "outcome"], "additionalProperties": false,
        "properties": {
          "receivedAtMs": \#(schema("Time")), "input": \#(schema("Input")), "outcome": \#(schema("Outcome"))
        },
        "description": "An input with what came of it. The input has the members that the client gave."
      },
      "Steps": {
        "type": "object", "required": ["revision", "incarnation"], "additionalProperties": false,
        "properties": {
          "revision": {"type": "integer", "minimum": 0},
          "incarnation": {"type": "string", "pattern": "^[a-z2-7]{8}$"},
          "steps": {"type": "array", "items": \#(schema("Step"))},
          "session": \#(schema("Session"))
        },
        "oneOf": [{"required": ["steps"]}, {"required": ["session"]}],
        "description": "Steps, or the session in their place, and the state after them."
      }
    }
    """#
}
