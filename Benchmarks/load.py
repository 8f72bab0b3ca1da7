"""The load: wrk for taps, plain sockets where each request must be sent exactly once."""

import json
import secrets
import socket
import subprocess
from dataclasses import dataclass

from process import CPU, Server
from settings import HERE

CONNECTIONS = 64
WARM_UP_SECONDS = 1
JUMP = 611_953
"""A prime: taps that jump by it come to each of fewer or more sessions, and to no neighbours."""


@dataclass(frozen=True)
class Taps:
    """Where taps go, and whether they bear a time and each a key of its own."""

    sessions: int = 1_000
    stride: int = 1
    has_time: bool = True
    has_key: bool = False
    connections: int = CONNECTIONS


@dataclass(frozen=True)
class Result:
    """What came of a run; times in milliseconds, CPU in microseconds a request."""

    per_second: float
    cpu: float
    user: float
    p50: float
    p99: float
    p999: float
    longest: float
    answer_bytes: float


def tap(server: Server, taps: Taps, seconds: int, warm_up: int = WARM_UP_SECONDS) -> Result:
    """Taps for so long, after a little that does not count."""
    if warm_up:
        _wrk(server, taps, warm_up)
    before = server.cpu()
    summary = _wrk(server, taps, seconds)
    cpu: CPU = server.cpu() - before
    count = summary["requests"]
    if summary["refused"] or summary["broken"]:
        raise RuntimeError(f"{server.command}: {summary}")
    return Result(
        per_second=count / (summary["duration"] / 1e6), cpu=cpu.total * 1e6 / count, user=cpu.user * 1e6 / count,
        p50=summary["p50"] / 1e3, p99=summary["p99"] / 1e3, p999=summary["p999"] / 1e3, longest=summary["max"] / 1e3,
        answer_bytes=summary["bytes"] / count)


def _wrk(server: Server, taps: Taps, seconds: int) -> dict:
    command = [
        "wrk", "--threads", "1", "--connections", str(taps.connections), "--duration", f"{seconds}s", "--timeout", "10s",
        "--script", str(HERE / "taps.lua"), server.url, "--",
        str(taps.sessions), str(taps.stride), "atMs" if taps.has_time else "plain"]
    if taps.has_key:
        command.append(secrets.token_hex(8))
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    line = next(line for line in output.splitlines() if line.startswith("summary "))
    return json.loads(line.removeprefix("summary "))


def session_id(number: int) -> str:
    """As taps.lua names them."""
    return f"s{number:07d}"


FIVE_TABS = json.dumps({
    "tabs": ["games", "news", "shop", "search", "profile"], "openTabs": False, "policy": "uikit", "selectedTab": "games",
}).encode()


def create(server: Server, count: int) -> None:
    """Makes so many sessions of five tabs, each once."""
    clients = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(CONNECTIONS)]
    files = [client.makefile("rb") for client in clients]
    for first in range(0, count, CONNECTIONS):
        turn = range(first, min(first + CONNECTIONS, count))
        for client, number in zip(clients, turn):
            client.sendall(
                b"PUT /sessions/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n%s" % (session_id(number).encode(), len(FIVE_TABS), FIVE_TABS))
        for file, _ in zip(files, turn):
            _read_created(file)
    for client, file in zip(clients, files):
        file.close()
        client.close()


def _read_created(file) -> None:
    status = file.readline()
    if b" 201 " not in status:
        raise RuntimeError(f"a session could not be made: {status!r}")
    length = 0
    while (line := file.readline()) not in (b"\r\n", b""):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    file.read(length)
