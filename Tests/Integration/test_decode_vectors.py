"""The vectors of decoding, over HTTP: what is wrong with a body, and where, gets to the client as it is."""

import pytest

import vectors
from answers import assert_problem

VECTORS = vectors.read("decode")
DECODING = {
    "malformed-json", "duplicate-member", "invalid-value", "missing-member", "unknown-member", "too-many-inputs",
}


@pytest.mark.parametrize("number", range(1, len(VECTORS) + 1))
def test_line(server, session_id, number):
    vector = VECTORS[number - 1]
    path = f"/sessions/{session_id}"
    method, path = {
        "taps": ("POST", f"{path}/taps"),
        "inputs": ("POST", f"{path}/inputs"),
        "session": ("PUT", path),
    }[vector["for"]]
    answer = server.request(method, path, vector["body"].encode(), {"Content-Type": "application/json"})
    expected = vector["expect"]
    if expected is None:
        # Decoded; the core may still have refused it.
        if answer.status not in (200, 201):
            assert answer.status == 422
            assert answer.json()["type"].removeprefix("/problems/") not in DECODING, answer
        return
    # Where a vector says null, any place will do.
    members = {name: value for name, value in expected.items() if name != "code" and value is not None}
    status = 400 if expected["code"] in ("malformed-json", "duplicate-member") else 422
    assert_problem(answer, status, expected["code"], **members)
