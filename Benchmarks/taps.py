"""What a tap costs, in memory and durable, beside libmicrohttpd alone."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from datafile import remove
from load import Result, Taps, tap
from process import Server
from report import say, spread, table
from settings import Settings

CEILING = "libmicrohttpd alone"


@dataclass(frozen=True)
class Case:
    name: str
    command: Callable[[Settings], list[str]]
    taps: Taps = Taps()


def _in_memory(settings: Settings) -> list[str]:
    return settings.serve(":memory:")


def _durable(durability: str) -> Callable[[Settings], list[str]]:
    def command(settings: Settings) -> list[str]:
        path = settings.folder / "taps.db"
        remove(path)
        return settings.serve(path, "--durability", durability)
    return command


CASES = [
    Case(CEILING, lambda settings: [str(settings.ceiling)]),
    Case("in memory, one session, no time", _in_memory, Taps(sessions=1, has_time=False)),
    Case("in memory, one session, `atMs`", _in_memory, Taps(sessions=1)),
    Case("in memory, 1,000 sessions, no time", _in_memory, Taps(has_time=False)),
    Case("in memory, 1,000 sessions, `atMs`", _in_memory),
    Case("in memory, 1,000 sessions, `atMs`, a key", _in_memory, Taps(has_key=True)),
    Case("durable (full), one session, `atMs`", _durable("full"), Taps(sessions=1)),
    Case("durable (full), 1,000 sessions, `atMs`", _durable("full")),
    Case("durable (full), 1,000 sessions, `atMs`, a key", _durable("full"), Taps(has_key=True)),
    Case("durable (full), one session, `atMs`, a key", _durable("full"), Taps(sessions=1, has_key=True)),
    Case("durable (normal), 1,000 sessions, `atMs`", _durable("normal")),
]


def run(settings: Settings) -> None:
    results: dict[str, list[Result]] = {case.name: [] for case in CASES}
    for turn in range(settings.rounds):
        # What stands first or behind a given other differs from round to round.
        shift = turn * len(CASES) // settings.rounds
        for case in CASES[shift:] + CASES[:shift]:
            with Server(case.command(settings)) as server:
                result = tap(server, case.taps, settings.seconds)
            say(f"round {turn + 1}, {case.name}: {result.per_second:,.0f}/s, {result.cpu:.1f} µs")
            results[case.name].append(result)
    remove(settings.folder / "taps.db")

    ceiling = results[CEILING]
    rows = []
    for name, values in results.items():
        ratios = [value.cpu / beside.cpu for value, beside in zip(values, ceiling)]
        rows.append([
            name, spread([value.per_second for value in values], 0), spread([value.cpu for value in values]),
            spread([value.user for value in values]), spread(ratios, 2), f"{median(value.p50 for value in values):.2f}",
            f"{median(value.p99 for value in values):.2f}", f"{median(value.answer_bytes for value in values):.0f}"])
    table("A tap", [
        "", "requests/s", "CPU, µs a request", "of it user", "CPU by the ceiling's", "p50, ms", "p99, ms", "answer, bytes",
    ], rows)
