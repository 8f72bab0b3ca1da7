"""Those who follow a session: each durable step once, in order, and on from where they were."""

import contextlib
import json
import select
import socket
import subprocess
import threading
import time

import pytest

from answers import assert_problem
from server import PATIENCE, run
from storage import eventually

LINES = {"Accept": "application/x-ndjson"}


def tap(server, session, tab="games"):
    answer = server.post(f"/sessions/{session}/taps", {"tab": tab})
    assert answer.status == 200
    return answer


def test_a_reader_is_told_the_session_then_each_step(server, session_id, follow):
    first = tap(server, session_id)
    reader = follow(server, session_id)
    assert reader.response.headers["Content-Type"] == "text/event-stream"
    shown = server.get(f"/sessions/{session_id}").json()
    assert reader.event() == ("session", first["ETag"].strip('"'), shown)
    for tab in ("games", "shop"):
        answer = tap(server, session_id, tab)
        name, number, step = reader.event()
        assert (name, number) == ("step", answer["ETag"].strip('"'))
        assert list(step) == ["receivedAtMs", "input", "outcome"]
        assert step["input"] == {"type": "tap", "tab": tab}
        assert step["outcome"] == answer.json()


def test_a_replacement_is_told_as_the_session_and_a_deletion_ends_the_stream(server, session_id, follow):
    tap(server, session_id)
    reader = follow(server, session_id)
    reader.event()
    put = server.put(f"/sessions/{session_id}", {"tabs": ["a", "b"]})
    assert reader.event() == ("session", put["ETag"].strip('"'), put.json())
    assert server.delete(f"/sessions/{session_id}").status == 204
    assert reader.event() == ("deleted", None, {"deleted": True})
    assert reader.event() is None


def test_a_reader_resumes_where_it_was(server, session_id, follow):
    ids = [tap(server, session_id)["ETag"].strip('"') for _ in range(4)]
    for query, headers in [
        (f"?after={ids[1]}", {}),
        ("?after=2", {}),
        ("?after=1", {"Last-Event-ID": ids[1]}),
        (f"?after={ids[0]}", {"Last-Event-ID": "2"}),
    ]:
        reader = follow(server, session_id, query, headers)
        assert [reader.event()[:2] for _ in range(2)] == [("step", ids[2]), ("step", ids[3])]
    reader = follow(server, session_id, f"?after={ids[3]}")
    last = tap(server, session_id)
    assert reader.event()[:2] == ("step", last["ETag"].strip('"'))


@pytest.mark.parametrize(
    "query, headers",
    [
        ("?after=aaaaaaaa-2", {}),
        ("?after=99", {}),
        ("?after=3", {"Last-Event-ID": "nothing that we said"}),
    ],
)
def test_a_state_that_means_nothing_here_is_answered_with_the_session(server, session_id, follow, query, headers):
    for _ in range(3):
        last = tap(server, session_id)
    assert follow(server, session_id, query, headers).event()[:2] == ("session", last["ETag"].strip('"'))


def test_a_gap_is_never_passed_over(serve, follow):
    server = serve("--step-memory", "4096")
    first = tap(server, "gap")
    for _ in range(40):
        last = tap(server, "gap")
    assert follow(server, "gap", f"?after={first['ETag'].strip(chr(34))}").event()[:2] == (
        "session",
        last["ETag"].strip('"'),
    )
    answer = server.get("/sessions/gap/steps?after=1").json()
    assert answer["revision"] == 41 and answer["session"]["revision"] == 41 and "steps" not in answer


@pytest.mark.parametrize("query", ["after=-1", "after=07", "after=", "after=AAAAAAAA-1", "after=1&after=1", "after=x"])
@pytest.mark.parametrize("path", ["events", "steps"])
def test_what_can_be_no_state_is_refused(server, session_id, path, query):
    tap(server, session_id)
    answer = server.get(f"/sessions/{session_id}/{path}?{query}")
    assert_problem(answer, 400, "bad-request")
    right = "must stand once" if "&" in query else "abcdefgh-7"
    assert "after" in answer.json()["detail"] and right in answer.json()["detail"]


