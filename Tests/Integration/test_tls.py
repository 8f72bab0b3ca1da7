"""HTTPS: TLS 1.2 and 1.3 and nothing older, with all that goes over plain HTTP."""

import concurrent.futures
import json
import re
import socket
import ssl
import subprocess
import time

import pytest

from answers import assert_problem
from certificates import Authority
from server import PATIENCE, run
from storage import eventually

# Each version alone; OpenSSL is talked out of its own dislike of the old ones.
NEW = [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]
OLD = [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1]


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def files(authority):
    return authority.vouch("server")


@pytest.fixture
def trust(authority):
    return ssl.create_default_context(cafile=authority.certificate)


@pytest.fixture
def encrypted(serve, files, trust):
    certificate, key = files
    return lambda *options: serve("--tls-certificate", certificate, "--tls-key", key, *options, tls=trust)


def open_tls(server, context):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    try:
        return context.wrap_socket(connection, server_hostname="localhost")
    except BaseException:
        connection.close()
        raise


@pytest.mark.parametrize("version", NEW)
def test_each_new_version_is_spoken(encrypted, trust, version):
    server = encrypted()
    trust.minimum_version = trust.maximum_version = version
    with open_tls(server, trust) as connection:
        assert connection.version() == {"TLSv1_2": "TLSv1.2", "TLSv1_3": "TLSv1.3"}[version.name]
    assert server.get("/readyz").status == 200


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("version", OLD)
def test_no_old_version_is_spoken(encrypted, trust, version):
    server = encrypted()
    trust.set_ciphers("ALL:@SECLEVEL=0")
    trust.minimum_version = trust.maximum_version = version
    with pytest.raises(OSError):
        open_tls(server, trust)
    trust.maximum_version = ssl.TLSVersion.MAXIMUM_SUPPORTED
    assert server.get("/readyz").status == 200


@pytest.mark.parametrize("ciphers", ["AES128-GCM-SHA256", "ECDHE+AES+SHA256", "ECDHE+AES+SHA1:!AESGCM"])
def test_no_cipher_is_agreed_on_that_is_not_for_good(encrypted, trust, ciphers):
    server = encrypted()
    trust.maximum_version = ssl.TLSVersion.TLSv1_2
    trust.set_ciphers(ciphers)
    with pytest.raises(OSError):
        open_tls(server, trust)


def test_curl_trusts_it_by_its_authority(encrypted, authority):
    server = encrypted()
    url = f"https://localhost:{server.port}/sessions/demo/taps"
    told = ["curl", "-sS", "--max-time", str(PATIENCE), "-d", '{"tab":"games"}', url]
    for number, version in enumerate((["--tls-max", "1.2"], ["--tlsv1.3"]), 1):
        result = subprocess.run([*told, "--cacert", authority.certificate, *version], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["revision"] == number
    # 60: nobody vouches for it. The handshake, and so the tap, does not happen.
    assert subprocess.run(told, capture_output=True).returncode == 60
    assert server.get("/sessions/demo").json()["revision"] == 2


def test_plain_http_is_not_spoken_there(encrypted):
    server = encrypted()
    with server.wire() as wire:
        wire.send(f"GET /readyz HTTP/1.1\r\nHost: {server.authority}\r\n\r\n")
        try:
            assert b"HTTP/1" not in wire.rest()
        except ConnectionResetError:
            pass
    assert server.get("/readyz").status == 200


def test_a_connection_is_kept_for_many_requests_and_large_bodies(encrypted):
    server = encrypted("--max-body", "4MiB")
    connection = server.connection()
    try:
        for revision in range(1, 301):
            body = b'{"tab":"games"}' + b" " * (3_000_000 if revision % 100 == 0 else 0)
            connection.request("POST", "/sessions/demo/taps", body)
            answer = connection.getresponse()
            assert (answer.status, json.loads(answer.read())["revision"]) == (200, revision)
        local = connection.sock.getsockname()
        connection.request("GET", "/sessions/demo")
        connection.getresponse().read()
        assert connection.sock.getsockname() == local
    finally:
        connection.close()


def test_many_connections_at_once_with_answers_that_wait_for_the_disk(encrypted, tmp_path):
    server = encrypted("--data", str(tmp_path / "taptop.db"), "--loops", "2")

    def taps(number):
        connection = server.connection()
        try:
            for _ in range(20):
                connection.request("POST", f"/sessions/s{number % 4}/taps", b'{"tab":"games"}')
                answer = connection.getresponse()
                assert answer.status == 200, answer.read()
                answer.read()
        finally:
            connection.close()

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        list(pool.map(taps, range(20)))
    assert [server.get(f"/sessions/s{number}").json()["revision"] for number in range(4)] == [100] * 4


def test_a_body_that_is_too_long_is_told_so(encrypted):
    server = encrypted()
    assert_problem(server.post("/sessions/demo/taps", b" " * 300_000), 413, "body-too-large")


@pytest.mark.parametrize(("target", "fields"), [("/readyz", "Connection: close\r\n"), ("/%zz", "")])
def test_an_answer_that_ends_its_connection_ends_it_at_once(encrypted, trust, target, fields):
    server = encrypted()
    with open_tls(server, trust) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode())
        answer = b""
        while part := connection.recv(65_536):
            answer += part
        started = time.monotonic()
        assert answer.startswith(b"HTTP/1.1 ") and answer.endswith(b"}")
        # Below TLS the connection is at its end too.
        bare = socket.socket(fileno=connection.detach())
        with bare:
            bare.settimeout(PATIENCE)
            assert bare.recv(1) == b""
    # Far from the second that a client is read from after that.
    assert time.monotonic() - started < 0.5


