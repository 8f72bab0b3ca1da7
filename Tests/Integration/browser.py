"""What pages in a real browser can do to a server, and what they can't: one sentence a check.

Run by scripts/browser-test.
"""

import contextlib
import http.server
import json
import sys
import threading

from chromium import Chromium
from server import Server

# A name that leads to this machine, as one does that its owner points there after the page was loaded.
REBOUND = "evil.example"

# A request in whatever way, and what the page gets to know of it.
CALL = """
const call = async (url, {expose = [], ...init} = {}) => {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    return {
      status: response.status,
      ...(expose.length && {exposed: Object.fromEntries(expose.map((name) => [name, response.headers.get(name)]))}),
      body: text && JSON.parse(text),
    };
  } catch (error) {
    return error.name;
  }
};
"""


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def heading(self, text):
        print(f"\n== {text}", flush=True)

    def see(self, sentence, actual, expected):
        """Says a sentence, and whether it is true."""
        true = actual == expected
        self.passed, self.failed = self.passed + true, self.failed + (not true)
        print(f"{'ok    ' if true else 'FAILED'} {sentence}", flush=True)
        if not true:
            print(f"       expected {expected!r}\n       but had  {actual!r}", flush=True)


class _Empty(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"<!doctype html><title>A page</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.path == "/sandboxed":
            self.send_header("Content-Security-Policy", "sandbox allow-scripts allow-forms")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def pages():
    """Serves an empty page on a port of its own, which it gives."""
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Empty)
    threading.Thread(target=site.serve_forever).start()
    try:
        yield site.server_address[1]
    finally:
        site.shutdown()
        site.server_close()


@contextlib.contextmanager
def serving(*options):
    server = Server("--log", "debug", *options)
    try:
        yield server
        server.finish()
    finally:
        server.kill()


class Visit:
    """A page that calls a server by a URL."""

    def __init__(self, page, server):
        self._page = page
        self._base = f"const base = '{server}';"

    def call(self, path, **init):
        """What the page gets from `fetch`: status, body, and fields that it asks for; the name of an error."""
        return self.run(f"return call(base + {json.dumps(path)}, {json.dumps(init)});")

    def run(self, script):
        return self._page.run(CALL + self._base + script)


def outcome(answer):
    """The part of an answered tap that does not change from run to run."""
    if not isinstance(answer, dict) or "doubleTap" not in (answer["body"] or {}):
        return answer
    return {"status": answer["status"], "doubleTap": answer["body"]["doubleTap"]}


def problem(answer):
    """The part of a problem that does not change from run to run."""
    if not isinstance(answer, dict) or not isinstance(answer["body"], dict):
        return answer
    return {"status": answer["status"], "type": answer["body"].get("type")}


def requests(server, method, path):
    """How many requests the server's log has of a kind."""
    lines = [json.loads(line) for line in server.log().splitlines()]
    return sum(line.get("method") == method and line.get("path") == path for line in lines)


FIRST, SECOND = {"status": 200, "doubleTap": False}, {"status": 200, "doubleTap": True}
JSON = {"Content-Type": "application/json"}
TAP = json.dumps({"tab": "games"})


