"""A request that drips in holds its connection for so long and no longer."""

import contextlib
import time

import pytest

PIECES = {
    "request line": "G",
    "head": "GET /readyz HTTP/1.1\r\nA: ",
    "body": "POST /sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 10000\r\n\r\n",
}


def drip(wire, text):
    """Sends the text, then a byte every 20 ms until the other side closes: what came, and after how long."""
    begun = time.monotonic()
    wire.send(text)
    # Once the other side has closed, a byte may meet a reset.
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while not wire.has_bytes(0.02):
            wire.send("G")
    rest = b""
    with contextlib.suppress(ConnectionResetError):
        rest = wire.rest()
    return rest, time.monotonic() - begun


@pytest.mark.parametrize("part", PIECES)
@pytest.mark.parametrize("earlier", [0, 2])
def test_a_request_that_drips_in_is_cut_off(serve, part, earlier):
    server = serve("--request-timeout", "1s", "--timeout", "60s")
    with server.wire() as wire:
        for _ in range(earlier):
            wire.send(f"GET /readyz HTTP/1.1\r\nHost: {server.authority}\r\n\r\n")
            assert wire.answer().status == 200
        rest, seconds = drip(wire, PIECES[part].format(host=server.authority))
    assert rest == b""
    assert 0.9 <= seconds < 10
    assert server.get("/readyz").status == 200