@pytest.mark.parametrize("query", ["waitMs=-1", "waitMs=60001", "waitMs=1.5", "waitMs=", "waitMs=1&waitMs=1"])
def test_a_wait_that_can_be_none_is_refused(server, session_id, query):
    tap(server, session_id)
    answer = server.get(f"/sessions/{session_id}/steps?{query}")
    assert_problem(answer, 400, "bad-request")
    right = "must stand once" if "&" in query else "60000"
    assert "waitMs" in answer.json()["detail"] and right in answer.json()["detail"]


@pytest.mark.parametrize("path", ["events", "steps"])
def test_a_session_that_is_not_there_has_neither(server, session_id, path):
    assert_problem(server.get(f"/sessions/{session_id}/{path}"), 404, "unknown-session")


def test_head_has_the_fields_alone_and_waits_for_nothing(server, session_id):
    tap(server, session_id)
    events = server.head(f"/sessions/{session_id}/events")
    assert (events.status, events["Content-Type"], events.body) == (200, "text/event-stream", b"")
    assert events["Content-Length"] is None, "GET tells no length, so HEAD has none to tell (RFC 9110, section 8.6)"
    steps = server.head(f"/sessions/{session_id}/steps?after=1&waitMs=60000")
    assert (steps.status, steps["Content-Type"], steps.body) == (200, "application/json", b"")


def test_http_1_0_gets_the_events_bare_up_to_the_end_of_the_connection(server, session_id):
    first = tap(server, session_id)
    shown = server.get(f"/sessions/{session_id}").json()
    with server.wire() as wire:
        wire.send(f"GET /sessions/{session_id}/events HTTP/1.0\r\nAccept: application/x-ndjson\r\n\r\n")
        wire.wait_for_bytes()
        step = tap(server, session_id).json()
        server.delete(f"/sessions/{session_id}")
        answer = wire.answer()
    assert (answer.status, answer["Transfer-Encoding"], answer["Content-Length"]) == (200, None, None)
    session, second, end = map(json.loads, answer.body.splitlines())
    assert (session, second["outcome"], end) == ({"session": shown}, step, {"deleted": True})
    assert session["session"]["incarnation"] == first["ETag"].strip('"').split("-")[0]


def test_a_quiet_stream_shows_that_it_is_alive_and_a_file_of_lines_stays_as_it_is(server, session_id, follow):
    tap(server, session_id)
    lines = follow(server, session_id, headers=LINES)
    stream = follow(server, session_id)
    began = time.monotonic()
    stream.event()
    assert stream.response.readline() == b":\n"
    assert 14 < time.monotonic() - began < PATIENCE
    server.delete(f"/sessions/{session_id}")
    assert [list(json.loads(line)) for line in lines.response] == [["session"], ["deleted"]]


def test_steps_come_piece_by_piece(server, session_id):
    outcomes = [tap(server, session_id).json() for _ in range(3)]
    answer = server.get(f"/sessions/{session_id}/steps")
    all_steps = answer.json()
    assert (all_steps["revision"], answer["ETag"]) == (3, f'"{all_steps["incarnation"]}-3"')
    assert [step["outcome"] for step in all_steps["steps"]] == outcomes
    rest = server.get(f"/sessions/{session_id}/steps?after={all_steps['incarnation']}-2").json()
    assert rest["steps"] == all_steps["steps"][2:]


def waiting(server, session, wait):
    """A request for the next step that waits: the connection, once the server has taken it."""
    before = readers(server)
    wire = server.wire()
    wire.send(f"GET /sessions/{session}/steps?after=1&waitMs={wait} HTTP/1.1\r\nHost: {server.authority}\r\n\r\n")
    eventually(lambda: readers(server) != before, "the server takes it")
    return wire


