"""A session from its making to its end."""

import re
import time

import pytest

from answers import assert_problem, assert_session, same_json

DEFAULT_POLICY = {
    "windowMs": 3000,
    "minIntervalMs": 0,
    "afterExpiry": "forget",
    "returnTtlMs": 300000,
    "rules": [{"on": "doubleTap", "do": "scrollToTop"}],
}


def screen(screen_id, **members):
    plain = {"supportsScrollToTop": True, "target": None, "position": None, "returnPosition": None}
    return {"id": screen_id} | plain | members


def tab(tab_id, *screens, selectable=True):
    return {"id": tab_id, "selectable": selectable, "screens": list(screens) or [screen(tab_id)]}


def session(session_id, answer, revision=0, **members):
    """A whole session; the incarnation is the server's to choose."""
    return {
        "id": session_id,
        "revision": revision,
        "incarnation": answer.json()["incarnation"],
        "selectedTab": None,
        "openTabs": False,
        "reduceMotion": False,
        "tabs": [],
        "lastTap": None,
        "policy": DEFAULT_POLICY,
    } | members


def test_post_makes_a_session_with_an_id_of_the_servers(server):
    answer = server.post("/sessions", {"tabs": ["games", "search"]})
    made = answer.json()["id"]
    assert re.fullmatch("[a-z2-7]{26}", made)
    assert_session(answer, 201, made, 0)
    assert answer["Location"] == f"/sessions/{made}"
    same_json(
        answer.json(), session(made, answer, selectedTab="games", tabs=[tab("games"), tab("search")])
    )
    same_json(server.get(answer["Location"]).json(), answer.json())


def test_every_post_makes_another(server):
    ids = {server.post("/sessions").json()["id"] for _ in range(20)}
    assert len(ids) == 20


def test_an_empty_body_is_an_empty_object(server, session_id):
    for answer in (server.post("/sessions"), server.put(f"/sessions/{session_id}")):
        assert answer.status == 201
        same_json(answer.json(), session(answer.json()["id"], answer, openTabs=True))


def test_an_id_sent_to_post_is_refused(server):
    assert_problem(server.post("/sessions", {"id": "mine"}), 422, "invalid-value", pointer="/id")


def test_put_makes_a_session_and_then_replaces_it(server, session_id):
    path = f"/sessions/{session_id}"
    made = server.put(path, {"tabs": ["games"]})
    assert_session(made, 201, session_id, 0)
    server.post(f"{path}/taps", [{"tab": "games"}] * 3)
    replaced = server.put(path, {"tabs": ["news"], "policy": "uikit", "reduceMotion": True})
    assert_session(replaced, 200, session_id, 4)
    assert replaced.json()["incarnation"] == made.json()["incarnation"]
    policy = server.get("/policies").json()["uikit"]
    expected = session(session_id, replaced, 4, selectedTab="news", tabs=[tab("news")], reduceMotion=True)
    same_json(replaced.json(), expected | {"policy": policy})
    same_json(server.get(path).json(), replaced.json())


def test_the_location_of_what_put_made_is_the_path(server, session_id):
    assert server.put(f"/sessions/{session_id}")["Location"] in (None, f"/sessions/{session_id}")


def test_revision_and_incarnation_sent_in_are_passed_over(server, session_id):
    path = f"/sessions/{session_id}"
    first = server.put(path, {"revision": 77, "incarnation": "abcdefgh"})
    assert assert_session(first, 201, session_id, 0)["incarnation"] != "abcdefgh"
    assert_session(server.put(path, {"revision": 77, "incarnation": "abcdefgh"}), 200, session_id, 1)


def test_the_id_sent_to_put_must_be_the_paths(server, session_id):
    path = f"/sessions/{session_id}"
    assert_problem(server.put(path, {"id": "another"}), 422, "invalid-value", pointer="/id")
    assert_problem(server.get(path), 404, "unknown-session")
    assert_session(server.put(path, {"id": session_id}), 201, session_id, 0)


