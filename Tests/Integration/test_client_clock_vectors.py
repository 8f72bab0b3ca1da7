"""The vectors with clocks of the clients, over HTTP, where the server's own clock decides nothing.

A vector says when each input was received; over HTTP that is when it comes, so only those sessions can be compared in
which the receipt times make no difference:

- Every accepted tap bears `atMs`, and no expected outcome was decided by the server's clock. Over HTTP the receipts of
  two taps lie so close together that r - c is at most 60 s whatever c is; so where the vector's interval is the
  client's, it is here too, and where there is none (another tab or device, no tap before), there is none here either.
- The receipt times never go back in the vector, as they don't here.
- The session does not begin with a last tap, whose receipt is long past here.
- No rule returns to a position, unless no position can be too old in the vector, as in no time at all here: a policy
  with such a rule lets positions live for longer than the whole vector takes, or for no time at all, and the session
  does not begin with a saved position, which is far too old here.

In what is left the server's clock shows only as a receipt time, in `lastTap.receivedAtMs` and
`returnPosition.savedAtMs`. These two members are not compared with the vector's; a last tap's must lie within the time
of the test.
"""

import copy
import http.client
import json
import time

import pytest

import vectors
from answers import Answer, assert_ours, assert_problem
from server import PATIENCE

VECTORS = vectors.read("client-clock")
# What a session takes here at the most, and a policy's `returnTtlMs` must exceed.
LONGEST_MS = PATIENCE * 1000
# How far the wall clock may be from the server's, which is anchored at its start.
SLACK_MS = 1000


def comparable(vector):
    taps = [
        step
        for step in vector["steps"]
        if step["input"]["type"] == "tap" and "error" not in step["expect"]
    ]
    if any(tap["input"].get("atMs") is None or tap["expect"]["clock"] == "server" for tap in taps):
        return False
    times = [step["receivedAtMs"] for step in vector["steps"]]
    if times != sorted(times) or (vector["session"] or {}).get("lastTap"):
        return False
    policies = [(vector["session"] or {}).get("policy")] + [step["input"].get("policy") for step in vector["steps"]]
    return all(not returns(policy) or unhurried(policy, vector) for policy in policies)


def returns(policy):
    rules = policy.get("rules") if isinstance(policy, dict) else policy
    return rules == "return" or isinstance(rules, list) and any(r["do"] == "returnToPosition" for r in rules)


def unhurried(policy, vector):
    life = policy.get("returnTtlMs", 300000) if isinstance(policy, dict) else 300000
    times = [step["receivedAtMs"] for step in vector["steps"]]
    begins_with_one = '"returnPosition": {' in json.dumps(vector["session"])
    return life == 0 or (life > max(LONGEST_MS, max(times) - min(times)) and not begins_with_one)


COMPARABLE = [number for number, vector in enumerate(VECTORS, 1) if comparable(vector)]


def without_receipts(session):
    session = copy.deepcopy(session)
    for tab in session["tabs"]:
        for screen in tab["screens"]:
            if screen["returnPosition"]:
                del screen["returnPosition"]["savedAtMs"]
    if session["lastTap"]:
        del session["lastTap"]["receivedAtMs"]
    return session


class KeptAlive:
    """One connection for all requests of a session."""

    def __init__(self, server):
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def __call__(self, method, path, body=None):
        self._connection.request(method, path, None if body is None else json.dumps(body))
        response = self._connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
        assert_ours(answer)
        return answer

    def close(self):
        self._connection.close()


@pytest.fixture
def request_alive(server):
    connection = KeptAlive(server)
    yield connection
    connection.close()


def put_first(request, path, vector):
    if vector["session"] is not None:
        assert request("PUT", path, vector["session"]).status == 201


def assert_final(request, path, vector, began):
    answer = request("GET", path)
    if vector["session"] is None and vector["final"]["revision"] == 0:
        # Nothing was accepted, so nothing was made.
        assert_problem(answer, 404, "unknown-session")
        return
    final = answer.json()
    if final["lastTap"]:
        assert began - SLACK_MS <= final["lastTap"]["receivedAtMs"] <= time.time() * 1000 + SLACK_MS
    del final["incarnation"]
    expected = vector["final"] | {"id": path.rsplit("/", 1)[1]}
    assert without_receipts(final) == without_receipts(expected)


def test_enough_sessions_can_be_compared():
    """So that no change of the rule above, or of the vectors, can empty these tests unseen."""
    outcomes = [step["expect"] for number in COMPARABLE for step in VECTORS[number - 1]["steps"]]
    assert len(COMPARABLE) >= 50
    assert sum(outcome.get("clock") == "client" for outcome in outcomes) >= 60
    assert sum(outcome.get("doubleTap", False) for outcome in outcomes) >= 25


@pytest.mark.parametrize("number", COMPARABLE)
def test_inputs_one_by_one(request_alive, session_id, number):
    vector, path, began = VECTORS[number - 1], f"/sessions/{session_id}", time.time() * 1000
    put_first(request_alive, path, vector)
    for step in vector["steps"]:
        answer = request_alive("POST", f"{path}/inputs", step["input"])
        if "error" in step["expect"]:
            assert answer.status == 422
            assert answer.json()["type"] == f"/problems/{step['expect']['error']}"
        else:
            assert (answer.status, answer.json()) == (200, step["expect"])
    assert_final(request_alive, path, vector, began)


@pytest.mark.parametrize("number", COMPARABLE)
def test_what_is_accepted_in_one_array(request_alive, session_id, number):
    """Received at one time, and still told apart by the clients' clocks."""
    vector, path, began = VECTORS[number - 1], f"/sessions/{session_id}", time.time() * 1000
    accepted = [step for step in vector["steps"] if "error" not in step["expect"]]
    put_first(request_alive, path, vector)
    answer = request_alive("POST", f"{path}/inputs", [step["input"] for step in accepted])
    assert (answer.status, answer.json()) == (200, [step["expect"] for step in accepted])
    assert_final(request_alive, path, vector, began)
