"""Clients that know what every session must be: each owns its sessions, sends one request at a time, and writes down
what was acknowledged. Whatever then happens to the server, each session must be as the last acknowledged request left
it, or, whole, as the one request left it to which no answer came.

What is sent never depends on when it is received, so that `taptop replay` computes each state, and each answer, exactly.
"""

import dataclasses
import json
import random
import re
import threading

from answers import assert_problem
from server import PATIENCE, run

TABS = ["home", "games", "search", "you"]
# A stack is emptied when it has so many screens, so that four of them stay below the limit of 128 in a session.
DEEP = 20


@dataclasses.dataclass(frozen=True)
class State:
    """A session as it was at some revision, and the steps since: enough to replay."""

    incarnation: str | None
    revision: int
    base: dict
    steps: tuple = ()

    def after(self, inputs, outcomes=None, incarnation=None):
        """The state when these were applied too; without outcomes, where nobody knows what came of them."""
        steps = [{"receivedAtMs": 0, "input": sent} for sent in inputs]
        if outcomes is not None:
            steps = [step | {"outcome": outcome} for step, outcome in zip(steps, outcomes, strict=True)]
        return State(
            self.incarnation or incarnation, self.revision + len(inputs), self.base, self.steps + tuple(steps))


def empty(session_id):
    """What an input begins from that makes its session."""
    return State(None, 0, {"id": session_id})


@dataclasses.dataclass(frozen=True)
class InFlight:
    """A request to which no answer has come, and what the session is if it was done (None: gone)."""

    method: str
    path: str
    body: bytes
    result: State | None
    inputs: tuple = ()
    key: str | None = None

    def fields(self):
        return {} if self.key is None else {"Idempotency-Key": self.key}


class History:
    """One session, as its only client knows it."""

    def __init__(self, session_id, chance):
        self.id, self.chance = session_id, chance
        self.state = None
        self.in_flight = None
        self.depths = {}
        self.acknowledged = 0

    def next_request(self):
        """Draws a request that can't be refused."""
        kind = self.chance.random()
        path = f"/sessions/{self.id}"
        if kind < 0.03 and self.state is not None:
            self.in_flight = InFlight("DELETE", path, b"", None)
        elif kind < 0.08:
            session = {"tabs": TABS[: self.chance.randint(1, 4)], "openTabs": True, "reduceMotion": kind < 0.05}
            revision = self.state.revision + 1 if self.state else 0
            base = session | {"id": self.id, "revision": revision}
            known = self.state.incarnation if self.state else None
            self.in_flight = InFlight("PUT", path, json.dumps(session).encode(), State(known, revision, base))
        else:
            depths = dict(self.depths)
            inputs = tuple(self._input(depths) for _ in range(self.chance.choice([1, 1, 1, 2, 7])))
            body = json.dumps(inputs[0] if len(inputs) == 1 and self.chance.random() < 0.7 else inputs).encode()
            result = (self.state or empty(self.id)).after(inputs)
            key = f"{self.chance.getrandbits(64):x}" if self.chance.random() < 0.7 else None
            self.in_flight = InFlight("POST", path + "/inputs", body, result, inputs, key)
        return self.in_flight

    def _input(self, depths):
        tab = self.chance.choice(TABS)
        depth = depths.get(tab, 1)
        if depth >= DEEP:
            kind = "popToRoot"
        else:
            kind = self.chance.choice(["select", "push", "push", "pop", "popToRoot", "scroll", "scroll", "configure"])
        if kind == "pop" and depth == 1:
            kind = "push"
        if kind == "push":
            depths[tab] = depth + 1
            # Never the same twice, whatever was popped.
            return {"type": "push", "screen": f"x{self.chance.getrandbits(64):x}", "tab": tab}
        if kind == "pop":
            count = self.chance.randint(1, depth - 1)
            depths[tab] = depth - count
            return {"type": "pop", "tab": tab, "count": count}
        if kind == "popToRoot":
            depths[tab] = 1
            return {"type": "popToRoot", "tab": tab}
        if kind == "scroll":
            anchor = "post-" + "é" * self.chance.randint(1, 100)
            return {"type": "scroll", "offset": self.chance.randint(-100, 10**6) / 8, "anchor": anchor, "tab": tab}
        if kind == "configure":
            return {"type": "configure", "policy": {"windowMs": self.chance.randint(1, 60000)}}
        return {"type": "select", "tab": tab}

    def answered(self, answer):
        """Takes an acknowledgement over, and holds it to what came before."""
        request, before = self.in_flight, self.state
        created = before is None
        if request.method == "DELETE":
            assert answer.status == 204, answer
            self.state = None
        else:
            assert answer.status == (201 if request.method == "PUT" and created else 200), answer
            tag = re.fullmatch(r'"([a-z2-7]{8})-(\d+)"', answer["ETag"])
            assert tag, answer.fields
            incarnation, revision = tag[1], int(tag[2])
            assert revision == request.result.revision, answer
            assert created or incarnation == before.incarnation, answer
            if request.method == "PUT":
                self.state = dataclasses.replace(request.result, incarnation=incarnation)
            else:
                outcomes = answer.json()
                outcomes = outcomes if isinstance(outcomes, list) else [outcomes]
                self.state = (before or empty(self.id)).after(request.inputs, outcomes, incarnation)
        self._know_depths(request)
        self.in_flight = None
        self.acknowledged += max(1, len(request.inputs))

    def _know_depths(self, request):
        if request.method == "POST":
            for sent in request.inputs:
                tab = sent.get("tab")
                if tab is None:
                    continue
                depth = self.depths.get(tab, 1)
                change = {"push": 1, "pop": -sent.get("count", 1), "popToRoot": 1 - depth}.get(sent["type"], 0)
                self.depths[tab] = depth + change
        else:
            self.depths = {}

    def check(self, answer):
        """Holds what the server says now to what it acknowledged.

        Returns whether the request without an answer was done: None where there was none.
        """
        found = None if answer.status == 404 else answer.json()
        assert answer.status in (200, 404), answer
        request, self.in_flight = self.in_flight, None
        allowed = [self.state] if request is None else [self.state, request.result]
        fits = [state for state in allowed if self._could_be(found, state)]
        assert fits, f"{self.id} is {found}, and should be one of {allowed}"
        if found is not None:
            assert answer["ETag"] == f'"{found["incarnation"]}-{found["revision"]}"'
            incarnation = found.pop("incarnation")
            states = [replayed(state) for state in fits]
            assert found in states, f"{self.id} is\n{found}\nand replay says\n{states}"
            self.state = State(incarnation, found["revision"], found)
            self.depths = {tab["id"]: len(tab["screens"]) for tab in found["tabs"]}
        else:
            self.state, self.depths = None, {}
        return None if request is None else request.result in fits

    def retry(self, request, before, done, server):
        """Sends a request again that has a key and was not answered: it is applied now, unless it was before."""
        answer = server.request(request.method, request.path, request.body, request.fields())
        assert answer.status == 200, answer
        assert answer["Idempotency-Replayed"] == ("true" if done else None), answer
        if done:
            assert answer["ETag"] == f'"{self.state.incarnation}-{request.result.revision}"'
            outcomes = answer.json()
            outcomes = outcomes if isinstance(outcomes, list) else [outcomes]
            replayed((before or empty(self.id)).after(request.inputs, outcomes))
        else:
            self.in_flight = request
            self.answered(answer)

    @staticmethod
    def _could_be(found, state):
        if found is None or state is None:
            return found is None and state is None
        same_life = state.incarnation in (None, found["incarnation"])
        return same_life and found["revision"] == state.revision


