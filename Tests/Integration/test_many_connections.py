"""Two hundred clients at once."""

import contextlib

import pytest

CLIENTS = 200


@pytest.fixture(params=["1", "4"], ids=lambda loops: f"{loops} loops")
def server(serve, request):
    return serve("--loops", request.param)


@pytest.fixture
def wires(server):
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(server.wire()) for _ in range(CLIENTS)]


def send_tap(wire, server, session_id, body):
    wire.send(
        f"POST /sessions/{session_id}/taps HTTP/1.1\r\nHost: {server.authority}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )


def test_each_taps_twice_in_a_session_of_its_own(server, wires):
    for at in (0, 250):
        for number, wire in enumerate(wires):
            send_tap(wire, server, f"own-{number}", f'{{"tab":"games","atMs":{at}}}')
        outcomes = [wire.answer().json() for wire in wires]
    assert [(outcome["revision"], outcome["reason"]) for outcome in outcomes] == [(2, "doubleTap")] * CLIENTS


def test_all_tap_in_one_session(server, wires):
    revisions = []
    for at in (0, 250):
        for number, wire in enumerate(wires):
            body = f'{{"tab":"games","device":"d{number}","atMs":{at}}}'
            send_tap(wire, server, "shared", body)
        revisions += [wire.answer().json()["revision"] for wire in wires]
    assert sorted(revisions) == list(range(1, 2 * CLIENTS + 1))
    assert server.get("/sessions/shared").json()["revision"] == 2 * CLIENTS


def test_half_of_them_leave_in_the_middle(server, wires):
    for number, wire in enumerate(wires):
        send_tap(wire, server, f"left-{number}", '{"tab":"games"}')
    for wire in wires[::2]:
        wire.__exit__()
    for wire in wires[1::2]:
        assert wire.answer().json()["revision"] == 1
    assert server.get("/healthz").status == 200
