"""A headless Chromium, driven over a pipe by the DevTools protocol (chromedevtools.github.io/devtools-protocol)."""

import json
import os
import select
import subprocess
import tempfile

from server import PATIENCE

# The browser asks nobody whether there is a newer one, and has no sandbox of its own: root is refused one, and pages
# are ours. It leaves it to the server who may call: else it asks a person before some page reaches this machine.
SWITCHES = [
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--disable-features=LocalNetworkAccessChecks,MediaRouter,OptimizationHints",
    "--remote-debugging-pipe",
]


class Chromium:
    def __init__(self, *switches):
        self._profile = tempfile.TemporaryDirectory(prefix="taptop-chromium-", ignore_cleanup_errors=True)
        self._log = tempfile.NamedTemporaryFile(prefix="taptop-chromium-", suffix=".log")
        self._calls, self._unread, self._events = 0, b"", []
        # It reads orders from descriptor 3 and answers on 4.
        self._process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh", "chromium", *SWITCHES, *switches,
             f"--user-data-dir={self._profile.name}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            bufsize=0,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.communicate()
            self._profile.cleanup()
            self._log.close()

    def open(self, url):
        """A new page, when it has loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        page = Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        page.load(url)
        return page

    def call(self, method, session=None, **parameters):
        """Gives one order, and waits for what came of it."""
        self._calls += 1
        order = {"id": self._calls, "method": method, "params": parameters}
        if session:
            order["sessionId"] = session
        self._process.stdin.write(json.dumps(order).encode() + b"\0")
        while (message := self._message()).get("id") != order["id"]:
            self._events.append(message)
        assert "error" not in message, f"{method}: {message['error']}"
        return message["result"]

    def wait_for(self, method, session):
        """Waits for the first event of a kind that has not been waited for."""
        def wanted(message):
            return message.get("method") == method and message.get("sessionId") == session

        while not (found := next(filter(wanted, self._events), None)):
            self._events.append(self._message())
        self._events.remove(found)
        return found["params"]

    def _message(self):
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
            more = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            if not more:
                self._log.seek(0)
                raise AssertionError(f"the browser says nothing more\n{self._log.read().decode(errors='replace')}")
            self._unread += more
        message, self._unread = self._unread.split(b"\0", 1)
        return json.loads(message)


class Page:
    def __init__(self, browser, session):
        self._browser, self._session = browser, session
        self._call("Page.enable")

    def load(self, url):
        """Goes to another page, and waits until it is there."""
        result = self._call("Page.navigate", url=url)
        assert "errorText" not in result, f"{url}: {result['errorText']}"
        self._browser.wait_for("Page.loadEventFired", self._session)

    def run(self, script):
        """Runs a script, the body of an async function, and gives what it returns."""
        result = self._call(
            "Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def follow(self, script):
        """Runs a script that leads to another page, and waits until it is there."""
        self._call("Runtime.evaluate", expression=f"{{ {script} }}")
        self._browser.wait_for("Page.loadEventFired", self._session)

    def _call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)
