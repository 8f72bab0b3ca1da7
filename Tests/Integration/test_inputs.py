"""Inputs of every type, one at a time and many at once, applied whole or not at all."""

import pytest

from answers import assert_problem, same_json


def outcome(revision, kind, tab, selected, previous=..., directive=None, reason="applied"):
    return {
        "revision": revision,
        "type": kind,
        "tab": tab,
        "previousTab": selected if previous is ... else previous,
        "selectedTab": selected,
        "directive": directive,
        "reason": reason,
    }


@pytest.fixture
def path(server, session_id):
    """A session of two tabs and a button."""
    tabs = ["games", "search", {"id": "compose", "selectable": False}]
    server.put(f"/sessions/{session_id}", {"tabs": tabs, "policy": "reselect"})
    return f"/sessions/{session_id}"


def test_every_type_of_input(server, path):
    inputs = [
        {"type": "select", "tab": "search"},
        {"type": "push", "screen": "thread"},
        {"type": "push", "screen": {"id": "detail", "target": {"section": 1, "row": 2}}, "tab": "search"},
        {"type": "scroll", "offset": 900.5, "anchor": "item-7"},
        {"type": "statusBarTap"},
        {"type": "pop", "count": 2},
        {"type": "popToRoot"},
        {"type": "longPress", "tab": "compose"},
        {"type": "configure", "reduceMotion": True},
        {"type": "tap", "tab": "search", "atMs": 1, "device": "phone"},
    ]
    answer = server.post(f"{path}/inputs", inputs)
    assert answer.status == 200
    scroll = {"action": "scrollToTop", "tab": "search", "screen": "detail"}
    scroll |= {"target": {"section": 1, "row": 2}, "animated": True}
    tapped = outcome(10, "tap", "search", "search")
    reason, directive = "reselect", {"action": "scrollToTop", "tab": "search", "screen": "search"}
    directive |= {"target": {"edge": "top"}, "animated": False}
    del tapped["directive"], tapped["reason"]
    tapped |= {"reselected": True, "doubleTap": False, "intervalMs": None, "clock": None}
    tapped |= {"directive": directive, "reason": reason}
    same_json(
        answer.json(),
        [
            outcome(1, "select", "search", "search", previous="games"),
            outcome(2, "push", "search", "search"),
            outcome(3, "push", "search", "search"),
            outcome(4, "scroll", "search", "search"),
            outcome(5, "statusBarTap", "search", "search", directive=scroll, reason="statusBarTap"),
            outcome(6, "pop", "search", "search"),
            outcome(7, "popToRoot", "search", "search"),
            outcome(8, "longPress", "compose", "search", reason="noRule"),
            outcome(9, "configure", None, "search"),
            tapped,
        ],
    )


def test_taps_of_other_types_are_refused(server, path):
    assert_problem(server.post(f"{path}/taps", {"type": "pop"}), 422, "invalid-value", pointer="/type")
    assert server.post(f"{path}/taps", {"type": "tap", "tab": "games"}).status == 200


def test_an_empty_array_is_answered_with_one_and_makes_nothing(server, session_id):
    for kind in ("taps", "inputs"):
        answer = server.post(f"/sessions/{session_id}/{kind}", [])
        assert (answer.status, answer.json()) == (200, [])
        assert_problem(server.get(f"/sessions/{session_id}"), 404, "unknown-session")


def test_an_array_of_one_is_answered_with_an_array(server, path):
    assert len(server.post(f"{path}/taps", [{"tab": "games"}]).json()) == 1


def test_a_hundred_inputs_are_taken_and_one_more_refused(server, path):
    assert len(server.post(f"{path}/taps", [{"tab": "games"}] * 100).json()) == 100
    assert_problem(
        server.post(f"{path}/taps", [{"tab": "games"}] * 101), 422, "too-many-inputs", pointer=""
    )
    assert server.get(path).json()["revision"] == 100


# What the core refuses, and then, with a code of decoding, what does not get that far.
REFUSED = [
    ({"type": "tap", "tab": "nope"}, "unknown-tab", "/tab"),
    ({"type": "select", "tab": "compose"}, "tab-not-selectable", "/tab"),
    ({"type": "push", "screen": "search", "tab": "search"}, "duplicate-screen", "/screen"),
    ({"type": "scroll", "offset": 1, "screen": "nope"}, "unknown-screen", "/screen"),
    ({"type": "pop"}, "cannot-pop-root", ""),
    ({"type": "pop", "count": 1}, "cannot-pop-root", "/count"),
    ({"type": "zoom"}, "invalid-value", "/type"),
    ({"tab": "games"}, "missing-member", "/type"),
    ({"type": "scroll", "offset": 1, "screens": "x"}, "unknown-member", "/screens"),
]


