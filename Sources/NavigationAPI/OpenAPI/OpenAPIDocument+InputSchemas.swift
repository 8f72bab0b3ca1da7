import NavigationCore

/// What a client sends to report what was done.
extension OpenAPIDocument {
  private static let common = #"""
    "device": \#(optional("Device")), "atMs": \#(optional("ClientTime"))
    """#

  static let inputSchemas = #"""
    {
      "MemberName": {
        "type": "string", "pattern": "^[^\\u0000]*$",
        "description": "A member that an object does not have may be there if it is null; a NUL in a name is no JSON to this server."
      },
      "Id": {
        "type": "string", "pattern": "^[A-Za-z0-9._~:-]{1,\#(Limits.identifierCharacters)}$",
        "not": {"enum": [".", ".."]},
        "description": "The client's name for a session, tab, screen or device: 1 to \#(Limits.identifierCharacters) characters, neither `.` nor `..`."
      },
      "Device": {
        "allOf": [\#(schema("Id"))],
        "description": "Which of the devices that share the session: a double tap is one device's. Only taps look at it."
      },
      "Time": {
        "type": "number", "minimum": 0, "maximum": \#(Limits.milliseconds),
        "description": "A time in milliseconds, kept to the microsecond."
      },
      "ClientTime": {
        "allOf": [\#(schema("Time"))],
        "description": "When it was done, on one monotonic clock of the device: `event.timeStamp` on the web, `SystemClock.uptimeMillis()` on Android, `UITouch.timestamp * 1000` on iOS. Only taps look at it."
      },
      "Offset": {
        "type": "number", "minimum": -\#(Limits.offsetPoints), "maximum": \#(Limits.offsetPoints),
        "description": "The distance in points from the screen's own resting top along its scroll axis, kept to the thousandth; negative where it is pulled beyond."
      },
      "Anchor": {
        "type": "string", "maxLength": \#(Limits.anchorBytes), "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F]*$",
        "description": "The item that the user was reading, in the client's own words: at most \#(Limits.anchorBytes) bytes of UTF-8, no control characters."
      },
      "Tap": {
        "type": "object", "required": ["type", "tab"], \#(noOthers),
        "properties": {"type": {"const": "tap"}, "tab": \#(schema("Id")), \#(common)},
        "description": "A tap on a tab bar item."
      },
      "TapWithoutType": {
        "type": "object", "required": ["tab"], \#(noOthers),
        "properties": {"type": {"enum": ["tap", null]}, "tab": \#(schema("Id")), \#(common)},
        "description": "A tap on a tab bar item; `type` may be left out."
      },
      "LongPress": {
        "type": "object", "required": ["type", "tab"], \#(noOthers),
        "properties": {"type": {"const": "longPress"}, "tab": \#(schema("Id")), \#(common)},
        "description": "A long press on a tab bar item. Selects nothing, and ends a double tap half done."
      },
      "StatusBarTap": {
        "type": "object", "required": ["type"], \#(noOthers),
        "properties": {"type": {"const": "statusBarTap"}, \#(common)},
        "description": "A tap on the status bar, which means the selected tab."
      },
      "Select": {
        "type": "object", "required": ["type", "tab"], \#(noOthers),
        "properties": {"type": {"const": "select"}, "tab": \#(schema("Id")), \#(common)},
        "description": "The app itself changed tabs: a deep link, a swipe, restored state. Never a gesture."
      },
      "Push": {
        "type": "object", "required": ["type", "screen"], \#(noOthers),
        "properties": {
          "type": {"const": "push"}, "screen": \#(schema("NewScreen")), "tab": \#(optional("Id")), \#(common)
        },
        "description": "A screen came onto the stack of a tab, the selected one where none is named."
      },
      "Pop": {
        "type": "object", "required": ["type"], \#(noOthers),
        "properties": {
          "type": {"const": "pop"}, "tab": \#(optional("Id")),
          "count": {
            "type": ["integer", "null"], "minimum": 1, "maximum": \#(Limits.popCount),
            "description": "How many screens left; 1 where it is left out."
          },
          \#(common)
        },
        "description": "Screens left the stack of a tab. The root can't be popped."
      },
      "PopToRoot": {
        "type": "object", "required": ["type"], \#(noOthers),
        "properties": {"type": {"const": "popToRoot"}, "tab": \#(optional("Id")), \#(common)},
        "description": "All screens but the root left the stack of a tab."
      },
      "Scroll": {
        "type": "object", "required": ["type", "offset"], \#(noOthers),
        "properties": {
          "type": {"const": "scroll"}, "offset": \#(schema("Offset")), "anchor": \#(optional("Anchor")),
          "tab": \#(optional("Id")), "screen": \#(optional("Id")), \#(common)
        },
        "description": "Scrolling came to rest; on the top screen where none is named."
      },
      "Configure": {
        "type": "object", "required": ["type"], \#(noOthers),
        "properties": {
          "type": {"const": "configure"},
          "policy": {"anyOf": [\#(schema("NewPolicy")), {"type": "null"}]},
          "reduceMotion": {"type": ["boolean", "null"]}, \#(common)
        },
        "description": "The policy changed, or the user's wish for less motion; what is given is replaced."
      },
      "Input": {
        "oneOf": [
          \#(schema("Tap")), \#(schema("LongPress")), \#(schema("StatusBarTap")), \#(schema("Select")),
          \#(schema("Push")), \#(schema("Pop")), \#(schema("PopToRoot")), \#(schema("Scroll")),
          \#(schema("Configure"))
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "tap": "#/components/schemas/Tap", "longPress": "#/components/schemas/LongPress",
            "statusBarTap": "#/components/schemas/StatusBarTap", "select": "#/components/schemas/Select",
            "push": "#/components/schemas/Push", "pop": "#/components/schemas/Pop",
            "popToRoot": "#/components/schemas/PopToRoot", "scroll": "#/components/schemas/Scroll",
            "configure": "#/components/schemas/Configure"
          }
        },
        "description": "What was done. A member that the type does not have is refused."
      },
      "Taps": {
        "anyOf": [
          \#(schema("TapWithoutType")),
          {"type": "array", "items": \#(schema("TapWithoutType")), "maxItems": \#(Limits.inputs)}
        ],
        "description": "One tap, or an array of them that is applied in order, all or nothing."
      },
      "Inputs": {
        "anyOf": [
          \#(schema("Input")), {"type": "array", "items": \#(schema("Input")), "maxItems": \#(Limits.inputs)}
        ],
        "description": "One input, or an array of them that is applied in order, all or nothing."
      }
    }
    """#
}
