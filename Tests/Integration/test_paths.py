"""Which paths there are, what may be done there, and how a path is read."""

import pytest

from answers import assert_problem

SESSION = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}
INPUTS = {"POST", "OPTIONS"}
DOCUMENT = {"GET", "HEAD", "OPTIONS"}

ALLOWED = {
    "/sessions": {"GET", "HEAD", "POST", "OPTIONS"},
    "/sessions/demo": SESSION,
    "/sessions/demo/taps": INPUTS,
    "/sessions/demo/inputs": INPUTS,
    "/sessions/demo/events": DOCUMENT,
    "/sessions/demo/steps": DOCUMENT,
    "/policies": DOCUMENT,
    "/healthz": DOCUMENT,
    "/readyz": DOCUMENT,
    "/metrics": DOCUMENT,
    "/openapi.json": DOCUMENT,
    "/problems/not-found": DOCUMENT,
}


@pytest.mark.parametrize("path", ALLOWED)
def test_options_says_what_is_allowed(server, path):
    answer = server.options(path)
    assert answer.status == 204
    assert answer.words("Allow") == ALLOWED[path]


@pytest.mark.parametrize(
    ("path", "method"),
    [(path, method) for path in ALLOWED for method in ("GET", "POST", "PUT", "DELETE") if method not in ALLOWED[path]],
)
def test_another_method_is_refused_with_those_allowed(server, path, method):
    answer = server.request(method, path)
    assert_problem(answer, 405, "method-not-allowed")
    assert answer.words("Allow") == ALLOWED[path]


def test_head_of_what_can_not_be_got_is_refused(server):
    answer = server.head("/sessions/demo/taps")
    assert (answer.status, answer.words("Allow")) == (405, INPUTS)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/nowhere",
        "/healthz/",
        "/Healthz",
        "/policies/",
        "/sessions/demo/",
        "/sessions/demo/taps/",
        "/sessions/demo/Taps",
        "/sessions/demo/taps/1",
        "//healthz",
        "/./healthz",
        "/sessions/demo/../demo/taps",
        "/healthz%2F",
        "/sessions%2Fdemo",
        "/sessions/demo%2Ftaps/x/y",
    ],
)
@pytest.mark.parametrize("method", ["GET", "OPTIONS", "POST"])
def test_an_unknown_path_is_not_found(server, path, method):
    assert_problem(server.request(method, path), 404, "not-found")


@pytest.mark.parametrize(
    "name",
    [
        "a%20b",
        "a%2Fb",
        "demo%2Ftaps",
        "%2E%2e",
        ".",
        "..",
        "a%00",
        "%00",
        "demo%00x",
        "%C3%A9",
        "%FF",
        "%2564emo",
        "a%25b",
        "a+b",
        "a,b",
        "a;b=c",
        "a@b",
        "x" * 65,
    ],
)
@pytest.mark.parametrize("rest", ["", "/taps"])
def test_an_id_that_can_not_be_one_is_refused(server, name, rest):
    method = "POST" if rest else "PUT"
    body = {"tab": "games"} if rest else {}
    assert_problem(server.request(method, f"/sessions/{name}{rest}", body), 400, "invalid-session-id")


def test_a_path_is_decoded_once_segment_by_segment(server, session_id):
    server.put(f"/sessions/{session_id}", {"tabs": ["games"]})
    encoded = "".join(f"%{ord(character):02x}" for character in session_id)
    assert server.get(f"/sessions/{encoded}").json()["id"] == session_id
    assert server.get(f"/%73essions/{session_id}").json()["id"] == session_id
    assert server.post(f"/sessions/{encoded.upper()}/t%61ps", {"tab": "games"}).json()["revision"] == 1


@pytest.mark.parametrize("name", ["A-Z.a_z~0:9", "...", "-", "~", "_", ":"])
def test_every_character_of_an_id_stands_for_itself(server, name):
    assert server.put(f"/sessions/{name}").json()["id"] == name
    assert server.delete(f"/sessions/{name}").status == 204


def test_unknown_parameters_are_passed_over(server, session_id):
    assert server.put(f"/sessions/{session_id}?colour=blue&x").status == 201
    assert server.post(f"/sessions/{session_id}/taps?", {"tab": "games"}).status == 200
    assert server.get(f"/sessions/{session_id}?a=b%20c").json()["revision"] == 1
