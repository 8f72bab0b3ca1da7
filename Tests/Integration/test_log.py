"""The log: JSON lines that name each request, hold no secret, and wait for nobody."""

import json
import os
import re
import select

from server import PATIENCE

SECRET = "s3cret"
KEYS = {"Authorization": f"Bearer {SECRET}", "Idempotency-Key": SECRET, "Cookie": f"key={SECRET}"}


def entries(text):
    """The lines of a log, each with what every line has."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        assert list(line)[:3] == ["time", "level", "message"], line
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
        assert line["level"] in ("error", "warning", "info", "debug")
    return lines


def test_debug_adds_a_line_a_request_whatever_came_of_it(serve):
    server = serve("--log", "debug")
    for number, (method, path) in enumerate(
        [("PUT", "/sessions/a"), ("GET", "/sessions/a?after=1"), ("GET", "/nothing"), ("PATCH", "/sessions/a")]
    ):
        server.request(method, path, headers={"X-Request-Id": f"r{number}"})
    unnamed = server.get("/healthz")["X-Request-Id"]
    server.finish()
    told = [line for line in entries(server.log()) if line["message"] == "request"]
    assert [list(line.values())[1:] for line in told] == [
        ["debug", "request", "r0", "PUT", "/sessions/a", 201],
        ["debug", "request", "r1", "GET", "/sessions/a", 200],
        ["debug", "request", "r2", "GET", "/nothing", 404],
        ["debug", "request", "r3", "PATCH", "/sessions/a", 405],
        ["debug", "request", unnamed, "GET", "/healthz", 200],
    ]
    assert all(list(line)[3:] == ["requestId", "method", "path", "status"] for line in told)


def test_nothing_else_has_a_line_a_request(serve):
    server = serve("--log", "info")
    server.get("/healthz")
    server.finish()
    assert [line["message"] for line in entries(server.log())] == ["listening", "stopping", "stopped"]


def test_no_secret_is_in_a_log(serve, tmp_path):
    server = serve("--log", "debug", "--data", str(tmp_path / "taptop.db"), "--max-body", "2000")
    path = "/sessions/a"
    tap = {"tab": "games"}
    sent = [
        server.post(f"{path}/taps", tap, **KEYS),
        server.post(f"{path}/inputs?key={SECRET}", {"type": "tap", **tap}, **KEYS),
        server.put("/sessions/b", {"tabs": [{"id": SECRET, "screens": [{"id": SECRET}]}]}, **KEYS),
        server.post(f"{path}/taps", {"tab": SECRET, SECRET: SECRET}, **KEYS),
        server.post(f"{path}/taps", f'{{"tab": "{SECRET}'.encode(), content_type="application/json", **KEYS),
        server.post(f"{path}/taps", [{"tab": SECRET}] * 200, **KEYS),
        server.post(f"{path}/taps", SECRET.encode(), content_type=f"text/{SECRET}", **KEYS),
        server.request("POST", f"{path}/taps", tap, KEYS | {"Idempotency-Key": f"{SECRET} {SECRET}"}),
        server.put(path, {}, if_match=f'"{SECRET}', **KEYS),
        server.get(path, if_none_match=f'"{SECRET}"', **KEYS),
        server.get(f"/nothing?{SECRET}", **KEYS),
        server.get("/healthz", origin=f"http://{SECRET}.example", **KEYS),
        server.get("/healthz", host=f"{SECRET}.example", **KEYS),
        server.get(f"http://name:{SECRET}@localhost/healthz?{SECRET}", **KEYS),
        server.request("PATCH", f"{path}?{SECRET}", tap, KEYS),
        server.delete(path, if_match='"999"', **KEYS),
    ]
    assert {answer.status // 100 for answer in sent} == {2, 4}
    for text in (
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\n{SECRET}\r\n\r\n",
        f"GET /healthz?{SECRET} {SECRET} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        f"GET /healthz HTTP/{SECRET}\r\nHost: localhost\r\n\r\n",
        f"POST {path}/taps HTTP/1.1\r\nHost: localhost\r\nContent-Length: {SECRET}\r\n\r\n",
        f"POST {path}/taps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{SECRET}\r\n",
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: {SECRET * 10000}\r\n\r\n",
    ):
        with server.wire() as wire:
            wire.send(text)
            wire.end_of_requests()
            try:
                wire.rest()
            except ConnectionResetError:
                pass
    server.finish()
    log = server.log()
    assert len([line for line in entries(log) if line["message"] == "request"]) >= len(sent)
    assert SECRET not in log


def test_a_reader_of_the_log_who_stops_to_read_stops_nothing(serve):
    reading, writing = os.pipe()
    try:
        server = serve("--log", "debug", stderr=writing)
        os.close(writing)
        count = 2000
        with server.wire() as wire:
            for number in range(count):
                wire.send(f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r{number}\r\n\r\n")
                assert wire.answer().status == 200
            text = b""
            while b"dropped" not in text or not text.endswith(b"\n"):
                ready, _, _ = select.select([reading], [], [], PATIENCE)
                assert ready, f"no line says that lines were dropped: {text[-1000:]}"
                text += os.read(reading, 65536)
            lines = entries(text.decode())
            named = [line["requestId"] for line in lines if "requestId" in line]
            assert 0 < len(named) < count and named == [f"r{number}" for number in range(len(named))]
            assert lines[-1]["level"] == "warning" and "dropped" in lines[-1]["message"]
            assert lines[-1]["lines"] == count - len(named)
            # And with the log full again, the end is as clean.
            for _ in range(count):
                wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert wire.answer().status == 200
        server.finish()
    finally:
        os.close(reading)
