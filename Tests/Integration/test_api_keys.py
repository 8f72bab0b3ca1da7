"""Who may call: keys in a file, a name's own sessions, and the file read again while the server runs."""

import hashlib
import json
import os
import re
import signal
import time

import pytest

from answers import assert_problem
from server import PATIENCE, run

OPEN = ["/healthz", "/readyz", "/policies", "/openapi.json", "/problems/unauthorized"]


def line(name, key):
    return f"{name} sha256:{hashlib.sha256(key.encode()).hexdigest()}\n"


def bearing(key):
    return {"authorization": f"Bearer {key}"}


@pytest.fixture
def keys(tmp_path):
    file = tmp_path / "keys"
    callers = [("phones", "secret-one"), ("phones", "secret-two"), ("walls", "secret-three")]
    file.write_text("# callers\n\n" + "".join(line(name, key) for name, key in callers))
    return file


def log_lines(server):
    return [json.loads(text) for text in server.log().splitlines()]


def reload(server, message):
    """Has the file read again, and waits for the log line that tells what came of it."""
    before = sum(entry["message"] == message for entry in log_lines(server))
    server.signal(signal.SIGHUP)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        entries = [entry for entry in log_lines(server) if entry["message"] == message]
        if len(entries) > before:
            return entries[-1]
        server.get("/healthz")
    raise AssertionError(f"no line {message!r} in the log:\n{server.log()}")


def test_without_a_key_only_the_open_paths_answer(serve, keys):
    server = serve("--api-keys", str(keys))
    for path in OPEN:
        assert server.get(path).status == 200
    assert server.options("/sessions/demo/taps").status == 204
    for request in [server.get, server.delete, server.put]:
        answer = request("/sessions/demo")
        assert_problem(answer, 401, "unauthorized")
        assert answer["WWW-Authenticate"] == "Bearer"
    assert_problem(server.post("/sessions"), 401, "unauthorized")
    assert_problem(server.post("/sessions/demo/taps", {"tab": "a"}), 401, "unauthorized")


