"""Retries: with an Idempotency-Key a request is applied once, however often it is sent, and answered the same each time."""

import concurrent.futures
import json
import random
import signal
import sqlite3
import threading

import pytest

from answers import assert_problem
from server import run

TAP = {"tab": "games"}
CLIENTS = 200


@pytest.fixture(params=["in memory", "on disk"])
def kept(serve, request, tmp_path):
    """A server of each kind."""
    data = ":memory:" if request.param == "in memory" else str(tmp_path / "taptop.db")
    return serve("--loops", "2", "--data", data)


@pytest.fixture
def path(server, session_id):
    """A session at revision 0."""
    path = f"/sessions/{session_id}"
    assert server.put(path, {"tabs": ["games"]}).status == 201
    return path


def tap(server, path, key, body=TAP, **headers):
    return server.post(f"{path}/taps", body, Idempotency_Key=key, **headers)


def revision(server, path):
    return server.get(path).json()["revision"]


def assert_replay(answer, first):
    """The kept answer, byte for byte, and that it says so."""
    assert answer.status == 200 and answer["Idempotency-Replayed"] == "true", answer
    assert (answer.body, answer["ETag"]) == (first.body, first["ETag"])
    assert first["Idempotency-Replayed"] is None


# Where a client loses its connection: each sends a part of the request, or all of it, and is gone.


def cut_after_the_head(wire, head, body):
    wire.send(head)
    wire.reset()


def cut_inside_the_body(wire, head, body):
    wire.send(head + body[: len(body) // 2])
    wire.reset()


def cut_before_the_last_byte(wire, head, body):
    wire.send(head + body[:-1])
    wire.reset()


def cut_after_the_last_byte(wire, head, body):
    wire.send(head + body)
    wire.reset()


def closed_after_the_last_byte(wire, head, body):
    wire.send(head + body)
    wire.end_of_requests()


def cut_when_the_answer_is_there(wire, head, body):
    wire.send(head + body)
    wire.wait_for_bytes()
    wire.reset()


def closed_when_the_answer_is_there(wire, head, body):
    wire.send(head + body)
    wire.wait_for_bytes()


CUTS = [
    cut_after_the_head,
    cut_inside_the_body,
    cut_before_the_last_byte,
    cut_after_the_last_byte,
    closed_after_the_last_byte,
    cut_when_the_answer_is_there,
    closed_when_the_answer_is_there,
]


def send_and_lose(server, path, key, body, cut):
    head = f"POST {path} HTTP/1.1\r\nHost: {server.authority}\r\nIdempotency-Key: {key}\r\n"
    with server.wire() as wire:
        cut(wire, f"{head}Content-Length: {len(body)}\r\n\r\n".encode(), body)


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.__name__)
def test_a_lost_connection_never_makes_a_double_tap(kept, cut):
    """The user taps once: the client sends it, loses the connection, and sends it again."""
    assert kept.put("/sessions/one", {"tabs": ["games"]}).status == 201
    for number in range(1, 6):
        body = json.dumps(TAP | {"atMs": number * 60_000}).encode()
        send_and_lose(kept, "/sessions/one/taps", number, body, cut)
        answer = kept.post("/sessions/one/taps", body, Idempotency_Key=str(number))
        outcome = answer.json()
        assert (outcome["revision"], outcome["doubleTap"]) == (number, False), outcome
    assert revision(kept, "/sessions/one") == 5


@pytest.mark.parametrize("seed", range(3))
def test_there_are_as_many_double_taps_as_the_user_made(kept, seed):
    """Without a clock of the client's, so that the core can't tell a retry from a tap; in many sessions at once."""

    def use(number):
        chance = random.Random(f"{seed}/{number}")
        path = f"/sessions/user-{number}"
        policy = {"windowMs": 60_000, "rules": [{"on": "doubleTap", "do": "scrollToTop"}]}
        assert kept.put(path, {"tabs": ["games", "you"], "policy": policy}).status == 201
        taps = []
        for _ in range(chance.randint(3, 8)):
            # One tap, or two on one tab, which are a double tap; and then the other tab.
            taps += ["games"] * chance.choice([1, 2]) + ["you"]
        expected = sum(first == second for first, second in zip(taps, taps[1:]))
        doubles = 0
        for index, tab in enumerate(taps):
            body = json.dumps({"tab": tab}).encode()
            for _ in range(chance.choice([0, 1, 1, 3])):
                send_and_lose(kept, f"{path}/taps", f"tap-{index}", body, chance.choice(CUTS))
            answer = kept.post(f"{path}/taps", body, Idempotency_Key=f"tap-{index}")
            assert answer.status == 200, answer
            doubles += answer.json()["doubleTap"]
        assert (doubles, revision(kept, path)) == (expected, len(taps))
        return expected

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(use, range(8))) > 0


