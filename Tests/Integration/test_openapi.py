"""The OpenAPI document: whole, in order, and true of the server that it is from."""

import hashlib
import json

import openapi_spec_validator
import pytest

import vectors
from answers import assert_ours
from document import Document
from refusals import BEYOND_SCHEMAS
from server import run


@pytest.fixture(scope="module")
def document(server):
    return Document(server.get("/openapi.json").body)


def test_it_is_a_valid_document_of_openapi_3_1(document):
    openapi_spec_validator.validate(document.content, cls=openapi_spec_validator.OpenAPIV31SpecValidator)


def test_it_is_of_the_program_that_answers(document):
    assert document.content["info"]["version"] == run("version").stdout.split()[-1]


def test_nothing_in_it_is_never_used(document):
    text = json.dumps(document.content)
    for kind, parts in document.content["components"].items():
        if kind == "securitySchemes":
            continue
        for name in parts:
            if (kind, name) != ("examples", "method-not-allowed"):
                assert f'"#/components/{kind}/{name}"' in text, f"{kind}: {name}"


def test_every_example_is_as_its_schema_says(document):
    count = 0
    for media, pointer in document.media():
        for example in document.examples(media, pointer):
            document.validator(f"{pointer}/schema").validate(example)
            count += 1
    for name, parameter in document.content["components"]["parameters"].items():
        document.validator(f"/components/parameters/{name}/schema").validate(parameter["example"])
    for name, header in document.content["components"]["headers"].items():
        if "example" in header:
            document.validator(f"/components/headers/{name}/schema").validate(header["example"])
    assert count > 100


def test_every_body_that_is_sent_or_comes_has_an_example(document):
    for media, pointer in document.media():
        if "/openapi.json" not in pointer.replace("~1", "/"):
            assert list(document.examples(media, pointer)), pointer


def test_every_path_and_method_is_there(server, document):
    """And no other: what a path allows is what the document has for it."""
    for path, item in document.content["paths"].items():
        real = path.replace("{id}", "nobody").replace("{code}", "not-found")
        methods = {method.upper() for method in item if method != "parameters"}
        assert server.options(real).words("Allow") == methods


def test_every_example_of_a_request_is_taken(server, document):
    for path, method, operation, pointer in document.operations():
        for media in operation.get("requestBody", {}).get("content", {}).values():
            for number, example in enumerate(document.examples(media, pointer)):
                session = f"/sessions/{operation['operationId']}-{number}"
                if method == "post":
                    assert server.put(session, {"tabs": ["home", "search"]}).status == 201
                answer = server.request(method.upper(), path.replace("/sessions/{id}", session), example)
                assert answer.status in (200, 201), (path, example, answer)
                check(document, operation, pointer, answer)


def check(document, operation, pointer, answer):
    """An answer is one that the operation can have: its status, its fields, its body."""
    response = operation["responses"][str(answer.status)]
    response, place = document.resolved(response, f"{pointer}/responses/{answer.status}")
    for name, header in response["headers"].items():
        header, where = document.resolved(header, f"{place}/headers/{name}")
        assert answer[name] is not None or not header.get("required"), f"{name} is missing: {answer}"
        if answer[name] is not None:
            document.validator(f"{where}/schema").validate(answer[name])
    kind = (answer["Content-Type"] or "").split(";")[0]
    if kind:
        document.validator(f"{place}/content/{kind.replace('/', '~1')}/schema").validate(
            answer.json() if kind.endswith("json") else answer.body.decode())
    else:
        assert "content" not in response


def test_every_answer_has_the_fields_that_it_must_have(document):
    must = {"X-Request-Id", "X-Content-Type-Options", "Cache-Control"}
    for path, method, status, response, place in document.responses():
        headers = {
            name for name, header in response["headers"].items() if document.resolved(header, place)[0].get("required")
        }
        assert must <= headers, (path, method, status)
        if "405" == str(status) or method == "options" and status == 204:
            assert "Allow" in headers


def test_where_callers_have_keys_only_what_is_open_to_all_is_answered_without_one(serve, tmp_path, document):
    keys = tmp_path / "keys"
    keys.write_text(f"phones sha256:{hashlib.sha256(b'secret').hexdigest()}\n")
    server = serve("--api-keys", str(keys))
    assert document.content["security"] == [{}, {"key": []}]
    for path, method, operation, _ in document.operations():
        path = path.replace("{id}", "nobody").replace("{code}", "not-found")
        status = server.request(method.upper(), path).status
        assert (status == 401) == ("security" not in operation), f"{method} {path}: {status}"
        assert operation.get("security", []) == []


@pytest.mark.parametrize("name", ["scenarios", "random", "client-clock"])
def test_the_vectors_are_as_the_schemas_say(document, name):
    new_session, session = document.schema("NewSession"), document.schema("Session")
    read, outcome = document.schema("Input"), document.schema("Outcome")
    for vector in vectors.read(name):
        new_session.validate(vector.get("session") or {})
        for step in vector["steps"]:
            read.validate(step["input"])
            if "error" not in step["expect"]:
                outcome.validate(step["expect"])
        if "final" in vector:
            session.validate(vector["final"] | {"incarnation": "abcdefgh"})


# Of bodies that are no JSON, no schema says anything.
NO_JSON = ("malformed-json", "duplicate-member")
DECODED = [vector for vector in vectors.read("decode") if (vector["expect"] or {}).get("code") not in NO_JSON]


@pytest.mark.parametrize("vector", DECODED, ids=lambda vector: vector["for"])
def test_a_body_that_can_be_read_is_as_the_schemas_say_and_no_other(document, vector):
    expected = vector["expect"]
    name = {"taps": "Taps", "inputs": "Inputs", "session": "NewSession"}[vector["for"]]
    body = json.loads(vector["body"] or "{}")
    errors = list(document.schema(name).iter_errors(body))
    if expected is None:
        assert errors == []
    elif expected["code"] != "invalid-value" or not BEYOND_SCHEMAS.fullmatch(expected["pointer"] or "/"):
        assert errors, body


def test_it_has_no_more_than_a_header_to_head(server):
    whole = server.get("/openapi.json")
    headed = server.head("/openapi.json")
    assert (headed.status, headed.body, headed["Content-Length"]) == (200, b"", whole["Content-Length"])
    assert_ours(headed, is_document=True)
