"""Conditional requests (RFC 9110, section 13): a change is made only to the state that it is meant for."""

import concurrent.futures
import threading

import pytest

from answers import assert_problem, assert_session

CLIENTS = 20
ROUNDS = 5
TAP = {"tab": "games"}


@pytest.fixture
def path(server, session_id):
    """A session at revision 0."""
    path = f"/sessions/{session_id}"
    assert server.put(path, {"tabs": ["games"]}).status == 201
    return path


def changes(path):
    return [
        ("POST", f"{path}/taps", TAP),
        ("POST", f"{path}/inputs", [{"type": "popToRoot"}]),
        ("PUT", path, {"tabs": ["games"]}),
        ("DELETE", path, None),
    ]


@pytest.mark.parametrize("kind", range(4), ids=["taps", "inputs", "PUT", "DELETE"])
def test_a_change_is_made_only_to_the_state_it_names(server, path, kind):
    change = changes(path)[kind]
    tag = server.get(path)["ETag"]
    moved = server.post(f"{path}/taps", TAP)
    assert_problem(server.request(*change, {"If-Match": tag}), 412, "revision-mismatch", revision=1)
    assert server.get(path)["ETag"] == moved["ETag"]
    assert server.request(*change, {"If-Match": moved["ETag"]}).status < 300


@pytest.mark.parametrize("kind", range(4), ids=["taps", "inputs", "PUT", "DELETE"])
@pytest.mark.parametrize("field", ["0", '"0', "", "W/0", '"0" "1"', '*, "0"'])
def test_a_condition_that_cant_be_read_is_refused(server, path, kind, field):
    answer = server.request(*changes(path)[kind], {"If-Match": field})
    assert_problem(answer, 400, "bad-request")
    assert "If-Match" in answer.json()["detail"]
    assert server.get(path).json()["revision"] == 0


@pytest.mark.parametrize("field", ["*", '"0"', '"7", "0"', '"7",, W/"7", "0" ,'])
def test_many_states_can_be_named(server, path, field):
    assert server.post(f"{path}/taps", TAP, If_Match=field).status == 200
    if field != "*":
        assert_problem(server.post(f"{path}/taps", TAP, If_Match=field), 412, "revision-mismatch", revision=1)


@pytest.mark.parametrize("field", ['W/"0"', '"00"', '"1"', '"aaaaaaaa-0"', '"x"'])
def test_no_other_state_holds(server, path, field):
    assert_problem(server.post(f"{path}/taps", TAP, If_Match=field), 412, "revision-mismatch", revision=0)


def test_a_list_may_come_in_many_lines(server, path):
    with server.wire() as wire:
        wire.send(
            f"POST {path}/taps HTTP/1.1\r\nHost: {server.authority}\r\nIf-Match: \"7\"\r\nif-match: \"0\"\r\n"
            'Content-Length: 15\r\n\r\n{"tab":"games"}'
        )
        assert wire.answer().status == 200


def test_a_tag_of_a_session_deleted_means_nothing_to_the_next_one(server, path):
    tag = server.get(path)["ETag"]
    assert server.delete(path, If_Match=tag).status == 204
    assert_problem(server.delete(path, If_Match=tag), 404, "unknown-session")
    assert server.put(path, {"tabs": ["games"]}, If_None_Match="*").status == 201
    assert_problem(server.post(f"{path}/taps", TAP, If_Match=tag), 412, "revision-mismatch", revision=0)


def test_an_input_to_a_state_makes_no_session(server, session_id):
    path = f"/sessions/{session_id}"
    for field in ("*", '"0"'):
        assert_problem(server.post(f"{path}/taps", TAP, If_Match=field), 412, "revision-mismatch")
        assert_problem(server.put(path, {}, If_Match=field), 412, "revision-mismatch")
    assert_problem(server.get(path), 404, "unknown-session")


