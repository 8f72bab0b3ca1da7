extension ProblemCode {
  /// What one kind of problem means, and what to do about it, for the person who reads it.
  struct Explanation: Hashable, Sendable {
    let meaning: String
    let remedy: String

    fileprivate init(_ meaning: String, _ remedy: String) {
      self.meaning = meaning
      self.remedy = remedy
    }
  }

  // Longer than other functions are: a table has as many rows as there are codes.

  /// What it means, and what to do about it.
  var explanation: Explanation {
    switch self {
    case .malformedJSON:
      Explanation(
        "The body is no JSON text (RFC 8259): line and column say where it goes wrong, detail says how. Nothing of it was applied.",
        "Let a JSON library write the body, in UTF-8, without a byte order mark and nested at most 32 deep.")
    case .duplicateMember:
      Explanation(
        "An object in the body has two members of one name, the second at line and column. Which one was meant, nobody can tell.",
        "Send each member once.")
    case .invalidSessionID:
      Explanation(
        "What stands in the path in place of a session's id can't be one.",
        "Use 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : - and neither . nor .. alone; or let POST /sessions make an id."
      )
    case .badRequest:
      Explanation(
        "The request itself is not as HTTP or this API wants it: its target, a header field, a value in the query. Detail names which.",
        "Correct what detail names. The same request will be refused again; where the connection was closed, open a new one."
      )
    case .unauthorized:
      Explanation(
        "This server asks who calls (--api-keys), and the request bears no key, or one that is none of its keys. Nothing was applied.",
        "Send Authorization: Bearer and the key that the server's owner gave you. Each key's name has its own sessions."
      )
    case .originNotAllowed:
      Explanation(
        "The request came from a page of another origin (its Origin field), and pages of that origin may not use this server. Nothing was applied.",
        "If the page is yours, start the server with --allow-origin and its origin, such as https://app.example.")
    case .hostNotAllowed:
      Explanation(
        "The Host field names a host that this server does not answer to, so that no page on the web can reach a server on somebody's own machine under a name of its own.",
        "Use localhost, 127.0.0.1 or [::1], or start the server with --allow-host and the name.")
    case .unknownSession:
      Explanation(
        "There is no session of that id: it was never made, was deleted, or had no input for longer than --session-ttl.",
        "Make it with PUT /sessions/{id}. Unless the server runs with --explicit-sessions, the first tap makes it too.")
    case .notFound:
      Explanation(
        "There is nothing at this path. A slash at the end makes another path, and so does another case of a letter.",
        "Compare the path with GET /openapi.json, which has them all.")
    case .methodNotAllowed:
      Explanation(
        "There is something at this path, but this method can't be used on it.",
        "Use one of the methods in the Allow field.")
    case .revisionMismatch:
      Explanation(
        "The request was for a certain state of the session (If-Match, or If-None-Match: *), and the session is not in it: somebody else was quicker. Nothing was applied; revision, where it is there, is the present one.",
        "Read the session, decide again, and send the change with its new ETag. If any state will do, leave the field out."
      )
    case .bodyTooLarge:
      Explanation(
        "The body is longer than this server takes (--max-body, 262144 bytes unless it says otherwise). Nothing was applied.",
        "Send fewer inputs at a time. A session within the limits always fits into the default.")
    case .unsupportedMediaType:
      Explanation(
        "Content-Type says that the body is something other than JSON.",
        "Send Content-Type: application/json. Left out, or as curl -d and fetch have it unless told, it is read as JSON as well."
      )
    case .expectationFailed:
      Explanation(
        "The Expect field asks for something that this server does not know.",
        "Leave the field out; 100-continue is all there is.")
    case .notImplemented:
      Explanation(
        "The request uses a method, or a transfer coding, that HTTP does not have or this server does not know.",
        "Write methods in capital letters, and send the body with Content-Length or Transfer-Encoding: chunked.")
    case .invalidValue:
      Explanation(
        "The body is JSON, but a value in it can't stand where it does: of another type, out of range, no id, an unknown word. Pointer says where, detail what it must be. Nothing of the request was applied.",
        "Correct the value that pointer names.")
    case .missingMember:
      Explanation(
        "An object in the body lacks a member that it must have; null is as good as left out. Pointer says where it belongs, detail what it must be.",
        "Add the member.")
    case .unknownMember:
      Explanation(
        "An object in the body has a member that its kind does not have. It is refused rather than passed over, so that a slip of the pen never goes unnoticed.",
        "Correct the name that pointer names, or leave it out; detail lists the members there are.")
    case .tooManyInputs:
      Explanation(
        "The array has more inputs than are applied as one. None of them was.",
        "Send at most 100 inputs in a request, in their order, each request after the answer to the one before.")
    case .unknownTab:
      Explanation(
        "The input names a tab that the session does not have, and the session was not made with openTabs, which adds tabs as they are named.",
        "Name one of the session's tabs (GET /sessions/{id} shows them), or replace the session by one that has the tab."
      )
    case .unknownScreen:
      Explanation(
        "A scroll names a screen that is not on the tab's stack.",
        "Report the push of the screen first, or leave screen out to mean the one on top.")
    case .noSelectedTab:
      Explanation(
        "The input does not name a tab and so means the selected one, but no tab is selected.",
        "Name the tab, or select one first with a tap or a select.")
    case .tabNotSelectable:
      Explanation(
        "A select names a tab that was made with selectable: false, which can be tapped but never selected.",
        "Select another tab, or report a tap instead.")
    case .duplicateScreen:
      Explanation(
        "A push names a screen that is on the tab's stack already, and ids are unique in a stack.",
        "Give each screen on a stack its own id, such as shoe-7; or report the pop that was missed.")
    case .tooManyScreens:
      Explanation(
        "The session has 128 screens over all its tabs, and no more find room.",
        "Report the pops: a stack that only grows is most likely one whose pops were never sent.")
    case .tooManyTabs:
      Explanation(
        "The session has 64 tabs, and no more find room; the input names one that it does not have.",
        "Name one of the session's tabs.")
    case .cannotPopRoot:
      Explanation(
        "A pop takes off as many screens as the stack has, or more; the root always stays.",
        "Take off fewer, or send popToRoot, which is right however deep the stack is.")
    case .idempotencyKeyReused:
      Explanation(
        "Another request to this session, with another path or body, had the same Idempotency-Key. Nothing was applied.",
        "Make a new key for each new request. To retry one, send its path and its body again, byte for byte, with its key."
      )
    case .storageUnavailable:
      Explanation(
        "The server can't read or write its data at the moment; detail says why. What was asked for is not acknowledged: it may have happened or not.",
        "Send the same request again after Retry-After seconds, with the same Idempotency-Key if it had one. If it lasts, whoever runs the server finds the reason in its log."
      )
    case .draining:
      Explanation(
        "The server is about to stop and takes nothing new. A request that came before, and had no answer yet when the server had to end, may have been applied: the detail tells one from the other.",
        "Send the same request again after Retry-After seconds, with the same Idempotency-Key if it had one, on a new connection: it reaches the next server, or this one when it is back."
      )
    case .tooManyConnections:
      Explanation(
        "All the connections that the server can have at once (--max-connections) are taken. Nothing was applied.",
        "Try again after Retry-After seconds, and use one connection for many requests.")
    case .tooManyReaders:
      Explanation(
        "As many clients read events or wait for steps as may at once (--max-readers).",
        "Close readers that are not needed, or start the server with a larger --max-readers."
      )
    case .tooManySessions:
      Explanation(
        "The server holds as many sessions as it may (--max-sessions), and this request would have made another.",
        "Delete sessions that are done with, or start the server with a larger --max-sessions or a shorter --session-ttl."
      )
    }
  }
}
