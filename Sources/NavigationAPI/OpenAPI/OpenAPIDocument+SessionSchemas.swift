import NavigationCore
import SessionEngine

/// Sessions, as they are shown and as they are sent.
extension OpenAPIDocument {
  static let sessionSchemas = #"""
    {
      "ListItem": {
        "type": "object", "required": ["section", "row"], "additionalProperties": false,
        "properties": {
          "section": {"type": "integer", "minimum": 0, "maximum": \#(Limits.targetIndex)},
          "row": {"type": "integer", "minimum": 0, "maximum": \#(Limits.targetIndex)}
        },
        "description": "The item of a sectioned list that is the screen's top."
      },
      "Position": {
        "type": "object", "required": ["offset", "anchor"], "additionalProperties": false,
        "properties": {"offset": \#(schema("Offset")), "anchor": \#(optional("Anchor"))},
        "description": "Where a screen is scrolled to."
      },
      "ReturnPosition": {
        "type": "object", "required": ["offset", "anchor", "savedAtMs"], "additionalProperties": false,
        "properties": {
          "offset": \#(schema("Offset")), "anchor": \#(optional("Anchor")), "savedAtMs": \#(schema("Time"))
        },
        "description": "Where a screen was before it scrolled to its top, and when it left there."
      },
      "Screen": {
        "type": "object", "additionalProperties": false,
        "required": ["id", "supportsScrollToTop", "target", "position", "returnPosition"],
        "properties": {
          "id": \#(schema("Id")),
          "supportsScrollToTop": {"type": "boolean"},
          "target": \#(optional("ListItem")),
          "position": {
            "anyOf": [\#(schema("Position")), {"type": "null"}], "description": "null until it was reported."
          },
          "returnPosition": {
            "anyOf": [\#(schema("ReturnPosition")), {"type": "null"}], "description": "null while none is saved."
          }
        }
      },
      "Tab": {
        "type": "object", "required": ["id", "selectable", "screens"], "additionalProperties": false,
        "properties": {
          "id": \#(schema("Id")),
          "selectable": {"type": "boolean"},
          "screens": {
            "type": "array", "items": \#(schema("Screen")), "minItems": 1, "maxItems": \#(Limits.screens),
            "description": "The stack, root first."
          }
        }
      },
      "LastTap": {
        "type": "object", "required": ["tab", "device", "atMs", "receivedAtMs", "armed"],
        "additionalProperties": false,
        "properties": {
          "tab": \#(schema("Id")), "device": \#(optional("Device")), "atMs": \#(optional("ClientTime")),
          "receivedAtMs": \#(schema("Time")),
          "armed": {"type": "boolean", "description": "Whether it can still become the first half of a double tap."}
        }
      },
      "Revision": {
        "type": "integer", "minimum": 0, "maximum": \#(Limits.milliseconds),
        "description": "Starts at 0; every accepted input adds 1."
      },
      "Incarnation": {
        "type": "string", "pattern": "^[a-z2-7]{8}$",
        "description": "Which life of the session: made when the session is, and kept when it is replaced."
      },
      "Session": {
        "type": "object", "additionalProperties": false,
        "required": [
          "id", "revision", "incarnation", "selectedTab", "openTabs", "reduceMotion", "tabs", "lastTap", "policy"
        ],
        "properties": {
          "id": \#(schema("Id")),
          "revision": \#(schema("Revision")),
          "incarnation": \#(schema("Incarnation")),
          "selectedTab": {"anyOf": [\#(schema("Id")), {"type": "null"}], "description": "null: nothing is selected."},
          "openTabs": {"type": "boolean", "description": "Whether an input that names an unknown tab adds it."},
          "reduceMotion": {"type": "boolean"},
          "tabs": {"type": "array", "items": \#(schema("Tab")), "maxItems": \#(Limits.tabs)},
          "lastTap": \#(optional("LastTap")),
          "policy": \#(schema("Policy"))
        },
        "description": "The whole state of one running app's navigation. It can be changed and sent back whole."
      },
      "SessionSummary": {
        "type": "object", "additionalProperties": false,
        "required": ["id", "revision", "selectedTab", "lastInputAtMs"],
        "properties": {
          "id": \#(schema("Id")),
          "revision": \#(schema("Revision")),
          "selectedTab": {"anyOf": [\#(schema("Id")), {"type": "null"}], "description": "null: nothing is selected."},
          "lastInputAtMs": {
            "anyOf": [\#(schema("Time")), {"type": "null"}],
            "description": "When the last input was accepted; null if there was none since the session was made or replaced."
          }
        }
      },
      "SessionPage": {
        "type": "object", "required": ["sessions", "next"], "additionalProperties": false,
        "properties": {
          "sessions": {
            "type": "array", "items": \#(schema("SessionSummary")), "maxItems": \#(SessionListRequest.maximum)
          },
          "next": {
            "anyOf": [\#(schema("Id")), {"type": "null"}],
            "description": "The `after` of the next page; null at the end. Nothing else tells the end: a page may be short."
          }
        }
      },
      "NewListItem": {
        "type": "object", "required": ["section", "row"], \#(noOthers),
        "properties": {
          "section": {"type": "integer", "minimum": 0, "maximum": \#(Limits.targetIndex)},
          "row": {"type": "integer", "minimum": 0, "maximum": \#(Limits.targetIndex)}
        }
      },
      "NewPosition": {
        "type": "object", "required": ["offset"], \#(noOthers),
        "properties": {"offset": \#(schema("Offset")), "anchor": \#(optional("Anchor"))}
      },
      "NewReturnPosition": {
        "type": "object", "required": ["offset", "savedAtMs"], \#(noOthers),
        "properties": {
          "offset": \#(schema("Offset")), "anchor": \#(optional("Anchor")), "savedAtMs": \#(schema("Time"))
        }
      },
      "NewScreen": {
        "anyOf": [
          \#(schema("Id")),
          {
            "type": "object", "required": ["id"], \#(noOthers),
            "properties": {
              "id": \#(schema("Id")),
              "supportsScrollToTop": {"type": ["boolean", "null"], "default": true},
              "target": \#(optional("NewListItem")),
              "position": \#(optional("NewPosition")),
              "returnPosition": \#(optional("NewReturnPosition"))
            }
          }
        ],
        "description": "A screen: its id alone, or an object. The id must be new on the stack."
      },
      "NewTab": {
        "anyOf": [
          \#(schema("Id")),
          {
            "type": "object", "required": ["id"], \#(noOthers),
            "properties": {
              "id": \#(schema("Id")),
              "selectable": {"type": ["boolean", "null"], "default": true},
              "screens": {
                "type": ["array", "null"], "items": \#(schema("NewScreen")), "minItems": 1,
                "maxItems": \#(Limits.screens),
                "description": "The stack, root first; left out, one root of the tab's id."
              }
            }
          }
        ],
        "description": "A tab: its id alone, or an object. The id must be new in the session."
      },
      "NewLastTap": {
        "type": "object", "required": ["tab", "receivedAtMs", "armed"], \#(noOthers),
        "properties": {
          "tab": \#(schema("Id")), "device": \#(optional("Device")), "atMs": \#(optional("ClientTime")),
          "receivedAtMs": \#(schema("Time")), "armed": {"type": "boolean"}
        }
      },
      "NewSession": {
        "type": "object", \#(noOthers),
        "properties": {
          "id": {
            "anyOf": [\#(schema("Id")), {"type": "null"}],
            "description": "May be there, if it is the path's."
          },
          "revision": {
            "anyOf": [\#(schema("Revision")), {"type": "null"}],
            "description": "Passed over: revisions are the server's."
          },
          "incarnation": {"type": ["string", "null"], "description": "Passed over."},
          "selectedTab": {
            "anyOf": [\#(schema("Id")), {"type": "null"}],
            "description": "Must be one of the tabs, and selectable. Left out: the first selectable tab; null: nothing is selected."
          },
          "openTabs": {
            "type": ["boolean", "null"],
            "description": "Left out: true if `tabs` is left out too, else false."
          },
          "reduceMotion": {"type": ["boolean", "null"], "default": false},
          "tabs": {
            "type": ["array", "null"], "items": \#(schema("NewTab")), "maxItems": \#(Limits.tabs),
            "description": "May have \#(Limits.screens) screens between them."
          },
          "lastTap": \#(optional("NewLastTap")),
          "policy": {"anyOf": [\#(schema("NewPolicy")), {"type": "null"}]}
        },
        "not": {
          "anyOf": [
            {
              "required": ["tabs"],
              "properties": {"tabs": {"type": "array", "maxItems": 0}, "openTabs": {"not": {"const": true}}}
            },
            {"required": ["openTabs"], "properties": {"tabs": {"type": "null"}, "openTabs": {"const": false}}}
          ]
        },
        "description": "A session to make: any of these members, or none. Without tabs it must have openTabs."
      }
    }
    """#
}
