"""Sessions on disk: over restarts, past the memory they may have, and until they are forgotten."""

import contextlib
import random
import signal
import sqlite3
import threading
import time

import pytest

import histories
import storage
from answers import assert_problem, assert_session

HOUR = 3600


@pytest.fixture
def data(tmp_path):
    return tmp_path / "taptop.db"


def clean(server):
    server.finish()


def killed(server):
    server.signal(signal.SIGKILL)
    server.process.wait()


SESSION = {
    "tabs": [
        "a",
        {"id": "b", "screens": ["b", {"id": "deep", "target": {"section": 2, "row": 1}}]},
        {"id": "c", "selectable": False},
    ],
    "openTabs": True,
    "reduceMotion": True,
    "policy": "return",
}


@pytest.mark.parametrize("end", [clean, killed])
def test_a_restart_keeps_sessions_whole(serve, data, end):
    server = serve("--data", str(data))
    assert server.put("/sessions/rich", SESSION).status == 201
    inputs = [
        {"type": "tap", "tab": "b", "atMs": 12.5, "device": "tv"},
        {"type": "scroll", "offset": 900.125, "anchor": "日本 \"quoted\""},
        {"type": "statusBarTap"},
    ]
    assert server.post("/sessions/rich/inputs", inputs).status == 200
    assert server.post("/sessions/plain/taps", {"tab": "x"}).status == 200
    assert server.delete("/sessions/plain").status == 204
    again = server.post("/sessions/plain/taps", {"tab": "y"})
    assert server.post("/sessions/gone/taps", {"tab": "x"}).status == 200
    assert server.delete("/sessions/gone").status == 204
    before = {name: server.get(f"/sessions/{name}") for name in ("rich", "plain")}
    assert before["plain"]["ETag"] == again["ETag"]
    end(server)

    server = serve("--data", str(data))
    for name, answer in before.items():
        now = server.get(f"/sessions/{name}")
        assert (now.status, now.body, now["ETag"]) == (200, answer.body, answer["ETag"])
    assert_problem(server.get("/sessions/gone"), 404, "unknown-session")
    # The entity tag is still good, and the life of the session goes on.
    answer = server.post("/sessions/rich/taps", {"tab": "a"}, if_match=before["rich"]["ETag"])
    assert (answer.status, answer.json()["revision"]) == (200, 4)


def test_a_double_tap_over_a_restart(serve, data):
    """What was remembered of the first tap is remembered still, and what time it was."""
    server = serve("--data", str(data))
    server.put("/sessions/s", {"tabs": ["a"], "policy": {"windowMs": 60000}})
    server.post("/sessions/s/taps", {"tab": "a"})
    killed(server)
    server = serve("--data", str(data))
    outcome = server.post("/sessions/s/taps", {"tab": "a"}).json()
    assert outcome["doubleTap"] is True and 0 <= outcome["intervalMs"] < 60000


@pytest.mark.parametrize(
    ("durability", "end", "same"),
    [("full", clean, True), ("full", killed, True), ("normal", clean, True), ("normal", killed, False)])
def test_entity_tags_live_as_long_as_what_they_name(serve, data, durability, end, same):
    options = ["--data", str(data), "--durability", durability]
    server = serve(*options)
    before = assert_session(server.put("/sessions/s", {}), 201, "s", 0)
    end(server)
    server = serve(*options)
    after = assert_session(server.get("/sessions/s"), 200, "s", 0)
    assert (after.pop("incarnation") == before.pop("incarnation")) is same
    assert after == before


def test_few_in_memory_many_on_disk(serve, data):
    """Each is as its own history makes it, in whatever order they are used."""
    chance = random.Random(7)
    server = serve("--data", str(data), "--resident-sessions", "3")
    kept = [histories.History(f"s-{number}", chance) for number in range(50)]
    for _ in range(300):
        history = chance.choice(kept)
        request = history.next_request()
        history.answered(server.request(request.method, request.path, request.body or None))
    for history in kept:
        assert history.check(server.get(f"/sessions/{history.id}")) is None


@pytest.mark.parametrize("end", [clean, killed])
def test_as_many_sessions_as_there_may_be_over_a_restart(serve, data, end):
    options = ["--data", str(data), "--max-sessions", "3"]
    server = serve(*options)
    for name in ("a", "b", "c"):
        assert server.put(f"/sessions/{name}", {}).status == 201
    end(server)
    server = serve(*options)
    assert_problem(server.put("/sessions/d", {}), 503, "too-many-sessions")
    assert_problem(server.post("/sessions/d/taps", {"tab": "x"}), 503, "too-many-sessions")
    assert server.put("/sessions/b", {}).status == 200
    assert server.delete("/sessions/a").status == 204
    assert server.put("/sessions/d", {}).status == 201


def test_a_session_not_used_is_gone_at_that_moment_and_then_from_the_file(serve, data):
    server = serve("--data", str(data), "--session-ttl", "1s")
    began = time.monotonic()
    for name in ("seen", "unseen"):
        assert server.put(f"/sessions/{name}", {}).status == 201
    made = time.monotonic()
    # Reading does not keep it alive.
    while True:
        asked = time.monotonic()
        answer = server.get("/sessions/seen")
        if answer.status != 200:
            break
        assert asked - made < 1
    assert_problem(answer, 404, "unknown-session")
    assert time.monotonic() - began >= 1
    # Nobody asks for the other.
    storage.eventually(lambda: storage.stored_ids(data) == set(), "swept from the file")
    assert_problem(server.get("/sessions/unseen"), 404, "unknown-session")
    answer = server.post("/sessions/unseen/taps", {"tab": "a"})
    assert (answer.status, answer.json()["revision"]) == (200, 1)


def test_a_session_in_use_stays(serve, data):
    server = serve("--data", str(data), "--session-ttl", "2s")
    end, taps = time.monotonic() + 4, 0
    while time.monotonic() < end:
        taps += 1
        answer = server.post("/sessions/s/taps", {"tab": "a"})
        assert (answer.status, answer.json()["revision"]) == (200, taps)


@pytest.mark.parametrize(("ttl", "age", "stays"), [("0", 20 * 365 * 24 * HOUR, True), ("12h", 11 * HOUR, True),
                                                    ("12h", 12 * HOUR, False), ("30d", 31 * 24 * HOUR, False)])
def test_time_passes_while_no_server_runs(serve, data, ttl, age, stays):
    server = serve("--data", str(data))
    assert server.put("/sessions/old", {}).status == 201
    server.finish()
    with contextlib.closing(sqlite3.connect(data)) as connection:
        connection.execute("UPDATE session SET used_at = used_at - ? * 1000000", (age,))
        connection.commit()
    server = serve("--data", str(data), "--session-ttl", ttl)
    if stays:
        assert_session(server.get("/sessions/old"), 200, "old", 0)
    else:
        assert_problem(server.get("/sessions/old"), 404, "unknown-session")
    server.finish()
    assert storage.stored_ids(data) == ({"old"} if stays else set())


@pytest.mark.parametrize("loops", ["1", "2"])
def test_sigterm_under_load_loses_nothing(serve, data, loops):
    owners = [histories.Owner(number, "sigterm") for number in range(12)]
    server = serve("--data", str(data), "--loops", loops)
    ending = threading.Event()
    running = histories.start(owners, server, ending)
    ending.set()
    server.signal()
    histories.join(running)
    server.wait()
    # A clean end leaves the data file alone.
    assert list(storage.contents(data.parent)) == [storage.pathlib.Path(data.name)]
    server = serve("--data", str(data))
    assert histories.check(owners, server) == (0, 0), "each request had its answer"
