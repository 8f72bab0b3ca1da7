"""Every problem that the server can tell: met once, and then read about where its type says."""

import contextlib
import hashlib

import pytest

import storage
from answers import PROBLEM
from document import Document

TABS = [f"t{number}" for number in range(64)]
SCREENS = [f"s{number}" for number in range(128)]
SESSION = {"tabs": ["home", {"id": "compose", "selectable": False}]}


def tap(session, body, **fields):
    """A tap in a session."""
    return lambda server: in_session(server, session, "taps", body, fields)


def input(session, body):
    """An input of another type."""
    return lambda server: in_session(server, session, "inputs", body, {})


def in_session(server, session, form, body, fields):
    assert server.put("/sessions/met", session).status in (200, 201)
    return server.post(f"/sessions/met/{form}", body, **fields)


def too_many_sessions(serve, _):
    server = serve("--max-sessions", "1")
    assert server.put("/sessions/one", {}).status == 201
    return server.put("/sessions/two", {})


@contextlib.contextmanager
def connected(server, count):
    """So many connections, each with a request answered."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            wire = stack.enter_context(server.wire())
            wire.send(f"GET /healthz HTTP/1.1\r\nHost: {server.authority}\r\n\r\n")
            assert wire.answer().status == 200
        yield


def too_many_connections(serve, _):
    server = serve("--max-connections", "3", "--loops", "1")
    with connected(server, 3):
        return server.get("/healthz")


def too_many_readers(serve, _):
    server = serve("--max-readers", "1")
    assert server.put("/sessions/met", {}).status == 201
    with server.wire() as reader:
        reader.send("GET /sessions/met/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        # What has begun is a reader.
        assert reader.has_bytes(20)
        return server.get("/sessions/met/events")


def storage_unavailable(serve, folder):
    (folder / "data").mkdir()
    server = serve("--data", str(folder / "data" / "taptop.db"))
    (folder / "data").rename(folder / "away")
    try:
        return storage.eventually(
            lambda: (answer := server.put("/sessions/met", {})).status == 503 and answer, "a session is refused")
    finally:
        (folder / "away").rename(folder / "data")


def unauthorized(serve, folder):
    keys = folder / "keys"
    keys.write_text(f"phones sha256:{hashlib.sha256(b'secret').hexdigest()}\n")
    return serve("--api-keys", str(keys)).get("/sessions/met")


def key_reused(server):
    for tab in ("home", "compose"):
        answer = in_session(server, SESSION, "taps", {"tab": tab}, {"idempotency_key": "the-key-that-is-reused"})
    return answer


def draining(serve, _):
    server = serve("--drain-delay", "20s")
    server.signal()
    answer = storage.eventually(
        lambda: (answer := server.get("/readyz")).status == 503 and answer, "the server says that it leaves")
    # The second one ends the delay.
    server.signal()
    return answer


# How each is met, on a server with default options.
ASKED = {
    "malformed-json": tap(SESSION, b'{"tab":'),
    "duplicate-member": tap(SESSION, b'{"tab":"home","tab":"home"}'),
    "invalid-session-id": lambda server: server.get("/sessions/two%20words"),
    "bad-request": tap(SESSION, {"tab": "home"}, if_match="7"),
    "origin-not-allowed": tap(SESSION, {"tab": "home"}, origin="https://evil.example"),
    "host-not-allowed": lambda server: server.get("/policies", host="evil.example"),
    "unknown-session": lambda server: server.get("/sessions/nobody"),
    "not-found": lambda server: server.get("/problems/none"),
    "method-not-allowed": lambda server: server.put("/policies", {}),
    "revision-mismatch": tap(SESSION, {"tab": "home"}, if_match='"4711"'),
    "body-too-large": tap(SESSION, b" " * 262_145),
    "unsupported-media-type": tap(SESSION, b"<tab/>", content_type="application/xml"),
    "expectation-failed": tap(SESSION, {"tab": "home"}, expect="200-ok"),
    "not-implemented": lambda server: server.request("BREW", "/policies"),
    "invalid-value": tap(SESSION, {"tab": 7}),
    "missing-member": tap(SESSION, {}),
    "unknown-member": tap(SESSION, {"tab": "home", "tap": 1}),
    "too-many-inputs": tap(SESSION, [{"tab": "home"}] * 101),
    "unknown-tab": tap(SESSION, {"tab": "search"}),
    "unknown-screen": input(SESSION, {"type": "scroll", "offset": 0, "screen": "none"}),
    "no-selected-tab": input({}, {"type": "pop"}),
    "tab-not-selectable": input(SESSION, {"type": "select", "tab": "compose"}),
    "duplicate-screen": input(SESSION, {"type": "push", "screen": "home"}),
    "too-many-screens": input(
        {"tabs": [{"id": "home", "screens": SCREENS}]}, {"type": "push", "screen": "one-more"}),
    "too-many-tabs": tap({"tabs": TABS, "openTabs": True}, {"tab": "one-more"}),
    "cannot-pop-root": input(SESSION, {"type": "pop"}),
    "idempotency-key-reused": key_reused,
}

# And on one of its own, with a folder of its own.
SERVED = {
    "unauthorized": unauthorized,
    "storage-unavailable": storage_unavailable,
    "draining": draining,
    "too-many-connections": too_many_connections,
    "too-many-readers": too_many_readers,
    "too-many-sessions": too_many_sessions,
}


@pytest.fixture(scope="module")
def document(server):
    return Document(server.get("/openapi.json").body)


@pytest.mark.parametrize("code", [*ASKED, *SERVED])
def test_what_is_met_can_be_read_about(server, serve, tmp_path, document, code):
    answer = SERVED[code](serve, tmp_path) if code in SERVED else ASKED[code](server)
    assert answer["Content-Type"] == PROBLEM
    problem = answer.json()
    assert problem["type"] == f"/problems/{code}", problem
    assert problem["status"] == answer.status
    document.schema("Problem").validate(problem)

    page = server.get(problem["type"])
    assert (page.status, page["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = page.body.decode().splitlines()
    assert lines[:2] == [f"{code} ({answer.status})", problem["title"]]
    assert "What it means" in lines and "What to do" in lines
    headed = server.head(problem["type"])
    assert (headed.status, headed["Content-Length"], headed.body) == (200, page["Content-Length"], b"")


def test_every_code_is_met(document):
    types = document.content["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
    assert {f"/problems/{code}" for code in [*ASKED, *SERVED]} == set(types)


@pytest.mark.parametrize("code", ["nothing", "unknown-tab/", "Unknown-Tab", "unknown%2Dtabs", "", "%00"])
def test_of_other_codes_there_is_nothing_to_read(server, code):
    answer = server.get(f"/problems/{code}")
    assert (answer.status, answer.json()["type"]) == (404, "/problems/not-found")


def test_a_code_is_decoded_as_every_path_is(server):
    assert server.get("/problems/unknown%2Dtab").body == server.get("/problems/unknown-tab").body