def test_two_hundred_clients_with_one_key_are_one_tap(kept):
    together = threading.Barrier(CLIENTS)
    body = json.dumps(TAP).encode()
    head = f"POST /sessions/one/taps HTTP/1.1\r\nHost: {kept.authority}\r\nIdempotency-Key: same\r\n"

    def send(_):
        with kept.wire() as wire:
            together.wait()
            wire.send(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            return wire.answer()

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(send, range(CLIENTS)))
    assert {answer.status for answer in answers} == {200}
    assert len({(answer.body, answer["ETag"]) for answer in answers}) == 1
    assert answers[0].json()["revision"] == 1
    replayed = [answer["Idempotency-Replayed"] for answer in answers]
    assert (replayed.count("true"), replayed.count(None)) == (CLIENTS - 1, 1)
    assert revision(kept, "/sessions/one") == 1


def clean(server):
    server.finish()


def killed(server):
    server.signal(signal.SIGKILL)
    server.process.wait()


@pytest.mark.parametrize("end", [clean, killed])
def test_keys_outlive_the_server_and_a_replaced_session(serve, tmp_path, end):
    options = ["--data", str(tmp_path / "taptop.db")]
    server = serve(*options)
    first = tap(server, "/sessions/one", "a")
    array = tap(server, "/sessions/one", "b", [TAP, {"tab": "you"}])
    assert server.put("/sessions/one", {"tabs": ["games"]}).status == 200
    end(server)
    server = serve(*options)
    for _ in range(2):
        assert_replay(tap(server, "/sessions/one", "a"), first)
        assert_replay(tap(server, "/sessions/one", "b", [TAP, {"tab": "you"}]), array)
    assert_problem(tap(server, "/sessions/one", "b"), 422, "idempotency-key-reused")
    assert revision(server, "/sessions/one") == 4
    assert tap(server, "/sessions/one", "c").json()["revision"] == 5


def test_a_backup_has_the_keys_too(serve, tmp_path):
    data, copy = tmp_path / "taptop.db", tmp_path / "copy.db"
    server = serve("--data", str(data))
    first = tap(server, "/sessions/one", "a")
    assert run("backup", str(copy), "--data", str(data)).returncode == 0
    other = serve("--data", str(copy))
    # The session is another one from now on; the kept answer is what it was.
    assert other.get("/sessions/one")["ETag"] != first["ETag"]
    assert_replay(tap(other, "/sessions/one", "a"), first)


def test_a_deleted_session_takes_its_keys_along(kept):
    first = tap(kept, "/sessions/one", "a")
    assert kept.delete("/sessions/one").status == 204
    second = tap(kept, "/sessions/one", "a")
    assert second["Idempotency-Replayed"] is None and second["ETag"] != first["ETag"]
    assert second.json()["revision"] == 1


def test_sixty_four_keys_are_kept(kept):
    answers = [tap(kept, "/sessions/one", f"key-{number}") for number in range(65)]
    for number in range(1, 65):
        assert_replay(tap(kept, "/sessions/one", f"key-{number}"), answers[number])
    assert tap(kept, "/sessions/one", "key-0").json()["revision"] == 66
    assert tap(kept, "/sessions/one", "key-1").json()["revision"] == 67
    assert_replay(tap(kept, "/sessions/one", "key-3"), answers[3])


def test_fewer_are_kept_where_they_are_longer_than_256_kib_together(kept):
    """A hundred taps at a time, on a tab whose name makes their outcomes long."""
    taps = [{"tab": "x" * 64}] * 100
    answers = [tap(kept, "/sessions/one", f"key-{number}", taps) for number in range(10)]
    lengths = [len(answer.body) for answer in answers]
    left = next(number for number in range(10) if sum(lengths[number:]) <= 262_144)
    assert 1 <= left <= 8, lengths
    for number in range(left, 10):
        assert_replay(tap(kept, "/sessions/one", f"key-{number}", taps), answers[number])
    again = tap(kept, "/sessions/one", f"key-{left - 1}", taps)
    assert again["Idempotency-Replayed"] is None and again.json()[0]["revision"] == 1001


@pytest.mark.parametrize(
    "where, body",
    [
        ("taps", b'{"tab": "games"}'),
        ("taps", b'[{"tab":"games"}]'),
        ("taps", b'{"tab":"you"}'),
        ("inputs", b'{"tab":"games","type":"tap"}'),
        ("inputs", b"[]"),
    ],
)
def test_a_key_is_one_request(server, path, where, body):
    first = server.post(f"{path}/taps", b'{"tab":"games"}', Idempotency_Key="k")
    answer = server.post(f"{path}/{where}", body, Idempotency_Key="k")
    assert_problem(answer, 422, "idempotency-key-reused")
    assert_replay(server.post(f"{path}/taps", b'{"tab":"games"}', Idempotency_Key="k"), first)
    assert revision(server, path) == 1


def test_a_path_is_the_same_however_it_is_spelled(server, path):
    first = tap(server, path, "k")
    spelled = path.replace("/s", "/%73") + "/%74aps?x=1"
    assert_replay(server.post(spelled, TAP, Idempotency_Key="k"), first)


