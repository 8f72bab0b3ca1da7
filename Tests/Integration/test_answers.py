"""What every answer bears: its request's id, and an error a problem that a program and a person can read."""

import json

import pytest

from answers import assert_problem


@pytest.mark.parametrize("sent", ["a", "request-7", "!~", "x" * 128])
def test_a_good_request_id_comes_back(server, sent):
    assert server.get("/healthz", x_request_id=sent)["X-Request-Id"] == sent
    missing = server.get("/nowhere", x_request_id=sent)
    assert missing["X-Request-Id"] == sent
    assert_problem(missing, 404, "not-found")


@pytest.mark.parametrize("sent", ["", "two words", "x" * 129, "tab\there", "\u00e9"])
def test_another_request_id_is_replaced(server, sent):
    answer = server.get("/healthz", x_request_id=sent.encode("utf-8"))
    assert answer.status == 200
    assert answer["X-Request-Id"] not in (None, sent)


def test_every_request_has_an_id_of_its_own(server):
    assert len({server.get("/healthz")["X-Request-Id"] for _ in range(20)}) == 20


def test_a_problem_stands_in_order(server, session_id):
    problem = server.post(f"/sessions/{session_id}/taps", {"tab": 7}).json()
    assert list(problem)[:4] == ["type", "title", "status", "detail"]


def test_a_problem_says_what_would_be_right(server, session_id):
    detail = server.post(f"/sessions/{session_id}/inputs", {"type": "zoom"}).json()["detail"]
    assert "/type" in detail and "scroll" in detail


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/x-www-form-urlencoded",
        "text/plain",
        "text/plain;charset=UTF-8",
    ],
)
def test_these_types_of_content_are_json(server, session_id, kind):
    fields = {"Content-Type": kind} if kind else {}
    body = json.dumps({"tab": "games"}).encode()
    assert server.request("POST", f"/sessions/{session_id}/taps", body, fields).status == 200


@pytest.mark.parametrize("kind", ["application/xml", "text/html", "multipart/form-data; boundary=x", "json"])
@pytest.mark.parametrize(("method", "rest"), [("POST", "/taps"), ("POST", "/inputs"), ("PUT", "")])
def test_other_types_of_content_are_refused(server, session_id, kind, method, rest):
    path = f"/sessions/{session_id}{rest}"
    answer = server.request(method, path, b'{"type":"tap","tab":"games"}', {"Content-Type": kind})
    assert_problem(answer, 415, "unsupported-media-type")
    assert_problem(server.get(f"/sessions/{session_id}"), 404, "unknown-session")
