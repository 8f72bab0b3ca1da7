"""Requests that RFC 9112 wants refused are, each with a closed connection, and nothing in or behind them is applied."""

import contextlib

import pytest

from answers import PROBLEM, assert_ours, assert_problem

TAP = '{"tab":"games"}'


def request(line="POST /sessions/{id}/taps HTTP/1.1", fields=(), body=TAP, host="Host: {host}", length=True):
    lines = [line, *([host] if host else []), *fields]
    if length:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines) + "\r\n\r\n" + body


def chunked(*fields):
    return request(fields=fields, length=False, body=f"f\r\n{TAP}\r\n0\r\n\r\n")


# Name, request, status, code. The code is None where the library beneath may refuse before we see anything; its answer
# then looks as it makes it.
REFUSED = [
    ("two lengths that differ", request(fields=["Content-Length: 5"]), 400, "bad-request"),
    ("two lengths that agree", request(fields=["Content-Length: 15"]), 400, "bad-request"),
    ("a length that is a list", request(fields=["Content-Length: 15, 15"], length=False), 400, None),
    ("a length with a sign", request(fields=["Content-Length: +15"], length=False), 400, None),
    ("a negative length", request(fields=["Content-Length: -15"], length=False), 400, None),
    ("a hexadecimal length", request(fields=["Content-Length: 0xf"], length=False), 400, None),
    ("an empty length", request(fields=["Content-Length:"], length=False), 400, None),
    ("a length beyond all numbers", request(fields=["Content-Length: " + "9" * 40], length=False), 413, None),
    ("a length beside a coding", chunked("Content-Length: 15", "Transfer-Encoding: chunked"), 400, "bad-request"),
    ("a coding before a length", chunked("Transfer-Encoding: chunked", "Content-Length: 15"), 400, "bad-request"),
    ("a coding that we don't know", chunked("Transfer-Encoding: gzip"), 501, "not-implemented"),
    ("a coding beneath chunks", chunked("Transfer-Encoding: gzip, chunked"), 501, "not-implemented"),
    ("a coding almost chunked", chunked("Transfer-Encoding: xchunked"), 501, "not-implemented"),
    ("no host", request(host=None), 400, None),
    ("two hosts", request(fields=["Host: {host}"]), 400, "bad-request"),
    ("two hosts that differ", request(fields=["Host: evil.example"]), 400, "bad-request"),
    ("an empty host", request(host="Host:"), 400, "bad-request"),
    ("a host with a space", request(host="Host: local host"), 400, "bad-request"),
    ("a host with a user", request(host="Host: me@{host}"), 400, "bad-request"),
    ("a host with a path", request(host="Host: {host}/x"), 400, "bad-request"),
    ("a host with a port that is none", request(host="Host: 127.0.0.1:port"), 400, "bad-request"),
    ("a coding, spaced, beside a length", chunked("Transfer-Encoding : chunked", "Content-Length: 15"), 400, "bad-request"),
    ("a second length, spaced", request(fields=["Content-Length : 5"]), 400, "bad-request"),
    ("a second host, spaced", request(fields=["Host : evil.example"]), 400, "bad-request"),
    ("its only length, spaced", request(fields=["Content-Length : 15"], length=False), 400, "bad-request"),
    ("its only length, behind a tab", request(fields=["Content-Length\t: 15"], length=False), 400, "bad-request"),
    ("its only coding, spaced", chunked("Transfer-Encoding : chunked"), 400, "bad-request"),
    ("a space before a colon", request(fields=["X-Field : 1"]), 400, "bad-request"),
    ("a space in a name", request(fields=["X Field: 1"]), 400, "bad-request"),
    ("a name that is no token", request(fields=["X-(Field): 1"]), 400, "bad-request"),
    ("a field without a name", request(fields=[": 1"]), 400, None),
    ("a field without a colon", request(fields=["X-Field"]), 400, None),
    ("a folded field", request(fields=["X-Field: 1", " 2", "X-Other: 3"]), 400, None),
    ("a space in the target", request("POST /sessions/{id}/taps x HTTP/1.1"), 400, None),
    ("a control in the target", request("POST /sessions/{id}/taps?\x01 HTTP/1.1"), 400, "bad-request"),
    ("a delete in the target", request("POST /sessions/{id}/taps?\x7f HTTP/1.1"), 400, "bad-request"),
    ("a fragment in the target", request("POST /sessions/{id}/taps#top HTTP/1.1"), 400, "bad-request"),
    ("a bad escape in the path", request("POST /sessions/{id}%zz/taps HTTP/1.1"), 400, "bad-request"),
    ("half an escape in the path", request("POST /sessions/{id}/taps%4 HTTP/1.1"), 400, "bad-request"),
    ("a bad escape in the query", request("POST /sessions/{id}/taps?a=%x HTTP/1.1"), 400, "bad-request"),
    ("an expectation that we don't know", request(fields=["Expect: the-unexpected"]), 417, "expectation-failed"),
    ("a chunk with no size", chunked("Transfer-Encoding: chunked").replace("\r\nf\r\n", "\r\nx\r\n"), 400, None),
]