def readers(server, metric="taptop_event_readers"):
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line for line in lines if line.startswith(f"{metric} ")).split()[1])


def test_steps_wait_for_the_next(serve):
    server = serve()
    tap(server, "a")
    with waiting(server, "a", 60000) as wire:
        outcome = tap(server, "a").json()
        assert [step["outcome"] for step in wire.answer().json()["steps"]] == [outcome]
    empty = server.get("/sessions/a/steps?after=2&waitMs=50").json()
    assert (empty["revision"], empty["steps"]) == (2, [])
    assert readers(server) == 0


def test_steps_wait_in_vain_for_a_session_that_is_deleted(serve):
    server = serve()
    tap(server, "a")
    with waiting(server, "a", 60000) as wire:
        server.delete("/sessions/a")
        assert_problem(wire.answer(), 404, "unknown-session")


def test_a_trace_taken_with_curl_agrees_and_one_changed_by_hand_does_not(server, session_id, tmp_path):
    tap(server, session_id)
    trace = tmp_path / "trace.jsonl"
    with trace.open("wb") as file:
        curl = subprocess.Popen(
            ["curl", "-sSN", "-H", "Accept: application/x-ndjson", f"{server.url}/sessions/{session_id}/events"],
            stdout=subprocess.PIPE,
        )
        file.write(curl.stdout.readline())
        inputs = [
            {"type": "tap", "tab": "games", "device": "tv", "atMs": 10.5},
            {"type": "push", "screen": {"id": "deep", "position": {"offset": 3}}},
            {"type": "scroll", "offset": 900, "anchor": "row 7"},
            {"type": "configure", "policy": "uikit", "reduceMotion": True},
            {"type": "tap", "tab": "games", "device": "tv", "atMs": 900},
        ]
        assert server.post(f"/sessions/{session_id}/inputs", inputs).status == 200
        server.put(f"/sessions/{session_id}", {"tabs": ["a", "b"]})
        tap(server, session_id, "b")
        server.delete(f"/sessions/{session_id}")
        file.write(curl.communicate(timeout=PATIENCE)[0])
    assert curl.returncode == 0
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert [list(line)[0] for line in lines] == ["session"] + ["receivedAtMs"] * 5 + ["session", "receivedAtMs", "deleted"]
    assert lines[3]["input"] == {"type": "scroll", "offset": 900, "anchor": "row 7"}
    assert run("replay", str(trace)).returncode == 0
    lines[2]["outcome"]["revision"] += 1
    trace.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("replay", str(trace)).returncode == 1


@pytest.mark.parametrize("kept", [False, True])
def test_every_reader_is_told_each_step_once_and_in_order(serve, follow, tmp_path, kept):
    server = serve("--data", str(tmp_path / "taptop.db") if kept else ":memory:")
    tap(server, "many")
    taps, tappers, told = 30, 6, []
    half = [follow(server, "many") for _ in range(10)]

    def tap_often():
        for _ in range(taps):
            tap(server, "many")

    threads = [threading.Thread(target=tap_often) for _ in range(tappers)]
    for thread in threads:
        thread.start()
    last = 1 + taps * tappers
    for reader in half + [follow(server, "many") for _ in range(10)]:
        _, _, session = reader.event()
        revisions = [session["revision"]]
        while revisions[-1] < last:
            revisions.append(reader.event()[2]["outcome"]["revision"])
        told.append(revisions == list(range(session["revision"], last + 1)))
    for thread in threads:
        thread.join()
    assert told == [True] * 20


