"""What a run is given."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Settings:
    """Programs, where data files go, and how long to look."""

    taptop: Path
    ceiling: Path
    checkpoint_pages: Path
    folder: Path
    rounds: int
    seconds: int
    sessions: int
    """How many sessions a large data file has."""

    def serve(self, data: Path | str, *options: str) -> list[str]:
        """The command of a server on any free port; one loop, since it has one core."""
        return [str(self.taptop), "serve", "--port", "0", "--loops", "1", "--data", str(data), *options]

    @property
    def file_system(self) -> str:
        """What the data files lie on."""
        command = ["df", "--output=fstype", str(self.folder)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
