"""How long durable taps stand still while SQLite folds its write-ahead log into the file."""

from pathlib import Path

from datafile import build, remove
from load import JUMP, Result, Taps, tap
from process import Server
from report import say, spread, table
from settings import Settings

PAGES = [300, 1_000, 4_000]
FEW = 1_000


def run(settings: Settings) -> None:
    path = settings.folder / "checkpoints.db"
    rows = []
    for sessions in (FEW, settings.sessions):
        say(f"checkpoints: making a file of {sessions:,} sessions")
        build(settings, path, sessions)
        results: dict[int, list[Result]] = {pages: [] for pages in PAGES}
        logs: dict[int, int] = dict.fromkeys(PAGES, 0)
        for turn in range(settings.rounds):
            for pages in PAGES if turn % 2 == 0 else reversed(PAGES):
                environment = {"LD_PRELOAD": str(settings.checkpoint_pages), "CHECKPOINT_PAGES": str(pages)}
                with Server(settings.serve(path), environment) as server:
                    results[pages].append(tap(server, Taps(sessions=sessions, stride=JUMP), settings.seconds))
                    logs[pages] = max(logs[pages], Path(f"{path}-wal").stat().st_size)
        for pages, values in results.items():
            rows.append([
                f"{sessions:,}", f"{pages:,}", spread([value.per_second for value in values], 0),
                spread([value.cpu for value in values]), spread([value.p50 for value in values]),
                spread([value.p99 for value in values]), spread([value.p999 for value in values]),
                spread([value.longest for value in values]), f"{logs[pages] / 2**20:.1f}"])
            say(f"checkpoints: {sessions:,} sessions, {pages:,} pages: longest {rows[-1][-2]} ms")
        remove(path)
    table("Automatic checkpoints, durable taps", [
        "sessions", "pages", "requests/s", "CPU, µs a request", "p50, ms", "p99, ms", "p99.9, ms", "longest, ms",
        "log, MiB"], rows)
