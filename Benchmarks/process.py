"""A server under measurement: started on its own core, looked at through /proc."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class CPU:
    """CPU time of all threads so far, in seconds."""

    total: float
    user: float

    def __sub__(self, other: "CPU") -> "CPU":
        return CPU(self.total - other.total, self.user - other.user)


class Server:
    """Runs from `with` to its end."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None):
        self.command = command
        self.environment = environment or {}

    def __enter__(self) -> "Server":
        began = time.monotonic()
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | self.environment,
            preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}))
        line = self.process.stdout.readline()
        self.seconds_to_listen = time.monotonic() - began
        if " listening on " not in line:
            raise RuntimeError(f"{self.command[0]} did not start: {self.process.stderr.read()}")
        self.url = line.split()[-1]
        self.folder = Path("/proc", str(self.process.pid))
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=120)
        warnings = [line for line in errors.splitlines() if '"level":"error"' in line or '"level":"warning"' in line]
        if warnings:
            raise RuntimeError(f"{self.command[0]} complained: {warnings[0]}")

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def cpu(self) -> CPU:
        # schedstat counts nanoseconds; stat, which alone tells user from system, counts ticks.
        total = 0
        for task in self.folder.glob("task/*/schedstat"):
            total += int(task.read_text().split()[0])
        fields = (self.folder / "stat").read_text().rsplit(")", 1)[1].split()
        return CPU(total / 1e9, int(fields[11]) / TICKS)

    def memory(self) -> int:
        """Resident memory that is not a file's, in bytes."""
        for line in (self.folder / "status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("this kernel does not tell RssAnon")

    def threads(self) -> int:
        return len(list(self.folder.glob("task/*")))

    def resident(self) -> int:
        """All resident memory, in bytes."""
        return int((self.folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
