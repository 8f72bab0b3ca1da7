"""What schemathesis does beside what it does by itself: it asks why a request was refused that is as its schema says."""

import re

import schemathesis

# These depend on the session, not on the request alone.
OF_THE_STATE = {
    "revision-mismatch", "unknown-tab", "unknown-screen", "no-selected-tab", "tab-not-selectable", "duplicate-screen",
    "too-many-screens", "too-many-tabs", "cannot-pop-root", "unknown-session", "idempotency-key-reused",
}

# What no schema can say: that ids differ from others, or are those of others; what numbers are together; bytes.
BEYOND_SCHEMAS = re.compile(
    r"/id|/tabs(/\d+(/id)?)?|/tabs/\d+/screens/\d+(/id)?|/selectedTab|(/\d+)?/policy/minIntervalMs|(/.*)?/anchor")


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Takes conditions back."""
    headers = case.headers or {}
    for name in ("If-Match", "If-None-Match"):
        # schemathesis takes the number 0 for right where a field is a string with a pattern.
        if headers.get(name) == "0" and case.meta is not None and case.meta.generation.mode.is_positive:
            del headers[name]
    # Both at once never hold, so hardly a PUT would get as far as its body.
    if case.method.upper() == "PUT" and "If-Match" in headers and headers.get("If-None-Match") == "*":
        del headers["If-None-Match"]


@schemathesis.check
def refused_for_what_no_schema_says(ctx, response, case):
    if response.status_code not in (404, 412, 422) or not response.content:
        return
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    problem = response.json()
    code = problem["type"].removeprefix("/problems/")
    assert code in OF_THE_STATE or code == "invalid-value" and BEYOND_SCHEMAS.fullmatch(problem["pointer"]), problem
