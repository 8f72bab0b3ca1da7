"""The reader of the tour: nothing is skipped, and what differs is seen."""

import pytest

import tour
from tour import Step

README = """
Some words, and a block that is none of the tour:

```console
$ scripts/run
```

```console tour
$ curl -s localhost:8080/healthz
{"status":"ok"}
$ curl -s localhost:8080/sessions/demo/taps \\
    -d '{"tab":"games"}'
{"revision":1,
 "type":"tap"}
```

```console tour
$ cat <<END
> one
> two
> END
one
two
$ true
$ echo
```
"""


def test_commands_and_what_they_print_are_found():
    assert tour.steps(README) == [
        Step(9, "curl -s localhost:8080/healthz", '{"status":"ok"}\n'),
        Step(
            11,
            "curl -s localhost:8080/sessions/demo/taps \\\n    -d '{\"tab\":\"games\"}'",
            '{"revision":1,\n "type":"tap"}\n',
        ),
        Step(18, "cat <<END\none\ntwo\nEND", "one\ntwo\n"),
        Step(24, "true", ""),
        Step(25, "echo", ""),
    ]


def test_an_output_may_have_empty_lines():
    [step] = tour.steps("```console tour\n$ x\na\n\nb\n```\n")
    assert step.output == "a\n\nb\n"


@pytest.mark.parametrize(
    "text",
    [
        "```console tour\nno command\n```\n",
        "```console tour\n$ x\ny\n```\n```console tour\nno command\n```\n",
        "```console tour\n$ x\n",
    ],
)
def test_a_block_that_is_wrong_is_not_skipped(text):
    with pytest.raises(ValueError):
        tour.steps(text)


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a", True),
        ("a\n", "a\r\n", True),
        ("a\n", "b\n", False),
        ("a\n", "a\nb\n", False),
        ("a\nb\n", "a\n", False),
        ("", "", True),
        ("", "a\n", False),
        ("a…c\n", "abc\n", True),
        ("a…c\n", "ac\n", True),
        ("a…c\n", "a\nc\n", False),
        ("a…\n", "ab\nc\n", False),
        ("a.c\n", "abc\n", False),
        ("a\n…\nz\n", "a\nb\nc\nz\n", True),
        ("a\n…\nz\n", "a\nz\n", True),
        ("a\n…\n", "a\nb\n", True),
        ("a\n…\nz\n", "a\nb\n", False),
        ('{"at":…,"x":1}\n', '{"at":12.5,"x":1}\n', True),
        ("a\n\nb\n", "a\n\nb\n", True),
        ("a\n\nb\n", "a\nb\n", False),
    ],
)
def test_what_is_printed_is_compared(expected, actual, same):
    assert tour.matches(expected, actual) is same
