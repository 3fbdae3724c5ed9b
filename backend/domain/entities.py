"""Computes one canonical key for all names of an entity. The graph matches claims to passages by these keys."""

from __future__ import annotations

import re
import unicodedata

MAX_WORDS = 8
"""Maximum number of content words in an entity's name. Anything longer is a sentence."""
MAX_MENTION_WORDS = 6
MAX_MENTIONS = 240
"""Maximum number of keys per text: enough for 40 content words in runs of one to six."""

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_ACCENTS = re.compile("[\u0300-\u036f]")
_ES_PLURAL = re.compile(r"(?:ch|sh|x|ss|zz|[^ao]us|\w{2}o)es$")
"""Matches plurals that end in -es: matches, boxes, viruses, tomatoes."""
_STOP_WORDS = frozenset(
    "a an the this that these those of in on at by for to from with and or its their his her our my your some any all "
    "both each every about around approximately is are was were be been not no".split()
)


def entity_key(name: str) -> str:
    """Return the key of a name: lower case, without articles, prepositions, accents or plural endings.

    "The Great Wall of China" and "great walls of China" both have the key "great wall china". The key is "" if the text
    has no content words, consists only of numbers, or has more than eight content words.
    """
    words = _content_words(name)
    return " ".join(words) if len(words) <= MAX_WORDS and any(not word.isdecimal() for word in words) else ""


def mention_keys(text: str) -> tuple[str, ...]:
    """Return at most 240 keys of possible names in the text: all runs of one to six content words, longer runs first."""
    words = _content_words(text)
    runs = (
        words[start : start + length]
        for length in range(MAX_MENTION_WORDS, 0, -1)
        for start in range(len(words) - length + 1)
    )
    named = (" ".join(run) for run in runs if any(not word.isdecimal() for word in run))
    return tuple(dict.fromkeys(named))[-MAX_MENTIONS:]


def _content_words(text: str) -> list[str]:
    plain = text if text.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    words = (word.replace("’", "'").removesuffix("'s").rstrip("'.") for word in _WORD.findall(plain.casefold()))
    return [_singular(word) for word in words if word not in _STOP_WORDS]


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if _ES_PLURAL.search(word) else word[:-1]
