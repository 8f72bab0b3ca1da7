"""What a server and its sessions take of memory."""

from datafile import remove
from load import create
from process import Server
from report import say, table
from settings import Settings

SESSIONS = 100_000
FEW = 10


def run(settings: Settings) -> None:
    path = settings.folder / "memory.db"
    rows = []

    remove(path)
    for name, data in (("in memory", ":memory:"), ("on a new file", path)):
        with Server(settings.serve(data)) as server:
            rows.append([f"idle server, {name}", f"{server.resident() / 2**20:.1f} MiB",
                         f"{server.memory() / 2**20:.1f} MiB without what is mapped from files"])

    say(f"memory: {SESSIONS:,} sessions in memory")
    with Server(settings.serve(":memory:")) as server:
        before = server.memory()
        create(server, SESSIONS)
        rows.append(_per_session("session of five tabs, `:memory:`", server.memory() - before))

    taken = {}
    for limit in (SESSIONS, FEW):
        say(f"memory: {SESSIONS:,} sessions on file, {limit:,} resident")
        remove(path)
        with Server(settings.serve(path, "--resident-sessions", str(limit))) as server:
            before = server.memory()
            create(server, SESSIONS)
            taken[limit] = server.memory() - before
    rows.append(_per_session("resident session, on a file", taken[SESSIONS] - taken[FEW]))
    rows.append(_per_session("session that is on the file only", taken[FEW]))
    rows.append(["the file", f"{path.stat().st_size / SESSIONS:,.0f} bytes a session", ""])
    remove(path)
    table("Memory", ["", "", ""], rows)


def _per_session(name: str, taken: int) -> list[str]:
    return [name, f"{taken / SESSIONS:,.0f} bytes each", f"{taken / 2**20:.1f} MiB for {SESSIONS:,}"]
