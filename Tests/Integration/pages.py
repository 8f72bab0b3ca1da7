"""Pages for a browser, and what they can do: call a server, and listen to it."""

import contextlib
import http.server
import json
import threading

# A request in whatever way, and what the page gets to know of it; the events of a session, as they come; and a stream
# of them as `fetch` reads it, until it has a text.
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
const listen = (url) => {
  const seen = [], source = new EventSource(url);
  let wake;
  for (const kind of ['open', 'session', 'step', 'deleted', 'error']) {
    source.addEventListener(kind, (event) => {
      seen.push(event.data ? [kind, event.lastEventId, JSON.parse(event.data)] : [kind]);
      wake?.();
    });
  }
  const until = async (kind, count = 1) => {
    while (seen.filter((event) => event[0] === kind).length < count) await new Promise((done) => { wake = done; });
    return seen.splice(0);
  };
  return {source, until};
};
const readUntil = async (url, headers, text) => {
  const end = new AbortController();
  const response = await fetch(url, {headers, signal: end.signal});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes(text)) {
    const {value, done} = await reader.read();
    if (done) break;
    read += value;
  }
  end.abort();
  return read;
};
"""


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
