"""The command: its options, its environment, and how it says no."""

import json
import re
import socket

import pytest

from answers import assert_problem
from server import run

# Every option of `serve` with its default, as the help must give it.
OPTIONS = {
    "--host": "127.0.0.1",
    "--port": "8080",
    "--data": "taptop.db",
    "--durability": "full",
    "--loops": "half the processors, at least 1",
    "--max-sessions": "1000000",
    "--resident-sessions": "100000",
    "--step-memory": "64MiB",
    "--max-readers": "1000",
    "--session-ttl": "30d",
    "--max-connections": "10000",
    "--max-body": "262144",
    "--timeout": "30s",
    "--request-timeout": "20s",
    "--explicit-sessions": "0",
    "--allow-origin": "none",
    "--allow-host": "none",
    "--api-keys": "none",
    "--tls-certificate": "none",
    "--tls-key": "none",
    "--drain-delay": "0s",
    "--drain": "10s",
    "--log": "info",
}


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["help"], ["help", "serve"]])
def test_help_names_every_option_its_variable_and_its_default(arguments):
    result = run(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    # Each option begins a line, and what is said about it goes on until the next.
    sections = dict(re.findall(r"^ +(--[a-z-]+)((?:.*\n)(?:(?! +--).*\n)*)", result.stdout, re.MULTILINE))
    for option, default in OPTIONS.items():
        variable = "TAPTOP_" + option[2:].upper().replace("-", "_")
        assert f"{variable}, default {default}\n" in sections[option]


def test_help_names_every_command():
    for command in ("serve", "replay", "key", "health", "version"):
        assert f"taptop {command}" in run("help").stdout.replace("[serve]", "serve")


def assert_refused(result, *words):
    """One line on standard error that names what was wrong, and nothing on standard output."""
    assert result.stdout == ""
    assert result.returncode == 2
    assert re.fullmatch(r"taptop: [^\n]+\n", result.stderr), result.stderr
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], ["dance"]),
        (["serve", "--nope"], ["--nope"]),
        (["serve", "--prot", "80"], ["--prot"]),
        (["serve", "file"], ["file"]),
        (["serve", "--port"], ["--port"]),
        (["serve", "--port", ""], ["--port"]),
        (["serve", "--port", "http"], ["--port", "http", "65535"]),
        (["serve", "--port", "65536"], ["--port", "65536", "65535"]),
        (["serve", "--port", "-1"], ["--port", "-1"]),
        (["serve", "--port", "8080x"], ["--port", "8080x"]),
        (["serve", "--max-body", "many"], ["--max-body", "many"]),
        (["serve", "--max-body", "99999999999999999999"], ["--max-body"]),
        (["serve", "--timeout", "30"], ["--timeout", "30"]),
        (["serve", "--timeout", "30y"], ["--timeout", "30y"]),
        (["serve", "--drain", "soon"], ["--drain", "soon"]),
        (["serve", "--data", ""], ["--data", ":memory:"]),
        (["serve", "--data", "file:taptop.db?mode=ro"], ["--data", "file:taptop.db?mode=ro"]),
        (["serve", "--durability", "some"], ["--durability", "some", "normal"]),
        (["serve", "--session-ttl", "1w"], ["--session-ttl", "1w"]),
        (["serve", "--session-ttl", "60"], ["--session-ttl", "60"]),
        (["serve", "--resident-sessions", "-1"], ["--resident-sessions", "-1"]),
        (["serve", "--log", "loud"], ["--log", "loud", "debug"]),
        (["serve", "--host", "not an address"], ["--host"]),
        (["--port", "http"], ["--port", "http"]),
        (["version", "now"], ["now"]),
        (["replay", "one", "two"], ["two"]),
        (["serve", "--api-keys", "/nowhere/keys"], ["--api-keys", "/nowhere/keys", "no such file"]),
        (["serve", "--api-keys", "/"], ["--api-keys", "directory"]),
        (["serve", "--api-keys", "/dev/null"], ["--api-keys", "device"]),
        (["serve", "--tls-certificate", "a.pem"], ["--tls-certificate", "--tls-key"]),
        (["serve", "--tls-key", "a.pem"], ["--tls-key", "--tls-certificate"]),
        (["serve", "--tls-key", "/nowhere/a", "--tls-certificate", "/nowhere/b"], ["/nowhere/b", "no such file"]),
        (["key"], ["NAME"]),
        (["key", "a b"], ["NAME", "a b", "A-Z"]),
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_said_in_one_line(arguments, words):
    assert_refused(run(*arguments), *words)


