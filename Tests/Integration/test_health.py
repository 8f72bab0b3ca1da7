"""Alive and ready."""

import pytest

from answers import same_json


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/healthz?from=probe"])
def test_a_server_that_serves_says_so(server, path):
    answer = server.get(path)
    assert answer.status == 200
    same_json(answer.json(), {"status": "ok"})
    headed = server.head(path)
    assert (headed.status, headed["Content-Length"]) == (200, answer["Content-Length"])
