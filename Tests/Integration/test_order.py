"""The first thing wrong decides: host, path, method, origin, content type, size, decoding, session, the core."""

import json

import pytest

from answers import assert_problem

# Each step mends one thing more; what is then the first fault is named. The server takes 1,024 bytes and no session
# that was not made before.
TOO_LONG = b'{"type": "tap", "tab": "games"' + b" " * 1100 + b"}"
STEPS = [
    ({"host": "evil.example", "path": "/sessions/a%20b/taps"}, 421, "host-not-allowed", {}),
    ({"path": "/sessions/demo/taps/"}, 404, "not-found", {}),
    ({"path": "/sessions/a%20b/taps"}, 400, "invalid-session-id", {}),
    ({"path": "/sessions/unmade/taps", "method": "PUT"}, 405, "method-not-allowed", {}),
    ({"method": "POST"}, 403, "origin-not-allowed", {}),
    ({"origin": None}, 415, "unsupported-media-type", {}),
    ({"kind": "application/json"}, 413, "body-too-large", {}),
    ({"body": b'[{"tab":"nope"},{"tab":7}'}, 400, "malformed-json", {}),
    ({"body": b'[{"tab":"nope"},{"tab":7}]'}, 422, "invalid-value", {"pointer": "/1/tab"}),
    ({"body": b'[{"tab":"nope"},{"tab":"games"}]'}, 404, "unknown-session", {}),
    ({"path": "/sessions/made/taps"}, 422, "unknown-tab", {"pointer": "/0/tab", "revision": 0}),
]


@pytest.mark.parametrize("count", range(1, len(STEPS) + 1), ids=[step[2] for step in STEPS])
def test_what_is_wrong_first_is_what_is_said(serve, count):
    server = serve("--max-body", "1024", "--explicit-sessions")
    server.put("/sessions/made", {"tabs": ["games"]})
    request = {"method": "PUT", "origin": "http://evil.example", "kind": "application/xml", "body": TOO_LONG}
    for step in STEPS[:count]:
        request |= step[0]
        if "host" not in step[0]:
            request["host"] = server.authority
    fields = {"Host": request["host"], "Content-Type": request["kind"], "Connection": "close"}
    if request["origin"]:
        fields["Origin"] = request["origin"]
    answer = server.request(request["method"], request["path"], request["body"], fields)
    _, status, code, members = STEPS[count - 1]
    assert_problem(answer, status, code, **members)


def test_with_everything_mended_it_is_applied(serve):
    server = serve("--max-body", "1024", "--explicit-sessions")
    server.put("/sessions/made", {"tabs": ["games"]})
    assert server.post("/sessions/made/taps", [{"tab": "games"}]).status == 200


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        # Too many elements count before what is wrong inside them.
        ([{"tab": 7}] * 101, "too-many-inputs", ""),
        # In an object the type comes first, then the members as they stand, then what is missing.
        ({"x": 1, "type": "zoom"}, "invalid-value", "/type"),
        ({"offset": "far", "x": 1, "type": "scroll"}, "invalid-value", "/offset"),
        ({"x": 1, "offset": "far", "type": "scroll"}, "unknown-member", "/x"),
        ({"type": "push", "x": 1}, "unknown-member", "/x"),
        # The whole array is decoded before the core sees the first of it.
        ([{"type": "pop"}, {"type": "zoom"}], "invalid-value", "/1/type"),
    ],
    ids=json.dumps,
)
def test_decoding_has_an_order_too(server, session_id, body, code, pointer):
    assert_problem(server.post(f"/sessions/{session_id}/inputs", body), 422, code, pointer=pointer)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"policy": {"minIntervalMs": 9, "windowMs": 5}, "selectedTab": "x", "openTabs": False}, "/openTabs"),
        ({"policy": {"minIntervalMs": 9, "windowMs": 5}, "selectedTab": "x"}, "/selectedTab"),
        ({"policy": {"minIntervalMs": 9, "windowMs": 5}}, "/policy/minIntervalMs"),
        ({"tabs": ["a", "a"], "reduceMotion": 1}, "/tabs/1"),
        ({"reduceMotion": 1, "tabs": ["a", "a"]}, "/reduceMotion"),
    ],
    ids=json.dumps,
)
def test_what_concerns_several_members_comes_last(server, session_id, body, pointer):
    assert_problem(server.put(f"/sessions/{session_id}", body), 422, "invalid-value", pointer=pointer)
