"""A backup: made while the server goes on or when there is none, whole or not there, and good to start from."""

import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import time

import pytest

from answers import same_json
from server import BINARY, PATIENCE, environment, run

# Sessions of nearly 50 KB each, so that a copy takes many steps.
BALLAST = 120


def fill(server, sessions=BALLAST):
    screens = [{"id": f"s{n}", "position": {"offset": n, "anchor": "a" * 256}} for n in range(128)]
    for number in range(sessions):
        answer = server.put(f"/sessions/ballast{number}", {"tabs": [{"id": "t", "screens": screens}]})
        assert answer.status == 201


def backup(target, data, **settings):
    return run("backup", str(target), "--data", str(data), **settings)


def assert_done(result, target):
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"taptop: [^\n]* is a backup of [^\n]*, \d+ pages\n", result.stdout)
    assert_sound(target)


def assert_refused(result, *words):
    """One line that says why, and status 1."""
    assert (result.returncode, result.stdout) == (1, "")
    assert re.fullmatch(r"taptop: [^\n]+\n", result.stderr), result.stderr
    for word in words:
        assert word in result.stderr


def assert_sound(path):
    """One file that SQLite finds no fault with, that no write-ahead log belongs to, and that is for its owner alone."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    assert {other.name for other in path.parent.glob(f"{path.name}*")} == {path.name}


def stored(path):
    """Every session in a file by its id."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return {name: json.loads(state) for name, state in database.execute("SELECT id, state FROM session")}


def state(server, name):
    """A session but for its incarnation, which a restored one has anew."""
    answer = server.get(f"/sessions/{name}")
    assert answer.status == 200
    session = answer.json()
    return session.pop("incarnation"), session


def leftovers(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".part") or ".part-" in path.name)


@pytest.fixture
def data(tmp_path):
    return tmp_path / "taptop.db"


