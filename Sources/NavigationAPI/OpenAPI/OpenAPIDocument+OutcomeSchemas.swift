import NavigationCore

/// What the server says came of an input, and what it says where nothing did.
extension OpenAPIDocument {
  private static let otherTypes =
    Input.InputType.allCases.filter { $0 != .tap }.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// The members that every directive has, beside those of its action.
  private static func directive(_ action: String, _ members: String = "", required: String = "") -> String {
    #"""
    {
      "type": "object", "additionalProperties": false,
      "required": ["action", "tab", "screen",\#(required) "animated"],
      "properties": {
        "action": \#(action), "tab": \#(schema("Id")), "screen": \#(schema("Id")), \#(members)
        "animated": {"type": "boolean", "description": "Whether the user should see it move."}
      }
    }
    """#
  }

  static let outcomeSchemas = #"""
    {
      "ScrollToTop": \#(
        directive(#"{"const": "scrollToTop"}"#, #""target": \#(schema("ScrollTarget")), "#, required: #" "target","#)),
      "PopScreensToRoot": \#(directive(#"{"const": "popToRoot"}"#)),
      "ReturnToPosition": \#(
        directive(
          #"{"const": "returnToPosition"}"#, #""position": \#(schema("Position")), "#, required: #" "position","#)),
      "OwnAction": \#(
        directive(#"{"allOf": [\#(schema("Action"))], "not": {"enum": ["scrollToTop", "popToRoot", "returnToPosition"]}}"#)),
      "ScrollTarget": {
        "oneOf": [
          {
            "type": "object", "required": ["edge"], "additionalProperties": false,
            "properties": {"edge": {"const": "top"}}
          },
          \#(schema("ListItem"))
        ],
        "description": "The edge of the content, or an item of a list; where that is, the client knows."
      },
      "Directive": {
        "oneOf": [
          \#(schema("ScrollToTop")), \#(schema("PopScreensToRoot")), \#(schema("ReturnToPosition")),
          \#(schema("OwnAction"))
        ],
        "description": "What the client should do now. The session's state has it done already."
      },
      "Reason": {
        "enum": [
          "tap", "reselect", "doubleTap", "statusBarTap", "longPress", "duplicate", "bounce", "notPossible", "expired",
          "firstTap", "noRule", "applied"
        ],
        "description": "With a directive, the trigger of the rule that fired; without one, why there is none."
      },
      "TapOutcome": {
        "type": "object", "additionalProperties": false,
        "required": [
          "revision", "type", "tab", "previousTab", "selectedTab", "reselected", "doubleTap", "intervalMs", "clock",
          "directive", "reason"
        ],
        "properties": {
          "revision": \#(schema("Revision")), "type": {"const": "tap"}, "tab": \#(schema("Id")),
          "previousTab": \#(optional("Id")), "selectedTab": \#(optional("Id")),
          "reselected": {"type": "boolean", "description": "Whether the tab was selected before."},
          "doubleTap": {"type": "boolean", "description": "Whether this is the second half of a double tap."},
          "intervalMs": {
            "type": ["number", "null"], "minimum": 0,
            "description": "Milliseconds since the last tap; null where that was on another tab or by another device."
          },
          "clock": {
            "enum": ["client", "server", null], "description": "Whose clock the interval was taken from."
          },
          "directive": \#(optional("Directive")), "reason": \#(schema("Reason"))
        }
      },
      "OtherOutcome": {
        "type": "object", "additionalProperties": false,
        "required": ["revision", "type", "tab", "previousTab", "selectedTab", "directive", "reason"],
        "properties": {
          "revision": \#(schema("Revision")), "type": {"enum": [\#(otherTypes)]},
          "tab": {"anyOf": [\#(schema("Id")), {"type": "null"}], "description": "The tab acted on; null for `configure`."},
          "previousTab": \#(optional("Id")), "selectedTab": \#(optional("Id")),
          "directive": \#(optional("Directive")), "reason": \#(schema("Reason"))
        }
      },
      "Outcome": {
        "oneOf": [\#(schema("TapOutcome")), \#(schema("OtherOutcome"))],
        "description": "What came of an input."
      },
      "Outcomes": {
        "oneOf": [\#(schema("Outcome")), {"type": "array", "items": \#(schema("Outcome")), "maxItems": \#(Limits.inputs)}],
        "description": "The outcome; for an array of inputs, an array of outcomes."
      },
      "Problem": {
        "type": "object", "additionalProperties": false,
        "required": ["type", "title", "status", "detail", "requestId"],
        "properties": {
          "type": {
            "enum": [\#(ProblemCode.allCases.map { "\"/problems/\($0.rawValue)\"" }.joined(separator: ", "))],
            "format": "uri-reference", "description": "What went wrong, and where to read about it."
          },
          "title": {"type": "string", "description": "The same in a few words, for people."},
          "status": {"type": "integer", "minimum": 400, "maximum": 599},
          "detail": {"type": "string", "description": "What was wrong this time, and what would be right."},
          "requestId": {"type": "string", "description": "As X-Request-Id."},
          "pointer": {
            "type": "string", "format": "json-pointer", "description": "Where in the body (RFC 6901)."
          },
          "line": {"type": "integer", "minimum": 1, "description": "Where the body stops being JSON."},
          "column": {"type": "integer", "minimum": 1, "description": "Where in the line, in characters."},
          "revision": {
            "allOf": [\#(schema("Revision"))], "description": "The session's present revision, where there is one."
          }
        },
        "description": "Why nothing was done (RFC 9457)."
      },
      "Health": {
        "type": "object", "required": ["status"], "additionalProperties": false,
        "properties": {"status": {"const": "ok"}}
      }
    }
    """#
}