DECODING = {"invalid-value", "missing-member", "unknown-member"}


def members_of(code, pointer, before):
    """The core speaks of a session as it is, and says which; decoding speaks of the request alone."""
    return {"pointer": pointer} | ({} if code in DECODING else {"revision": before["revision"]})


@pytest.mark.parametrize(("bad", "code", "pointer"), REFUSED)
def test_a_refused_input_changes_nothing(server, path, bad, code, pointer):
    server.post(f"{path}/taps", {"tab": "search"})
    before = server.get(path).json()
    answer = server.post(f"{path}/inputs", bad)
    assert_problem(answer, 422, code, **members_of(code, pointer, before))
    same_json(server.get(path).json(), before)


@pytest.mark.parametrize(("bad", "code", "pointer"), REFUSED)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_one_refused_input_undoes_the_whole_array(server, path, bad, code, pointer, index):
    before = server.get(path).json()
    good = [{"type": "tap", "tab": "search"}, {"type": "scroll", "offset": 5}]
    array = [*good[:index], bad, *good[index:]]
    answer = server.post(f"{path}/inputs", array)
    assert_problem(answer, 422, code, **members_of(code, f"/{index}{pointer}", before))
    same_json(server.get(path).json(), before)


def test_where_nothing_is_selected_a_tab_must_be_named(server, session_id):
    path = f"/sessions/{session_id}"
    server.put(path, {"tabs": ["games"], "selectedTab": None})
    for bad in ({"type": "pop"}, {"type": "statusBarTap"}, {"type": "popToRoot"}):
        answer = server.post(f"{path}/inputs", bad)
        assert_problem(answer, 422, "no-selected-tab", pointer="", revision=0)


def test_a_tab_more_than_64_is_refused(server, session_id):
    path = f"/sessions/{session_id}"
    server.post(f"{path}/taps", [{"tab": f"t{number}"} for number in range(64)])
    answer = server.post(f"{path}/taps", {"tab": "t64"})
    assert_problem(answer, 422, "too-many-tabs", pointer="/tab", revision=64)
    assert len(server.get(path).json()["tabs"]) == 64


def test_a_screen_more_than_128_is_refused(server, session_id):
    path = f"/sessions/{session_id}"
    server.put(path, {"tabs": [{"id": "games", "screens": [f"s{number}" for number in range(128)]}]})
    push = {"type": "push", "screen": "one-more"}
    answer = server.post(f"{path}/inputs", push)
    assert_problem(answer, 422, "too-many-screens", pointer="/screen", revision=0)


def test_a_refused_first_input_makes_no_session(server, session_id):
    path = f"/sessions/{session_id}"
    assert_problem(server.post(f"{path}/inputs", {"type": "pop"}), 422, "no-selected-tab", pointer="")
    assert_problem(server.post(f"{path}/taps", {"tab": 7}), 422, "invalid-value", pointer="/tab")
    array = [{"type": "tap", "tab": "games"}, {"type": "pop"}]
    assert_problem(server.post(f"{path}/inputs", array), 422, "cannot-pop-root", pointer="/1")
    assert_problem(server.get(path), 404, "unknown-session")


def test_an_accepted_first_input_makes_a_session_with_open_tabs(server, session_id):
    server.post(f"/sessions/{session_id}/inputs", {"type": "configure", "policy": "uikit"})
    made = server.get(f"/sessions/{session_id}").json()
    assert (made["openTabs"], made["tabs"], made["revision"]) == (True, [], 1)


def test_sessions_must_be_made_first_where_the_server_wants_it(serve):
    server = serve("--explicit-sessions")
    for kind in ("taps", "inputs"):
        answer = server.post(f"/sessions/demo/{kind}", {"type": "tap", "tab": "games"})
        assert_problem(answer, 404, "unknown-session")
    server.put("/sessions/demo", {"tabs": ["games"]})
    assert server.post("/sessions/demo/taps", {"tab": "games"}).status == 200
