"""Reads and writes strict JSON. Input that Python's parser tolerates or fails on is rejected with a message (S5)."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from backend.errors import InvalidRequest

MAX_DEPTH = 32
_HINT = "Send one JSON object in UTF-8."
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]+|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in `body`.

    Raises InvalidRequest for anything else, including NaN, duplicate keys and lone surrogates.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRequest("The request is not valid UTF-8 text.", hint=_HINT) from None
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_reject_duplicates,
            parse_constant=_reject_constant,
            parse_float=_parse_float,
            parse_int=_parse_int,
        )
    except ValueError:
        raise InvalidRequest("The request is not valid JSON.", hint=_HINT) from None
    if not isinstance(value, dict):
        raise InvalidRequest("The request must be a JSON object.", hint=_HINT)
    _check_surrogates(value)
    return value


def dump(value: object) -> str:
    """Return compact JSON on one line. Raises ValueError for NaN and infinity, which are never sent."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _check_depth(text: str) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        sign = match.group()
        if sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise InvalidRequest(f"The request is nested more than {MAX_DEPTH} levels deep.", hint=_HINT)
        elif sign in "]}":
            depth -= 1


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise InvalidRequest("The request names the same field twice.", hint=_HINT)
    return result


def _reject_constant(name: str) -> float:
    raise InvalidRequest(f"{name} is not a number in JSON.", hint=_HINT)


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise InvalidRequest("A number in the request is too large.", hint=_HINT)
    return value


def _parse_int(digits: str) -> int:
    if len(digits) > 20:
        raise InvalidRequest("A number in the request is too large.", hint=_HINT)
    return int(digits)


def _check_surrogates(value: object) -> None:
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidRequest("A text in the request contains half a character.", hint=_HINT) from None
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_surrogates(key)
            _check_surrogates(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_surrogates(inner)