def test_a_reader_that_reads_is_told_all_however_much_happens_at_once(serve, tmp_path):
    """What happens is written to readers before more is taken: they are not cut for what the server has yet to write."""
    server = serve("--loops", "1")
    tap(server, "busy")
    trace = tmp_path / "trace.jsonl"
    writers, rounds = 8, 12
    with trace.open("wb") as file:
        curl = subprocess.Popen(
            ["curl", "-sSN", "-H", "Accept: application/x-ndjson", f"{server.url}/sessions/busy/events"], stdout=file)
    eventually(lambda: trace.read_bytes().endswith(b"\n"), "it has begun")
    body = json.dumps([{"tab": "games"}] * 100).encode()
    request = b"POST /sessions/busy/taps HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(server.wire()) for _ in range(writers)]
        for _ in range(rounds):
            for wire in wires:
                wire.send(request)
            for wire in wires:
                assert wire.answer().status == 200
    server.delete("/sessions/busy")
    assert curl.wait(PATIENCE) == 0
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert [line["outcome"]["revision"] for line in lines[1:-1]] == list(range(2, 2 + writers * rounds * 100))
    assert lines[-1] == {"deleted": True}
    assert readers(server, "taptop_event_readers_cut_total") == 0


def test_a_reader_that_does_not_read_is_cut_off_and_resumes(serve, follow):
    server = serve()
    tap(server, "slow")
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(PATIENCE)
    slow.connect(("127.0.0.1", server.port))
    slow.sendall(f"GET /sessions/slow/events HTTP/1.1\r\nHost: {server.authority}\r\n\r\n".encode())
    select.select([slow], [], [], PATIENCE)
    scroll = [{"type": "scroll", "offset": 900, "anchor": "x" * 256}] * 100
    revision = 1
    while readers(server) > 0:
        assert revision < 100_000, "a reader that reads nothing is still one"
        revision = server.post("/sessions/slow/inputs", scroll).json()[-1]["revision"]
    slow.close()
    eventually(lambda: readers(server, "taptop_event_readers_cut_total") == 1, "it is counted")
    reader = follow(server, "slow", f"?after={revision - 2}")
    assert [reader.event()[2]["outcome"]["revision"] for _ in range(2)] == [revision - 1, revision]


def test_a_reader_is_told_that_a_session_expired(serve, follow):
    server = serve("--session-ttl", "1s")
    tap(server, "brief")
    reader = follow(server, "brief")
    assert reader.event()[0] == "session"
    assert reader.event() == ("deleted", None, {"deleted": True})
    assert reader.event() is None


def test_readers_are_told_that_a_session_expired_by_whoever_finds_it(serve, follow):
    """A list in memory ends the expired sessions that it meets: its readers hear of it at once, and not only of a tick's."""
    server = serve("--session-ttl", "1s")
    names = [f"brief{number}" for number in range(8)]
    for name in names:
        tap(server, name)
    readers = [follow(server, name) for name in names]
    for reader in readers:
        assert reader.event()[0] == "session"
    deadline = time.monotonic() + PATIENCE
    while server.get("/sessions").json()["sessions"]:
        assert time.monotonic() < deadline, "the sessions do not expire"
    for reader in readers:
        assert reader.event() == ("deleted", None, {"deleted": True})
        assert reader.event() is None


def test_readers_are_closed_when_the_server_stops_and_those_who_wait_are_answered(serve, follow):
    server = serve()
    tap(server, "a")
    reader = follow(server, "a")
    reader.event()
    with waiting(server, "a", 60000) as wire:
        server.signal()
        assert wire.answer().json()["steps"] == []
        assert reader.event() is None
    server.wait()


def test_there_are_only_so_many_readers(serve, follow):
    server = serve("--max-readers", "2")
    tap(server, "a")
    reader = follow(server, "a")
    reader.event()
    with waiting(server, "a", 60000):
        assert_problem(server.get("/sessions/a/events"), 503, "too-many-readers")
        assert_problem(server.get("/sessions/a/steps?after=1&waitMs=1"), 503, "too-many-readers")
        assert server.get("/sessions/a/steps?after=0").status == 200
        reader.close()
        eventually(lambda: readers(server) != 2, "the reader that left is gone")
        assert follow(server, "a").event()[0] == "session"
