"""Disks that fill up, folders that may not be written, and what stands in them."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time

import pytest

from server import PATIENCE


def eventually(condition, what):
    """Waits until a condition holds; what it gives is given back."""
    end = time.monotonic() + PATIENCE
    while not (result := condition()):
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)
    return result


@contextlib.contextmanager
def small_disk(folder, size="2m"):
    """A file system of its own; only root can have one."""
    folder.mkdir()
    result = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if result.returncode != 0:
        pytest.skip(f"mounting a small disk needs root: {result.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder):
    """Leaves no byte free; gives back what to delete."""
    filler = folder / "filler"
    with open(filler, "wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            with contextlib.suppress(OSError):
                while file.write(b"x" * size):
                    pass
    return filler


@contextlib.contextmanager
def unwritable(folder):
    """A folder in which nothing can be written, for root neither."""
    if os.geteuid() == 0:
        for command in (["--bind", folder, folder], ["-o", "remount,bind,ro", folder]):
            if subprocess.run(["mount", *command], capture_output=True).returncode != 0:
                pytest.skip("root is not held to permissions, and can't mount here")
        try:
            yield
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)
    else:
        mode = folder.stat().st_mode
        folder.chmod(0o500)
        try:
            yield
        finally:
            folder.chmod(mode)


def contents(folder):
    """Every file below, byte by byte."""
    return {path.relative_to(folder): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}


@contextlib.contextmanager
def copied(data):
    """A copy of a data file with its log, opened; the server keeps the file itself for itself."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (data, data.with_name(data.name + "-wal")):
            if file.exists():
                shutil.copy(file, folder)
        with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / data.name)) as connection:
            yield connection


def stored_ids(data):
    """The sessions that stand in a data file; None where it was just being written."""
    with copied(data) as connection:
        try:
            return {row[0] for row in connection.execute("SELECT id FROM session")}
        except sqlite3.DatabaseError:
            return None
