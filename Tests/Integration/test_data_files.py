"""A data file that can't be used: one clear line, exit 1, and nothing is touched."""

import contextlib
import re
import shutil
import signal
import sqlite3
import time

import pytest

import storage
from server import run

# "tapt", what `PRAGMA application_id` says of our files.
OURS = 0x74617074


def assert_refused(path, folder, *words):
    """One line on standard error, and every file in the folder as it was."""
    before = storage.contents(folder)
    result = run("serve", "--port", "0", "--data", str(path))
    assert (result.returncode, result.stdout) == (1, ""), result.stderr
    assert re.fullmatch(r"taptop: [^\n]+\n", result.stderr), result.stderr
    for word in (str(path), *words):
        assert word in result.stderr
    assert storage.contents(folder) == before


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "taptop.db"


@pytest.fixture
def used(serve, data):
    """A data file with a session, from a server that was killed: its log is there."""
    server = serve("--data", str(data))
    assert server.put("/sessions/kept", {"tabs": ["a"]}).status == 201
    server.signal(signal.SIGKILL)
    server.process.wait()
    assert data.with_name("taptop.db-wal").stat().st_size > 0
    return data


@pytest.fixture
def closed(serve, data):
    """A data file with sessions, from a server that ended cleanly."""
    server = serve("--data", str(data))
    for number in range(50):
        assert server.put(f"/sessions/kept-{number}", {"tabs": ["a", "b"]}).status == 201
    server.finish()
    return data


@contextlib.contextmanager
def opened(path):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        yield connection
        connection.commit()


def test_a_second_server_on_the_same_file(serve, data):
    first = serve("--data", str(data))
    assert first.put("/sessions/kept", {}).status == 201
    assert_refused(data, data.parent, "in use", "another server")
    assert first.post("/sessions/kept/taps", {"tab": "a"}).status == 200


def test_a_file_that_another_program_reads(closed):
    with opened(closed) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM session").fetchone()
        assert_refused(closed, closed.parent / "nothing", "in use")


@pytest.mark.parametrize("left", ["closed", "used"])
def test_a_newer_schema(request, left):
    data = request.getfixturevalue(left)
    log = data.with_name(data.name + "-wal")
    if left == "closed":
        with opened(data) as connection:
            connection.execute("PRAGMA user_version = 99")
    else:
        # Whoever closes last folds the log in: so the files are copied while they are open.
        away = data.parent.parent / "away"
        with opened(data) as connection:
            connection.execute("PRAGMA user_version = 99")
            connection.commit()
            assert log.stat().st_size > 0
            away.mkdir()
            for file in (data, log):
                shutil.copy(file, away)
        data = away / data.name
    assert_refused(data, data.parent, "newer", "99", "2")


def test_another_programs_database(data):
    with opened(data) as connection:
        connection.execute("CREATE TABLE song (name TEXT)")
    assert_refused(data, data.parent, "another program")


def test_another_programs_database_with_a_log(data):
    with opened(data) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE song (name TEXT)")
        connection.commit()
        copy = data.parent.parent / "copy"
        shutil.copytree(data.parent, copy)
    (copy / "taptop.db-shm").unlink()
    assert (copy / "taptop.db-wal").stat().st_size > 0
    assert_refused(copy / "taptop.db", copy, "another program")


@pytest.mark.parametrize("bytes", [b"hello", b"some text\n" * 1000, b"\0" * 4096], ids=["short", "text", "zeros"])
def test_no_database(data, bytes):
    data.write_bytes(bytes)
    assert_refused(data, data.parent, "not a database")


def damage_page(data, number, page=4096):
    with open(data, "r+b") as file:
        file.seek((number - 1) * page)
        file.write(b"\xa5" * page)


def test_a_damaged_page(closed):
    damage_page(closed, 4)
    assert_refused(closed, closed.parent, "damaged", "backup")


def test_a_damaged_schema(closed):
    with open(closed, "r+b") as file:
        file.seek(100)
        file.write(b"\xa5" * 3996)
    assert_refused(closed, closed.parent, "damaged", "backup")


def test_a_file_cut_short(closed):
    with open(closed, "r+b") as file:
        file.truncate(closed.stat().st_size // 2 // 4096 * 4096)
    assert_refused(closed, closed.parent, "damaged", "backup")


@pytest.mark.parametrize("version", [-1, 0, 1], ids=lambda version: f"version {version}")
def test_a_file_that_only_says_it_is_ours(data, version):
    with opened(data) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE session (name TEXT)")
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {version}")
    assert_refused(data, data.parent, "damaged")


def test_a_key_after_which_there_is_none(closed):
    with opened(closed) as connection:
        connection.execute(f"UPDATE session SET key = {2**63 - 1} WHERE id = 'kept-0'")
    assert_refused(closed, closed.parent / "nothing", "damaged")


def test_a_folder_that_is_not_there(tmp_path):
    assert_refused(tmp_path / "missing" / "taptop.db", tmp_path, "no such folder", "--data")


def test_a_folder_in_place_of_a_file(tmp_path):
    assert_refused(tmp_path, tmp_path, "is a folder", "--data")


def test_a_file_in_place_of_a_folder(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert_refused(tmp_path / "file" / "taptop.db", tmp_path, "no such folder")


def test_no_file_at_all():
    result = run("serve", "--port", "0", "--data", "/dev/null")
    assert (result.returncode, result.stdout) == (1, "")
    assert re.fullmatch(r"taptop: /dev/null is no [^\n]+\n", result.stderr), result.stderr


def test_a_new_file_in_a_folder_that_may_not_be_written(data):
    with storage.unwritable(data.parent):
        assert_refused(data, data.parent, "can't be written", "--data")


@pytest.mark.parametrize("left", ["closed", "used"])
def test_a_file_that_may_not_be_written(request, left):
    data = request.getfixturevalue(left)
    with storage.unwritable(data.parent):
        assert_refused(data, data.parent, "can't be written")


def test_a_full_disk(tmp_path):
    with storage.small_disk(tmp_path / "disk") as disk:
        storage.fill(disk)
        result = run("serve", "--port", "0", "--data", str(disk / "taptop.db"))
        assert (result.returncode, result.stdout) == (1, "")
        assert re.fullmatch(r"taptop: [^\n]*disk is full[^\n]*\n", result.stderr), result.stderr


def test_what_was_refused_can_be_had_once_it_is_right(serve, used):
    """Looking at it did no harm."""
    with storage.unwritable(used.parent):
        assert_refused(used, used.parent)
    server = serve("--data", str(used))
    assert server.get("/sessions/kept").status == 200


def test_a_port_that_is_taken_leaves_a_clean_file(server, closed):
    result = run("serve", "--port", str(server.port), "--data", str(closed))
    assert result.returncode == 1 and str(server.port) in result.stderr
    assert list(storage.contents(closed.parent)) == [storage.pathlib.Path(closed.name)]
