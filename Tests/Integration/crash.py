"""Rounds of `kill -9` under load, on one data file: after each, what was acknowledged is there, and the file is whole.

Run by scripts/crash-test, which says what the options are.
"""

import argparse
import dataclasses
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

import histories
from server import BINARY, PATIENCE, Server, environment

CLIENTS = 24
# How long a server is under load before it is killed, in seconds.
LOAD = (0.05, 0.8)


@dataclasses.dataclass
class Figures:
    rounds: int = 0
    acknowledged: int = 0
    done: int = 0
    not_done: int = 0
    killed_at_start: int = 0
    frames: int = 0

    def __str__(self):
        return (
            f"{self.rounds} rounds, {self.acknowledged} inputs acknowledged and all there; {self.done + self.not_done} "
            f"requests had no answer when the server was killed: {self.done} were done whole, {self.not_done} not at "
            f"all, and those with a key were sent again and done once; {self.killed_at_start} more kills while a server "
            f"started; up to {self.frames} pages in the log"
        )


def crash(rounds, seed, folder, clients=CLIENTS, tell=lambda _: None):
    """Does so many rounds in a folder; an assertion fails where a promise was broken."""
    chance = random.Random(seed)
    data = pathlib.Path(folder) / "taptop.db"
    options = ["--data", str(data), "--loops", "2", "--resident-sessions", str(clients // 2)]
    owners = [histories.Owner(number, seed) for number in range(clients)]
    figures = Figures()
    for number in range(rounds):
        if chance.random() < 0.2:
            _kill_while_it_starts(options, chance.uniform(0, 0.1))
            figures.killed_at_start += 1
        server = Server(*options)
        try:
            done, not_done = histories.check(owners, server)
            ending = threading.Event()
            running = histories.start(owners, server, ending)
            # No event to wait for: that the moment is any is the point.
            time.sleep(chance.uniform(*LOAD))
            ending.set()
            server.signal(signal.SIGKILL)
            server.process.wait()
            histories.join(running)
        finally:
            server.kill()
        frames = _check_file(data)
        figures.rounds, figures.frames = number + 1, max(figures.frames, frames)
        figures.done, figures.not_done = figures.done + done, figures.not_done + not_done
        figures.acknowledged = sum(history.acknowledged for owner in owners for history in owner.histories)
        tell(f"round {number + 1}: {figures.acknowledged} inputs acknowledged so far, {frames} pages in the log")
    _end(options, owners, figures)
    assert not data.with_name(data.name + "-wal").exists(), "a clean end leaves the data file alone"
    return figures


def _end(options, owners, figures):
    server = Server(*options)
    try:
        done, not_done = histories.check(owners, server)
        figures.done, figures.not_done = figures.done + done, figures.not_done + not_done
        server.finish()
    finally:
        server.kill()


def _kill_while_it_starts(options, seconds):
    command = [BINARY, "serve", "--port", "0", *options]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=environment(), **quiet)
    time.sleep(seconds)
    process.kill()
    process.wait(PATIENCE)


def _check_file(data):
    """Reads a copy of what the killed server left, so that the next one finds it as it was: pages in its log."""
    log = data.with_name(data.name + "-wal")
    with tempfile.TemporaryDirectory() as folder:
        for file in (data, log):
            if file.exists():
                shutil.copy(file, folder)
        copied = sqlite3.connect(pathlib.Path(folder) / data.name)
        try:
            assert copied.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        finally:
            copied.close()
    return log.stat().st_size // 4120 if log.exists() else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/crash-test", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100, help="how many kills (100)")
    parser.add_argument("--seed", type=int, default=random.getrandbits(32), help="what the clients send, and when")
    parser.add_argument("--clients", type=int, default=CLIENTS, help=f"how many send at once ({CLIENTS})")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="taptop-crash-") as folder:
        figures = crash(options.rounds, options.seed, folder, options.clients, lambda line: print(line, flush=True))
    print(figures)


if __name__ == "__main__":
    main()
