"""`taptop replay`: the vectors as traces, and what becomes of a trace that is wrong."""

import json

import pytest

import vectors
from answers import same_json
from server import run

VECTORS = {name: vectors.read(name) for name in ("scenarios", "random", "client-clock")}


def as_trace(vector):
    """The vector as replay reads it: a step where an outcome is expected, else the input alone."""
    if vector["session"] is not None:
        yield {"session": {"id": "s"} | vector["session"]}
    for step in vector["steps"]:
        if "error" in step["expect"]:
            yield {"receivedAtMs": step["receivedAtMs"]} | step["input"]
        else:
            received = {"receivedAtMs": step["receivedAtMs"], "input": step["input"]}
            yield received | {"outcome": step["expect"]}


def replay(lines, *options, **settings):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    result = run("replay", *options, input=text, **settings)
    return result, [json.loads(line) for line in result.stdout.splitlines()]


def assert_outcomes(written, steps):
    assert len(written) == len(steps)
    for line, step in zip(written, steps):
        expected = step["expect"]
        if "error" in expected:
            assert list(line) == ["error"]
            assert line["error"]["type"] == f"/problems/{expected['error']}"
        else:
            same_json(line, expected)


@pytest.mark.parametrize("name", VECTORS)
def test_all_vectors_in_one_trace(name):
    """Each begins anew, where it has no session of its own with an empty one."""
    lines, steps = [], []
    for vector in VECTORS[name]:
        if vector["session"] is None:
            lines.append({"session": {}})
        lines += as_trace(vector)
        steps += vector["steps"]
    result, written = replay(lines)
    assert (result.returncode, result.stderr) == (0, "")
    assert_outcomes(written, steps)


@pytest.mark.parametrize("name", VECTORS)
def test_every_vector_ends_in_its_final_session(name):
    # Each takes a process of its own, so of the many random ones a part.
    for vector in VECTORS[name][:: 1 if name == "scenarios" else 4]:
        result, written = replay(as_trace(vector), "--final")
        assert (result.returncode, result.stderr) == (0, "")
        assert_outcomes(written[:-1], vector["steps"])
        final, expected = written[-1]["session"], dict(vector["final"])
        if vector["session"] is None:
            # The empty session that a trace without one starts from has no name to compare.
            final.pop("id", None)
            del expected["id"]
        final.pop("incarnation", None)
        assert final == expected


TAP = {"type": "tap", "tab": "games"}


def tap_at(received, **members):
    return {"receivedAtMs": received} | TAP | members


def intervals(lines):
    result, written = replay(lines)
    assert result.returncode == 0
    return [(line["intervalMs"], line["clock"]) for line in written]


def test_the_receipt_defaults_to_the_clients_time_then_to_the_line_before_then_to_0():
    assert intervals([TAP, tap_at(5), TAP]) == [(None, None), (5, "server"), (0, "server")]
    assert intervals([TAP | {"atMs": 9}, TAP, tap_at(10)]) == [(None, None), (0, "server"), (1, "server")]


def test_a_trace_may_be_a_file(tmp_path):
    trace = tmp_path / "trace.jsonl"
    trace.write_text(json.dumps(TAP) + "\n\n" + json.dumps(TAP))
    result = run("replay", str(trace))
    assert (result.returncode, result.stderr, result.stdout.count("\n")) == (0, "", 2)


def test_an_empty_trace_is_a_trace():
    result, written = replay([], "--final")
    assert (result.returncode, len(written)) == (0, 1)
    session = written[0]["session"]
    assert (session["revision"], session["openTabs"], session["tabs"]) == (0, True, [])


def test_revision_is_taken_from_a_trace():
    _, written = replay([{"session": {"revision": 41}}, TAP])
    assert written[0]["revision"] == 42


def test_a_deleted_session_is_passed_over():
    result, written = replay([TAP, {"deleted": True}, TAP])
    assert (result.returncode, [line["revision"] for line in written]) == (0, [1, 2])


def test_an_error_leaves_the_state_as_it_was():
    result, written = replay([TAP, {"type": "pop"}, {"type": "select", "tab": "x", "y": 1}, TAP])
    assert result.returncode == 0
    assert [written[0]["revision"], written[3]["revision"]] == [1, 2]
    assert written[1]["error"]["type"] == "/problems/cannot-pop-root"
    assert written[2]["error"]["type"] == "/problems/unknown-member"


def test_an_outcome_that_differs_is_named_with_its_line():
    step = {"receivedAtMs": 0, "input": TAP}
    _, [right] = replay([TAP])
    wrong = right | {"reason": "doubleTap"}
    result, written = replay(
        [step | {"outcome": right}, {"session": {}}, step | {"outcome": wrong}, {"session": {}}, TAP]
    )
    assert (result.returncode, len(written)) == (1, 3)
    [line] = result.stderr.splitlines()
    assert "3" in line and '"firstTap"' in line and '"doubleTap"' in line


def test_outcomes_are_compared_as_values():
    """Neither the order of members nor the way that a number is written matters."""
    _, [first, second] = replay([tap_at(0), tap_at(1500)])
    step = {"receivedAtMs": 1500.0, "input": TAP, "outcome": dict(reversed(second.items()))}
    text = json.dumps(tap_at(0)) + "\n" + json.dumps(step).replace('"intervalMs": 1500', '"intervalMs": 1.5e3')
    assert "1.5e3" in text
    assert run("replay", input=text).returncode == 0


def test_an_error_where_an_outcome_was_is_a_difference():
    step = {"receivedAtMs": 0, "input": {"type": "pop"}, "outcome": {"revision": 1}}
    result, [written] = replay([step])
    assert (result.returncode, list(written)) == (1, ["error"])
    assert "line 1" in result.stderr or "1:" in result.stderr


@pytest.mark.parametrize("line", ["[]", "5", "null", "{", '"tap"', '{"neither":1}', '{"session":[]}'])
def test_a_line_of_another_kind_ends_it_there(line):
    result = run("replay", input=json.dumps(TAP) + "\n" + line + "\n" + json.dumps(TAP) + "\n")
    assert result.returncode == 2
    assert result.stdout.count("\n") == 1
    assert result.stderr.count("\n") == 1 and "2" in result.stderr


def test_a_file_that_can_not_be_read_is_named(tmp_path):
    for path in (tmp_path / "missing.jsonl", tmp_path):
        result = run("replay", str(path))
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1 and str(path) in result.stderr