def test_who_connects_and_says_nothing_is_let_go(encrypted):
    server = encrypted("--timeout", "1s")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as silent:
        said = b""
        while part := silent.recv(65_536):
            said += part
        # A TLS alert at most.
        assert len(said) in (0, 7)


def test_pages_of_the_server_itself_may_call_and_others_not(encrypted):
    server = encrypted("--allow-origin", "https://app.example")
    for origin in (f"https://localhost:{server.port}", "https://app.example"):
        assert server.post("/sessions/demo/taps", {"tab": "games"}, origin=origin).status == 200
    answer = server.post("/sessions/demo/taps", {"tab": "games"}, origin="https://evil.example")
    assert_problem(answer, 403, "origin-not-allowed")


def test_keys_over_tls_deserve_no_warning(encrypted, tmp_path):
    file = tmp_path / "keys"
    key, line = run("key", "phones").stdout.splitlines()
    file.write_text(line)
    server = encrypted("--host", "0.0.0.0", "--api-keys", str(file))
    assert "warning" not in server.log()
    tap = {"tab": "games"}
    assert server.post("/sessions/demo/taps", tap, authorization=f"Bearer {key}").status == 200
    assert_problem(server.post("/sessions/demo/taps", tap), 401, "unauthorized")


def test_requests_under_way_are_answered_when_it_stops(encrypted, trust):
    server = encrypted()
    with open_tls(server, trust) as connection:
        head = b"POST /sessions/demo/taps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n"
        connection.sendall(head + b"Expect: 100-continue\r\n\r\n")
        assert connection.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        server.signal()
        connection.sendall(b'{"tab":"games"}')
        answer = b""
        while part := connection.recv(65_536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"}")
    server.wait()


def test_health_knows_the_server_by_its_certificate(encrypted, files, authority):
    server = encrypted()
    certificate, key = files
    variables = {"TAPTOP_TLS_CERTIFICATE": certificate, "TAPTOP_TLS_KEY": key, "TAPTOP_PORT": str(server.port)}
    result = run("health", variables=variables)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    url = f"https://localhost:{server.port}"
    assert run("health", url, variables={"TAPTOP_TLS_CERTIFICATE": certificate}).returncode == 0
    for settings, word in [
        ({"TAPTOP_TLS_CERTIFICATE": authority.certificate}, "another certificate"),
        ({"TAPTOP_TLS_CERTIFICATE": key}, "no certificate"),
        ({}, "vouches"),
    ]:
        result = run("health", url, variables=settings)
        assert result.returncode == 1
        assert re.fullmatch(rf"taptop: {url}/readyz: [^\n]*{word}[^\n]*\n", result.stderr)


def test_health_says_so_where_nobody_speaks_tls(server):
    result = run("health", f"https://127.0.0.1:{server.port}")
    assert result.returncode == 1
    assert "does not speak TLS" in result.stderr


def test_an_expired_certificate_is_warned_of(serve, authority, trust):
    certificate, key = authority.vouch("old", days=-1)
    server = serve("--tls-certificate", certificate, "--tls-key", key, tls=trust)
    warnings = [json.loads(line) for line in server.log().splitlines() if '"warning"' in line]
    assert [entry["message"] for entry in warnings] == ["the certificate has expired, so that clients refuse it"]
    with pytest.raises(ssl.SSLCertVerificationError):
        server.get("/readyz")


def test_what_does_not_fit_is_refused_before_it_listens(authority, files, tmp_path):
    certificate, key = files
    _, other = authority.vouch("other")
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing\n")
    locked = tmp_path / "locked.key"
    subprocess.run(
        ["openssl", "pkcs8", "-topk8", "-in", key, "-passout", "pass:secret", "-out", str(locked)], check=True
    )
    for chosen, beside, option, word in [
        (certificate, other, "--tls-key", "not that of the first certificate"),
        (key, key, "--tls-certificate", "no certificate"),
        (certificate, certificate, "--tls-key", "no private key"),
        (str(nothing), key, "--tls-certificate", "no certificate"),
        (certificate, str(locked), "--tls-key", "encrypted"),
        (certificate, str(tmp_path), "--tls-key", "directory"),
    ]:
        result = run("serve", "--port", "0", "--data", ":memory:", "--tls-certificate", chosen, "--tls-key", beside)
        assert (result.returncode, result.stdout) == (2, "")
        assert re.fullmatch(rf"taptop: {option} [^\n]*{word}[^\n]*\n", result.stderr), result.stderr


def test_events_and_steps_come_as_they_happen(encrypted, follow):
    server = encrypted()
    tap = {"tab": "games"}
    first = server.post("/sessions/demo/taps", tap)
    reader = follow(server, "demo")
    assert reader.event()[:2] == ("session", first["ETag"].strip('"'))
    for _ in range(3):
        second = server.post("/sessions/demo/taps", tap)
        assert reader.event()[1] == second["ETag"].strip('"')
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(server.get, "/sessions/demo/steps?after=4&waitMs=60000")
        eventually(lambda: b"\ntaptop_event_readers 2\n" in server.get("/metrics").body, "the server takes it")
        outcome = server.post("/sessions/demo/taps", tap).json()
        assert [step["outcome"] for step in waiting.result(PATIENCE).json()["steps"]] == [outcome]
    assert reader.event()[2]["outcome"] == outcome
    server.delete("/sessions/demo")
    assert [reader.event(), reader.event()] == [("deleted", None, {"deleted": True}), None]