def allowed_page(checks, browser, server, origin):
    checks.heading(f"a page of an allowed origin, {origin}")
    visit = Visit(browser.open(origin), server.url)
    tap = {"method": "POST", "body": TAP}
    checks.see("It taps, with no preflight where it sends plain text.",
               [outcome(visit.call("/sessions/a/taps", **tap)), requests(server, "OPTIONS", "/sessions/a/taps")],
               [FIRST, 0])
    checks.see("It taps with JSON, which takes a preflight.",
               [outcome(visit.call("/sessions/a/taps", **tap, headers=JSON)),
                requests(server, "OPTIONS", "/sessions/a/taps")],
               [SECOND, 1])
    checks.see("The browser remembers the answer to the preflight.",
               [visit.call("/sessions/a/taps", **tap, headers=JSON)["status"],
                requests(server, "OPTIONS", "/sessions/a/taps")],
               [200, 1])
    session = server.get("/sessions/a")
    checks.see("It reads a session, with the fields that pages may see and no others.",
               visit.call("/sessions/a", headers={"X-Request-Id": "mine"},
                          expose=["ETag", "X-Request-Id", "Content-Type", "X-Content-Type-Options"]),
               {"status": 200, "body": session.json(),
                "exposed": {"ETag": session["ETag"], "X-Request-Id": "mine", "Content-Type": "application/json",
                            "X-Content-Type-Options": None}})
    checks.see("A 304 comes through, for the browser leaves it to a page that sends the condition itself.",
               visit.call("/sessions/a", headers={"If-None-Match": session["ETag"]}, expose=["ETag"]),
               {"status": 304, "exposed": {"ETag": session["ETag"]}, "body": ""})
    everything = {
        "Authorization": "Bearer key", "Idempotency-Key": "k1", "If-Match": session["ETag"], "Last-Event-ID": "1",
        "X-Request-Id": "r1", **JSON,
    }
    checks.see("It sends every field that the API knows.",
               visit.call("/sessions/a/taps", **tap, headers=everything)["status"], 200)
    checks.see("It makes a session with PUT, if there is none, and learns where it is.",
               visit.call("/sessions/b", method="PUT", headers={"If-None-Match": "*"}, body="{}",
                          expose=["Location", "ETag"])["exposed"],
               {"Location": "/sessions/b", "ETag": server.get("/sessions/b")["ETag"]})
    checks.see("It makes a session whose id is the server's, and learns its id.",
               visit.run("const made = await call(base + '/sessions', {method: 'POST', expose: ['Location']});"
                         "return made.exposed.Location === '/sessions/' + made.body.id;"), True)
    checks.see("It forgets one with DELETE.",
               [visit.call("/sessions/b", method="DELETE"), server.get("/sessions/b").status],
               [{"status": 204, "body": ""}, 404])
    allowed_errors(checks, visit, server)


def allowed_errors(checks, visit, server):
    checks.see("It reads why something was refused, by the state of things",
               problem(visit.call("/sessions/none")), {"status": 404, "type": "/problems/unknown-session"})
    checks.see("... by what it sent,",
               problem(visit.call("/sessions/a/taps", method="POST", headers=JSON, body="{")),
               {"status": 400, "type": "/problems/malformed-json"})
    checks.see("... by its path,",
               problem(visit.call("/nothing")), {"status": 404, "type": "/problems/not-found"})
    checks.see("... by its condition,",
               problem(visit.call("/sessions/a", method="DELETE", headers={"If-Match": '"999"'})),
               {"status": 412, "type": "/problems/revision-mismatch"})
    checks.see("... by the length of what it sent,",
               problem(visit.call("/sessions/a/taps", method="POST", body=" " * 300_000)),
               {"status": 413, "type": "/problems/body-too-large"})
    checks.see("... and by its content type.",
               problem(visit.call("/sessions/a/taps", method="POST", headers={"Content-Type": "text/html"}, body=TAP)),
               {"status": 415, "type": "/problems/unsupported-media-type"})
    before = server.get("/sessions/a").json()
    checks.see("A method that the path does not have, and a field that the API does not know, end with the preflight.",
               [visit.call("/sessions/a/taps", method="PATCH"),
                visit.call("/sessions/a/taps", method="POST", headers={"X-Other": "1"}, body=TAP),
                server.get("/sessions/a").json()],
               ["TypeError", "TypeError", before])


# Every way in which a script can make a browser send something, and what it gets to know: nothing.
WAYS = {
    "a GET": "return call(base + '/sessions/a');",
    "a tap in plain text": "return call(base + '/sessions/a/taps', {method: 'POST', body: tap});",
    "a tap in JSON": "return call(base + '/sessions/a/taps', {method: 'POST', body: tap, headers: json});",
    "a tap with a key":
        "return call(base + '/sessions/a/taps', {method: 'POST', body: tap, headers: {'Idempotency-Key': 'k9'}});",
    "a PUT": "return call(base + '/sessions/a', {method: 'PUT', body: '{}'});",
    "a DELETE": "return call(base + '/sessions/a', {method: 'DELETE'});",
    "a new session": "return call(base + '/sessions', {method: 'POST'});",
    "a GET whose answer it does not ask to see": "return blind(base + '/sessions/a');",
    "a tap whose answer it does not ask to see":
        "return blind(base + '/sessions/a/taps', {method: 'POST', body: tap});",
    # What comes after the beacon is there to wait for.
    "a beacon": "navigator.sendBeacon(base + '/sessions/a/taps', tap); return call(base + '/sessions/a');",
    "a script": """
        return new Promise((done) => {
          const script = document.createElement('script');
          script.onload = () => done('it ran');
          script.onerror = () => done('TypeError');
          script.src = base + '/policies';
          document.head.append(script);
        });
    """,
}
WORDS = f"""
const tap = '{TAP}', json = {json.dumps(JSON)};
const blind = async (url, init = {{}}) => {{
  const response = await fetch(url, {{mode: 'no-cors', ...init}});
  return response.type === 'opaque' && await response.text() === '' ? 'TypeError' : 'it sees something';
}};
"""


