"""Measures what is asked for and writes it on stdout as Markdown; scripts/bench starts it."""

import argparse
import os
from pathlib import Path

import checkpoints
import disk
import memory
import readers
import report
import taps
from process import LOAD_CORE
from settings import Settings

PARTS = {
    "taps": taps.run, "readers": readers.run, "memory": memory.run, "disk": disk.run, "checkpoints": checkpoints.run,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them without one")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    parser.add_argument("--seconds", type=int, default=5, help="how long each time (5)")
    parser.add_argument("--sessions", type=int, default=1_000_000, help="sessions in a large file (1000000)")
    parser.add_argument("--folder", type=Path, help="where data files go, on a real disk (.build/bench)")
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    folder = (given.folder or given.build / "bench").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        taptop=given.build / "release" / "taptop", ceiling=given.build / "bench-ceiling",
        checkpoint_pages=(given.build / "bench-checkpoint-pages.so").resolve(), folder=folder, rounds=given.rounds,
        seconds=given.seconds, sessions=given.sessions)
    if settings.file_system in ("tmpfs", "ramfs"):
        parser.error(f"{folder} is in memory, where nothing is durable; name one on a disk with --folder")
    os.sched_setaffinity(0, {LOAD_CORE})
    report.machine(settings)
    for part in given.parts or PARTS:
        PARTS[part](settings)


main()
