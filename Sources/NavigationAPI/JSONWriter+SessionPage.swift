import JSONText
import NavigationCore
import NavigationJSON
import SessionEngine

extension JSONWriter {
  /// Writes a page of sessions.
  mutating func write(_ page: SessionPage) {
    object { writer in
      writer.name("sessions")
      writer.array { writer in
        for session in page.sessions { writer.write(session) }
      }
      writer.name("next")
      if let next = page.next { writer.string(next.text) } else { writer.null() }
    }
  }

  private mutating func write(_ session: SessionSummary) {
    object { writer in
      writer.name("id")
      writer.string(session.id.text)
      writer.name("revision")
      writer.integer(session.revision)
      writer.name("selectedTab")
      if let tab = session.selectedTab { writer.string(tab.text) } else { writer.null() }
      writer.name("lastInputAtMs")
      if let at = session.lastInputAt { writer.write(at) } else { writer.null() }
    }
  }
}
