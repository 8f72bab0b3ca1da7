"""The tour in a document, read as what it shows: commands, and what they print.

A block that begins with ```console tour belongs to it. A line that begins with "$ " is a command; it goes on over lines
that end with a backslash, and over lines that begin with "> ". What stands below, up to the next command, is what it
prints. "…" stands for any run of characters in its line, and alone in its line for any number of lines.
"""

import dataclasses
import re

OPENING = re.compile(r"^```console tour\s*$")


@dataclasses.dataclass
class Step:
    line: int
    command: str
    output: str


def steps(markdown):
    """The commands of every block of the tour, in order."""
    found, inside = [], False
    step, in_command = None, False
    for number, line in enumerate(markdown.splitlines(), 1):
        if not inside:
            inside, step = bool(OPENING.match(line)), None
        elif line.startswith("```"):
            inside = False
        elif line.startswith("$ "):
            step, in_command = Step(number, line[2:], ""), True
            found.append(step)
        elif step is None:
            raise ValueError(f"line {number} of the tour stands below no command: {line!r}")
        elif in_command and (step.command.endswith("\\") or line.startswith("> ")):
            step.command += "\n" + line.removeprefix("> ")
        else:
            in_command = False
            step.output += line + "\n"
    if inside:
        raise ValueError("the last block of the tour has no end")
    return found


def matches(expected, actual):
    """Whether that was printed, white space at the ends of lines aside."""
    return re.fullmatch(pattern(expected), trimmed(actual)) is not None


def trimmed(text):
    return "".join(line.rstrip() + "\n" for line in text.strip("\r\n").splitlines())


def pattern(expected):
    lines = []
    for line in trimmed(expected).splitlines():
        if line.strip() == "…":
            lines.append(r"(?:[^\n]*\n)*")
        else:
            lines.append(".*".join(re.escape(part) for part in line.split("…")) + r"\n")
    return "".join(lines)
