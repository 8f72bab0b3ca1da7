"""One taptop process: started on a port of its own, asked over HTTP, stopped by a signal."""

import http.client
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile

from answers import Answer, assert_ours
from wire import Wire

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("TAPTOP_BINARY") or str(ROOT / ".build" / "debug" / "taptop")

# How long anything that happens by itself may take, in seconds; on a busy machine it may take a while.
PATIENCE = 20


def environment(**settings):
    """This process's environment without what would set options of taptop, and with what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAPTOP_")}
    return kept | settings


def run(*arguments, **settings):
    """Runs a command of taptop to its end: its exit code, standard output and standard error."""
    variables = settings.pop("variables", {})
    return subprocess.run(
        [BINARY, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(**variables),
        stdin=None if "input" in settings else subprocess.DEVNULL,
        **settings,
    )


class Server:
    def __init__(self, *options, variables=None, tls=None, stderr=None):
        """`tls` is the ssl.SSLContext to ask it with, for one that speaks HTTPS."""
        self.tls = tls
        self._log = tempfile.NamedTemporaryFile(prefix="taptop-", suffix=".log")
        command = [BINARY, "serve", "--port", "0", "--data", ":memory:", *options]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log if stderr is None else stderr,
            env=environment(**(variables or {})),
        )
        try:
            self.port = self._listening_port()
        except BaseException:
            self.kill()
            raise

    def _listening_port(self):
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline().decode() if ready else ""
        match = re.fullmatch(r"taptop: listening on https?://(?:[\d.]+|\[[\da-f:.]+\]):(\d+)\n", line)
        assert match, f"instead of the line that says where it listens: {line!r}\n{self.log()}"
        return int(match[1])

    @property
    def authority(self):
        return f"127.0.0.1:{self.port}"

    @property
    def url(self):
        return f"http://{self.authority}"

    def log(self):
        return pathlib.Path(self._log.name).read_text(errors="replace")

    def connection(self):
        """A connection of http.client's, for requests one after another."""
        if self.tls:
            return http.client.HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self.tls)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def request(self, method, path, body=None, headers=None):
        """One request on a connection of its own. A body that is no bytes is sent as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        headers.setdefault("Connection", "close")
        connection = self.connection()
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            answer = Answer(response.status, response.getheaders(), response.read())
        finally:
            connection.close()
        assert_ours(answer, is_document=answer.status == 200 and path.startswith(("/openapi.json", "/problems/")))
        return answer

    def get(self, path, **headers):
        return self.request("GET", path, headers=_fields(headers))

    def head(self, path, **headers):
        return self.request("HEAD", path, headers=_fields(headers))

    def post(self, path, body=None, **headers):
        return self.request("POST", path, body, _fields(headers))

    def put(self, path, body=None, **headers):
        return self.request("PUT", path, body, _fields(headers))

    def delete(self, path, **headers):
        return self.request("DELETE", path, headers=_fields(headers))

    def options(self, path, **headers):
        return self.request("OPTIONS", path, headers=_fields(headers))

    def wire(self):
        """A bare connection."""
        return Wire(self.port, PATIENCE)

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    def wait(self):
        """Waits for the end, which must be clean, with nothing more on standard output."""
        rest, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, f"exit {self.process.returncode}\n{self.log()}"
        assert rest == b"", "standard output is for the address alone"

    def finish(self):
        """Stops it, unless the test already did and waited."""
        if self.process.returncode is None:
            self.signal()
            self.wait()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self._log.close()


def _fields(keywords):
    """content_type="text/plain" is the field Content-Type."""
    return {name.replace("_", "-"): value for name, value in keywords.items()}