@pytest.mark.parametrize("key", ["", "a b", "é".encode().decode("latin-1"), "x" * 129, "a\tb"])
def test_a_key_that_cant_be_one_is_refused(server, path, key):
    answer = tap(server, path, key)
    assert_problem(answer, 400, "bad-request")
    assert "Idempotency-Key" in answer.json()["detail"]
    assert revision(server, path) == 0


def test_a_key_may_have_128_visible_characters(server, path):
    key = "".join(chr(0x21 + number % 94) for number in range(128))
    first = tap(server, path, key)
    assert_replay(tap(server, path, key), first)


def test_two_keys_are_none(server, path):
    with server.wire() as wire:
        wire.send(
            f"POST {path}/taps HTTP/1.1\r\nHost: {server.authority}\r\nIdempotency-Key: a\r\nidempotency-key: a\r\n"
            'Content-Length: 15\r\n\r\n{"tab":"games"}'
        )
        assert_problem(wire.answer(), 400, "bad-request")
    assert revision(server, path) == 0


def test_a_key_elsewhere_is_passed_over(server, path):
    for _ in range(2):
        assert server.put(path, {"tabs": ["games"]}, Idempotency_Key="a b").status == 200
    assert server.get(path, Idempotency_Key="").status == 200
    assert revision(server, path) == 2


def test_a_refused_request_has_not_used_its_key_up(server, path):
    assert_problem(tap(server, path, "k", {"tab": "nope"}), 422, "unknown-tab", pointer="/tab", revision=0)
    assert_problem(tap(server, path, "k", If_Match='"7"'), 412, "revision-mismatch", revision=0)
    first = tap(server, path, "k")
    assert first.json()["revision"] == 1
    assert_replay(tap(server, path, "k"), first)


def test_a_kept_answer_comes_before_if_match_and_after_the_body(server, path):
    first = tap(server, path, "k", If_Match='"0"')
    assert_replay(tap(server, path, "k", If_Match='"0"'), first)
    assert_problem(tap(server, path, "k", If_Match="0"), 400, "bad-request")
    assert_problem(tap(server, path, "k", {"tab": "you"}, If_Match='"0"'), 422, "idempotency-key-reused")
    assert_problem(tap(server, path, "new", If_Match='"0"'), 412, "revision-mismatch", revision=1)
    assert_problem(tap(server, path, "k", b"{"), 400, "malformed-json")


def test_an_array_has_one_key_and_an_empty_one_none(server, path):
    inputs = [{"type": "tap", "tab": "games"}, {"type": "popToRoot"}]
    first = server.post(f"{path}/inputs", inputs, Idempotency_Key="k")
    assert [outcome["revision"] for outcome in first.json()] == [1, 2]
    assert_replay(server.post(f"{path}/inputs", inputs, Idempotency_Key="k"), first)
    for _ in range(2):
        empty = server.post(f"{path}/inputs", [], Idempotency_Key="e")
        assert (empty.json(), empty["Idempotency-Replayed"]) == ([], None)
    assert server.post(f"{path}/inputs", inputs, Idempotency_Key="e").json()[0]["revision"] == 3


def test_each_session_has_its_own_keys(server, session_id):
    answers = [tap(server, f"/sessions/{session_id}-{name}", "k") for name in "ab"]
    assert [answer["Idempotency-Replayed"] for answer in answers] == [None, None]
    assert answers[0]["ETag"] != answers[1]["ETag"]
    for name, first in zip("ab", answers):
        assert_replay(tap(server, f"/sessions/{session_id}-{name}", "k"), first)


def test_keys_are_read_with_a_session_that_was_not_in_memory(serve, tmp_path):
    server = serve("--data", str(tmp_path / "taptop.db"), "--resident-sessions", "1")
    answers = {name: tap(server, f"/sessions/{name}", "k") for name in "abc"}
    for name, first in answers.items():
        assert_replay(tap(server, f"/sessions/{name}", "k"), first)


def test_a_damaged_answer_is_told_of_and_nothing_else_suffers(serve, tmp_path):
    data = tmp_path / "taptop.db"
    server = serve("--data", str(data))
    first, second = (tap(server, "/sessions/one", key) for key in "ab")
    server.finish()
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE answer SET body = x'7b' WHERE serial = 1")
    connection.close()
    server = serve("--data", str(data))
    answer = tap(server, "/sessions/one", "a")
    assert_problem(answer, 503, "storage-unavailable")
    assert "damaged" in answer.json()["detail"]
    assert_replay(tap(server, "/sessions/one", "b"), second)
    assert tap(server, "/sessions/one", "c").json()["revision"] == 3
    lines = [json.loads(line) for line in server.log().splitlines()]
    told = [line for line in lines if line["message"] == "a kept answer can't be read"]
    assert [(line["level"], line["session"]) for line in told] == [("error", "one")]
    assert server.get("/readyz").status == 200
    assert first.json()["revision"] == 1
