"""Splits English text into tokens, and classifies words without a part-of-speech tagger."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
_TOKEN = re.compile(r"\d+(?:[,.:/]\d+)*[^\W_]*(?:-[^\W_]+)*|[^\W\d_]+(?:['’.-]?[^\W_]+)*|[^\w\s]|_")

DETERMINERS = frozenset(
    "the a an this that these those his her its their our my your some any no every each all both many most few "
    "several more less another such which whose what".split()
)
PREPOSITIONS = frozenset(
    "of in on at by for with from to into onto over under between among through during before after about against "
    "without within across around near than as since until via per like including despite toward towards behind".split()
)
PRONOUNS = frozenset("he she it they".split())
NEGATIONS = frozenset(
    "not no never none nobody nothing neither nor without cannot can't won't isn't aren't wasn't weren't don't doesn't "
    "didn't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't".split()
)
CONTRACTIONS = frozenset(
    f"{pronoun}{ending}"
    for pronoun in ("i", "you", "he", "she", "it", "we", "they", "that", "there", "this", "who", "what")
    for ending in ("'s", "'re", "'m", "'ll", "'ve", "'d")
)
ADVERBS = frozenset(
    "also then later now still already never always often usually sometimes rarely actually currently once eventually "
    "subsequently finally only even just really therefore thus not soon immediately recently originally previously "
    "probably possibly perhaps maybe typically generally mostly mainly".split()
)
STOP_WORDS = (
    DETERMINERS
    | PREPOSITIONS
    | PRONOUNS
    | frozenset("and or but i you we him them me us is are was were be been being am do does did has have had".split())
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark. `start` and `end` are its span in the text."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """The text in lower case, with a straight apostrophe."""
        return self.text.lower().replace("’", "'")

    @property
    def is_word(self) -> bool:
        """Whether the token is a word or a number."""
        return self.text[0].isalnum()

    @property
    def capitalised(self) -> bool:
        """Whether the token begins with an upper-case letter."""
        return self.text[0].isupper()


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words, numbers and punctuation marks in order."""
    return tuple(Token(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text))


@cache
def load(name: str) -> Any:
    """Load a file of word lists from `data/`."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@cache
def verb_list(name: str) -> frozenset[str]:
    """Return a word list of `verbs.json`."""
    return frozenset(load("verbs")[name].split())


@cache
def base_forms() -> frozenset[str]:
    """Return the infinitives of all verbs."""
    return frozenset(load("verbs")["regular"].split()) | {row.split()[0] for row in load("verbs")["irregular"]}


@cache
def present_forms() -> frozenset[str]:
    """Return the third person singular of all verbs: causes, flies, kisses."""
    regular = {with_s(verb) for verb in load("verbs")["regular"].split()}
    return frozenset(regular | {row.split()[1] for row in load("verbs")["irregular"]})


@cache
def past_forms() -> frozenset[str]:
    """Return the simple past of all verbs: caused, went."""
    regular = {with_ed(verb) for verb in load("verbs")["regular"].split()}
    return frozenset(regular | {row.split()[2] for row in load("verbs")["irregular"]})


@cache
def participles() -> frozenset[str]:
    """Return all past participles: caused, gone."""
    regular = {with_ed(verb) for verb in load("verbs")["regular"].split()}
    return frozenset(regular | {row.split()[3] for row in load("verbs")["irregular"]})


def with_s(verb: str) -> str:
    """Return the third person singular of an infinitive."""
    if verb in _irregular():
        return _irregular()[verb][0]
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else f"{verb}s"


def past_of(verb: str) -> str:
    """Return the simple past of an infinitive."""
    return _irregular()[verb][1] if verb in _irregular() else with_ed(verb)


def with_ed(verb: str) -> str:
    """Return the simple past of a regular infinitive."""
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if re.search(r"^[^aeiou]*[aeiou][bgmnprt]$", verb) else f"{verb}ed"


@cache
def _irregular() -> dict[str, tuple[str, str]]:
    """Map each irregular infinitive to its third person singular and simple past."""
    rows = (row.split() for row in load("verbs")["irregular"])
    return {row[0]: (row[1], row[2]) for row in rows}


def is_finite(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the word at index `at` can be a finite verb, and is not a name or a noun after an article."""
    word, before = tokens[at].lower, tokens[at - 1].lower if at else ""
    if word in verb_list("auxiliary") or word in CONTRACTIONS:
        return True
    if before in DETERMINERS - {"that", "which", "this", "these", "those", "all"} or before in PREPOSITIONS - {"like"}:
        return False
    if tokens[at].capitalised and at:
        return False
    if word in past_forms() or word in present_forms():
        return True
    if word in base_forms():
        return _plural_before(tokens, at)
    return bool(re.fullmatch(r"[a-z]{2,}ed", word)) and not tokens[at].capitalised


def _plural_before(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the word follows a plural noun ("vaccines cause"), an adverb or a pronoun, and so can be a verb."""
    if not at:
        return False
    before = tokens[at - 1].lower
    plural = before.endswith("s") and len(before) > 3 and not before.endswith("ss")
    return plural or before in ADVERBS | {"people", "men", "women", "children", "i", "you", "we", "they", "who", "that"}


def first_finite(tokens: tuple[Token, ...], start: int = 0) -> int | None:
    """Return the index of the first finite verb at or after `start`, or None if there is none."""
    return next((at for at in range(start, len(tokens)) if is_finite(tokens, at)), None)


def content_words(text: str) -> tuple[str, ...]:
    """Return the content words of the text, in lower case."""
    return tuple(token.lower for token in tokens_of(text) if token.is_word and token.lower not in STOP_WORDS)


def numbers(text: str) -> tuple[str, ...]:
    """Return all numbers written in digits, without commas, sorted as strings."""
    return tuple(sorted(found.replace(",", "") for found in re.findall(r"\d(?:[\d.,]*\d)?", text)))


def negations(text: str) -> int:
    """Return the number of negating words."""
    return sum(token.lower in NEGATIONS for token in tokens_of(text))


def names(text: str) -> frozenset[str]:
    """Return the capitalised words that do not begin a sentence, in lower case."""
    tokens = tokens_of(text)
    return frozenset(
        token.lower
        for at, token in enumerate(tokens)
        if token.capitalised and at and tokens[at - 1].text not in '.!?:;"“' and token.text != "I"
    )
