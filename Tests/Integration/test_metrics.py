"""GET /metrics: what was counted, exactly, in a form that Prometheus' own checker finds nothing wrong with."""

import re
import subprocess
import time

import pytest

from answers import METRICS, assert_problem
from server import PATIENCE

LINE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-z_]+)="([^"]*)"')


def metrics(server):
    """Every sample: its name and labels, and its value."""
    answer = server.get("/metrics")
    assert answer.status == 200
    assert answer["Content-Type"] == METRICS
    samples = {}
    for line in answer.body.decode().splitlines():
        if not line.startswith("#"):
            name, labels, value = LINE.fullmatch(line).groups()
            key = (name, *sorted(f"{label}={text}" for label, text in LABEL.findall(labels or "")))
            assert key not in samples
            samples[key] = float(value)
    return samples


def check(server):
    """What Prometheus' checker says of a page; nothing where all is well."""
    text = server.get("/metrics").body
    checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, timeout=20)
    return checked.returncode, checked.stdout.decode() + checked.stderr.decode()


@pytest.fixture(params=["in memory", "on disk"])
def fresh(serve, request, tmp_path):
    """A server that nobody has asked anything yet."""
    return serve("--data", ":memory:" if request.param == "in memory" else str(tmp_path / "taptop.db"))


def test_a_fresh_server_has_counted_nothing_but_shows_every_count(fresh):
    samples = metrics(fresh)
    known = {("taptop_build_info", "version=0.1.0"): 1, ("process_start_time_seconds",): pytest.approx(time.time(), abs=PATIENCE)}
    assert {key: value for key, value in samples.items() if value != 0} == known
    assert {key for key in samples if key[0] == "taptop_taps_total"} == {
        ("taptop_taps_total", f"result={result}") for result in ("first", "double", "expired", "bounce", "duplicate")
    }
    assert check(fresh) == (0, "")


def test_what_happened_is_counted_exactly(fresh, tmp_path):
    put = fresh.put("/sessions/a", {"tabs": ["home", "games"], "selectedTab": "home"})
    assert put.status == 201
    taps = [{"tab": "home", "atMs": at} for at in (1_000, 1_200, 9_000, 20_000)]
    outcomes = []
    for number, tap in enumerate(taps):
        for _ in range(2):
            answer = fresh.post("/sessions/a/taps", tap, Idempotency_Key=f"key-{number}")
            assert answer.status == 200
        outcomes.append(answer.json())
    revision = outcomes[-1]["revision"]
    unknown = fresh.post("/sessions/a/taps", {"tab": "nowhere"})
    assert_problem(unknown, 422, "unknown-tab", pointer="/tab", revision=revision)
    assert_problem(fresh.post("/sessions/a/inputs", b"{"), 400, "malformed-json")
    assert fresh.get("/sessions/missing").status == 404

    samples = metrics(fresh)

    def of(name):
        return {key[1:]: value for key, value in samples.items() if key[0] == name and value != 0}

    doubles = sum(outcome["doubleTap"] for outcome in outcomes)
    assert doubles == 1
    counted = of("taptop_taps_total")
    assert counted[("result=double",)] == 1
    assert sum(counted.values()) == len(taps)
    actions = [outcome["directive"]["action"] for outcome in outcomes if outcome["directive"]]
    assert of("taptop_directives_total") == {(f"action={action}",): actions.count(action) for action in actions}
    assert of("taptop_answers_replayed_total") == {(): len(taps)}
    assert of("taptop_inputs_refused_total") == {("code=unknown-tab",): 1, ("code=malformed-json",): 1}
    assert of("taptop_http_requests_total") == {
        ("method=PUT", "route=/sessions/{id}", "status=201"): 1,
        ("method=POST", "route=/sessions/{id}/taps", "status=200"): 2 * len(taps),
        ("method=POST", "route=/sessions/{id}/taps", "status=422"): 1,
        ("method=POST", "route=/sessions/{id}/inputs", "status=400"): 1,
        ("method=GET", "route=/sessions/{id}", "status=404"): 1,
    }
    assert of("taptop_http_request_duration_seconds_count") == {
        ("method=PUT", "route=/sessions/{id}"): 1,
        ("method=POST", "route=/sessions/{id}/taps"): 2 * len(taps) + 1,
        ("method=POST", "route=/sessions/{id}/inputs"): 1,
        ("method=GET", "route=/sessions/{id}"): 1,
    }
    assert of("taptop_sessions") == of("taptop_sessions_resident") == {(): 1}
    commits = {} if not list(tmp_path.glob("taptop.db")) else {(): 1 + len(taps)}
    assert of("taptop_commit_sessions_count") == of("taptop_commit_duration_seconds_count") == commits
    assert of("taptop_commit_sessions_sum") == commits
    assert of("taptop_commit_failures_total") == {}
    assert check(fresh) == (0, "")


def test_counts_only_grow_and_the_buckets_of_a_duration_grow_with_their_bounds(fresh):
    before = metrics(fresh)
    for number in range(50):
        assert fresh.post(f"/sessions/s{number}/taps", {"tab": "home"}).status == 200
    after = metrics(fresh)
    assert after.keys() >= before.keys()
    for key, value in before.items():
        if not key[0].startswith("taptop_sessions"):
            assert after[key] >= value
    buckets = [
        value for key, value in after.items()
        if key[0] == "taptop_http_request_duration_seconds_bucket" and "route=/sessions/{id}/taps" in key
    ]
    assert buckets == sorted(buckets)
    assert buckets[-1] == 50


def test_nothing_that_a_client_chose_is_a_label(serve):
    server = serve()
    marker = "sEcReT"
    server.put(f"/sessions/{marker}", {"tabs": [marker], "policy": [
        {"on": "doubleTap", "do": f"do{marker}"}]})
    server.post(f"/sessions/{marker}/taps", {"tab": marker}, Idempotency_Key=marker, X_Request_Id=marker)
    server.get(f"/{marker}")
    server.get(f"/problems/{marker}")
    server.get(f"/policies?{marker}={marker}")
    server.request(marker, "/policies")
    server.request("GET", "/policies", headers={"Origin": f"http://{marker}.example", "Host": server.authority})
    text = server.get("/metrics").body.decode()
    assert marker.lower() not in text.lower()
    assert 'route="unknown",method="GET",status="404"' in text
    assert 'method="other",status="501"' in text
    assert check(server) == (0, "")


def test_head_has_no_body(server):
    answer = server.request("HEAD", "/metrics")
    assert (answer.status, answer.body) == (200, b"")


def test_inputs_that_are_refused_for_their_head_count_as_well(serve):
    server = serve()
    tap = {"tab": "a"}
    assert_problem(server.post("/sessions/bad%20id/taps", tap), 400, "invalid-session-id")
    assert_problem(server.post("/sessions/a/taps", tap, host="evil.example"), 421, "host-not-allowed")
    assert_problem(server.post("/sessions/a/inputs", tap, expect="the best"), 417, "expectation-failed")
    assert_problem(server.post("/sessions/a/nowhere", tap), 404, "not-found")
    refused = {key[1:]: value for key, value in metrics(server).items() if key[0] == "taptop_inputs_refused_total" and value}
    codes = ("invalid-session-id", "host-not-allowed", "expectation-failed")
    assert refused == {(f"code={code}",): 1 for code in codes}
