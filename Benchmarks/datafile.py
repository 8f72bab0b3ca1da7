"""Data files with many sessions, made faster than a server could be asked to."""

import os
import sqlite3
from pathlib import Path

from load import create, session_id
from process import Server
from settings import Settings


def remove(path: Path) -> None:
    """The file and what SQLite lays beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def build(settings: Settings, path: Path, sessions: int) -> None:
    """A file with so many sessions, each a copy of one that the server itself has written."""
    remove(path)
    with Server(settings.serve(path)) as server:
        create(server, 1)
    template = session_id(0)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -500000")
        connection.execute(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
            INSERT INTO session (key, id, incarnation, epoch, used_at, has_input, state)
            SELECT (SELECT max(key) FROM session) + n, printf('s%07d', n), incarnation, epoch, used_at, has_input,
              CAST(replace(CAST(state AS TEXT), ?, printf('s%07d', n)) AS BLOB)
            FROM numbers, session WHERE session.id = ?
            """, (sessions, template, template))
    connection.close()
    flush(path)


def flush(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def forget(path: Path) -> None:
    """Takes the file out of the page cache, as after a start of the machine."""
    flush(path)
    with open(path, "rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def warm(path: Path) -> None:
    """Brings the file into the page cache."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass
