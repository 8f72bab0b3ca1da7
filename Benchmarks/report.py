"""Results as Markdown on stdout; how far it is, on stderr."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

from process import CORES
from settings import Settings


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The median, and from what to what it went."""
    low, middle, high = (f"{value:,.{digits}f}" for value in (min(values), median(values), max(values)))
    return middle if low == high else f"{middle} ({low}–{high})"


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n## {title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()


def machine(settings: Settings) -> None:
    """What was measured, where, and when."""
    model = next(
        (line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    facts = [
        ("date", date.today().isoformat()),
        ("cores", f"{len(CORES)}, {model}"),
        ("memory", f"{memory:.0f} GiB"),
        ("kernel", platform.release()),
        ("file system of the data", settings.file_system),
        ("fdatasync of 4 KiB there", f"{_sync_microseconds(settings.folder):,.0f} µs (median)"),
        ("load average at the start", " ".join(f"{value:.1f}" for value in os.getloadavg())),
        ("taptop", _said("git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty")),
        ("Swift", _said("swift", "--version").partition("\n")[0]),
        ("libmicrohttpd", _said("pkg-config", "--modversion", "libmicrohttpd")),
        ("SQLite", _said("pkg-config", "--modversion", "sqlite3")),
        ("rounds", f"{settings.rounds} of {settings.seconds} s"),
    ]
    print("# Last results\n\nMade by `scripts/bench`; [README.md](README.md) says how to read them.\n\n| | |\n|---|---|")
    for name, value in facts:
        print(f"| {name} | {value} |")
    sys.stdout.flush()


def _sync_microseconds(folder: Path) -> float:
    """What the disk asks for the least that a commit does."""
    path = folder / "sync"
    times = []
    with open(path, "wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            began = time.monotonic()
            os.fdatasync(file.fileno())
            times.append(time.monotonic() - began)
    path.unlink()
    return median(times) * 1e6


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "unknown"
