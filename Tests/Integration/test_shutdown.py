"""An end that nobody notices: what was sent is answered, and no connection is reset."""

import signal
import socket
import threading
import time

import pytest

from answers import assert_problem
from server import PATIENCE

CLIENTS = 16


class Tapper(threading.Thread):
    """Taps on one connection, one request after the other, until it is told that the connection is at its end."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server, self.number = server, number
        self.answered, self.failure = 0, None
        self.warm = threading.Event()

    def run(self):
        try:
            self.tap_until_closed()
        except Exception as error:
            self.failure = f"{type(error).__name__} after {self.answered} answers: {error}"
        self.warm.set()

    def tap_until_closed(self):
        body = '{"tab":"games"}'
        text = (
            f"POST /sessions/tapper-{self.number}/taps HTTP/1.1\r\nHost: {self.server.authority}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )
        with self.server.wire() as wire:
            while True:
                wire.send(text)
                answer = wire.answer()
                if answer.status == 503:
                    assert_problem(answer, 503, "draining")
                    assert int(answer["Retry-After"]) >= 0
                else:
                    assert answer.status == 200 and answer.json()["revision"] == self.answered + 1
                self.answered += 1
                if self.answered == 20:
                    self.warm.set()
                if (answer["Connection"] or "").lower() == "close":
                    assert wire.at_end()
                    return


@pytest.fixture
def tappers():
    started = []

    def start(server):
        for number in range(CLIENTS):
            started.append(Tapper(server, number))
            started[-1].start()
        for tapper in started:
            assert tapper.warm.wait(PATIENCE)
        return started

    yield start
    for tapper in started:
        tapper.join(PATIENCE)


def assert_all_answered(tappers):
    for tapper in tappers:
        tapper.join(PATIENCE)
        assert not tapper.is_alive()
    assert [tapper.failure for tapper in tappers] == [None] * CLIENTS


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("loops", ["1", "4"])
def test_under_load_every_request_gets_its_answer(serve, tappers, number, loops):
    server = serve("--loops", loops)
    running = tappers(server)
    server.signal(number)
    assert_all_answered(running)
    server.wait()


def test_a_second_signal_changes_nothing(serve, tappers):
    server = serve()
    running = tappers(server)
    server.signal()
    server.signal()
    assert_all_answered(running)
    server.wait()


def test_idle_connections_do_not_hold_it_up(serve):
    server = serve("--drain", "60s")
    with server.wire() as idle, server.wire() as used:
        used.send(f"GET /healthz HTTP/1.1\r\nHost: {server.authority}\r\n\r\n")
        assert used.answer().status == 200
        server.signal()
        assert idle.at_end() and used.at_end()
    server.wait()


def test_a_request_half_sent_may_be_finished(serve):
    body = '{"tab":"games"}'
    server = serve()
    with server.wire() as wire:
        wire.send(
            f"POST /sessions/demo/taps HTTP/1.1\r\nHost: {server.authority}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body[:5]}"
        )
        # By the time this is answered, the other has long come.
        assert server.get("/healthz").status == 200
        server.signal()
        refused(server)
        wire.send(body[5:])
        answer = wire.answer()
        assert answer.status in (200, 503)
        if answer.status == 503:
            assert_problem(answer, 503, "draining")
        assert wire.at_end()
    server.wait()


def test_a_request_never_finished_ends_with_the_time_to_drain(serve):
    server = serve("--drain", "1s")
    with server.wire() as wire:
        wire.send(f"POST /sessions/demo/taps HTTP/1.1\r\nHost: {server.authority}\r\nContent-Length: 9\r\n\r\n")
        assert server.get("/healthz").status == 200
        began = time.monotonic()
        server.signal()
        server.wait()
        assert time.monotonic() - began < 5


def refused(server):
    """Waits until no connection is accepted any more."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE).close()
        except ConnectionRefusedError:
            return
        except ConnectionResetError:
            pass
        time.sleep(0.005)
    raise AssertionError("it still accepts connections")


def test_a_load_balancer_has_time_to_notice(serve, tappers):
    server = serve("--drain-delay", "1s")
    running = tappers(server)
    assert server.get("/readyz").status == 200
    server.signal()
    while (ready := server.get("/readyz")).status == 200:
        pass
    assert_problem(ready, 503, "draining")
    assert int(ready["Retry-After"]) >= 0
    # All else goes on, on new connections too.
    assert server.get("/healthz").status == 200
    assert server.post("/sessions/late/taps", {"tab": "games"}).status == 200
    assert all(tapper.is_alive() for tapper in running)
    assert_all_answered(running)
    server.wait()
