"""Fixtures: servers that are stopped, and held to a clean end, when a test or a file of tests is through."""

import contextlib
import itertools

import pytest

# What fails in these is told as in a test, with the values.
pytest.register_assert_rewrite("answers", "reader", "server", "wire")

from reader import Reader
from server import Server

# Every server that a test that has just failed may have talked to.
_running = []


@contextlib.contextmanager
def _serving(*options, **settings):
    server = Server(*options, **settings)
    _running.append(server)
    try:
        yield server
        server.finish()
    finally:
        server.kill()
        _running.remove(server)


@pytest.fixture(scope="module")
def server():
    """A server with default options, one for each file of tests; tests keep apart by their sessions' ids."""
    with _serving() as running:
        yield running


@pytest.fixture
def serve():
    """Starts servers with options of the test's own: serve("--max-body", "1000")."""
    with contextlib.ExitStack() as stack:
        yield lambda *options, **settings: stack.enter_context(_serving(*options, **settings))


@pytest.fixture
def follow():
    """Opens streams that are closed when the test is through."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **settings: stack.enter_context(contextlib.closing(Reader(*arguments, **settings)))


_numbers = itertools.count(1)


@pytest.fixture
def session_id():
    """An id that no other test has used."""
    return f"s{next(_numbers)}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed:
        for number, server in enumerate(_running, 1):
            report.sections.append((f"log of server {number}", server.log()))
