"""The OpenAPI document of a server, and whether something is as a part of it says."""

import json

import jsonschema_rs

METHODS = ("get", "head", "put", "post", "delete", "options")


class Document:
    def __init__(self, text):
        self.content = json.loads(text)
        self._registry = jsonschema_rs.Registry([("urn:document", self.content)], draft=jsonschema_rs.Draft202012)

    def operations(self):
        """Every operation, with its place: path, method, operation, pointer."""
        for path, item in self.content["paths"].items():
            for method in METHODS:
                if method in item:
                    yield path, method, item[method], f"/paths/{escaped(path)}/{method}"

    def operation(self, operation_id):
        return next(operation for _, _, operation, _ in self.operations() if operation["operationId"] == operation_id)

    def resolved(self, value, pointer):
        """What a reference refers to, and where that is; anything else is itself."""
        while "$ref" in value:
            pointer = value["$ref"].removeprefix("#")
            value = self.content
            for step in pointer.split("/")[1:]:
                value = value[step.replace("~1", "/").replace("~0", "~")]
        return value, pointer

    def responses(self):
        """Every answer that an operation can have: path, method, status, answer, pointer."""
        for path, method, operation, pointer in self.operations():
            for status, response in operation["responses"].items():
                response, place = self.resolved(response, f"{pointer}/responses/{status}")
                yield path, method, int(status), response, place

    def media(self):
        """Every body, of a request or an answer, that is described: what it is, and where that stands."""
        for _, _, operation, pointer in self.operations():
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                yield media, f"{pointer}/requestBody/content/{escaped(kind)}"
        for _, _, _, response, pointer in self.responses():
            for kind, media in response.get("content", {}).items():
                yield media, f"{pointer}/content/{escaped(kind)}"

    def examples(self, media, pointer):
        """The examples of a body or a parameter."""
        if "example" in media:
            yield media["example"]
        for example in media.get("examples", {}).values():
            yield self.resolved(example, pointer)[0]["value"]

    def schema(self, name):
        return self.validator(f"/components/schemas/{name}")

    def validator(self, pointer):
        return jsonschema_rs.Draft202012Validator({"$ref": f"urn:document#{pointer}"}, registry=self._registry)


def escaped(step):
    """A step of a JSON pointer that is a URI's fragment."""
    return step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