@pytest.mark.parametrize(
    ("name", "value"),
    [("TAPTOP_PORT", "http"), ("TAPTOP_LOG", "loud"), ("TAPTOP_EXPLICIT_SESSIONS", "maybe"), ("TAPTOP_DRAIN", "1")],
)
def test_the_environment_is_checked_too(name, value):
    assert_refused(run("serve", variables={name: value}), name, value)


def test_the_environment_sets_options(serve):
    server = serve(
        variables={
            "TAPTOP_MAX_BODY": "1024",
            "TAPTOP_EXPLICIT_SESSIONS": "1",
            "TAPTOP_ALLOW_HOST": "one.example,two.example",
        }
    )
    assert_problem(server.post("/sessions/demo/taps", b"{" + b" " * 1024), 413, "body-too-large")
    assert_problem(server.post("/sessions/demo/taps", b'{"tab":"a"}'), 404, "unknown-session")
    for host in ("one.example", "two.example"):
        assert server.get("/healthz", host=host).status == 200


def test_a_switch_of_0_is_off(serve):
    server = serve(variables={"TAPTOP_EXPLICIT_SESSIONS": "0"})
    assert server.post("/sessions/demo/taps", {"tab": "games"}).status == 200


def test_an_option_wins_over_the_environment(serve):
    # The fixture gives --port 0.
    server = serve("--max-body", "2000", variables={"TAPTOP_PORT": "1", "TAPTOP_MAX_BODY": "1024"})
    assert server.port != 1
    assert server.post("/sessions/demo/taps", b'{"tab":"games"}' + b" " * 1900).status == 200


def test_taptop_alone_serves():
    """What is refused shows that it is `serve` that reads the options."""
    assert_refused(run("--port", "65536"), "--port")


def test_a_port_that_is_taken_is_said_in_one_line(server):
    result = run("serve", "--port", str(server.port), "--data", ":memory:")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert str(server.port) in result.stderr


def test_the_port_can_be_had_again_at_once(serve):
    first = serve()
    with first.wire() as wire:
        wire.send(f"GET /healthz HTTP/1.1\r\nHost: {first.authority}\r\n\r\n")
        wire.answer()
        first.finish()
    second = serve("--port", str(first.port))
    assert second.port == first.port


def test_version():
    result = run("version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"taptop \d+\.\d+\.\d+\S*\n", result.stdout)


def test_health_of_a_server_that_is_ready(server):
    for result in (
        run("health", f"http://127.0.0.1:{server.port}"),
        run("health", variables={"TAPTOP_PORT": str(server.port)}),
        run("health", variables={"TAPTOP_PORT": str(server.port), "TAPTOP_HOST": "127.0.0.1"}),
    ):
        assert (result.returncode, result.stderr) == (0, "")


def test_health_of_a_server_that_is_not_there():
    with socket.socket() as taken:
        # Bound and not listening: nobody answers, and nobody else can take the port meanwhile.
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        for result in (
            run("health", f"http://127.0.0.1:{port}"),
            run("health", variables={"TAPTOP_PORT": str(port)}),
        ):
            assert result.returncode == 1
            assert re.fullmatch(r"[^\n]*\S[^\n]*\n", result.stderr), result.stderr


def test_health_of_a_server_that_drains(serve):
    server = serve("--drain-delay", "1s")
    server.signal()
    while server.get("/readyz").status == 200:
        pass
    result = run("health", f"http://127.0.0.1:{server.port}")
    assert result.returncode == 1
    assert "503" in result.stderr or "drain" in result.stderr
    server.wait()


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1", "http://127.0.0.1:http"])
def test_health_of_what_is_no_address(url):
    result = run("health", url)
    assert result.returncode in (1, 2) and result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_the_log_is_one_json_object_a_line(serve):
    server = serve("--log", "debug")
    server.get("/healthz", x_request_id="look-for-me")
    server.finish()
    lines = [json.loads(line) for line in server.log().splitlines()]
    assert lines and all(isinstance(line, dict) for line in lines)
    assert "look-for-me" in server.log()
