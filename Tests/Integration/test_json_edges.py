"""The edges of JSON, read and written by another's reader: what goes in comes out, and what is no JSON is refused."""

import json
import math
import random
import re
from fractions import Fraction

import pytest

import vectors
from answers import assert_problem, same_json


def taps(server, session_id, body):
    body = body if isinstance(body, bytes) else body.encode()
    return server.post(f"/sessions/{session_id}/taps", body)


def inputs(server, session_id, value):
    return server.post(f"/sessions/{session_id}/inputs", value)


def texts(answer):
    """The JSON of an answer with its numbers as they stand there."""
    return json.loads(answer.body, parse_int=str, parse_float=str)


# Numbers


def thousandths(text):
    """The specification's reading: the nearest double, times 1000 as doubles multiply, halves away from zero."""
    product = Fraction(float(text) * 1000.0)
    size = math.floor(abs(product) + Fraction(1, 2))
    return -size if product < 0 else size


def written(count):
    """A number of thousandths, as short as can be."""
    whole, rest = divmod(abs(count), 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if count < 0 else ''}{whole}{fraction}"


NUMBERS = [
    "0", "-0", "-0.0", "0e5", "1", "1.0", "1e2", "1E+2", "100e-2", "900", "12.5", "0.001", "0.0005", "0.00049999",
    "0.0015", "1.0005", "2.0005", "1.0015", "0.9995", "0.99949999", "4.35", "1.1", "2.675", "0.1", "0.3",
    "123456789.0005", "999999999.9995", "0.000000000000000000000000000001",
]
TIMES = [
    *NUMBERS, "1790000000123.4567", "4503599627370497.5", "9007199254740990.999", "9007199254740991",
    "9.007199254740991e15",
]
OFFSETS = [*NUMBERS, *(f"-{number}" for number in NUMBERS if number[0] != "-"), "1e9", "-1e9", "1000000000.0000"]


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_rounded_to_microseconds(server, session_id, text):
    assert taps(server, session_id, f'{{"tab":"games","atMs":{text}}}').status == 200
    last = texts(server.get(f"/sessions/{session_id}"))["lastTap"]
    assert last["atMs"] == written(thousandths(text))


@pytest.mark.parametrize("text", OFFSETS)
def test_an_offset_is_rounded_to_thousandths(server, session_id, text):
    server.put(f"/sessions/{session_id}", {"tabs": ["games"]})
    answer = server.post(f"/sessions/{session_id}/inputs", f'{{"type":"scroll","offset":{text}}}'.encode())
    assert answer.status == 200
    [tab] = texts(server.get(f"/sessions/{session_id}"))["tabs"]
    assert tab["screens"][0]["position"]["offset"] == written(thousandths(text))


def test_an_interval_is_the_difference_of_what_was_rounded(server, session_id):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(100):
        numbers = chance.uniform(0, 1e4), chance.uniform(0, 1e12), chance.randrange(10**6) + 0.0005
        earlier = repr(chance.choice(numbers))
        later = repr(float(earlier) + chance.uniform(0, 5000))
        server.delete(f"/sessions/{session_id}")
        both = f'[{{"tab":"games","atMs":{earlier}}},{{"tab":"games","atMs":{later}}}]'
        _, second = texts(taps(server, session_id, both))
        assert second["intervalMs"] == written(thousandths(later) - thousandths(earlier)), both


@pytest.mark.parametrize("text", ["9007199254740992", "9007199254740991.6", "1e16", "-1", "-0.0001", "1e308"])
def test_a_time_out_of_range_is_refused(server, session_id, text):
    answer = taps(server, session_id, f'{{"tab":"games","atMs":{text}}}')
    assert_problem(answer, 422, "invalid-value", pointer="/atMs")


@pytest.mark.parametrize("text", ["1000000000.001", "-1000000000.001", "1e10", "123456789012345678901234567890"])
def test_an_offset_out_of_range_is_refused(server, session_id, text):
    answer = server.post(f"/sessions/{session_id}/inputs", f'{{"type":"scroll","offset":{text}}}'.encode())
    assert_problem(answer, 422, "invalid-value", pointer="/offset")


@pytest.mark.parametrize(
    "text", ["1e400", "-1e400", "1e309", "01", "+1", ".5", "1.", "1e", "0x1", "NaN", "Infinity", "-", "1_0", "1,5"]
)
def test_what_is_no_number_is_refused(server, session_id, text):
    assert_problem(taps(server, session_id, f'{{"tab":"games","atMs":{text}}}'), 400, "malformed-json", line=1)


