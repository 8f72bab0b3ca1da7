import NavigationCore

/// Policies and their rules, as they are shown and as they are sent.
extension OpenAPIDocument {
  private static let presets = Preset.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  static let policySchemas = #"""
    {
      "PresetName": {"type": "string", "enum": \#(words(Preset.self)), "description": "The name of a preset; GET /policies shows them."},
      "Action": {
        "anyOf": [
          {"enum": ["scrollToTop", "popToRoot", "returnToPosition"]},
          {
            "type": "string", "pattern": "^[a-z][A-Za-z0-9]{0,\#(Limits.actionCharacters - 1)}$",
            "not": {"pattern": "^([sS][cC][rR][oO][lL][lL][tT][oO][tT][oO][pP]|[pP][oO][pP][tT][oO][rR][oO][oO][tT]|[rR][eE][tT][uU][rR][nN][tT][oO][pP][oO][sS][iI][tT][iI][oO][nN])$"}
          }
        ],
        "description": "What a rule does: one of the three that the state machine knows, or a word of the client's own (`refresh`, `compose`), none of those three in other case."
      },
      "Trigger": {"enum": \#(words(Rule.Trigger.self)), "description": "What a rule answers to."},
      "Condition": {
        "enum": \#(words(Rule.Condition.self)),
        "description": "`deep`: more than one screen on the stack; `root`: one. `atTop`, `scrolled`: the top screen is known to be so."
      },
      "Rule": {
        "type": "object", "required": ["on", "do"], "additionalProperties": false,
        "properties": {
          "on": \#(schema("Trigger")), "tab": \#(schema("Id")),
          "when": {"type": "array", "items": \#(schema("Condition")), "uniqueItems": true, "minItems": 1},
          "do": \#(schema("Action"))
        }
      },
      "Policy": {
        "type": "object", "additionalProperties": false,
        "required": ["windowMs", "minIntervalMs", "afterExpiry", "returnTtlMs", "rules"],
        "properties": {
          "windowMs": {
            "type": "integer", "minimum": \#(Policy.windowMilliseconds.lowerBound),
            "maximum": \#(Policy.windowMilliseconds.upperBound),
            "description": "A second tap sooner than this makes a double tap."
          },
          "minIntervalMs": {
            "type": "integer", "minimum": 0, "maximum": \#(Policy.windowMilliseconds.upperBound),
            "description": "A second tap sooner than this is a bounce."
          },
          "afterExpiry": {
            "enum": \#(words(Policy.AfterExpiry.self)),
            "description": "Whether a second tap that came too late is a new first tap."
          },
          "returnTtlMs": {
            "type": "integer", "minimum": \#(Policy.returnTTLMilliseconds.lowerBound),
            "maximum": \#(Policy.returnTTLMilliseconds.upperBound),
            "description": "For how long there is a way back to where the user was."
          },
          "rules": {
            "type": "array", "items": \#(schema("Rule")), "maxItems": \#(Limits.rules),
            "description": "Tried in order: the first that matches and whose action is possible fires."
          }
        },
        "description": "How a session answers gestures."
      },
      "Policies": {
        "type": "object", "required": [\#(presets)], "additionalProperties": false,
        "properties": {\#(Preset.allCases.map { "\"\($0.rawValue)\": \(schema("Policy"))" }.joined(separator: ", "))}
      },
      "NewRule": {
        "type": "object", "required": ["on", "do"], \#(noOthers),
        "properties": {
          "on": \#(schema("Trigger")),
          "tab": {"anyOf": [\#(schema("Id")), {"type": "null"}], "description": "Only for this tab, which need not exist."},
          "when": {
            "type": ["array", "null"], "items": \#(schema("Condition")), "uniqueItems": true,
            "description": "All of these must hold."
          },
          "do": \#(schema("Action"))
        }
      },
      "NewPolicy": {
        "anyOf": [
          \#(schema("PresetName")),
          {
            "type": "object", \#(noOthers),
            "properties": {
              "windowMs": {
                "type": ["integer", "null"], "minimum": \#(Policy.windowMilliseconds.lowerBound),
                "maximum": \#(Policy.windowMilliseconds.upperBound), "default": 3000
              },
              "minIntervalMs": {
                "type": ["integer", "null"], "minimum": 0, "maximum": \#(Policy.windowMilliseconds.upperBound),
                "default": 0, "description": "At most `windowMs`."
              },
              "afterExpiry": {"enum": ["forget", "rearm", null], "default": "forget"},
              "returnTtlMs": {
                "type": ["integer", "null"], "minimum": \#(Policy.returnTTLMilliseconds.lowerBound),
                "maximum": \#(Policy.returnTTLMilliseconds.upperBound), "default": 300000
              },
              "rules": {
                "anyOf": [
                  \#(schema("PresetName")),
                  {"type": "array", "items": \#(schema("NewRule")), "maxItems": \#(Limits.rules)},
                  {"type": "null"}
                ],
                "default": "doubleTap"
              }
            }
          }
        ],
        "description": "A policy: the name of a preset, or any of these members; the others are as in the default."
      }
    }
    """#
}
