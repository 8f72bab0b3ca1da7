"""The vectors that every part of taptop is held against: one JSON object a line."""

import json

from server import ROOT


def read(name):
    lines = (ROOT / "Tests" / "Vectors" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