@pytest.mark.parametrize(
    ("text", "good"), [("1.0", True), ("1e0", True), ("10e-1", True), ("1.5", False), ("0.9999", False)]
)
def test_whole_numbers_may_be_written_as_others(server, session_id, text, good):
    server.put(f"/sessions/{session_id}", {"tabs": [{"id": "games", "screens": ["a", "b"]}]})
    answer = server.post(f"/sessions/{session_id}/inputs", f'{{"type":"pop","count":{text}}}'.encode())
    if good:
        assert answer.status == 200
    else:
        assert_problem(answer, 422, "invalid-value", pointer="/count")


# Text

ANCHORS = [
    "",
    "item-7",
    'quotes " and \\ and /',
    "\u00e9\u00e8",
    "e\u0301",
    "\u4e2d\u6587",
    "\U0001f600",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u2028\u2029",
    "\ufeff",
    "\ufffd\uffff",
    "\U0010ffff",
    "a" * 256,
    "\u00e9" * 128,
    "\u4e2d" * 85,
    "\U0001f600" * 64,
]


def anchor_after(server, session_id, body):
    server.put(f"/sessions/{session_id}", {"tabs": ["games"]})
    answer = server.post(f"/sessions/{session_id}/inputs", body)
    assert answer.status == 200, answer
    return server.get(f"/sessions/{session_id}").json()["tabs"][0]["screens"][0]["position"]["anchor"]


@pytest.mark.parametrize("anchor", ANCHORS, ids=lambda anchor: ascii(anchor)[:24])
@pytest.mark.parametrize("escaped", [True, False])
def test_an_anchor_comes_back_as_it_was(server, session_id, anchor, escaped):
    body = json.dumps({"type": "scroll", "offset": 0, "anchor": anchor}, ensure_ascii=escaped)
    assert anchor_after(server, session_id, body.encode()) == anchor


def test_every_escape_is_read(server, session_id):
    body = rb'{"type":"scroll","offset":0,"anchor":"\"\\\/\u0041\u00E9\ud83d\uDE00"}'
    assert anchor_after(server, session_id, body) == '"\\/A\u00e9\U0001f600'


@pytest.mark.parametrize("anchor", ["a" * 257, "\u00e9" * 129, "\u4e2d" * 86, "\U0001f600" * 64 + "a"])
def test_an_anchor_is_measured_in_bytes(server, session_id, anchor):
    answer = inputs(server, session_id, {"type": "scroll", "offset": 0, "anchor": anchor})
    assert_problem(answer, 422, "invalid-value", pointer="/anchor")


@pytest.mark.parametrize("escape", [r"\u0000", r"\n", r"\t", r"\b", r"\f", r"\r", r"\u001f", r"\u007f"])
def test_an_anchor_has_no_control_characters(server, session_id, escape):
    body = f'{{"type":"scroll","offset":0,"tab":"games","anchor":"a{escape}b"}}'.encode()
    answer = server.post(f"/sessions/{session_id}/inputs", body)
    assert_problem(answer, 422, "invalid-value", pointer="/anchor")


def test_a_nul_does_not_end_a_text(server, session_id):
    assert_problem(taps(server, session_id, r'{"tab":"games\u0000x"}'), 422, "invalid-value", pointer="/tab")
    assert_problem(taps(server, session_id, r'{"tab\u0000":"games"}'), 400, "malformed-json", line=1)
    assert_problem(taps(server, session_id, r'{"tab":"games","x\u0000y":1}'), 400, "malformed-json", line=1)


def test_ids_have_up_to_64_characters(server, session_id):
    longest = "x" * 64
    screens = [{"id": longest}]
    sent = {"tabs": [{"id": longest, "screens": screens}]}
    assert server.put(f"/sessions/{session_id}", sent).json()["tabs"][0]["screens"][0]["id"] == longest
    tap = {"type": "tap", "tab": longest, "device": longest}
    assert inputs(server, session_id, tap).json()["tab"] == longest
    for member in ("tab", "device"):
        bad = tap | {member: longest + "x"}
        assert_problem(inputs(server, session_id, bad), 422, "invalid-value", pointer=f"/{member}")


@pytest.mark.parametrize("device", ["", ".", "..", "a b", "a/b", "\u00e9", "a\n", 7, True, [], {}])
def test_a_device_is_an_id(server, session_id, device):
    answer = taps(server, session_id, json.dumps({"tab": "games", "device": device}))
    assert_problem(answer, 422, "invalid-value", pointer="/device")


