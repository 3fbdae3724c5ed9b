"""Extracts words, stems, names and numbers from texts, for ranking, stance detection and trust."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache

from backend.domain.months import CALENDAR
from backend.domain.numerals import SPELLED, digits

_WORD = re.compile(r"[^\W_]+(?:[’'.,-][^\W_]+)*")
_NUMBER = re.compile(
    r"(?<![\w.])[-−]?\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|(?<![\w.])[-−]?\d+(?:\.\d+)?(?![GgDd]\b)"
)
_NAME = re.compile(r"(?<!\w)(?:[A-Z][\w’'-]*|[A-Z]{2,}\d*)(?: (?:of |the |de |van |von )?[A-Z][\w’'-]*)*")

STOP_WORDS = frozenset(
    """a an the this that these those it its it's he she they them his her their we us our you your i me my and or but if so as
    of in on at to for from by with about into over under between than then there here is are was were be been being am do does
    did doing have has had having will would can could may might must shall should not no nor also very just only ever such more
    most some any each which who whom whose what when where why how up down out off again further because while during both few
    other own same too s t don now said say says according""".split()
)
AUXILIARIES = frozenset(
    "is are was were be been being has have had do does did can could will would may might must should".split()
)
NEGATIONS = frozenset({"not", "no", "never", "neither", "nor", "without", "cannot", "none", "nothing", "nobody", "n't"})
_IRREGULAR = {
    past: verb
    for verb, *forms in map(str.split, (
        "become became", "win won", "write wrote written", "build built", "make made", "fall fell fallen", "rise rose risen",
        "begin began begun", "sink sank sunk", "lead led", "hold held", "come came", "go went gone", "give gave given",
        "take took taken", "lose lost", "leave left", "meet met", "run ran", "sell sold", "grow grew grown", "fly flew flown",
        "sing sang sung", "buy bought", "bring brought", "think thought", "teach taught", "catch caught", "fight fought",
        "find found", "know knew known", "see saw seen", "wear wore worn", "break broke broken", "speak spoke spoken",
        "choose chose chosen", "drive drove driven", "draw drew drawn", "send sent", "spend spent", "lie lay lain",
        "beat beaten", "shoot shot", "bite bit bitten", "strike struck", "steal stole stolen", "eat ate eaten", "pay paid",
        "shake shook shaken", "hide hid hidden", "throw threw thrown", "blow blew blown", "hear heard", "keep kept", "feel felt",
    ))
    for past in forms
}  # fmt: skip
_RESPELLED = frozenset({*_IRREGULAR, *SPELLED} - {"one"})
"""Words whose stem may begin with different letters from the word itself."""
_SUFFIXES = ("ization", "isation", "ingly", "edly", "ing", "ied", "ed", "ly")


def words(text: str) -> tuple[str, ...]:
    """Return the words in lower case, in order. "can't" becomes "can", "n't"."""
    out: list[str] = []
    for match in _WORD.finditer(digits(text).replace("’", "'")):
        word = match.group().lower()
        if word.endswith("n't"):
            out += [word[:-3] or "can", "n't"]
        elif word == "cannot":
            out += ["can", "not"]
        else:
            out.append(word.removesuffix("'s"))
    return tuple(out)


@lru_cache(maxsize=32_768)
def stem(word: str) -> str:
    """Return a crude stem, sufficient to match "vaccines" with "vaccine" and "landings" with "landed"."""
    if any(c.isdigit() for c in word):
        return word.replace(",", "")
    word = _IRREGULAR.get(word, word)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith(("e", "y", "i")) else word


def tokens(text: str) -> list[str]:
    """Return the words in order, in their original spelling."""
    return _WORD.findall(text)


def standing_for(stems: Set[str], written: Iterable[str]) -> dict[str, str]:
    """Return the tokens whose stem is in `stems`, mapped to their stems. Most other tokens are skipped without stemming."""
    heads = {s[:2] for s in stems}
    found = {}
    for token in written:
        word = token.lower()
        if word[:2] in heads or word in _RESPELLED:
            word = word.replace("’", "'").removesuffix("'s")
            root = stem(SPELLED.get(word, word) if word in _RESPELLED else word)
            if root in stems and word not in STOP_WORDS:
                found[token] = root
    return found


def akin(a: str, b: str) -> bool:
    """Return whether two stems belong to the same word family.

    Such stems are equal, or share a prefix of at least six letters and at least 3/4 of the longer stem.
    """
    if a == b:
        return True
    common = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return common >= 6 and common >= 0.75 * max(len(a), len(b))


@lru_cache(maxsize=4_096)
def content_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the content words in order, without negations."""
    return tuple(stem(w) for w in words(text) if w not in STOP_WORDS and w not in NEGATIONS)


@lru_cache(maxsize=1_024)
def subject_stems(claim: str) -> frozenset[str]:
    """Return the content stems before the first auxiliary or negation, or the first content stem if none precedes it."""
    parts = words(claim)
    cut = next((i for i, w in enumerate(parts) if i > 0 and (w in AUXILIARIES or w in NEGATIONS)), 0)
    found = [stem(w) for w in parts[:cut] if w not in STOP_WORDS]
    return frozenset(found or content_stems(claim)[:1])


@lru_cache(maxsize=4_096)
def numbers(text: str) -> tuple[float, ...]:
    """Return every number in the text, in order, including number words that `digits` can convert."""
    return tuple(
        float(re.sub(r"[,\u00a0\u202f]", "", m.group()).replace("−", "-")) for m in _NUMBER.finditer(digits(text))
    )


def names(text: str) -> tuple[str, ...]:
    """Return the runs of capitalised words. A single capitalised word that starts the text does not count as a name."""
    found = []
    for match in _NAME.finditer(text):
        run = match.group()
        if match.start() == 0 and " " not in run and not run[1:2].isupper():
            continue
        first = run.split(" ", 1)
        if first[0].lower() in STOP_WORDS:
            run = first[1] if len(first) > 1 else ""
        if run and run.lower() not in CALENDAR:
            found.append(run)
    return tuple(found)


def recall(claim: str, passage: str) -> float:
    """Return the share of the claim's content stems that occur in the passage, 0..1 (docs/design.md#hybrid-ranking).

    The share is 0 if the claim has no stems.
    """
    claim_stems = set(content_stems(claim))
    return len(claim_stems & set(content_stems(passage))) / len(claim_stems) if claim_stems else 0.0


def fold(text: str) -> str:
    """Return the text normalised for comparing quotes: case-folded, straight quotes, plain dashes, single spaces."""
    plain = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    return re.sub(r"\s+", " ", re.sub(r"[‐‑‒–—−]", "-", plain)).strip().casefold()
