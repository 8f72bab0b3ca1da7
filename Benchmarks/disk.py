"""Many sessions on the disk: how long a start takes, and what a tap costs whose session is not in memory."""

from pathlib import Path

from datafile import build, forget, remove, warm
from load import CONNECTIONS, JUMP, Result, Taps, tap
from process import Server
from report import say, spread, table
from settings import Settings

FEW = 1_000
RESIDENT = 10


def run(settings: Settings) -> None:
    large, small = settings.folder / "large.db", settings.folder / "small.db"
    say(f"disk: making a file of {settings.sessions:,} sessions")
    build(settings, large, settings.sessions)
    build(settings, small, FEW)
    _start(settings, large)
    _taps(settings, large, small)
    remove(large)
    remove(small)


def _start(settings: Settings, path: Path) -> None:
    size = path.stat().st_size / 2**20
    rows = []
    for name, prepare in (("not in the page cache", forget), ("in the page cache", warm)):
        seconds, cpu, memory = [], [], []
        for _ in range(settings.rounds):
            prepare(path)
            with Server(settings.serve(path)) as server:
                seconds.append(server.seconds_to_listen)
                cpu.append(server.cpu().total)
                memory.append(server.resident() / 2**20)
        rows.append([name, spread(seconds, 2), spread(cpu, 2), spread(memory, 0)])
        say(f"disk: start, {name}: {rows[-1][1]} s")
    table(f"Start with {settings.sessions:,} sessions, {size:,.0f} MiB",
          ["file", "until it listens, s", "CPU, s", "resident, MiB"], rows)


def _taps(settings: Settings, large: Path, small: Path) -> None:
    few = ["--resident-sessions", str(RESIDENT)]
    cases = [
        (f"resident, of {FEW:,}", small, [], FEW, warm),
        (f"not resident, of {FEW:,}", small, few, FEW, warm),
        (f"not resident, of {settings.sessions:,}, in the page cache", large, few, settings.sessions, warm),
        (f"not resident, of {settings.sessions:,}, not in the page cache", large, few, settings.sessions, forget),
    ]
    rows = []
    for connections in (1, CONNECTIONS):
        for name, path, options, sessions, prepare in cases:
            results: list[Result] = []
            for _ in range(settings.rounds):
                prepare(path)
                with Server(settings.serve(path, *options)) as server:
                    taps = Taps(sessions=sessions, stride=JUMP, connections=connections)
                    # What warms up would bring into the cache what is to be found outside.
                    results.append(tap(server, taps, settings.seconds, warm_up=0 if prepare is forget else 1))
            rows.append([
                name, str(connections), spread([result.per_second for result in results], 0),
                spread([result.cpu for result in results]), spread([result.p50 for result in results], 2),
                spread([result.p99 for result in results], 2)])
            say(f"disk: {name}, {connections} connections: {rows[-1][2]}/s")
    table("A durable tap on a session that is not in memory",
          ["session", "connections", "requests/s", "CPU, µs a request", "p50, ms", "p99, ms"], rows)
