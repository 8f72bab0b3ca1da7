"""The list of sessions: pages that stay right while sessions come and go."""

import contextlib
import hashlib
import json
import random
import sqlite3
import threading

import pytest

import storage
from answers import assert_problem


@pytest.fixture(params=["file", "memory"])
def data(request, tmp_path):
    """Where a server of the test's own keeps its sessions."""
    return str(tmp_path / "taptop.db") if request.param == "file" else ":memory:"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "taptop.db"


class Caller:
    """Requests one after another on one connection."""

    def __init__(self, server, key=None):
        self._connection = server.connection()
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def ask(self, method, path, body=None):
        self._connection.request(
            method, path, body=None if body is None else json.dumps(body), headers=self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def page(self, query=""):
        status, body = self.ask("GET", f"/sessions{query}")
        assert status == 200, body
        page = json.loads(body)
        assert list(page) == ["sessions", "next"]
        for session in page["sessions"]:
            assert list(session) == ["id", "revision", "selectedTab", "lastInputAtMs"]
        return page["sessions"], page["next"]

    def walk(self, limit=None):
        """All pages, from the first to the end, and how long each was."""
        sessions, lengths, after = [], [], None
        while True:
            parameters = ([f"limit={limit}"] if limit else []) + ([f"after={after}"] if after else [])
            page, after = self.page("?" + "&".join(parameters))
            sessions += page
            lengths.append(len(page))
            if after is None:
                return sessions, lengths
            assert page[-1]["id"] == after


def names(sessions):
    return [session["id"] for session in sessions]


ODD = ["-", "-a", "0", ":", "A", "A-Z.a_z~0:9", "Z", "_", "a", "a-", "a.", "a.b", "a0", "a:", "aA", "a_", "aa", "a~", "~"]


def test_sessions_are_in_byte_order(serve, data):
    server = serve("--data", data)
    with Caller(server) as caller:
        assert caller.page() == ([], None)
        for name in random.Random(1).sample(ODD, len(ODD)):
            assert caller.ask("PUT", f"/sessions/{name}")[0] == 201
        assert ODD == sorted(ODD, key=str.encode)
        assert names(caller.page()[0]) == ODD
        for limit in range(1, len(ODD) + 2):
            sessions, lengths = caller.walk(limit)
            assert names(sessions) == ODD
            assert all(length == limit for length in lengths[:-1]) and 0 < lengths[-1] <= limit
        for index, name in enumerate(ODD):
            assert names(caller.page(f"?after={name}")[0]) == ODD[index + 1 :]
        # A place where there is no session, and one where there is none any more.
        assert names(caller.page("?after=a-zzz&limit=2")[0]) == ["a.", "a.b"]
        assert caller.ask("DELETE", "/sessions/a.")[0] == 204
        assert names(caller.page("?after=a.&limit=2")[0]) == ["a.b", "a0"]


def test_a_session_is_told_of_as_it_is(serve, data):
    server = serve("--data", data)
    made = server.put("/sessions/demo", {"tabs": ["games"]}).json()
    nothing = {"id": "demo", "revision": 0, "selectedTab": "games", "lastInputAtMs": None}
    assert server.get("/sessions").json() == {"sessions": [nothing], "next": None}
    server.post("/sessions/demo/taps", [{"tab": "games"}] * 3)
    shown = server.get("/sessions/demo").json()
    tapped = server.get("/sessions").json()["sessions"]
    assert tapped == [nothing | {"revision": 3, "lastInputAtMs": shown["lastTap"]["receivedAtMs"]}]
    # A read keeps nothing alive, and a refused input is none.
    assert server.post("/sessions/demo/taps", {"tab": "nowhere"}).status == 422
    assert server.get("/sessions").json()["sessions"] == tapped
    assert server.put("/sessions/demo", {}).json()["incarnation"] == made["incarnation"]
    replaced = nothing | {"revision": 4, "selectedTab": None}
    assert server.get("/sessions").json()["sessions"] == [replaced]
    assert server.delete("/sessions/demo").status == 204
    assert server.get("/sessions").json() == {"sessions": [], "next": None}


def test_thousands_of_sessions_page_by_page(serve, data):
    server = serve("--data", data)
    expected = {}
    with Caller(server) as caller:
        for number in random.Random(2).sample(range(2345), 2345):
            name = f"s{number}"
            assert caller.ask("POST", f"/sessions/{name}/inputs", [{"type": "tap", "tab": f"t{number % 7}"}])[0] == 200
            expected[name] = (1, f"t{number % 7}")
        for limit, pages in ((None, 24), (7, 335), (1000, 3), (469, 5)):
            sessions, lengths = caller.walk(limit)
            assert names(sessions) == sorted(expected)
            assert {one["id"]: (one["revision"], one["selectedTab"]) for one in sessions} == expected
            assert all(one["lastInputAtMs"] > 1_700_000_000_000 for one in sessions)
            assert len(lengths) == pages and lengths[:-1] == [limit or 100] * (pages - 1)


def test_pages_stay_right_while_sessions_come_and_go(serve, data):
    """Those that stay are met once in each walk; those that come and go once or not at all."""
    server = serve("--data", data)
    staying = [f"s{number}" for number in range(0, 600, 2)]
    passing = [f"s{number}" for number in range(1, 600, 2)]
    with Caller(server) as caller:
        for name in staying:
            assert caller.ask("PUT", f"/sessions/{name}")[0] == 201
    over = threading.Event()
    changes = [0, 0, 0]
    wrong = []

    def come_and_go(index):
        chance = random.Random(index)
        mine = passing[index :: len(changes)]
        with contextlib.ExitStack() as stack:
            caller = stack.enter_context(Caller(server))
            while not over.is_set():
                name = chance.choice(mine)
                status, _ = caller.ask(*chance.choice([("PUT", f"/sessions/{name}"), ("DELETE", f"/sessions/{name}")]))
                if status not in (200, 201, 204, 404):
                    wrong.append(status)
                # Those that stay change as well, and are kept alive.
                caller.ask("POST", f"/sessions/{chance.choice(staying)}/taps", {"tab": "a"})
                changes[index] += 1

    threads = [threading.Thread(target=come_and_go, args=(index,)) for index in range(len(changes))]
    for thread in threads:
        thread.start()
    try:
        known = set(staying) | set(passing)
        seen = set()
        revisions = {}
        with Caller(server) as caller:
            for walk in range(40):
                sessions, _ = caller.walk((1 + walk) * 5)
                found = names(sessions)
                assert found == sorted(set(found)), "in order, and none twice"
                assert set(staying) <= set(found) <= known
                for session in sessions:
                    if session["id"] in staying:
                        assert session["revision"] >= revisions.get(session["id"], 0), "none goes back"
                        revisions[session["id"]] = session["revision"]
                seen |= set(found) - set(staying)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not wrong
    assert seen and all(changes), "some came and went meanwhile"


def test_everybody_gets_the_own_page_whoever_else_asks(serve, data, tmp_path):
    """Many pages are on their way at once, on several threads: none may be another's, least of all another name's."""
    keys = {name: f"secret of {name}".replace(" ", "-") for name in ("phones", "walls")}
    file = tmp_path / "keys"
    file.write_text("".join(f"{name} sha256:{hashlib.sha256(key.encode()).hexdigest()}\n" for name, key in keys.items()))
    server = serve("--data", data, "--api-keys", str(file), "--loops", "2")
    over = threading.Event()
    wrong = []

    def tap(name):
        with Caller(server, keys[name]) as caller:
            while not over.is_set():
                caller.ask("POST", f"/sessions/{name}-2/taps", {"tab": "a"})

    def walk(name):
        with Caller(server, keys[name]) as caller:
            for turn in range(300):
                first = turn % 4
                found = names(caller.page(f"?limit=3&after={name}-{first}")[0])
                if found != [f"{name}-{number}" for number in range(first + 1, 5)][:3]:
                    wrong.append((name, first, found))

    for name in keys:
        with Caller(server, keys[name]) as caller:
            for number in range(5):
                assert caller.ask("PUT", f"/sessions/{name}-{number}")[0] == 201
    tappers = [threading.Thread(target=tap, args=(name,)) for name in keys]
    walkers = [threading.Thread(target=walk, args=(name,)) for name in keys for _ in range(3)]
    for thread in tappers + walkers:
        thread.start()
    for thread in walkers:
        thread.join()
    over.set()
    for thread in tappers:
        thread.join()
    assert wrong == []


def test_an_answered_change_is_in_the_list(serve, data):
    server = serve("--data", data)
    with Caller(server) as caller:
        for number in range(1, 50):
            assert caller.ask("POST", "/sessions/demo/taps", {"tab": "a"})[0] == 200
            assert caller.page()[0][0]["revision"] == number
            assert caller.ask("PUT", f"/sessions/x{number}")[0] == 201
            assert f"x{number}" in names(caller.page()[0])
            assert caller.ask("DELETE", f"/sessions/x{number}")[0] == 204
            assert names(caller.page()[0]) == ["demo"]


def test_expired_sessions_are_gone_at_that_moment(serve, data):
    server = serve("--data", data, "--session-ttl", "1s")
    with Caller(server) as caller:
        for number in range(150):
            assert caller.ask("PUT", f"/sessions/s{number}")[0] == 201
        # Kept alive by its taps, seen all the while; as soon as one of the others is gone, all that were made before are.
        order = [f"s{number}" for number in range(150)]

        def the_others_are_gone():
            assert caller.ask("POST", "/sessions/alive/taps", {"tab": "a"})[0] == 200
            # One page is of one moment.
            found = set(names(caller.page("?limit=1000")[0]))
            assert "alive" in found
            there = [name in found for name in order]
            assert there == sorted(there), "they go in the order in which they were made"
            return found == {"alive"}

        storage.eventually(the_others_are_gone, "sessions that nobody uses are gone")


def test_a_list_out_of_the_file_after_a_restart(serve, file):
    server = serve("--data", str(file))
    with Caller(server) as caller:
        for number in range(120):
            caller.ask("POST", f"/sessions/s{number}/taps", {"tab": "a"})
        before = caller.walk(50)
    server.finish()
    # Nothing of them is in memory, and nothing gets there.
    server = serve("--data", str(file), "--resident-sessions", "1")
    with Caller(server) as caller:
        assert caller.walk(50) == before


@pytest.mark.parametrize("limit", ["", "0", "-1", "1001", "+5", "%2B5", "05", "5.0", "1e2", "x", "9" * 30, "%D9%A5", "5%00"])
def test_a_limit_that_can_not_be_one(server, limit):
    for method in (server.get, server.head):
        answer = method(f"/sessions?limit={limit}")
        assert answer.status == 400
    assert_problem(server.get(f"/sessions?limit={limit}"), 400, "bad-request")
    assert "limit must be a whole number from 1 to 1000" in server.get(f"/sessions?limit={limit}").json()["detail"]


@pytest.mark.parametrize("after", ["", ".", "..", "a/b", "tv%2Fdemo", "a%20b", "a+b", "%00", "%C3%A9", "%FF", "x" * 65])
def test_an_after_that_can_not_be_an_id(server, after):
    answer = server.get(f"/sessions?after={after}")
    assert_problem(answer, 400, "bad-request")
    assert "after must be a session's id" in answer.json()["detail"]


@pytest.mark.parametrize("query", ["limit=5&limit=5", "after=a&limit=1&after=b"])
def test_a_parameter_that_stands_twice(server, query):
    answer = server.get(f"/sessions?{query}")
    assert_problem(answer, 400, "bad-request")
    assert "must stand once" in answer.json()["detail"]


def test_other_parameters_are_passed_over_and_head_is_get(server, session_id):
    server.put(f"/sessions/{session_id}")
    answer = server.get("/sessions?limit=1000&LIMIT=0&page=2&x&&=&after=%2D")
    assert session_id in names(answer.json()["sessions"])
    head = server.head("/sessions?limit=1000&after=-")
    assert (head.status, head.body, head["Content-Length"]) == (200, b"", str(len(answer.body)))


def test_a_list_is_of_the_callers_own_sessions(serve, tmp_path, data):
    callers = ["-", "a", "a-", "tv", "~"]
    keys = tmp_path / "keys"
    keys.write_text("".join(f"{name} sha256:{hashlib.sha256(name.encode() * 9).hexdigest()}\n" for name in callers))
    server = serve("--data", data, "--api-keys", str(keys))
    own = {name: sorted({f"{name}x", "a", "tv", f"s{index}"}) for index, name in enumerate(callers)}
    for name in callers:
        with Caller(server, name * 9) as caller:
            for session in own[name]:
                assert caller.ask("PUT", f"/sessions/{session}")[0] == 201
    for name in callers:
        with Caller(server, name * 9) as caller:
            assert names(caller.walk()[0]) == own[name]
            assert names(caller.walk(1)[0]) == own[name]
    assert_problem(server.get("/sessions"), 401, "unauthorized")
    if data == ":memory:":
        return
    server.finish()
    # Without keys those are somebody else's, wherever they stand.
    server = serve("--data", data)
    with Caller(server) as caller:
        assert caller.page() == ([], None)
        plain = ["-", "-a", "a", "a-", "a-x", "ab", "tv", "tv-", "tv.", "tv0", "~", "~~"]
        for session in plain:
            caller.ask("PUT", f"/sessions/{session}")
        for limit in range(1, 14):
            assert names(caller.walk(limit)[0]) == plain


def test_a_damaged_session_is_not_left_out_unseen(serve, file):
    server = serve("--data", str(file))
    for name in ("a", "b", "c"):
        server.put(f"/sessions/{name}")
    server.finish()
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE session SET state = x'7b' WHERE id = 'b'")
    server = serve("--data", str(file))
    answer = server.get("/sessions")
    assert_problem(answer, 503, "storage-unavailable")
    assert names(server.get("/sessions?limit=1").json()["sessions"]) == ["a"]
    assert names(server.get("/sessions?after=b").json()["sessions"]) == ["c"]
    assert server.get("/readyz").status == 200
    told = [json.loads(line) for line in server.log().splitlines()]
    assert {"b"} == {line["session"] for line in told if line["message"] == "a session can't be read"}

