"""What readers of events take, and what they add to a tap."""

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from datafile import remove
from load import Result, Taps, create, session_id, tap
from process import Server
from report import say, spread, table
from settings import Settings

READERS = 1_000
IDLE_SECONDS = 30
"""Long enough for two of the comments that keep a stream awake."""
TAPPED, OTHER = 0, 1


@dataclass(frozen=True)
class Case:
    """Taps on one session, by so many connections, while so many read a session."""

    is_durable: bool
    connections: int
    readers: int
    watched: int = TAPPED

    @property
    def tap(self) -> str:
        connections = "one connection" if self.connections == 1 else f"{self.connections} connections"
        return f"{'durable (full)' if self.is_durable else 'in memory'}, {connections}"

    @property
    def who_reads(self) -> str:
        if self.readers == 0:
            return "nobody"
        return f"{self.readers:,}, {'another session' if self.watched == OTHER else 'this session'}"


CASES = [
    Case(is_durable, connections, readers, watched)
    for is_durable in (False, True)
    for connections, readers, watched in (
        (64, 0, OTHER), (64, READERS, OTHER), (1, 0, TAPPED), (1, 1, TAPPED), (1, 10, TAPPED), (1, 100, TAPPED),
        (1, READERS, TAPPED))
]


def run(settings: Settings) -> None:
    _idle(settings)
    path = settings.folder / "readers.db"
    results: dict[Case, list[Result]] = {case: [] for case in CASES}
    for turn in range(settings.rounds):
        for case in CASES:
            remove(path)
            with Server(settings.serve(path if case.is_durable else ":memory:")) as server:
                create(server, 2)
                with _readers(server, case.watched, case.readers):
                    result = tap(server, Taps(sessions=1, connections=case.connections), settings.seconds)
            say(f"round {turn + 1}, {case.tap}, {case.who_reads}: {result.per_second:,.0f}/s, {result.cpu:.1f} µs")
            results[case].append(result)
    remove(path)
    table("A tap while events are read", ["tap", "who reads", "requests/s", "CPU, µs a request", "p99, ms"], [
        [case.tap, case.who_reads, spread([value.per_second for value in values], 0),
         spread([value.cpu for value in values]), f"{median(value.p99 for value in values):.2f}"]
        for case, values in results.items()
    ])


def _idle(settings: Settings) -> None:
    say(f"readers: {READERS:,} idle")
    with Server(settings.serve(":memory:")) as server:
        create(server, 1)
        memory, threads = server.memory(), server.threads()
        alone = _share_of_a_core(server)
        with _readers(server, TAPPED, READERS):
            memory, threads = server.memory() - memory, server.threads() - threads
            idle = _share_of_a_core(server)
    table(f"{READERS:,} idle readers of events", ["", ""], [
        ["memory", f"{memory / READERS:,.0f} bytes each"],
        ["threads", f"{threads} more"],
        ["CPU while nothing happens", f"{idle:.3%} of a core; without them {alone:.3%}"],
    ])


def _share_of_a_core(server: Server) -> float:
    before = server.cpu()
    time.sleep(IDLE_SECONDS)
    return (server.cpu() - before).total / IDLE_SECONDS


@contextmanager
def _readers(server: Server, session: int, count: int) -> Iterator[None]:
    """So many clients, whose events a thread of ours takes and throws away; all must be there at the end."""
    clients = [_follow(server, session) for _ in range(count)]
    stop, stopped = socket.socketpair()
    left: list[socket.socket] = []

    def read() -> None:
        buffer = bytearray(65_536)
        with selectors.DefaultSelector() as selector:
            for client in [stopped, *clients]:
                selector.register(client, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    if key.fileobj is stopped:
                        return
                    if key.fileobj.recv_into(buffer) == 0:
                        selector.unregister(key.fileobj)
                        left.append(key.fileobj)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        stop.send(b".")
        thread.join()
        for client in [stop, stopped, *clients]:
            client.close()
    if left:
        raise RuntimeError(f"{len(left)} of {count} readers were cut off")


def _follow(server: Server, session: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port))
    client.sendall(f"GET /sessions/{session_id(session)}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    # Only with the first event is it a reader.
    text = b""
    while b"\nevent: session\n" not in text.replace(b"\r\n", b"\n"):
        if not (more := client.recv(4096)):
            raise RuntimeError(f"no events: {text!r}")
        text += more
    return client
