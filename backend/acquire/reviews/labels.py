"""The labels, headline openings and class names that fact-checking pages use (`data/review_labels.json`)."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from backend.sources.ratings import plain_words

LABELS_FILE = Path(__file__).parents[1] / "data" / "review_labels.json"


class BoxLabel(StrEnum):
    """The role of the text after a label in a rating box."""

    CLAIM = "claim"
    RATING = "rating"
    OTHER = "other"


@cache
def _load_labels() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(LABELS_FILE.read_text(encoding="utf-8"))
    return data


@cache
def _labels_by_text() -> dict[str, frozenset[BoxLabel]]:
    found: dict[str, frozenset[BoxLabel]] = {}
    for label in BoxLabel:
        for words in _phrases(label):
            found[words] = found.get(words, frozenset()) | {label}
    return found


@cache
def _phrases(name: str) -> frozenset[str]:
    return frozenset(plain_words(words) for several in _load_labels()[name].values() for words in several)


def label_of(text: str) -> BoxLabel | None:
    """Return the kind of a label, which may be followed by a number, or None if the text is not a label."""
    words = plain_words(text).rstrip("0123456789 ")
    return next(iter(sorted(_labels_by_text().get(words, ()))), None)


def opens_fact_check(text: str) -> bool:
    """Return whether the text is a typical opening of a fact-check's headline, such as "Fact check"."""
    return plain_words(text) in _phrases("headline")


def split_denial(headline: str) -> tuple[str, str]:
    """Return the (opening, rest) of a headline such as "It is false that …", or two empty strings for any other headline."""
    words = headline.split()
    for count in range(2, min(8, len(words))):
        if plain_words(" ".join(words[:count])) in _phrases("says_false"):
            return " ".join(words[:count]), " ".join(words[count:])
    return "", ""


@cache
def class_names(name: str) -> frozenset[str]:
    """Return the class names in the list `claim_classes` or `embed_classes`."""
    return frozenset(_load_labels()[name])
