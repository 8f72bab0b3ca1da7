/// The paths to which a client reports what was done.
extension OpenAPIDocument {
  private static let firstTap = #"""
    {
      "revision": 1, "type": "tap", "tab": "home", "previousTab": "home", "selectedTab": "home", "reselected": true,
      "doubleTap": false, "intervalMs": null, "clock": null, "directive": null, "reason": "firstTap"
    }
    """#

  private static let doubleTap = #"""
    {
      "revision": 2, "type": "tap", "tab": "home", "previousTab": "home", "selectedTab": "home", "reselected": true,
      "doubleTap": true, "intervalMs": 412, "clock": "client",
      "directive": {
        "action": "scrollToTop", "tab": "home", "screen": "home", "target": {"edge": "top"}, "animated": true
      },
      "reason": "doubleTap"
    }
    """#

  private static let answer = #"""
    "description": "Applied. What came of it; of an array, an array of what came of each.",
    "headers": {
      "ETag": {
        "description": "The session's state after this; not there where there is no session, after `[]`.",
        "schema": {"type": "string", "pattern": "^\"[a-z2-7]{8}-(0|[1-9][0-9]*)\"$"}, "example": "\"abcdefgh-2\""
      },
      "Idempotency-Replayed": {"$ref": "#/components/headers/Idempotency-Replayed"}
    }
    """#

  static let inputPaths = #"""
    {
      "/sessions/{id}/taps": {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/X-Request-Id"}],
        "post": {
          "operationId": "tap",
          "tags": ["inputs"],
          "summary": "A tap on a tab bar item, or several",
          "description": "Of an array all are applied, in order, or none. Taps that were queued need their `atMs`, for all of a request are received at the same time. Unless the server runs with --explicit-sessions, the first tap of a session makes it.",
          "parameters": [
            {"$ref": "#/components/parameters/Idempotency-Key"}, {"$ref": "#/components/parameters/If-Match"}
          ],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": \#(schema("Taps")),
                "examples": {
                  "one": {"summary": "A tap", "value": {"tab": "home", "atMs": 812345.5}},
                  "queued": {
                    "summary": "Two taps that waited for the network",
                    "value": [{"tab": "home", "atMs": 812345.5}, {"tab": "home", "atMs": 812757.5}]
                  }
                }
              }
            }
          },
          "responses": {
            "200": {
              \#(answer),
              "content": {
                "application/json": {
                  "schema": {
                    "oneOf": [
                      \#(schema("TapOutcome")), {"type": "array", "items": \#(schema("TapOutcome")), "maxItems": 100}
                    ]
                  },
                  "examples": {
                    "first": {"summary": "To one tap", "value": \#(firstTap)},
                    "double": {"summary": "To two", "value": [\#(firstTap), \#(doubleTap)]}
                  }
                }
              }
            }
          },
          "x-problems": [
            "invalid-session-id", "unknown-session", "revision-mismatch", "too-many-inputs", "unknown-tab",
            "too-many-tabs", "too-many-screens", "idempotency-key-reused", "storage-unavailable",
            "too-many-sessions"
          ]
        }
      },
      "/sessions/{id}/inputs": {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/X-Request-Id"}],
        "post": {
          "operationId": "input",
          "tags": ["inputs"],
          "summary": "An input of any type, or several",
          "description": "Of an array all are applied, in order, or none. Unless the server runs with --explicit-sessions, the first input of a session makes it.",
          "parameters": [
            {"$ref": "#/components/parameters/Idempotency-Key"}, {"$ref": "#/components/parameters/If-Match"}
          ],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": \#(schema("Inputs")),
                "examples": {
                  "tap": {"summary": "A tap", "value": {"type": "tap", "tab": "home", "atMs": 812345.5}},
                  "scroll": {"summary": "Scrolling came to rest", "value": {"type": "scroll", "tab": "home", "offset": 900, "anchor": "shoe-7"}},
                  "screens": {
                    "summary": "A screen came and went",
                    "value": [{"type": "push", "tab": "home", "screen": "shoe-7"}, {"type": "pop", "tab": "home"}]
                  },
                  "configure": {
                    "summary": "Another policy",
                    "value": {"type": "configure", "policy": {"windowMs": 500, "rules": "uikit"}, "reduceMotion": true}
                  }
                }
              }
            }
          },
          "responses": {
            "200": {
              \#(answer),
              "content": {
                "application/json": {
                  "schema": \#(schema("Outcomes")),
                  "examples": {
                    "tap": {"summary": "To a tap", "value": \#(doubleTap)},
                    "scroll": {
                      "summary": "To an input that is no gesture",
                      "value": {
                        "revision": 3, "type": "scroll", "tab": "home", "previousTab": "home", "selectedTab": "home",
                        "directive": null, "reason": "applied"
                      }
                    }
                  }
                }
              }
            }
          },
          "x-problems": [
            "invalid-session-id", "unknown-session", "revision-mismatch", "too-many-inputs", "unknown-tab",
            "unknown-screen", "no-selected-tab", "tab-not-selectable", "duplicate-screen", "too-many-screens",
            "too-many-tabs", "cannot-pop-root", "idempotency-key-reused", "storage-unavailable",
            "too-many-sessions"
          ]
        }
      }
    }
    """#
}