@pytest.mark.parametrize(
    "text",
    [
        rb'"\ud83d"',
        rb'"\ude00"',
        rb'"\ud83dx"',
        rb'"\ude00\ud83d"',
        rb'"\ud83d\u0041"',
        rb'"\ud83d\ud83d"',
        rb'"\u12"',
        rb'"\uZZZZ"',
        rb'"\x41"',
        rb'"\'"',
        b'"\x00"',
        b'"\x1f"',
        b'"\n"',
        b'"\t"',
        b'"\xff"',
        b'"\xc3"',
        b'"\xc3("',
        b'"\xc0\x80"',
        b'"\xc1\xbf"',
        b'"\xe0\x80\xaf"',
        b'"\xed\xa0\x80"',
        b'"\xed\xb0\x80"',
        b'"\xf0\x80\x80\xaf"',
        b'"\xf4\x90\x80\x80"',
        b'"\xf5\x80\x80\x80"',
        b'"\xf0\x9f\x98"',
        b'"\x80"',
        b'"open',
    ],
    ids=ascii,
)
def test_what_is_no_text_is_refused(server, session_id, text):
    body = b'{"type":"scroll","tab":"games",\n"offset":0,"anchor":' + text + b"}"
    answer = server.post(f"/sessions/{session_id}/inputs", body)
    assert answer.json().get("line") in (2, 3)
    assert_problem(answer, 400, "malformed-json", line=answer.json()["line"])


def test_invalid_utf_8_in_a_name_is_refused(server, session_id):
    assert_problem(taps(server, session_id, b'{"t\xffb":"games"}'), 400, "malformed-json", line=1)


# Documents


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"\xef\xbb\xbf{}",
        b'\xef\xbb\xbf{"tab":"games"}',
        '{"tab":"games"}'.encode("utf-16-le"),
        '{"tab":"games"}'.encode("utf-16"),
        '{"tab":"games"}'.encode("utf-32-be"),
        b'{"tab":"games"}{"tab":"games"}',
        b'{"tab":"games"},',
        b'{"tab":"games"}\x00',
        b'\x00{"tab":"games"}',
        b'{"tab":"games"} // a comment',
        b'{"tab":"games" "device":"x"}',
        b'{tab:"games"}',
        b'{"tab"="games"}',
        b'{"tab":games}',
        b'{"tab":True}',
        b'{"tab":"games",}',
        b"[1,]",
        b"[",
        b"]",
        b"{",
        b'{"tab"',
        b'{"tab":',
        b"\x0b{}",
        b"\xc2\xa0{}",
        b"tab=games",
    ],
    ids=ascii,
)
def test_what_is_no_json_is_refused(server, session_id, body):
    assert_problem(taps(server, session_id, body), 400, "malformed-json", line=1)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\r\n", " \n\t\r "])
def test_white_space_may_stand_anywhere_between(server, session_id, space):
    body = space.join(["", "[", "{", '"tab"', ":", '"games"', "}", "]", ""])
    assert taps(server, session_id, body).status == 200


def test_a_fault_is_found_on_its_line(server, session_id):
    body = '{"tab":"games",\n\n"device":"\u00e9\u00e9", }'
    answer = taps(server, session_id, body)
    assert_problem(answer, 400, "malformed-json", line=3, column=answer.json().get("column"))
    assert 15 <= answer.json()["column"] <= 18


@pytest.mark.parametrize(
    "body",
    [
        '{"tab":"a","tab":"a"}',
        '{"tab":"a","\\u0074ab":"b"}',
        '{"tab":"a","atMs":1,"atMs":null}',
        '[{"tab":"a"},{"tab":"a","tab":"b"}]',
        '{"tab":"a","x":1,"x":2}',
    ],
)
def test_a_member_that_stands_twice_is_refused(server, session_id, body):
    assert_problem(taps(server, session_id, body), 400, "duplicate-member", line=1)