def changes(server):
    """What the server's log has of requests that change something: the status of each."""
    lines = [json.loads(line) for line in server.log().splitlines()]
    return [line["status"] for line in lines if line.get("method") in ("POST", "PUT", "DELETE")]


def foreign_page(checks, browser, server, name, url):
    checks.heading(f"a page of a foreign origin: {name}")
    before, count = server.get("/sessions/a").json(), len(changes(server))
    page = browser.open(url)
    visit = Visit(page, server.url)
    for way, script in WAYS.items():
        checks.see(f"It gets nothing from {way}.", visit.run(WORDS + script), "TypeError")
    checks.see("A form that it sends leads to a page that says why it was refused.",
               submit(page, f"{server.url}/sessions/a/taps"), "/problems/origin-not-allowed")
    refused = changes(server)[count:]
    checks.see("What needs no preflight was refused: two taps, a new session, the beacon, the form.",
               [len(refused), set(refused)], [5, {403}])
    checks.see("The session is as it was.", server.get("/sessions/a").json(), before)


def submit(page, url):
    """Sends a form as a person would who was led to press its button: the type of the problem that it leads to."""
    page.follow(f"""
        const form = document.createElement('form');
        form.method = 'post'; form.enctype = 'text/plain'; form.action = '{url}';
        const field = document.createElement('input');
        field.name = '{{"tab":"games","x":"'; field.value = '"}}';
        form.append(field); document.body.append(form); form.submit();
    """)
    return json.loads(page.run("return document.body.innerText"))["type"]


def own_page(checks, browser, server):
    checks.heading("a page of the server itself")
    visit = Visit(browser.open(f"{server.url}/policies"), server.url)
    checks.see("It taps, sends JSON and reads all fields, with no preflight.",
               [outcome(visit.call("/sessions/own/taps", method="POST", headers=JSON, body=TAP)),
                visit.call("/healthz", expose=["X-Content-Type-Options"]),
                visit.call("/sessions/own", method="DELETE"),
                requests(server, "OPTIONS", "/sessions/own/taps")],
               [FIRST, {"status": 200, "body": {"status": "ok"}, "exposed": {"X-Content-Type-Options": "nosniff"}},
                {"status": 204, "body": ""}, 0])


def rebound_name(checks, browser):
    checks.heading("a name that its owner leads to this machine")
    for options, allowed in (([], False), (["--allow-host", REBOUND], True)):
        with serving(*options) as server:
            url = f"http://{REBOUND}:{server.port}"
            page = browser.open(f"{url}/healthz")
            visit = Visit(page, url)
            shown = json.loads(page.run("return document.body.innerText"))
            tapped = visit.call("/sessions/a/taps", method="POST", headers=JSON, body=TAP)
            if allowed:
                checks.see("With --allow-host its pages are the server's own.",
                           [shown, outcome(tapped)], [{"status": "ok"}, FIRST])
            else:
                checks.see("Its pages are refused, whatever they ask for.",
                           [shown["type"], problem(tapped), problem(visit.call("/sessions/a"))],
                           ["/problems/host-not-allowed"] + 2 * [{"status": 421, "type": "/problems/host-not-allowed"}])
                checks.see("Nothing was done.", server.get("/sessions/a").status, 404)


def main():
    checks = Checks()
    with Chromium(f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1") as browser, pages() as port, pages() as other:
        origin = f"http://localhost:{port}"
        with serving("--allow-origin", origin) as server:
            allowed_page(checks, browser, server, origin)
            own_page(checks, browser, server)
            for name, url in {
                "another port": f"http://localhost:{other}",
                "another name of the allowed one's machine": f"http://127.0.0.1:{port}",
                "another host": f"http://{REBOUND}:{other}",
                "the allowed one's, in a sandbox": f"{origin}/sandboxed",
                "none, in a data: URL": "data:text/html,<!doctype html><title>A page</title>",
            }.items():
                foreign_page(checks, browser, server, name, url)
        rebound_name(checks, browser)
    print(f"\n{checks.passed} passed, {checks.failed} failed")
    return checks.failed > 0


if __name__ == "__main__":
    sys.exit(main())