def test_where_sessions_are_made_explicitly_that_there_is_none_comes_first(serve):
    server = serve("--explicit-sessions")
    assert_problem(server.post("/sessions/none/taps", TAP, If_Match="*"), 404, "unknown-session")
    assert_problem(server.put("/sessions/none", {}, If_Match="*"), 412, "revision-mismatch")


def test_put_can_be_kept_from_replacing(server, session_id):
    path = f"/sessions/{session_id}"
    assert_session(server.put(path, {}, If_None_Match="*"), 201, session_id, 0)
    assert_problem(server.put(path, {}, If_None_Match="*"), 412, "revision-mismatch", revision=0)
    assert_problem(server.put(path, {}, If_None_Match='"0"'), 400, "bad-request")
    assert_problem(
        server.put(path, {}, If_None_Match="*", If_Match='"0"'), 412, "revision-mismatch", revision=0
    )
    assert server.get(path).json()["revision"] == 0


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_a_client_has_is_not_sent_again(server, path, method):
    tag = server.get(path)["ETag"]
    for field in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        answer = server.request(method, path, headers={"If-None-Match": field})
        assert (answer.status, answer.body, answer["ETag"]) == (304, b"", tag)
        assert answer["Content-Type"] is None
        assert answer["Content-Length"] == server.get(path)["Content-Length"]
    server.post(f"{path}/taps", TAP)
    answer = server.request(method, path, headers={"If-None-Match": tag})
    assert answer.status == 200 and answer["ETag"] != tag


def test_after_a_304_the_connection_goes_on(server, path):
    tag = server.get(path)["ETag"]
    request = f"GET {path} HTTP/1.1\r\nHost: {server.authority}\r\n"
    with server.wire() as wire:
        wire.send(f"{request}If-None-Match: {tag}\r\n\r\n{request}\r\n{request}If-None-Match: {tag}\r\n\r\n")
        assert [wire.answer().status for _ in range(3)] == [304, 200, 304]


@pytest.fixture(params=["in memory", "on disk"])
def shared(serve, request, tmp_path):
    """A server with a session whose position counts from 0."""
    data = ":memory:" if request.param == "in memory" else str(tmp_path / "data.db")
    server = serve("--loops", "2", "--data", data)
    screen = {"id": "list", "position": {"offset": 0}}
    assert server.put("/sessions/count", {"tabs": [{"id": "games", "screens": [screen]}]}).status == 201
    return server


def test_clients_that_read_change_and_write_lose_no_change_of_another(shared):
    together = threading.Barrier(CLIENTS)

    def count(_):
        """Adds one so many times, again each time that somebody else was faster; says how often that was."""
        done = misses = 0
        together.wait()
        while done < ROUNDS:
            seen = shared.get("/sessions/count")
            offset = seen.json()["tabs"][0]["screens"][0]["position"]["offset"]
            answer = shared.post(
                "/sessions/count/inputs", {"type": "scroll", "offset": offset + 1}, If_Match=seen["ETag"]
            )
            if answer.status == 200:
                assert answer.json()["revision"] == seen.json()["revision"] + 1
                done += 1
            else:
                assert answer.status == 412, answer
                assert answer.json()["revision"] > seen.json()["revision"]
                misses += 1
        return misses

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        misses = sum(clients.map(count, range(CLIENTS)))
    last = shared.get("/sessions/count").json()
    assert last["revision"] == CLIENTS * ROUNDS
    assert last["tabs"][0]["screens"][0]["position"]["offset"] == CLIENTS * ROUNDS
    assert misses > 0, "no two clients met, so nothing was tried"


def test_of_many_that_make_one_session_one_does(shared):
    together = threading.Barrier(CLIENTS)

    def make(_):
        together.wait()
        return shared.put("/sessions/one", {}, If_None_Match="*").status

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        assert sorted(clients.map(make, range(CLIENTS))) == [201] + [412] * (CLIENTS - 1)
    assert shared.get("/sessions/one").json()["revision"] == 0
