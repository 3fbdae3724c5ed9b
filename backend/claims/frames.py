"""Removes framing phrases around a statement: "I think …", "Sadly, …", "The best thing about Mars is that …"."""

from __future__ import annotations

import re
from functools import cache

from backend.claims.words import load


@cache
def words(name: str) -> frozenset[str]:
    """Return a word list of `opinions.json`."""
    return frozenset(load("opinions")[name].split())


@cache
def _opening_pattern() -> re.Pattern[str]:
    adverbs = "|".join(sorted(words("sentence_adverbs")))
    lines = [*load("opinions")["openings"], f"(?:(?:{adverbs})(?: enough| for us)?,? )"]
    return re.compile(f"^(?:{'|'.join(lines)})", re.IGNORECASE)


@cache
def _closing_pattern() -> re.Pattern[str]:
    adverbs = "|".join(sorted(words("sentence_adverbs")))
    return re.compile(
        rf"(?:,? (?:{'|'.join(load('opinions')['closings'])})|, (?:right|period|{adverbs}))([.!?]*)$", re.IGNORECASE
    )


@cache
def _thing_about_pattern() -> re.Pattern[str]:
    judging = "|".join(sorted(words("strong") | words("weak")))
    return re.compile(
        rf"^(?:the|one|a|an) (?:most |least |really |very |of the )*(?:{judging}) (?:thing|part|fact|aspect|news|truth)s?"
        r"(?: (?:about|of|with|in|on) (?P<topic>[^,]+?))? (?:is|was)(?: the fact)? that (?P<fact>.+)$",
        re.IGNORECASE,
    )


_IT_IS_SAD_THAT = re.compile(
    r"^it(?:'s| is| was) (?:(?:so|very|really|such|a|an|truly) )*(?P<word>[\w-]+) that ", re.IGNORECASE
)


def without_frames(text: str) -> str:
    """Remove "I think", "Sadly," and similar framing phrases from both ends of the text."""
    original, previous = text, ""
    while previous != text:
        previous = text
        text = _closing_pattern().sub(r"\1", _opening_pattern().sub("", text))
        text = _unwrap_thing_about(text)
        sad = _IT_IS_SAD_THAT.match(text)
        if sad and sad["word"].lower() in words("strong") | words("weak") | words("nouns"):
            text = text[sad.end() :]
    return text if text == original else capital(text)


def _unwrap_thing_about(text: str) -> str:
    """Return the statement in "The best thing about Mars is that it has two moons": "Mars has two moons"."""
    found = _thing_about_pattern().match(text)
    if not found:
        return text
    topic, fact = found["topic"], found["fact"]
    return re.sub(r"^(?:it|he|she|they)\b", lambda _: topic, fact, flags=re.IGNORECASE) if topic else fact


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
