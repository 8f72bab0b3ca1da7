"""A bare connection: bytes out, answers in, and the end of it told apart from a reset."""

import select
import socket
import struct

from answers import Answer


class Wire:
    def __init__(self, port, patience):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()

    def send(self, text):
        self._socket.sendall(text if isinstance(text, bytes) else text.encode())

    def reset(self):
        """Breaks the connection off, as a network does, whatever is on its way."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def wait_for_bytes(self):
        """Waits until something is there to be read, and leaves it unread."""
        ready, _, _ = select.select([self._socket], [], [], self._socket.gettimeout())
        assert ready, "nothing came"

    def has_bytes(self, within):
        """Whether something, or the end, is there to be read within so many seconds; leaves it unread."""
        return bool(select.select([self._socket], [], [], within)[0])

    def end_of_requests(self):
        """Closes this side's half of the connection."""
        self._socket.shutdown(socket.SHUT_WR)

    def answer(self, method="GET"):
        """The next answer, whole. An interim one (1xx) counts."""
        head = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        version, status, *_ = head[0].split(" ", 2)
        assert version in ("HTTP/1.1", "HTTP/1.0"), head[0]
        fields = [tuple(part.strip() for part in line.split(":", 1)) for line in head[1:] if line]
        answer = Answer(int(status), fields, b"")
        if method != "HEAD" and answer.status >= 200 and answer.status not in (204, 304):
            answer.body = self._body(answer)
        return answer

    def at_end(self):
        """Whether the other side has closed, with nothing left to read. A reset is an error, not an end."""
        return self._read == b"" and self._socket.recv(1) == b""

    def rest(self):
        """All that still comes until the other side closes."""
        while self._fill():
            pass
        rest, self._read = self._read, b""
        return rest

    def _body(self, answer):
        if (answer["Transfer-Encoding"] or "").lower() == "chunked":
            body = b""
            while size := int(self._until(b"\r\n").split(b";")[0], 16):
                body += self._exactly(size)
                assert self._exactly(2) == b"\r\n"
            self._until(b"\r\n")
            return body
        if answer["Content-Length"] is not None:
            return self._exactly(int(answer["Content-Length"]))
        return self.rest()

    def _until(self, mark):
        while mark not in self._read:
            assert self._fill(), f"the connection ended in the middle of an answer: {self._read!r}"
        found, self._read = self._read.split(mark, 1)
        return found + mark

    def _exactly(self, count):
        while len(self._read) < count:
            assert self._fill(), f"the connection ended in the middle of a body: {self._read!r}"
        found, self._read = self._read[:count], self._read[count:]
        return found

    def _fill(self):
        more = self._socket.recv(65536)
        self._read += more
        return more
