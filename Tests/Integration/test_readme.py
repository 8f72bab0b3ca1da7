"""The tours in the documentation do what they say, command by command, each on a server that has just started."""

import pathlib
import subprocess

import pytest

import tour
from server import BINARY, PATIENCE, ROOT, environment


@pytest.mark.parametrize("document", ["README.md", "docs/state-machine.md"])
def test_the_tour_prints_what_it_says(serve, document):
    steps = tour.steps((ROOT / document).read_text(encoding="utf-8"))
    assert steps, f"{document} has no block that begins with ```console tour"
    server = serve()
    directory = pathlib.Path(BINARY).resolve().parent
    path = f"{directory}:{environment()['PATH']}"
    for step in steps:
        printed = subprocess.run(
            ["bash", "-c", step.command.replace("localhost:8080", f"localhost:{server.port}")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            cwd=ROOT,
            env=environment(PATH=path, TAPTOP_PORT=str(server.port)),
        ).stdout.replace(f"localhost:{server.port}", "localhost:8080")
        assert tour.matches(step.output, printed), (
            f"{document}, line {step.line}: $ {step.command}\n"
            f"should print:\n{step.output}\nand prints:\n{printed}"
        )