def test_restoring_brings_all_sessions_back_as_they_were(serve, data, tmp_path):
    copy = tmp_path / "copy.db"
    first = serve("--data", str(data))
    for number in range(30):
        for offset in range(number % 4 + 1):
            assert first.post(f"/sessions/s{number}/inputs", {"type": "scroll", "tab": "t", "offset": offset}).status == 200
        assert first.post(f"/sessions/s{number}/taps", {"tab": "t", "atMs": number}).status == 200
    then = {f"s{number}": state(first, f"s{number}") for number in range(30)}
    assert_done(backup(copy, data), copy)
    # What came after the backup is what a restore takes back.
    assert first.post("/sessions/s0/taps", {"tab": "other"}).status == 200
    assert first.delete("/sessions/s1").status == 204
    assert first.post("/sessions/later/taps", {"tab": "t"}).status == 200
    first.finish()

    os.replace(copy, data)
    for name in ("taptop.db-wal", "taptop.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    second = serve("--data", str(data))
    now = {name: state(second, name) for name in then}
    for name, (incarnation, session) in then.items():
        same_json(now[name][1], session)
        assert now[name][0] != incarnation, "what was lost must not be mistaken for what comes instead"
    assert second.get("/sessions/later").status == 404
    # The second half of the double tap whose first is in the backup.
    assert second.post("/sessions/s2/taps", {"tab": "t", "atMs": 500}).json()["doubleTap"] is True
    second.finish()
    third = serve("--data", str(data))
    assert state(third, "s3") == now["s3"], "a restart is no restore"


def test_a_backup_restored_twice_never_gives_the_same_entity_tags(serve, data, tmp_path):
    first = serve("--data", str(data))
    first.post("/sessions/s/taps", {"tab": "t"})
    assert_done(backup(tmp_path / "copy.db", data), tmp_path / "copy.db")
    first.finish()
    tags = set()
    for attempt in range(2):
        restored = tmp_path / f"restored{attempt}.db"
        restored.write_bytes((tmp_path / "copy.db").read_bytes())
        tags.add(state(serve("--data", str(restored)), "s")[0])
    assert len(tags) == 2


class Writer(threading.Thread):
    """Scrolls one session to 1, 2, 3 …: its offset is always its revision."""

    def __init__(self, server, name, stop):
        super().__init__()
        self.server, self.name_, self.stop = server, name, stop
        self.sent = self.acknowledged = 0
        self.failure = None

    def run(self):
        try:
            while not self.stop.is_set():
                self.sent += 1
                body = {"type": "scroll", "tab": "t", "offset": self.sent}
                answer = self.server.post(f"/sessions/{self.name_}/inputs", body)
                assert (answer.status, answer.json()["revision"]) == (200, self.sent)
                self.acknowledged = self.sent
        except BaseException as failure:
            self.failure = failure


def test_under_load_a_backup_has_all_that_was_answered_and_nothing_that_never_was(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    stop = threading.Event()
    writers = [Writer(server, f"w{number}", stop) for number in range(6)]
    for writer in writers:
        writer.start()
    try:
        for attempt in range(3):
            copy = tmp_path / f"copy{attempt}.db"
            before = [writer.acknowledged for writer in writers]
            assert_done(backup(copy, data), copy)
            after = [writer.sent for writer in writers]
            assert sum(after) > sum(before) + len(writers), "taps went on meanwhile"
            sessions = stored(copy)
            for writer, least, most in zip(writers, before, after):
                session = sessions.get(writer.name_)
                revision = session["revision"] if session else 0
                assert least <= revision <= most
                if session:
                    assert session["tabs"][0]["screens"][0]["position"] == {"offset": revision, "anchor": None}
            assert {f"ballast{number}" for number in range(BALLAST)} <= set(sessions)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert [writer.failure for writer in writers] == [None] * len(writers)
    for writer in writers:
        assert state(server, writer.name_)[1]["revision"] == writer.acknowledged


def test_the_file_of_a_stopped_server_is_copied_and_stays_as_it_is(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server, 30)
    server.finish()
    before, names = data.read_bytes(), {path.name for path in tmp_path.iterdir()}
    assert names == {"taptop.db"}, "a server that was stopped leaves no socket behind"
    copy = tmp_path / "copy.db"
    assert_done(backup(copy, data), copy)
    assert data.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"taptop.db", "copy.db"}
    assert stored(copy) == stored(data)


def test_the_file_of_a_killed_server_is_copied_with_its_log(serve, data, tmp_path):
    server = serve("--data", str(data))
    for number in range(20):
        assert server.post(f"/sessions/s{number}/taps", {"tab": "t"}).status == 200
    then = {f"s{number}": state(server, f"s{number}")[1] for number in range(20)}
    server.signal(signal.SIGKILL)
    server.process.wait()
    log = tmp_path / "taptop.db-wal"
    before = data.read_bytes(), log.read_bytes()
    assert before[1], "the sessions are in the write-ahead log only"
    copy = tmp_path / "copy.db"
    assert_done(backup(copy, data), copy)
    assert (data.read_bytes(), log.read_bytes()) == before
    for name, session in stored(copy).items():
        same_json(session, then.pop(name))
    assert then == {}
    restored = serve("--data", str(copy))
    assert state(restored, "s7")[1]["revision"] == 1
    # The socket that the killed server left does not keep the next one from being asked.
    again = serve("--data", str(data))
    assert again.get("/sessions/s7").status == 200
    assert_done(backup(tmp_path / "another.db", data), tmp_path / "another.db")
    assert '"backup is done"' in again.log()


def test_what_is_there_is_never_overwritten(serve, data, tmp_path):
    server = serve("--data", str(data))
    server.post("/sessions/s/taps", {"tab": "t"})
    there = tmp_path / "there"
    there.write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for target in (there, tmp_path / "link", data, tmp_path):
        assert_refused(backup(target, data), str(target), "exists")
    server.finish()
    for target in (there, tmp_path / "link", data, tmp_path):
        assert_refused(backup(target, data), str(target), "exists")
    assert there.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("running", [True, False], ids=["by the server", "without one"])
def test_a_backup_that_can_not_be_made_says_why(serve, data, tmp_path, running):
    server = serve("--data", str(data))
    server.post("/sessions/s/taps", {"tab": "t"})
    if not running:
        server.finish()
    assert_refused(backup(tmp_path / "no" / "copy.db", data), "no/copy.db", "no such folder")
    assert_refused(backup(data / "copy.db", data), "no such folder")
    if os.geteuid() != 0:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        assert_refused(backup(closed / "copy.db", data), "can't be written")
    assert leftovers(tmp_path) == []


def test_what_is_no_data_file_is_refused(tmp_path):
    target = tmp_path / "copy.db"
    assert_refused(backup(target, tmp_path / "none.db"), "none.db", "no data", "--data")
    (tmp_path / "empty.db").touch()
    assert_refused(backup(target, tmp_path / "empty.db"), "empty.db", "no data")
    (tmp_path / "text.db").write_text("no database, but long enough to be one\n" * 100)
    assert_refused(backup(target, tmp_path / "text.db"), "not a database")
    with contextlib.closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE session (id)")
    assert_refused(backup(target, tmp_path / "other.db"), "another program")
    assert not target.exists()
    assert not (tmp_path / "none.db").exists()


def test_a_damaged_file_gives_no_backup(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server, 10)
    server.finish()
    content = bytearray(data.read_bytes())
    content[4096 * 3 : 4096 * 4] = bytes(4096)
    data.write_bytes(content)
    assert_refused(backup(tmp_path / "copy.db", data), "damaged")
    assert not (tmp_path / "copy.db").exists()
    assert leftovers(tmp_path) == []


def test_a_disk_with_no_room_gives_no_backup(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server, 30)
    server.finish()
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    assert_refused(backup(tmp_path / "copy.db", data, preexec_fn=limit))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["taptop.db"]


def start(target, data):
    command = [BINARY, "backup", str(target), "--data", str(data)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())


def end(process):
    stdout, stderr = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def test_two_at_once_both_come_to_be(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    targets = [tmp_path / "one.db", tmp_path / "two.db"]
    for process, target in [(start(target, data), target) for target in targets]:
        assert_done(end(process), target)
    assert stored(targets[0]) == stored(targets[1]) != {}


def test_of_two_to_one_file_the_second_is_refused(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    target = tmp_path / "copy.db"
    won, lost = sorted([end(process) for process in [start(target, data), start(target, data)]], key=lambda r: r.returncode)
    assert_done(won, target)
    assert_refused(lost, "exists")


def test_a_stop_meanwhile_leaves_a_whole_backup_or_none(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    outcomes = []
    for attempt in range(4):
        target = tmp_path / f"copy{attempt}.db"
        process = start(target, data)
        if attempt % 2:
            wait_for_part(tmp_path)
        server.signal()
        result = end(process)
        server.wait()
        outcomes.append(result.returncode)
        if result.returncode == 0:
            assert_done(result, target)
            assert len(stored(target)) == BALLAST
        else:
            assert_refused(result)
            assert not target.exists()
        assert leftovers(tmp_path) == []
        server = serve("--data", str(data))


def wait_for_part(folder):
    """Until a copy has begun; it may also be over by now."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if leftovers(folder) or list(folder.glob("copy*.db")):
            return


def control(data):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(PATIENCE)
    connection.connect(f"{data}-control")
    return connection


def ask(data, line):
    with control(data) as connection:
        connection.sendall(line)
        return json.loads(connection.makefile().readline())


def test_a_client_that_goes_away_takes_its_backup_with_it(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    with control(data) as connection:
        connection.sendall(json.dumps({"backup": str(tmp_path / "unwanted.db")}).encode() + b"\n")
    # One after the other: when the second is done, nothing is left of the first.
    assert_done(backup(tmp_path / "copy.db", data), tmp_path / "copy.db")
    assert not (tmp_path / "unwanted.db").exists()
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [b"\n", b"{}\n", b"hello\n", b'{"backup": "relative"}\n', b'{"backup": 1}\n', b'{"backup": "/a\\u0000b"}\n', b"\xff\n"],
)
def test_what_is_no_request_is_answered_so(serve, data, line):
    server = serve("--data", str(data))
    assert "no such request" in ask(data, line)["error"]
    with control(data) as endless:
        # It reads no further than any request goes.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            endless.sendall(b"x" * 200_000)
    assert server.get("/readyz").status == 200


def test_a_client_that_says_nothing_is_not_waited_for_for_long(serve, data, tmp_path):
    server = serve("--data", str(data))
    with control(data):
        assert_done(backup(tmp_path / "copy.db", data), tmp_path / "copy.db")
    with control(data):
        begin = time.monotonic()
        server.finish()
        assert time.monotonic() - begin < 4, "the end does not wait for it either"


def test_a_client_that_can_not_be_taken_yet_waits_and_takes_no_core(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server, 1)
    pid, target = server.process.pid, tmp_path / "copy.db"

    def processor_time():
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (4, limits[1]))
    with control(data) as connection:
        connection.sendall(json.dumps({"backup": str(target)}).encode() + b"\n")
        before = processor_time()
        # What must not happen has no event.
        time.sleep(0.5)
        assert processor_time() - before < 0.25
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        assert "pages" in json.loads(connection.makefile().readline())
    assert_sound(target)


def test_only_this_user_can_ask(serve, data):
    serve("--data", str(data))
    path = data.with_name("taptop.db-control")
    assert stat.S_ISSOCK(path.stat().st_mode)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_server_in_memory_makes_no_socket(serve, tmp_path):
    before = set(os.listdir())
    serve()
    assert set(os.listdir()) == before


def test_what_stands_in_the_sockets_place_stays_and_the_server_serves(serve, data, tmp_path):
    there = tmp_path / "taptop.db-control"
    there.write_text("mine")
    server = serve("--data", str(data))
    assert server.post("/sessions/s/taps", {"tab": "t"}).status == 200
    assert re.search(r'"level":"warning","message":"no backup can be made[^\n]*taptop.db-control', server.log())
    assert_refused(backup(tmp_path / "copy.db", data), "in use")
    server.finish()
    assert there.read_text() == "mine"


def test_a_path_that_is_too_long_for_a_socket_is_warned_of(serve, tmp_path):
    folder = tmp_path / ("f" * 100)
    folder.mkdir()
    data = folder / "taptop.db"
    server = serve("--data", str(data))
    assert '"level":"warning","message":"no backup can be made' in server.log()
    assert server.post("/sessions/s/taps", {"tab": "t"}).status == 200
    assert_refused(backup(tmp_path / "copy.db", data), "in use")
    server.finish()
    assert_done(backup(tmp_path / "copy.db", data), tmp_path / "copy.db")


def test_an_interrupted_copy_without_a_server_leaves_nothing(serve, data, tmp_path):
    server = serve("--data", str(data))
    fill(server)
    server.finish()
    process = start(tmp_path / "copy.db", data)
    wait_for_part(tmp_path)
    process.send_signal(signal.SIGINT)
    result = end(process)
    if result.returncode == 0:
        assert_done(result, tmp_path / "copy.db")
    else:
        assert_refused(result, "stopped")
        assert not (tmp_path / "copy.db").exists()
    assert leftovers(tmp_path) == []


def test_names_go_by_the_folder_of_whoever_asks(serve, data, tmp_path):
    server = serve("--data", str(data))
    server.post("/sessions/s/taps", {"tab": "t"})
    result = run("backup", "copy.db", cwd=tmp_path, variables={"TAPTOP_DATA": "taptop.db"})
    assert_done(result, tmp_path / "copy.db")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["FILE"]),
        (["a", "b"], ["b"]),
        ([""], ["FILE"]),
        (["a", "--data"], ["--data"]),
        (["a", "--data", ":memory:"], ["--data", ":memory:"]),
        (["a", "--dta", "x"], ["--dta", "--data"]),
    ],
)
def test_a_command_that_makes_no_sense_is_a_usage_error(arguments, words):
    result = run("backup", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"taptop: [^\n]+\n", result.stderr)
    for word in words:
        assert word in result.stderr