def replayed(state):
    """The session that replay makes of it; each acknowledged answer must be replay's too."""
    lines = [{"session": state.base}, *state.steps]
    result = run("replay", "--final", input="".join(json.dumps(line) + "\n" for line in lines))
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    return json.loads(result.stdout.splitlines()[-1])["session"]


class Owner:
    """Some sessions that one client after the other may use."""

    def __init__(self, number, seed, sessions=2):
        self.chance = random.Random(f"{seed}/{number}")
        self.histories = [History(f"client-{number}-{index}", self.chance) for index in range(sessions)]


class Client(threading.Thread):
    """Sends one request after the other on one connection until the server is gone; `ending` is set before it goes."""

    def __init__(self, owner, server, ending):
        super().__init__(daemon=True)
        self.owner, self.server, self.ending = owner, server, ending
        self.failure = None
        # Set once something was acknowledged, or never will be.
        self.warm = threading.Event()

    def run(self):
        try:
            self._send_until_closed()
        except Exception as error:
            if not (self.ending.is_set() and _is_end(error)):
                self.failure = f"{type(error).__name__}: {error}"
        self.warm.set()

    def _send_until_closed(self):
        with self.server.wire() as wire:
            while True:
                history = self.owner.chance.choice(self.owner.histories)
                request = history.next_request()
                head = f"{request.method} {request.path} HTTP/1.1\r\nHost: {self.server.authority}\r\n"
                head += "".join(f"{name}: {value}\r\n" for name, value in request.fields().items())
                wire.send(f"{head}Content-Length: {len(request.body)}\r\n\r\n".encode() + request.body)
                answer = wire.answer()
                if answer.status == 503 and self.ending.is_set():
                    # Nothing was done.
                    assert_problem(answer, 503, "draining")
                    history.in_flight = None
                else:
                    history.answered(answer)
                    self.warm.set()
                if (answer["Connection"] or "").lower() == "close":
                    return


def _is_end(error):
    return isinstance(error, OSError) or "the connection ended" in str(error)


def start(owners, server, ending):
    """Sets all of them to work, and waits until each has had an answer."""
    clients = [Client(owner, server, ending) for owner in owners]
    for client in clients:
        client.start()
    for client in clients:
        assert client.warm.wait(PATIENCE), "no answer came"
    return clients


def join(clients):
    """Waits until all have seen the server's end, as they should."""
    for client in clients:
        client.join(PATIENCE)
        assert not client.is_alive(), "a client still waits"
    assert [client.failure for client in clients if client.failure] == []


def check(owners, server):
    """Holds every session to what was acknowledged: how many requests without an answer were done, and were not.

    Those that have a key are sent once more.
    """
    fates = []
    for owner in owners:
        for history in owner.histories:
            request, before = history.in_flight, history.state
            done = history.check(server.get(f"/sessions/{history.id}"))
            fates.append(done)
            if request is not None and request.key is not None:
                history.retry(request, before, done, server)
    return fates.count(True), fates.count(False)
