"""A page on the web can neither drive nor read a server on someone's own machine."""

import pathlib

import pytest

from answers import assert_problem

ALLOWED_FIELDS = {
    "authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id", "x-request-id",
}
EXPOSED_FIELDS = {"etag", "location", "idempotency-replayed", "retry-after", "x-request-id"}


def lower(words):
    return {word.lower() for word in words}


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
@pytest.mark.parametrize("port", ["", ":{port}"])
def test_on_loopback_these_hosts_are_answered(server, name, port):
    assert server.get("/healthz", host=name + port.format(port=server.port)).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "localhost.evil.example", "127.0.0.2", "[::2]:{port}", "localhost."]
)
def test_on_loopback_no_other_host_is(server, session_id, host):
    answer = server.put(f"/sessions/{session_id}", {}, host=host.format(port=server.port))
    assert_problem(answer, 421, "host-not-allowed")
    assert_problem(server.get(f"/sessions/{session_id}"), 404, "unknown-session")


@pytest.mark.skipif(not pathlib.Path("/proc/net/if_inet6").exists(), reason="a machine without IPv6")
def test_loopback_is_what_the_server_listens_on_and_not_how_that_is_written(serve):
    """Else a page on the web reaches it under a name of its own that leads to this machine."""
    server = serve("--host", "::ffff:127.0.0.1")
    assert_problem(server.get("/healthz", host="evil.example"), 421, "host-not-allowed")
    for host in (server.authority, f"[::ffff:127.0.0.1]:{server.port}"):
        assert server.get("/healthz", host=host).status == 200
    assert "warning" not in server.log()


def test_more_hosts_can_be_allowed(serve):
    server = serve("--allow-host", "app.example", "--allow-host", "other.example")
    for host in ("app.example", "app.example:8080", "other.example", "App.Example", "localhost"):
        assert server.get("/healthz", host=host).status == 200
    assert_problem(server.get("/healthz", host="evil.example"), 421, "host-not-allowed")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "http://127.0.0.1.evil.example:{port}",
        "nonsense",
    ],
)
def test_a_foreign_origin_is_refused_before_anything_happens(server, session_id, origin):
    path = f"/sessions/{session_id}"
    answer = server.post(f"{path}/taps", {"tab": "games"}, origin=origin.format(port=server.port))
    assert_problem(answer, 403, "origin-not-allowed")
    assert answer["Access-Control-Allow-Origin"] is None
    assert_problem(server.get(path), 404, "unknown-session")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:{port}", "http://127.0.0.1:{port}"),
        ("localhost:{port}", "http://localhost:{port}"),
        ("[::1]:{port}", "http://[::1]:{port}"),
        ("localhost", "http://localhost"),
        ("localhost", "http://localhost:80"),
        ("localhost:80", "http://localhost"),
    ],
)
def test_the_hosts_own_origin_is_none_of_that(server, session_id, host, origin):
    host, origin = (text.format(port=server.port) for text in (host, origin))
    answer = server.post(f"/sessions/{session_id}/taps", {"tab": "games"}, host=host, origin=origin)
    assert answer.status == 200


def test_an_allowed_origin_gets_what_a_browser_needs(serve):
    server = serve("--allow-origin", "https://app.example", "--allow-origin", "http://other.example:3000")
    for origin in ("https://app.example", "http://other.example:3000"):
        answer = server.post("/sessions/demo/taps", {"tab": "games"}, origin=origin)
        assert answer.status == 200
        assert answer["Access-Control-Allow-Origin"] == origin
        assert "origin" in lower(answer.words("Vary"))
        assert lower(answer.words("Access-Control-Expose-Headers")) == EXPOSED_FIELDS
    for origin in ("http://app.example", "https://app.example:444", "https://evil.example", "null"):
        refused = server.post("/sessions/demo/taps", {"tab": "games"}, origin=origin)
        assert_problem(refused, 403, "origin-not-allowed")
        assert refused["Access-Control-Allow-Origin"] is None
    assert server.get("/sessions/demo").json()["revision"] == 2


def test_an_allowed_origin_can_read_errors_too(serve):
    server = serve("--allow-origin", "https://app.example")
    answer = server.get("/sessions/demo", origin="https://app.example")
    assert_problem(answer, 404, "unknown-session")
    assert answer["Access-Control-Allow-Origin"] == "https://app.example"


def test_a_preflight_of_an_allowed_origin_is_answered(serve):
    server = serve("--allow-origin", "https://app.example")
    answer = server.options(
        "/sessions/demo",
        origin="https://app.example",
        access_control_request_method="PUT",
        access_control_request_headers="content-type",
    )
    assert answer.status == 204
    assert answer["Access-Control-Allow-Origin"] == "https://app.example"
    assert answer.words("Access-Control-Allow-Methods") >= {"GET", "PUT", "DELETE"}
    assert lower(answer.words("Access-Control-Allow-Headers")) == ALLOWED_FIELDS


def test_a_preflight_of_a_foreign_origin_is_refused(server):
    answer = server.options(
        "/sessions/demo", origin="https://app.example", access_control_request_method="PUT"
    )
    assert_problem(answer, 403, "origin-not-allowed")
    assert answer["Access-Control-Allow-Origin"] is None
