"""A short run of scripts/crash-test."""

import random

import crash

ROUNDS = 5


def test_what_was_acknowledged_survives_kill_9(tmp_path):
    seed = random.getrandbits(32)
    # Shown where it fails; scripts/crash-test --seed takes it.
    print(f"seed {seed}")
    figures = crash.crash(ROUNDS, seed, tmp_path, clients=12)
    assert figures.rounds == ROUNDS and figures.acknowledged > 100, figures