def test_a_member_that_stands_twice_deep_in_a_session_is_refused(server, session_id):
    body = b'{"tabs":["a"],\n"policy":{"rules":[{"on":"tap","do":"refresh",\n"on":"tap"}]}}'
    assert_problem(server.put(f"/sessions/{session_id}", body), 400, "duplicate-member", line=3)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"x":', "}"), ('[{"x":', "}]")])
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("depth", [33, 34, 64, 1000, 10_000, 30_000])
def test_nesting_deeper_than_32_is_refused(server, session_id, opening, closing, closed, depth):
    count = -(-depth // len(re.findall(r"[\[{]", opening)))
    body = opening * count + "1" + (closing * count if closed else "")
    assert_problem(taps(server, session_id, body), 400, "malformed-json", line=1)


def test_a_hundred_thousand_brackets_harm_nobody(server, session_id):
    for bracket in ("[", "]", "{", '{"":['):
        answer = taps(server, session_id, bracket * (200_000 // len(bracket)))
        assert_problem(answer, 400, "malformed-json", line=1)
    assert server.get("/healthz").status == 200


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ("[" * 32 + "]" * 32, "invalid-value", "/0"),
        ('{"x":' * 32 + "1" + "}" * 32, "unknown-member", "/x"),
    ],
)
def test_nesting_of_32_is_json(server, session_id, body, code, pointer):
    assert_problem(taps(server, session_id, body), 422, code, pointer=pointer)


@pytest.mark.parametrize("member", ["x/y", "x~y", "~1", "", "\u00e9", '"'])
def test_a_pointer_escapes_what_it_must(server, session_id, member):
    pointer = "/0/" + member.replace("~", "~0").replace("/", "~1")
    answer = taps(server, session_id, json.dumps([{"tab": "a", member: 1}]))
    assert_problem(answer, 422, "unknown-member", pointer=pointer)


def test_a_long_name_of_a_member_makes_no_long_answer(server, session_id):
    answer = taps(server, session_id, json.dumps({"tab": "a", "x" * 100_000: 1}))
    assert answer.status == 422 and answer.json()["type"] == "/problems/unknown-member"


# Whole sessions


def put_back(server, path):
    """What was got, sent back whole, is the same one revision later, in the same words."""
    got = server.get(path)
    put = server.put(path, got.body)
    assert put.status == 200, put
    expected = got.json()
    expected["revision"] += 1
    same_json(put.json(), expected)
    old, new = (f'"revision":{count}' for count in (expected["revision"] - 1, expected["revision"]))
    assert old.encode() in got.body.replace(b" ", b""), "the revision as the only number that moves"
    assert put.body.replace(b" ", b"").replace(new.encode(), old.encode()) == got.body.replace(b" ", b"")


def test_the_largest_session_fits_into_a_request(server, session_id):
    # Two bytes of JSON for each of an anchor's: nothing that may stand in one takes more.
    anchor, name = '"' * 256, "{:x<64}".format
    position = {"offset": -999999999.999, "anchor": anchor}
    saved = position | {"savedAtMs": 9007199254740991}
    screens = [
        {
            "id": name(f"screen-{number}-"),
            "supportsScrollToTop": False,
            "target": {"section": 2147483647, "row": 2147483647},
            "position": position,
            "returnPosition": saved,
        }
        for number in range(128)
    ]
    tabs = [
        {"id": name(f"tab-{number}-"), "screens": screens[2 * number : 2 * number + 2]} for number in range(64)
    ]
    every = ["deep", "root", "atTop", "scrolled"]
    rules = [
        {"on": "statusBarTap", "tab": tabs[number]["id"], "when": every, "do": "x" * 32} for number in range(64)
    ]
    sent = {"tabs": tabs, "policy": {"rules": rules}}
    path = f"/sessions/{name(session_id)}"
    assert server.put(path, sent).status == 201
    assert len(server.get(path).body) <= 262144
    put_back(server, path)


@pytest.mark.parametrize("name", ["scenarios", "random", "client-clock"])
def test_every_final_session_of_the_vectors_can_be_sent(server, session_id, name):
    for number, vector in enumerate(vectors.read(name), 1):
        path = f"/sessions/{session_id}-{number}"
        sent = vector["final"] | {"id": path.rsplit("/", 1)[1]}
        put = server.put(path, sent)
        assert put.status == 201, f"line {number}: {put}"
        made = put.json()
        del made["incarnation"]
        same_json(made, sent | {"revision": 0})
        if number % 10 == 0:
            put_back(server, path)


def test_a_body_may_be_as_long_as_the_limit(server, session_id):
    tap = b'{"tab":"games"}'
    assert taps(server, session_id, tap + b" " * (262144 - len(tap))).status == 200
    assert taps(server, session_id, b" " * (262144 - len(tap)) + tap).status == 200
    assert_problem(taps(server, session_id, tap + b" " * (262145 - len(tap))), 413, "body-too-large")
    assert server.get(f"/sessions/{session_id}").json()["revision"] == 2
