"""The recipe, with nothing set up: a second tap on the same tab within three seconds scrolls to the top."""

import pytest

from answers import same_json

DIRECTIVE = {
    "action": "scrollToTop",
    "tab": "games",
    "screen": "games",
    "target": {"edge": "top"},
    "animated": True,
}


def tap(revision, previous, reason, interval=None, clock=None, directive=None):
    return {
        "revision": revision,
        "type": "tap",
        "tab": "games",
        "previousTab": previous,
        "selectedTab": "games",
        "reselected": previous == "games",
        "doubleTap": reason == "doubleTap",
        "intervalMs": interval,
        "clock": clock,
        "directive": directive,
        "reason": reason,
    }


def test_two_taps_within_the_window_are_a_double_tap(server, session_id):
    path = f"/sessions/{session_id}/taps"
    first = server.post(path, {"tab": "games", "atMs": 1000})
    second = server.post(path, {"tab": "games", "atMs": 1412})
    assert (first.status, second.status) == (200, 200)
    same_json(first.json(), tap(1, None, "firstTap"))
    same_json(second.json(), tap(2, "games", "doubleTap", 412, "client", DIRECTIVE))


@pytest.mark.parametrize(
    ("interval", "reason", "directive"),
    [(2999.999, "doubleTap", DIRECTIVE), (3000, "expired", None), (3000.001, "expired", None)],
)
def test_exactly_three_seconds_are_too_slow(server, session_id, interval, reason, directive):
    path = f"/sessions/{session_id}/taps"
    server.post(path, {"tab": "games", "atMs": 0})
    second = server.post(path, {"tab": "games", "atMs": interval})
    same_json(second.json(), tap(2, "games", reason, interval, "client", directive))


def test_a_third_quick_tap_is_a_first_tap_again(server, session_id):
    path = f"/sessions/{session_id}/taps"
    answer = server.post(path, [{"tab": "games", "atMs": at} for at in (0, 100, 200, 300)])
    same_json(
        answer.json(),
        [
            tap(1, None, "firstTap"),
            tap(2, "games", "doubleTap", 100, "client", DIRECTIVE),
            tap(3, "games", "firstTap", 100, "client"),
            tap(4, "games", "doubleTap", 100, "client", DIRECTIVE),
        ],
    )


def test_without_a_clock_of_the_client_the_servers_decides(server, session_id):
    path = f"/sessions/{session_id}/taps"
    server.post(path, {"tab": "games"})
    outcome = server.post(path, {"tab": "games"}).json()
    assert 0 <= outcome["intervalMs"] < 3000
    same_json(outcome, tap(2, "games", "doubleTap", outcome["intervalMs"], "server", DIRECTIVE))


def test_taps_of_one_request_are_received_at_one_time(server, session_id):
    outcomes = server.post(f"/sessions/{session_id}/taps", [{"tab": "games"}] * 2).json()
    same_json(outcomes[1], tap(2, "games", "doubleTap", 0, "server", DIRECTIVE))


def test_curl_needs_one_line(server, session_id):
    """`curl -d` says that its body is a form."""
    answer = server.post(
        f"/sessions/{session_id}/taps",
        b'{"tab":"games"}',
        content_type="application/x-www-form-urlencoded",
    )
    same_json(answer.json(), tap(1, None, "firstTap"))