def test_a_session_is_sent_with_everything_that_it_can_have(server, session_id):
    sent = {
        "id": session_id,
        "selectedTab": "b",
        "openTabs": True,
        "reduceMotion": True,
        "tabs": [
            tab("a", selectable=False),
            tab(
                "b",
                screen("root", target={"section": 0, "row": 2147483647}),
                screen(
                    "detail",
                    supportsScrollToTop=False,
                    position={"offset": -12.5, "anchor": "item-7"},
                    returnPosition={"offset": 900, "anchor": None, "savedAtMs": 1790000000123.5},
                ),
            ),
        ],
        "lastTap": {
            "tab": "b",
            "device": "phone",
            "atMs": 12345.6,
            "receivedAtMs": 1790000000123.5,
            "armed": True,
        },
        "policy": {
            "windowMs": 500,
            "minIntervalMs": 40,
            "afterExpiry": "rearm",
            "returnTtlMs": 0,
            "rules": [{"on": "reselect", "tab": "b", "when": ["deep", "scrolled"], "do": "focusSearch"}],
        },
    }
    answer = server.put(f"/sessions/{session_id}", sent)
    same_json(answer.json(), session(session_id, answer) | sent)


def test_what_a_session_lacks_takes_its_default(server, session_id):
    sent = {
        "tabs": ["a", {"id": "b", "screens": ["x", {"id": "y", "position": {"offset": 3}}]}],
        "policy": {"windowMs": 100},
    }
    answer = server.put(f"/sessions/{session_id}", sent)
    tabs = [tab("a"), tab("b", screen("x"), screen("y", position={"offset": 3, "anchor": None}))]
    policy = DEFAULT_POLICY | {"windowMs": 100}
    same_json(answer.json(), session(session_id, answer, selectedTab="a", tabs=tabs, policy=policy))


def test_the_first_selectable_tab_is_selected(server, session_id):
    sent = {"tabs": [{"id": "compose", "selectable": False}, "games"]}
    assert server.put(f"/sessions/{session_id}", sent).json()["selectedTab"] == "games"


def test_a_selected_tab_of_null_selects_nothing(server, session_id):
    sent = {"tabs": ["games"], "selectedTab": None}
    assert server.put(f"/sessions/{session_id}", sent).json()["selectedTab"] is None


def test_null_is_the_same_as_left_out(server, session_id):
    sent = {"tabs": None, "openTabs": None, "policy": None, "lastTap": None, "id": None, "reduceMotion": None}
    answer = server.put(f"/sessions/{session_id}", sent)
    same_json(answer.json(), session(session_id, answer, openTabs=True))


def test_a_session_put_wrongly_leaves_the_old_one_as_it_was(server, session_id):
    path = f"/sessions/{session_id}"
    before = server.put(path, {"tabs": ["games"]}).json()
    assert_problem(server.put(path, {"tabs": ["a", "a"]}), 422, "invalid-value", pointer="/tabs/1")
    same_json(server.get(path).json(), before)


def test_the_last_tap_is_kept_with_the_time_of_its_receipt(server, session_id):
    path = f"/sessions/{session_id}"
    before = time.time() * 1000
    server.post(f"{path}/taps", {"tab": "games", "device": "phone", "atMs": 5.25})
    last = server.get(path).json()["lastTap"]
    assert before - 1000 <= last["receivedAtMs"] <= time.time() * 1000 + 1000
    same_json(
        last,
        {
            "tab": "games",
            "device": "phone",
            "atMs": 5.25,
            "receivedAtMs": last["receivedAtMs"],
            "armed": True,
        },
    )


def test_head_is_get_without_the_body(server, session_id):
    path = f"/sessions/{session_id}"
    server.put(path, {"tabs": ["games"]})
    got, headed = server.get(path), server.head(path)
    assert (headed.status, headed.body) == (200, b"")
    for name in ("ETag", "Content-Type", "Content-Length"):
        assert headed[name] == got[name]


def test_delete_forgets(server, session_id):
    path = f"/sessions/{session_id}"
    first = server.put(path).json()
    assert server.delete(path).status == 204
    for answer in (server.get(path), server.delete(path)):
        assert_problem(answer, 404, "unknown-session")
    assert server.head(path).status == 404
    again = assert_session(server.put(path), 201, session_id, 0)
    assert again["incarnation"] != first["incarnation"]


@pytest.mark.parametrize("size", [1, 64])
def test_ids_have_1_to_64_characters(server, size):
    name = "x" * size
    assert_session(server.put(f"/sessions/{name}"), 201, name, 0)
    server.delete(f"/sessions/{name}")


def test_the_entity_tag_is_of_the_state_after_the_input(server, session_id):
    path = f"/sessions/{session_id}"
    tags = [server.post(f"{path}/taps", {"tab": "games"})["ETag"] for _ in range(3)]
    tags.append(server.post(f"{path}/inputs", [{"type": "popToRoot"}] * 4)["ETag"])
    incarnation = server.get(path).json()["incarnation"]
    assert tags == [f'"{incarnation}-{revision}"' for revision in (1, 2, 3, 7)]
    assert server.get(path)["ETag"] == tags[-1]
