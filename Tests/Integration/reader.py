"""One who follows a session."""

import json
import time

from server import PATIENCE


class Reader:
    """A stream that is read event by event: its name, its id and its data."""

    def __init__(self, server, session, query="", headers=None):
        self.connection = server.connection()
        self.connection.request("GET", f"/sessions/{session}/events{query}", headers=headers or {})
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()

    def event(self):
        """The next event; None at the end. Lines that say nothing are passed over."""
        fields = {}
        deadline = time.monotonic() + PATIENCE
        while True:
            line = self.response.readline().decode()
            # Comments come all the while: the connection's own patience would never end.
            assert time.monotonic() < deadline, "no event comes"
            if not line:
                assert not fields, f"the stream ends in the middle of an event: {fields}"
                return None
            line = line.rstrip("\n")
            if not line and fields:
                return fields["event"], fields.get("id"), json.loads(fields["data"])
            if line and not line.startswith(":"):
                name, value = line.split(": ", 1)
                fields[name] = value

    def close(self):
        self.response.close()
        self.connection.close()
