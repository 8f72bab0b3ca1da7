"""What pages in a real browser can do to a server, and what they can't: one sentence a check.

Run by scripts/browser-test.
"""

import contextlib
import json
import sys

from chromium import Chromium
from pages import Visit, pages
from relay import Relay
from server import Server

# A name that leads to this machine, as one does that its owner points there after the page was loaded.
REBOUND = "evil.example"


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


@contextlib.contextmanager
def serving(*options):
    server = Server("--log", "debug", *options)
    try:
        yield server
        server.finish()
    finally:
        server.kill()


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


def step(answer):
    """The event that follows an answered tap: its id is the entity tag without the quotes."""
    return ["step", answer["ETag"].strip('"'), {"outcome": answer.json()}]


def shown(events):
    """Events with that of a step that the answer to its tap has too."""
    return [[kind, name, {"outcome": data[0]["outcome"]}] if kind == "step" else [kind, name, *data]
            for kind, name, *data in (event if len(event) > 1 else [*event, None] for event in events)]


def events(checks, browser, server, origin):
    checks.heading("events, read by a page of an allowed origin")
    page = browser.open(origin)
    relay = Relay(server)
    session, made = "/sessions/e", server.put("/sessions/e", {})
    first = made["ETag"].strip('"')
    visit = Visit(page, relay.url)
    checks.see("An EventSource opens, and first has the session.",
               shown(visit.run(f"window.feed = listen(base + '{session}/events'); return feed.until('session');")),
               [["open", None], ["session", first, made.json()]])
    tapped = Visit(page, server.url).call(f"{session}/taps", method="POST", headers=JSON, body=TAP, expose=["ETag"])
    checks.see("A tap by fetch comes to it as a step, named like the answer, with the same outcome.",
               shown(visit.run("return feed.until('step');")),
               [["step", tapped["exposed"]["ETag"].strip('"'), {"outcome": tapped["body"]}]])
    relay.cut()
    missed = [server.post(f"{session}/taps", {"tab": "games"}) for _ in range(2)]
    checks.see("When the connection is cut it comes back by itself, and goes on behind the last step that it had.",
               shown(visit.run("return feed.until('step', 2);")),
               [["error", None], ["open", None], *map(step, missed)])
    server.delete(session)
    told = visit.run("const told = await feed.until('deleted'); feed.source.close(); return told;")
    checks.see("It is told that the session is deleted.", [told[0][0], told[0][2]], ["deleted", {"deleted": True}])
    relay.close()
    visit = Visit(page, server.url)
    server.put(session, {})
    was = [server.post(f"{session}/taps", {"tab": "games"}) for _ in range(3)]
    headers = {"Authorization": "Bearer key", "Last-Event-ID": was[0]["ETag"].strip('"')}
    text = visit.run(f"return readUntil(base + '{session}/events', {json.dumps(headers)}, '{was[2]['ETag'][1:-1]}');")
    checks.see("fetch reads the stream as well, with a key, from behind the event that it names.",
               [line for line in text.splitlines() if line.startswith("id:")],
               ["id: " + answer["ETag"].strip('"') for answer in was[1:]])


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
    "an EventSource": """
        const feed = listen(base + '/sessions/a/events');
        const [event, more] = await feed.until('error');
        return event[0] === 'error' && !more && feed.source.readyState === EventSource.CLOSED ? 'TypeError' : event;
    """,
    "the stream of events": "return call(base + '/sessions/a/events');",
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
            events(checks, browser, server, origin)
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