def fill(text, server, session_id):
    return text.replace("{host}", server.authority).replace("{id}", session_id)


@pytest.mark.parametrize(("text", "status", "code"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_refused_with(server, session_id, text, status, code):
    # What follows on the connection is what somebody may have smuggled in.
    smuggled = request("POST /sessions/{id}-smuggled/taps HTTP/1.1")
    with server.wire() as wire:
        wire.send(fill(text + smuggled, server, session_id))
        answer = wire.answer()
        rest = wire.rest()
    assert answer.status == status, answer
    if code is not None:
        assert_ours(answer)
        assert_problem(answer, status, code)
        assert answer["Connection"].lower() == "close"
    elif answer["Content-Type"] == PROBLEM:
        assert_problem(answer, status, "body-too-large" if status == 413 else "bad-request")
    # Some of what the library refuses is refused twice; what must not come is an outcome.
    assert b"HTTP/1.1 2" not in rest and b"revision" not in rest
    if code is not None:
        assert rest == b""
    for name in (session_id, f"{session_id}-smuggled"):
        assert server.get(f"/sessions/{name}").status == 404


@pytest.mark.parametrize("method", ["BREW", "post", "Get", "PROPFIND"])
def test_a_method_that_we_do_not_know_is_refused(server, session_id, method):
    with server.wire() as wire:
        wire.send(fill(request(f"{method} /sessions/{{id}}/taps HTTP/1.1"), server, session_id))
        answer = wire.answer()
        assert_ours(answer)
        assert_problem(answer, 501, "not-implemented")
    assert server.get(f"/sessions/{session_id}").status == 404


def test_a_version_that_is_none_is_refused(server, session_id):
    for version in ("HTTP/3.0", "HTTP/1.2.3", "HTP/1.1", "HTTP/0.9"):
        with server.wire() as wire:
            wire.send(fill(request(f"POST /sessions/{{id}}/taps {version}"), server, session_id))
            assert b"revision" not in wire.rest()
    assert server.get(f"/sessions/{session_id}").status == 404


def test_a_body_that_breaks_off_is_not_applied(serve):
    """The other side has ended its half of the connection, so that nothing can come any more."""
    server = serve("--timeout", "1s")
    started = fill(request(body=""), server, "demo").replace("Length: 0", f"Length: {len(TAP)}")
    in_chunks = fill(chunked("Transfer-Encoding: chunked"), server, "demo").removesuffix("0\r\n\r\n")
    with contextlib.ExitStack() as stack:
        wires = []
        for text in (started, started + TAP[:1], started + TAP[:-1], in_chunks, in_chunks[:-3]):
            wires.append(stack.enter_context(server.wire()))
            wires[-1].send(text)
            wires[-1].end_of_requests()
        for wire in wires:
            assert b"HTTP/1.1 2" not in wire.rest()
    assert server.get("/sessions/demo").status == 404


def test_a_name_is_not_cut_at_a_nul(server, session_id):
    with server.wire() as wire:
        wire.send(fill(request("POST /sessions/{id}%00x/taps HTTP/1.1"), server, session_id))
        assert_problem(wire.answer(), 400, "invalid-session-id")
    assert server.get(f"/sessions/{session_id}").status == 404


def test_http_1_0_needs_no_host(server, session_id):
    text = request("POST /sessions/{id}/taps HTTP/1.0", host=None)
    with server.wire() as wire:
        wire.send(fill(text, server, session_id))
        answer = wire.answer()
        assert (answer.status, answer.json()["revision"]) == (200, 1)
        assert wire.at_end()


def test_the_host_of_http_1_0_counts_where_there_is_one(server):
    with server.wire() as wire:
        wire.send("GET /healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n")
        assert_problem(wire.answer(), 421, "host-not-allowed")


@pytest.mark.parametrize(
    ("authority", "host", "status"),
    [
        ("{host}", "{host}", 200),
        ("{host}", "evil.example", 200),
        ("localhost", "{host}", 200),
        ("evil.example", "{host}", 421),
        ("evil.example", "localhost", 421),
    ],
)
def test_a_target_in_absolute_form_brings_its_own_host(server, session_id, authority, host, status):
    text = request(f"POST http://{authority}/sessions/{{id}}/taps HTTP/1.1", host=f"Host: {host}")
    with server.wire() as wire:
        wire.send(fill(text, server, session_id))
        assert wire.answer().status == status
    assert server.get(f"/sessions/{session_id}").status == (200 if status == 200 else 404)


def test_options_of_the_server_as_a_whole(server):
    with server.wire() as wire:
        wire.send(fill("OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n", server, ""))
        answer = wire.answer()
    assert_ours(answer)
    assert answer.status == 204


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_the_asterisk_is_for_options_alone(server, method):
    with server.wire() as wire:
        wire.send(fill(f"{method} * HTTP/1.1\r\nHost: {{host}}\r\nContent-Length: 0\r\n\r\n", server, ""))
        assert wire.answer().status in (400, 404, 405)
