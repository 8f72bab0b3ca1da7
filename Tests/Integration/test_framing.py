"""Where one message ends and the next begins, however the bytes happen to arrive, and how long a body may be."""

import pytest

from answers import assert_ours, assert_problem


def head(server, session_id, *fields, method="POST", rest="/taps"):
    lines = [f"{method} /sessions/{session_id}{rest} HTTP/1.1", f"Host: {server.authority}", *fields]
    return "\r\n".join(lines) + "\r\n\r\n"


def tap(size=0):
    return '{"tab":"games"}'.ljust(size)


def chunks(body, size):
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return "".join(f"{len(piece):x}\r\n{piece}\r\n" for piece in pieces) + "0\r\n\r\n"


def test_a_request_may_come_one_byte_at_a_time(server, session_id):
    body = tap()
    with server.wire() as wire:
        for byte in (head(server, session_id, f"Content-Length: {len(body)}") + body).encode():
            wire.send(bytes([byte]))
        assert wire.answer().json()["revision"] == 1


@pytest.mark.parametrize("size", [1, 4, 100])
def test_a_body_may_come_in_chunks(server, session_id, size):
    with server.wire() as wire:
        for revision in (1, 2):
            wire.send(head(server, session_id, "Transfer-Encoding: chunked") + chunks(tap(), size))
            assert wire.answer().json()["revision"] == revision


def test_the_name_of_the_coding_knows_no_case(server, session_id):
    with server.wire() as wire:
        wire.send(head(server, session_id, "transfer-encoding: Chunked") + chunks(tap(), 7))
        assert wire.answer().status == 200


def test_requests_sent_at_once_are_answered_in_turn(server, session_id):
    body = tap()
    one = head(server, session_id, f"Content-Length: {len(body)}") + body
    with server.wire() as wire:
        wire.send(one * 50)
        assert [wire.answer().json()["revision"] for _ in range(50)] == list(range(1, 51))


def test_what_follows_a_refused_input_is_still_answered(server, session_id):
    bad, good = '{"tab":7}', tap()
    with server.wire() as wire:
        for body in (bad, good):
            wire.send(head(server, session_id, f"Content-Length: {len(body)}") + body)
        assert wire.answer().status == 422
        assert wire.answer().json()["revision"] == 1


def test_head_has_no_body(server, session_id):
    server.put(f"/sessions/{session_id}", {"tabs": ["games"]})
    with server.wire() as wire:
        wire.send(head(server, session_id, method="HEAD", rest=""))
        wire.send(head(server, session_id, method="GET", rest=""))
        headed, got = wire.answer("HEAD"), wire.answer("GET")
        assert (headed.status, got.status) == (200, 200)
        assert int(headed["Content-Length"]) == len(got.body)


def test_head_of_an_error_has_no_body_either(server, session_id):
    with server.wire() as wire:
        wire.send(head(server, session_id, method="HEAD", rest=""))
        wire.send(head(server, session_id, method="GET", rest=""))
        assert wire.answer("HEAD").status == 404
        assert_problem(wire.answer("GET"), 404, "unknown-session")


def test_no_content_is_just_that(server, session_id):
    server.put(f"/sessions/{session_id}")
    with server.wire() as wire:
        wire.send(head(server, session_id, method="DELETE", rest=""))
        wire.send(head(server, session_id, method="GET", rest=""))
        gone = wire.answer()
        assert (gone.status, gone["Transfer-Encoding"]) == (204, None)
        assert wire.answer().status == 404


def test_a_get_may_have_a_body(server, session_id):
    server.put(f"/sessions/{session_id}", {"tabs": ["games"]})
    with server.wire() as wire:
        for _ in range(2):
            wire.send(head(server, session_id, "Content-Length: 15", method="GET", rest="") + tap())
            answer = wire.answer()
            assert (answer.status, answer.json()["revision"]) == (200, 0)


LIMIT = 1024


@pytest.fixture
def small(serve):
    """A server that takes no more than this."""
    return serve("--max-body", str(LIMIT))


def test_a_body_as_long_as_may_be_is_taken(small):
    with small.wire() as wire:
        wire.send(head(small, "demo", f"Content-Length: {LIMIT}") + tap(LIMIT))
        assert wire.answer().json()["revision"] == 1
        wire.send(head(small, "demo", "Transfer-Encoding: chunked") + chunks(tap(LIMIT), 300))
        assert wire.answer().json()["revision"] == 2


@pytest.mark.parametrize("size", [LIMIT + 1, 100 * LIMIT])
@pytest.mark.parametrize("framing", ["length", "chunks"])
def test_a_body_that_is_longer_is_not(small, size, framing):
    with small.wire() as wire:
        if framing == "length":
            wire.send(head(small, "demo", f"Content-Length: {size}") + tap(size))
        else:
            wire.send(head(small, "demo", "Transfer-Encoding: chunked") + chunks(tap(size), 300))
        answer = wire.answer()
        assert_ours(answer)
        assert_problem(answer, 413, "body-too-large")
    assert small.get("/sessions/demo").status == 404


def test_a_body_too_long_is_refused_before_it_is_sent(small):
    """Named by its length alone: nothing needs to be sent to hear that it is too much."""
    with small.wire() as wire:
        wire.send(head(small, "demo", f"Content-Length: {10**12}"))
        assert_problem(wire.answer(), 413, "body-too-large")
        assert wire.at_end()


def test_a_client_that_asks_first_is_told_to_go_on(small):
    body = tap()
    with small.wire() as wire:
        wire.send(head(small, "demo", f"Content-Length: {len(body)}", "Expect: 100-continue"))
        assert wire.answer().status == 100
        wire.send(body)
        assert wire.answer().json()["revision"] == 1


def test_a_client_that_asks_first_is_told_that_it_is_too_much(small):
    with small.wire() as wire:
        wire.send(head(small, "demo", f"Content-Length: {LIMIT + 1}", "Expect: 100-continue"))
        assert_problem(wire.answer(), 413, "body-too-large")


def test_many_fields_are_taken(server, session_id):
    fields = [f"X-Field-{number}: {number}" for number in range(50)]
    body = tap()
    with server.wire() as wire:
        wire.send(head(server, session_id, *fields, f"Content-Length: {len(body)}") + body)
        assert wire.answer().status == 200


def test_fields_that_are_too_large_harm_nobody(server, session_id):
    with server.wire() as wire:
        wire.send(head(server, session_id, "X-Large: " + "x" * 200_000))
        assert b"HTTP/1.1 2" not in wire.rest()
    assert server.get("/healthz").status == 200