def test_a_wrong_key_is_an_invalid_token(serve, keys):
    server = serve("--api-keys", str(keys))
    answer = server.get("/sessions/demo", **bearing("secret-four"))
    assert_problem(answer, 401, "unauthorized")
    assert answer["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert b"secret-four" not in answer.body


def test_two_authorizations_are_none(serve, keys):
    server = serve("--api-keys", str(keys))
    with server.wire() as wire:
        wire.send(
            f"GET /sessions/demo HTTP/1.1\r\nHost: {server.authority}\r\n"
            "Authorization: Bearer secret-one\r\nAuthorization: Bearer secret-one\r\n\r\n"
        )
        assert_problem(wire.answer(), 401, "unauthorized")


def test_each_name_has_its_own_sessions_over_a_restart_too(serve, keys, tmp_path):
    data = str(tmp_path / "taptop.db")
    first = serve("--api-keys", str(keys), "--data", data)
    for key, revision in [("secret-one", 1), ("secret-two", 2), ("secret-three", 1)]:
        outcome = first.post("/sessions/demo/taps", {"tab": "games"}, **bearing(key)).json()
        assert outcome["revision"] == revision
    first.finish()
    second = serve("--api-keys", str(keys), "--data", data)
    assert second.delete("/sessions/demo", **bearing("secret-three")).status == 204
    assert second.get("/sessions/demo", **bearing("secret-one")).json()["revision"] == 2
    assert_problem(second.get("/sessions/demo", **bearing("secret-three")), 404, "unknown-session")


def test_the_file_is_read_again_and_a_broken_one_is_kept_out(serve, keys):
    server = serve("--api-keys", str(keys))
    tap = {"tab": "games"}
    assert server.post("/sessions/demo/taps", tap, **bearing("secret-one")).status == 200

    keys.write_text(line("phones", "secret-two") + line("walls", "secret-four"))
    entry = reload(server, "keys read again")
    assert (entry["level"], entry["keys"], entry["names"]) == ("info", 2, 2)
    assert_problem(server.post("/sessions/demo/taps", tap, **bearing("secret-one")), 401, "unauthorized")
    assert server.post("/sessions/demo/taps", tap, **bearing("secret-two")).json()["revision"] == 2
    assert server.post("/sessions/demo/taps", tap, **bearing("secret-four")).json()["revision"] == 1

    for content, reason in [("walls secret-five\n", "line 1"), ("", "no key")]:
        keys.write_text(content)
        entry = reload(server, "the keys stay as they were, the file can't be used")
        assert entry["level"] == "error"
        assert str(keys) in entry["reason"] and reason in entry["reason"]
        assert server.get("/sessions/demo", **bearing("secret-two")).status == 200
    keys.unlink()
    os.mkfifo(keys)
    assert "no file" in reload(server, "the keys stay as they were, the file can't be used")["reason"]
    keys.unlink()
    assert "no such file" in reload(server, "the keys stay as they were, the file can't be used")["reason"]
    assert server.get("/sessions/demo", **bearing("secret-two")).status == 200
    assert "secret" not in server.log()


def test_readers_are_told_of_their_own_name_s_sessions_alone(serve, keys, follow):
    server = serve("--api-keys", str(keys))
    tap = {"tab": "games"}
    assert_problem(server.get("/sessions/demo/events"), 401, "unauthorized")
    phones, walls = bearing("secret-one"), bearing("secret-three")
    mine = server.post("/sessions/demo/taps", tap, **phones)
    assert_problem(server.get("/sessions/demo/events", **walls), 404, "unknown-session")
    assert_problem(server.get("/sessions/demo/steps", **walls), 404, "unknown-session")
    theirs = server.post("/sessions/demo/taps", tap, **walls)
    own, others = follow(server, "demo", headers=phones), follow(server, "demo", headers=walls)
    assert [reader.event()[1] for reader in (own, others)] == [answer["ETag"].strip('"') for answer in (mine, theirs)]
    server.delete("/sessions/demo", **walls)
    last = server.post("/sessions/demo/taps", tap, **bearing("secret-two")).json()
    assert others.event()[0] == "deleted"
    assert own.event()[2]["outcome"] == last
    assert [entry["id"] for entry in server.get("/sessions", **phones).json()["sessions"]] == ["demo"]
    assert server.get("/sessions", **walls).json()["sessions"] == []


def test_readers_ask_anew_when_the_keys_change_and_only_then(serve, keys, follow):
    server = serve("--api-keys", str(keys))
    tap = {"tab": "games"}
    server.post("/sessions/demo/taps", tap, **bearing("secret-one"))
    reader = follow(server, "demo", headers=bearing("secret-one"))
    _, state, _ = reader.event()
    reload(server, "keys read again")
    server.post("/sessions/demo/taps", tap, **bearing("secret-two"))
    _, state, _ = reader.event()
    keys.write_text(line("phones", "secret-two"))
    reload(server, "keys read again")
    assert reader.event() is None
    last = server.post("/sessions/demo/taps", tap, **bearing("secret-two"))
    assert_problem(server.get("/sessions/demo/events", **bearing("secret-one")), 401, "unauthorized")
    resumed = follow(server, "demo", headers=bearing("secret-two") | {"Last-Event-ID": state})
    assert resumed.event()[:2] == ("step", last["ETag"].strip('"'))


@pytest.mark.parametrize("path", ["events", "steps?waitMs=60000&after=1"])
def test_a_reader_that_was_let_in_by_a_key_that_is_none_any_longer_has_to_ask_anew(serve, keys, path):
    # On one loop, what is answered later shows that what came before it was taken.
    server = serve("--api-keys", str(keys), "--loops", "1")
    server.post("/sessions/demo/taps", {"tab": "games"}, **bearing("secret-one"))
    with server.wire() as wire:
        wire.send(
            f"GET /sessions/demo/{path} HTTP/1.1\r\nHost: {server.authority}\r\nContent-Length: 1\r\n"
            "Authorization: Bearer secret-one\r\n\r\n"
        )
        server.get("/healthz")
        keys.write_text(line("phones", "secret-two"))
        reload(server, "keys read again")
        wire.send("x")
        answer = wire.answer()
        assert answer.status == 200
        if path == "events":
            assert answer.body.startswith(b"event: session\n") and wire.at_end()
        else:
            assert answer.json()["steps"] == []


def test_without_the_option_the_signal_changes_nothing(serve):
    server = serve()
    message = "nothing to read again: SIGHUP is for the file of --api-keys, and there is none"
    assert reload(server, message)["level"] == "info"
    assert server.get("/readyz").status == 200


def test_no_key_is_ever_in_the_log(serve, keys):
    server = serve("--api-keys", str(keys), "--log", "debug")
    server.post("/sessions/demo/taps", {"tab": "games"}, **bearing("secret-one"))
    server.get("/sessions/demo", authorization="Basic secret-one")
    server.get("/sessions/demo?access_token=secret-one", **bearing("secret-nine"))
    entries = [entry for entry in log_lines(server) if entry["message"] == "request"]
    assert [(entry["path"], entry["status"]) for entry in entries] == [
        ("/sessions/demo/taps", 200), ("/sessions/demo", 401), ("/sessions/demo", 401),
    ]  # fmt: skip
    assert "secret" not in server.log()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (line("a", "x") + "b\n", ["line 2", "sha256:"]),
        ("a/b sha256:00\n", ["line 1", "name"]),
        (line("a", "x") + line("b", "x"), ["line 2", "line 1"]),
        ("# nobody\n", ["no key"]),
        ("#" * 1_100_000, ["1MiB"]),
    ],
    ids=["no digest", "no name", "two names", "no key", "too long"],
)
def test_a_broken_file_is_refused_at_start(tmp_path, content, words):
    file = tmp_path / "keys"
    file.write_text(content)
    result = run("serve", "--port", "0", "--data", ":memory:", variables={"TAPTOP_API_KEYS": str(file)})
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"taptop: --api-keys [^\n]+\n", result.stderr)
    for word in [str(file), *words]:
        assert word in result.stderr


def test_a_key_that_is_made_opens_the_door(serve, tmp_path):
    made = run("key", "phones")
    assert (made.returncode, made.stderr) == (0, "")
    key, entry, rest = made.stdout.split("\n")
    assert rest == ""
    assert re.fullmatch(r"taptop_[a-z2-7]{32}", key)
    assert entry + "\n" == line("phones", key)
    assert run("key", "phones").stdout.split("\n")[0] != key
    file = tmp_path / "keys"
    file.write_text(entry + "\n")
    server = serve(variables={"TAPTOP_API_KEYS": str(file)})
    assert server.post("/sessions/demo/taps", {"tab": "games"}, **bearing(key)).status == 200


@pytest.mark.parametrize(
    ("with_keys", "warning"),
    [
        (False, "the service is open to whoever reaches this address"),
        (True, "callers' keys cross the network as plain text, unless a proxy before the server encrypts"),
    ],
)
def test_what_an_address_that_others_reach_deserves_is_said(serve, keys, with_keys, warning):
    server = serve("--host", "0.0.0.0", *(["--api-keys", str(keys)] if with_keys else []))
    assert [entry["message"] for entry in log_lines(server) if entry["level"] == "warning"] == [warning]
