"""The JSON bodies that are accepted, and the error for all others."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.api.strict_json import MAX_DEPTH, dump, parse_object
from backend.errors import InvalidRequest
from tests.each_row import each_row

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=40)
@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_written_objects_can_be_read_again(value: dict[str, object]) -> None:
    assert parse_object(json.dumps(value, ensure_ascii=False).encode()) == value
    assert parse_object(dump(value).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_give_an_object_or_an_invalid_request(body: bytes) -> None:
    try:
        value = parse_object(body)
    except InvalidRequest:
        return
    assert isinstance(value, dict)


@each_row(
    ("body", "words"),
    [
        (b"", "not valid JSON"),
        (b"[1]", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "-Infinity"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": %s}' % (b"9" * 5000), "too large"),
        (b'{"a": 1, "a": 2}', "same field twice"),
        (b'{"a": {"b": 1, "b": 1}}', "same field twice"),
        (rb'{"a": "\ud800"}', "half a character"),
        (rb'{"\udfff": 1}', "half a character"),
        (rb'{"a": [["\ud83d"]]}', "half a character"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"\xef\xbb\xbf{}", "not valid JSON"),
        (b'{"a": 1,}', "not valid JSON"),
        (b'{"a": 01}', "not valid JSON"),
        (b"{'a': 1}", "not valid JSON"),
        (b'{"a": "\x00"}', "not valid JSON"),
        (b'{"a": 1} x', "not valid JSON"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 50_000, "nested"),
    ],
)
def test_invalid_bodies_are_refused_with_the_reason(body: bytes, words: str) -> None:
    with pytest.raises(InvalidRequest, match=words):
        parse_object(body)


def test_brackets_inside_strings_do_not_count_as_depth() -> None:
    assert parse_object(b'{"a": "%s"}' % (b"[" * 100)) == {"a": "[" * 100}
    assert parse_object(b'{"a": "\\"%s"}' % (b"{" * 100)) == {"a": '"' + "{" * 100}
    deepest = b'{"a":' * MAX_DEPTH + b"1" + b"}" * MAX_DEPTH
    assert parse_object(deepest)
    with pytest.raises(InvalidRequest):
        parse_object(b'{"b":' + deepest + b"}")


@pytest.mark.parametrize(
    "body", [b'"\\"' * 700_000, b'"' + b'\\"' * 1_000_000, b'"\\' * 1_000_000], ids=["pairs", "one", "cut"]
)
def test_the_depth_check_takes_linear_time(body: bytes) -> None:
    """Two megabytes are far more than a request may contain. A check in quadratic time would take hours."""
    with pytest.raises(InvalidRequest):
        parse_object(body)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_not_written(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        dump({"a": value})
