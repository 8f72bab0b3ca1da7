"""A disk that fails: nothing is acknowledged that is not kept, and all is well again when the disk is."""

import contextlib
import json
import os
import resource
import subprocess

import pytest

import storage
from answers import assert_problem, assert_session


def assert_unavailable(answer, words):
    """Not acknowledged, with the reason and when to come again."""
    detail = answer.json()["detail"]
    assert_problem(answer, 503, "storage-unavailable")
    assert words in detail, detail
    assert int(answer["Retry-After"]) >= 0


def tap_until_refused(server, session_id):
    """What is written already may have room for some more."""
    return storage.eventually(
        lambda: (answer := server.post(f"/sessions/{session_id}/taps", {"tab": "a"})).status == 503 and answer,
        "a tap is refused")


class Kept:
    """A session that was acknowledged in time."""

    def __init__(self, server):
        self.server = server
        assert server.put("/sessions/kept", {"tabs": ["a", "b"]}).status == 201
        assert server.post("/sessions/kept/taps", [{"tab": "b"}, {"tab": "a"}]).status == 200
        self.session = assert_session(self.read(), 200, "kept", 2)

    def read(self):
        return self.server.get("/sessions/kept")

    def assert_there(self, server=None):
        answer = (server or self.server).get("/sessions/kept")
        assert assert_session(answer, 200, "kept", 2) == self.session


def assert_recovers(server, kept, refused=None):
    """Without a restart, and with nothing of what was refused half there."""
    storage.eventually(lambda: server.get("/readyz").status == 200, "ready again")
    kept.assert_there()
    answer = server.post("/sessions/kept/taps", {"tab": "b"})
    assert (answer.status, answer.json()["revision"]) == (200, 3)
    assert server.post("/sessions/later/taps", {"tab": "a"}).status == 200
    lines = [json.loads(line) for line in server.log().splitlines()]
    faults = [line for line in lines if line["message"] == "sessions can't be kept"]
    assert faults and all(line["level"] == "error" and line["fault"] and line["data"] for line in faults)
    assert lines[-1]["message"] == "sessions can be kept again"


def assert_down(server, kept, words):
    """Writes are refused, to sessions that are there and to new ones; reads of what is durable go on."""
    for answer in (
        tap_until_refused(server, "kept-not"),
        server.post("/sessions/fresh/taps", {"tab": "a"}),
        server.put("/sessions/fresh", {}),
        server.delete("/sessions/kept"),
        server.post("/sessions/kept/taps", {"tab": "a"}),
        server.get("/readyz"),
    ):
        assert_unavailable(answer, words)
    assert server.get("/healthz").status == 200
    kept.assert_there()
    assert_problem(server.get("/sessions/fresh"), 404, "unknown-session")


def test_a_full_disk(serve, tmp_path):
    with storage.small_disk(tmp_path / "disk") as disk:
        server = serve("--data", str(disk / "taptop.db"))
        kept = Kept(server)
        filler = storage.fill(disk)
        assert_down(server, kept, "disk is full")
        filler.unlink()
        assert_recovers(server, kept)
        server.finish()
        again = serve("--data", str(disk / "taptop.db"))
        assert again.get("/sessions/kept").json()["revision"] == 3
        again.finish()


def test_a_full_disk_at_the_end(serve, tmp_path):
    """What was acknowledged is in the log, whether that can be folded into the file or not."""
    with storage.small_disk(tmp_path / "disk") as disk:
        server = serve("--data", str(disk / "taptop.db"))
        kept = Kept(server)
        for number in range(40):
            assert server.put(f"/sessions/more-{number}", {"tabs": [f"tab-{tab}" for tab in range(64)]}).status == 201
        filler = storage.fill(disk)
        server.finish()
        filler.unlink()
        again = serve("--data", str(disk / "taptop.db"))
        kept.assert_there(again)
        for number in range(40):
            assert again.get(f"/sessions/more-{number}").status == 200
        again.finish()


def test_a_file_that_may_not_grow(serve, tmp_path):
    data = tmp_path / "taptop.db"
    server = serve("--data", str(data))
    kept = Kept(server)
    size = (tmp_path / "taptop.db-wal").stat().st_size
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
    assert_down(server, kept, "failed")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert_recovers(server, kept)


@pytest.mark.parametrize("names", [["taptop.db"], ["taptop.db-wal"], ["taptop.db", "taptop.db-wal"]], ids=" ".join)
def test_a_file_that_is_moved_away_and_back(serve, tmp_path, names):
    folder, away = tmp_path / "data", tmp_path / "away"
    folder.mkdir()
    away.mkdir()
    server = serve("--data", str(folder / "taptop.db"))
    kept = Kept(server)
    for name in names:
        (folder / name).rename(away / name)
    assert_down(server, kept, "not where it was")
    for name in names:
        (away / name).rename(folder / name)
    assert_recovers(server, kept)


def test_a_folder_that_is_moved_away_and_back(serve, tmp_path):
    folder, away = tmp_path / "data", tmp_path / "away"
    folder.mkdir()
    server = serve("--data", str(folder / "taptop.db"))
    kept = Kept(server)
    folder.rename(away)
    assert_down(server, kept, "not where it was")
    away.rename(folder)
    assert_recovers(server, kept)


def test_another_file_in_its_place_is_left_alone(serve, tmp_path):
    """Even at the end: another server may have it by then."""
    data, log = tmp_path / "taptop.db", tmp_path / "taptop.db-wal"
    server = serve("--data", str(data))
    kept = Kept(server)
    (tmp_path / "away").mkdir()
    for file in (data, log):
        file.rename(tmp_path / "away" / file.name)
    other = serve("--data", str(data))
    assert other.post("/sessions/other/taps", {"tab": "a"}).status == 200
    before = storage.contents(tmp_path)
    assert_down(server, kept, "not where it was")
    server.finish()
    after = storage.contents(tmp_path)
    assert {name for name in before if before[name] != after.get(name)} == set()
    assert other.post("/sessions/other/taps", {"tab": "a"}).status == 200
    moved = serve("--data", str(tmp_path / "away" / "taptop.db"))
    kept.assert_there(moved)


def test_a_file_that_may_not_be_written_any_more(serve, tmp_path):
    files = [tmp_path / "taptop.db", tmp_path / "taptop.db-wal"]
    server = serve("--data", str(files[0]))
    kept = Kept(server)
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: subprocess.run(["chattr", "-i", *files], capture_output=True))
        if subprocess.run(["chattr", "+i", *files], capture_output=True).returncode != 0:
            pytest.skip("needs root, and a file system whose files can be made immutable")
        assert_down(server, kept, "failed")
    assert_recovers(server, kept)


def test_a_session_whose_bytes_are_damaged(serve, tmp_path):
    """It alone can't be read; all else goes on."""
    data = tmp_path / "taptop.db"
    server = serve("--data", str(data))
    kept = Kept(server)
    assert server.put("/sessions/hurt", {}).status == 201
    server.finish()
    with contextlib.closing(storage.sqlite3.connect(data)) as connection:
        connection.execute("UPDATE session SET state = x'7B' WHERE id = 'hurt'")
        connection.commit()
    again = serve("--data", str(data))
    for answer in (again.get("/sessions/hurt"), again.post("/sessions/hurt/taps", {"tab": "a"})):
        assert_unavailable(answer, "damaged")
    kept.assert_there(again)
    assert again.get("/readyz").status == 200
    lines = [json.loads(line) for line in again.log().splitlines()]
    assert [line["session"] for line in lines if line["message"] == "a session can't be read"] == ["hurt", "hurt"]
