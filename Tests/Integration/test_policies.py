"""The presets, written out in the order of the specification, and taken by name."""

import pytest

from answers import same_json

NUMBERS = {"windowMs": 3000, "minIntervalMs": 0, "afterExpiry": "forget", "returnTtlMs": 300000}


def rule(on, do, *when):
    return {"on": on} | ({"when": list(when)} if when else {}) | {"do": do}


DEEP = rule("reselect", "popToRoot", "deep")
STATUS_BAR = rule("statusBarTap", "scrollToTop")

PRESETS = {
    "doubleTap": [rule("doubleTap", "scrollToTop")],
    "uikit": [DEEP, rule("doubleTap", "scrollToTop"), STATUS_BAR],
    "reselect": [DEEP, rule("reselect", "scrollToTop"), STATUS_BAR],
    "return": [
        DEEP,
        rule("reselect", "returnToPosition", "atTop"),
        rule("reselect", "scrollToTop"),
        rule("statusBarTap", "returnToPosition", "atTop"),
        STATUS_BAR,
    ],
    "refresh": [
        DEEP,
        rule("reselect", "refresh", "atTop"),
        rule("reselect", "scrollToTop"),
        STATUS_BAR,
    ],
}


def test_the_presets_are_listed(server):
    answer = server.get("/policies")
    assert answer.status == 200
    same_json(answer.json(), {name: NUMBERS | {"rules": rules} for name, rules in PRESETS.items()})
    headed = server.head("/policies")
    assert (headed.status, headed["Content-Length"]) == (200, answer["Content-Length"])


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_taken_by_its_name(server, session_id, name):
    whole = server.put(f"/sessions/{session_id}", {"policy": name}).json()["policy"]
    same_json(whole, NUMBERS | {"rules": PRESETS[name]})
    of_rules = server.put(f"/sessions/{session_id}", {"policy": {"windowMs": 1, "rules": name}}).json()
    same_json(of_rules["policy"], NUMBERS | {"windowMs": 1, "rules": PRESETS[name]})


def test_a_written_out_preset_is_taken_as_it_is(server, session_id):
    for policy in server.get("/policies").json().values():
        same_json(server.put(f"/sessions/{session_id}", {"policy": policy}).json()["policy"], policy)
