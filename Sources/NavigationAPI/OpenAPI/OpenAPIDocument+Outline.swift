/// What stands around paths and schemas.
extension OpenAPIDocument {
  /// `info`, behind title and version.
  static let about = #"""
    {
      "summary": "A navigation state machine behind HTTP: what a tap on a tab bar item means",
      "description": "A client app has a tab bar; each tab has a stack of screens; each screen scrolls. The client reports what the user did, an **input**. The server moves the session's state and answers with an **outcome**: was that a double tap, what should the client do now (a **directive**, such as to scroll a screen to its top), and why.\n\nBodies are JSON in UTF-8. `Content-Type` may be left out, or be what `curl -d` and a page's `fetch` send unless told (`application/x-www-form-urlencoded`, `text/plain`): the body is read as JSON all the same. `null` for a member is as good as leaving it out, except for a session's `selectedTab`. Times are milliseconds, distances points, both with up to three decimals.\n\nEvery error is a problem of RFC 9457, `application/problem+json`; its `type` is a path of this server, where a person can read what it means and what to do about it. A path that is not described here is answered 404 `not-found`, a method that is not described at a path 405 `method-not-allowed` with `Allow`. What is no HTTP at all, or has a header that is too long, is refused before it gets that far, with a line of HTML or just the end of the connection. The first thing wrong decides, in this order: host, path, method, origin, key of the caller, draining, content type, size, header fields and query, JSON and its contents, kept answer, session, `If-Match`, the state machine.",
      "license": {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
    }
    """#

  /// The document's own members behind `info`.
  static let outline = #"""
    {
      "security": [{}, {"key": []}],
      "servers": [{"url": "/", "description": "The server that this document is from"}],
      "tags": [
        {"name": "inputs", "description": "What the user did, and what came of it."},
        {"name": "sessions", "description": "The state of one running app each."},
        {"name": "events", "description": "What happens in a session, for those who follow it."},
        {"name": "server", "description": "What the server is and how it is."},
        {"name": "methods", "description": "Which methods can be used on a path."}
      ]
    }
    """#

  /// How a caller says who it is.
  static let securitySchemes = #"""
    {
      "key": {
        "type": "http", "scheme": "bearer",
        "description": "Where the server runs with --api-keys, each request for sessions, and one for metrics, must bear a key that its owner gave out. Each name that has keys has its own sessions: another name's does not exist. Without the option no key is needed."
      }
    }
    """#

  /// Parameters that more than one operation has.
  static let parameters = #"""
    {
      "id": {
        "name": "id", "in": "path", "required": true,
        "description": "The session's id.",
        "schema": \#(schema("Id")), "example": "shop"
      },
      "X-Request-Id": {
        "name": "X-Request-Id", "in": "header",
        "description": "The client's name for the request, which the answer and the log bear: 1 to 128 visible ASCII characters. Anything else is passed over, and the server makes a name.",
        "schema": {"type": "string"}, "example": "checkout-7"
      },
      "Idempotency-Key": {
        "name": "Idempotency-Key", "in": "header",
        "description": "The client's name for this request, which makes every retry safe, however late: sent again with the same path and body, byte for byte, it gets the kept answer and nothing is applied twice. A session's last 64 keys are kept, fewer only where their answers are over 256 KiB together, across restarts and `PUT`; a refused request does not use its key up. One key for a whole array.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"}, "example": "tap-2f6c1e"
      },
      "If-Match": {
        "name": "If-Match", "in": "header",
        "description": "Do this only if the session is in one of these states: entity tags as `ETag` has them, bare revisions in quotation marks (`\"7\"`), or `*`, which is any state. Weak tags never hold.",
        "schema": {
          "type": "string", "pattern": "^(\\*|(W/)?\"[!#-~]*\"([ \\t]*,[ \\t]*(W/)?\"[!#-~]*\")*)$"
        },
        "example": "\"abcdefgh-7\""
      }
    }
    """#

  /// Fields of answers.
  static let headers = #"""
    {
      "X-Request-Id": {
        "description": "The request's name: the client's, where it sent one that can be one, else the server's. The log has it too.",
        "required": true, "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"}, "example": "checkout-7"
      },
      "X-Content-Type-Options": {
        "description": "What the answer is, Content-Type alone says.", "required": true, "schema": {"const": "nosniff"}
      },
      "Cache-Control": {
        "description": "Answers are not kept on the way.", "required": true, "schema": {"const": "no-store"}
      },
      "Vary": {
        "description": "Where the server runs with --allow-origin, an answer depends on which page asked.",
        "schema": {"const": "Origin"}
      },
      "Access-Control-Allow-Origin": {
        "description": "The allowed origin of the page that asked.", "schema": {"type": "string"},
        "example": "https://app.example"
      },
      "Access-Control-Expose-Headers": {
        "description": "The fields that the page may read.", "schema": {"const": "\#(Exchange.exposedFields)"}
      },
      "Access-Control-Allow-Methods": {
        "description": "The methods that the page may use.", "schema": {"type": "string"}, "example": "OPTIONS, POST"
      },
      "Access-Control-Allow-Headers": {
        "description": "The fields that the page may send.", "schema": {"const": "\#(Exchange.allowedFields)"}
      },
      "Access-Control-Max-Age": {
        "description": "For how many seconds a browser may remember this.",
        "schema": {"const": "\#(Exchange.preflightSeconds)"}
      },
      "ETag": {
        "description": "The session's state after this: which life of the session, and its revision.", "required": true,
        "schema": {"type": "string", "pattern": "^\"[a-z2-7]{8}-(0|[1-9][0-9]*)\"$"}, "example": "\"abcdefgh-7\""
      },
      "Location": {
        "description": "The path of the session.", "required": true,
        "schema": {"type": "string", "format": "uri-reference", "pattern": "^/sessions/[A-Za-z0-9._~:-]{1,64}$"},
        "example": "/sessions/shop"
      },
      "Idempotency-Replayed": {
        "description": "The answer is a kept one: the request was applied when it came first.", "schema": {"const": "true"}
      },
      "WWW-Authenticate": {
        "description": "How to say who calls.", "required": true,
        "schema": {"type": "string", "pattern": "^Bearer( |$)"}, "example": "Bearer"
      },
      "Retry-After": {
        "description": "Seconds after which the same request may succeed; not there where the server can't tell.",
        "schema": {"type": "integer", "minimum": 0}, "example": 1
      }
    }
    """#
}
