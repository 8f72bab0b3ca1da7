"""What came back: a status, fields, a body; and what every answer must be."""

import dataclasses
import json
import re


@dataclasses.dataclass
class Answer:
    status: int
    fields: list
    body: bytes

    def __getitem__(self, name):
        """The value of a field, None where it is not there; that there are two is never right."""
        values = [value for key, value in self.fields if key.lower() == name.lower()]
        assert len(values) <= 1, f"{name} stands there {len(values)} times: {values}"
        return values[0] if values else None

    def json(self):
        return json.loads(self.body)

    def words(self, name):
        """The members of a field that is a list."""
        return {word.strip() for word in (self[name] or "").split(",") if word.strip()}


PROBLEM = "application/problem+json"
METRICS = "text/plain; version=0.0.4; charset=utf-8"


def assert_ours(answer, is_document=False):
    """What the server itself answers bears these fields, whatever was asked; a document may be kept, and need not be JSON."""
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == ("public, max-age=3600" if is_document else "no-store")
    assert re.fullmatch(r"[!-~]{1,128}", answer["X-Request-Id"] or ""), answer.fields
    assert answer["Date"]
    if answer.status == 204:
        assert answer.body == b"" and answer["Content-Type"] is None, answer
    elif answer.body and not is_document:
        kinds = ("application/json", METRICS) if answer.status < 400 else (PROBLEM,)
        assert answer["Content-Type"] in kinds, answer


def assert_problem(answer, status, code, **members):
    """A problem, whole: these members and no other, in words that a person can read."""
    assert answer["Content-Type"] == PROBLEM, answer
    problem = answer.json()
    title, detail = problem.pop("title", None), problem.pop("detail", None)
    assert isinstance(title, str) and title
    assert isinstance(detail, str) and len(detail) > 10, f"no sentence to act on: {detail!r}"
    expected = {"type": f"/problems/{code}", "status": status, "requestId": answer["X-Request-Id"]}
    if code in ("malformed-json", "duplicate-member"):
        for member in ("line", "column"):
            if member not in members:
                place = problem.pop(member, None)
                assert isinstance(place, int) and place >= 1, f"{member} is {place!r}"
    assert problem == expected | members
    assert answer.status == status


def assert_session(answer, status, session_id, revision):
    """A session with the entity tag that belongs to it."""
    assert answer.status == status, answer
    session = answer.json()
    assert list(session) == [
        "id", "revision", "incarnation", "selectedTab", "openTabs", "reduceMotion", "tabs", "lastTap", "policy",
    ]
    assert re.fullmatch("[A-Za-z0-9]{8}", session["incarnation"])
    assert (session["id"], session["revision"]) == (session_id, revision)
    assert answer["ETag"] == f'"{session["incarnation"]}-{revision}"'
    return session


def same_json(actual, expected):
    """Equal, and with the members in the same order."""
    assert actual == expected
    assert json.dumps(actual) == json.dumps(expected)
    return True
