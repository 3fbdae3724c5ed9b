"""Computes features of a sentence's wording, which the claim model uses in addition to the embedder's vector.

Feature values are small (0..~4) and hardly depend on capital letters, because one training set has no capital letters.
Computing the features takes well under a millisecond. The word lists are in `data/stance.json`. The trained weights
depend on the order of `NAMES`.
"""

from __future__ import annotations

import math
import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from backend.claims.frames import words as opinion_words
from backend.claims.words import load, past_forms

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

LISTS = (
    "praise", "blame", "intensity", "certainty", "hedges", "duty", "possible", "argument", "absolute", "loaded", "mind",
    "report", "self", "we", "you", "others", "people", "vague", "pointing", "time", "measure", "institution", "evidence",
    "film",
)  # fmt: skip

PATTERNS = {
    "question": r"\?",
    "exclamation": r"!",
    "ellipsis": r"\.\.\.|…",
    "dash": r"\s[-–—]+\s|--|—",
    "bracket": r"[(\[]",
    "colon": r"[:;]",
    "quotes": r"[\"“”«»]|(?:^|\s)['‘]\w|``|''",
    "scare quotes": r"[\"“][^\"“”]{2,24}[\"”]",
    "opening joint": r"^\W*(?:and|but|so|yet|or|nor|because|which)\b",
    "opening asking": r"^\W*(?:who|why|how|what|is|are|do|does|did|can|could|should|would|isn't|aren't|don't)\b.*\?",
    "opening what": r"^\W*(?:what|it(?:'s|’s| is| was)|there(?:'s|’s| is| was| are))\b",
    "it is that": r"\bit(?:'s|’s| is| was| would be| seems)\b[^.]{0,30}\b(?:that|to|how|when|if|as)\b",
    "a kind of": r"\b(?:sort of|kind of|a bit|a little|a lot|as if|as though|little more than|nothing more than|no more than)\b",
    "no better": r"\b(?:no (?:better|doubt|wonder|excuse|reason|surprise|longer)|far from|let alone|not least|at best|at least)\b",
    "comparison": r"\b(?:(?:more|less|better|worse|rather|other) (?:\w+ )?than|\w{2,}er than|as \w+ as|not \w+ but|than ever)\b",
    "superlative": r"\b(?:the (?:most|least|very|only|sole)\b|\w{3,}est\b|best\b|worst\b)",
    "simile": r"\b(?:like an?|akin to|the equivalent of|as an?|nothing but)\b",
    "condition": r"\b(?:if|unless|suppose|imagine|were (?:it|he|she|they|we))\b",
    "would be": r"\b(?:would|will|could|may|might|should|must) (?:\w+ )?be\b",
    "must have": r"\b(?:(?:would|could|should|must|might) (?:not )?have|had better|has got to|have got to|ha(?:s|ve) to|needs? to|"
    r"ought to|(?:time|right) (?:for|to)|it is time)\b",
    "the fact": r"\b(?:the (?:fact|truth|reality|problem|trouble|point|question|answer|reason|irony|result) (?:is|that|of)|in (?:"
    r"fact|truth|reality|effect|short|other words)|of course|after all|to be (?:fair|sure)|for all|in the name of|thanks to)\b",
    "according": r"\b(?:according to|in a statement|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in an interview|sources?|spokes\w+)\b",
    "passive": r"\b(?:was|were|been|being|is|are) (?:\w+ly )?\w{3,}(?:ed|en)\b",
    "had": r"\b(?:was|were|had|did)\b",
    "denial": r"\b(?:not|never|no|none|nor|neither|without)\b|n['’]t\b",
    "digits": r"\d[\d.,]*",
    "year": r"\b(?:1[5-9]|20)\d\d\b",
    "money": r"[%$€£]",
    "name": r"(?<=[a-z,] )[A-Z][\w.]+",
    "name pair": r"\b[A-Z][\w.]+ [A-Z][a-z]\w+",
    "manner": r"\b\w{3,}ly\b",
    "taste ending": r"\b\w{3,}(?:ful|less|ous|ish|able|ible|ic|istic)\b",
    "-ism": r"\b\w{3,}(?:ism|ists?|ness|ity)s?\b",
    "apostrophe": r"\w['’](?:s|re|ve|ll|d|m|t)\b",
    "please": r"^\W*(?:please|let|stop|consider|imagine|think|look|remember|forget|give|take|make|ask|tell|don['’]t|do not|never)\b",
    "said": r"\b(?:said|says|told|wrote|argues?d?|claims?|claimed|called|warned|insists?|insisted|described)\b",
}

OTHERS = (
    "length",
    "word length",
    "sentences",
    "commas",
    "judging",
    "past tense",
    "balance",
    "opinionated",
    "no verb yet",
)
NAMES = (*LISTS, *PATTERNS, *OTHERS)


@cache
def _list_indexes() -> dict[str, tuple[int, ...]]:
    """Map each word to the indexes of the lists that contain it."""
    places: dict[str, list[int]] = {}
    for at, name in enumerate(LISTS):
        for word in load("stance")[name].split():
            places.setdefault(word, []).append(at)
    return {word: tuple(at) for word, at in places.items()}


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    cased = {"name", "name pair"}
    return tuple(re.compile(text, 0 if name in cased else re.IGNORECASE) for name, text in PATTERNS.items())


@cache
def _judging_words() -> frozenset[str]:
    return opinion_words("strong") | opinion_words("nouns")


def features(text: str) -> NDArray[np.float32]:
    """Return one feature per entry of `NAMES`, shape (len(NAMES),). All values are finite, even for an empty text."""
    tokens = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    counts = [0] * len(LISTS)
    places = _list_indexes()
    for word in tokens:
        for at in places.get(word, ()):
            counts[at] += 1
    marks = [sum(1 for _ in pattern.finditer(text)) for pattern in _patterns()]
    logs = [math.log1p(count) for count in (*counts, *marks)]
    return np.asarray([*logs, *_overall_features(text, tokens, counts)], dtype=np.float32)


def _overall_features(text: str, tokens: list[str], counts: list[int]) -> tuple[float, ...]:
    """Return the features of the text as a whole, in the order of `OTHERS`."""
    size = max(1, len(tokens))
    stance = sum(counts[LISTS.index(name)] for name in ("praise", "blame", "loaded", "certainty", "duty", "self", "we"))
    matter = sum(counts[LISTS.index(name)] for name in ("report", "time", "measure", "institution", "evidence"))
    past = sum(1 for word in tokens if word in past_forms() or (word.endswith("ed") and len(word) > 4))
    return (
        math.log1p(len(tokens)) - 3.0,
        min(sum(map(len, tokens)) / size, 10.0) - 4.7,
        math.log1p(len(re.findall(r"[.!?](?=\s|$)", text))),
        math.log1p(text.count(",")),
        math.log1p(sum(1 for word in tokens if word in _judging_words())),
        math.log1p(past),
        float(np.clip(stance - matter, -4, 4)) / 4,
        min(1.0, 5.0 * stance / size),
        float(past == 0),
    )
