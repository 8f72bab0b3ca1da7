"""Requests that schemathesis makes up from the OpenAPI document, right ones and wrong ones, one by one and in a row."""

import os
import subprocess
import sys

from document import Document
from server import ROOT

HERE = ROOT / "Tests" / "Integration"

# So long may it take, in seconds; it takes a small part of it.
LIMIT = 300


def test_it_finds_nothing(server, tmp_path):
    """The seed is in schemathesis.toml, unless SCHEMATHESIS_SEED has another; the output names it at the end."""
    seed = os.environ.get("SCHEMATHESIS_SEED")
    # From a file: what it is loaded from, it passes over.
    file = tmp_path / "openapi.json"
    file.write_bytes(server.get("/openapi.json").body)
    result = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml",
            "run", file, "--url", f"http://{server.authority}", "--no-color", *(["--seed", seed] if seed else []),
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    print(result.stdout, result.stderr)
    assert result.returncode == 0
    tried = [operation for *_, operation, _ in Document(file.read_bytes()).operations()
             if operation["operationId"] != "followSession"]
    assert f"Tested: {len(tried)}\n" in result.stdout
