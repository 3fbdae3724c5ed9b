"""Selects the noun phrases that can be the subject or object of a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from backend.claims.phrases import MONTH
from backend.claims.words import ADVERBS, CONTRACTIONS, DETERMINERS, PREPOSITIONS, Token, base_forms

Tokens = Sequence[Token]

MAX_WORDS = 10
MAX_ITEMS = 4
"""Maximum number of items taken from a list. The rest are omitted."""

_NO_SUBJECT = frozenset(
    "i you he she it we they him her them us me this that these those there here who what which such one ones others other many some "
    "most few several all both each everyone someone people his its their our your my another neither none nothing nobody".split()
)
_SUBORDINATES = frozenset("while when although though because once whereas whenever".split())
_NO_OBJECT = frozenset(
    "more less most least much up there so too very as everything something anything it them him her us".split()
)
_HEADLESS = re.compile(
    r"^(?:the )?(?:first|second|last|same|next|present|whole) times?$"
    r"|^the (?:first|second|third|fourth|fifth|last|only|next|same|other|latter|former|most|least|\w+(?:est|th)|most \w+)$|^\w+ly$",
    re.IGNORECASE,
)
"""Phrases that do not name an entity without their context, such as "the first time" or "the largest"."""
_OPENERS = frozenset(
    "and but so or yet however moreover furthermore also overall indeed instead therefore thus then meanwhile".split()
)
_LITERAL = re.compile(
    rf"^\W*(?:(?:about|around|over|under|nearly|almost|only|exactly|approximately|at least|at most|up to|more than|less than) )*"
    rf"(?:[$€£]?\d|{MONTH}\b(?: \d|$))",
    re.IGNORECASE,
)


def text_of(words: Tokens) -> str:
    """Return the words as written, with one space between words and no space before punctuation."""
    joined = " ".join(token.text for token in words)
    return re.sub(r" ([,.%;:)])", r"\1", joined).strip(" ,.;:")


def is_pronoun(text: str) -> bool:
    """Return whether the word is a pronoun, or another word that refers to something named elsewhere."""
    return text.strip().lower() in _NO_SUBJECT


def is_literal(text: str) -> bool:
    """Return whether the text is a number, an amount or a date. Such literals are not nodes of the graph."""
    return bool(_LITERAL.match(text))


def is_quality(words: Tokens) -> bool:
    """Return whether a complement of "is" describes a quality, as in "is flat", instead of naming an entity.

    A quality has no article, contains no name and is not plural.
    """
    last = words[-1].text
    plural = last.endswith("s") and not last.endswith(("ss", "us", "is", "ous"))
    return not plural and not any(token.capitalised for token in words) and words[0].lower not in DETERMINERS


def subjects(head: Tokens, *, plural: bool) -> tuple[str, ...]:
    """Return the subject before the verb, or the items of its list if the verb is plural.

    Return () for a pronoun, a fragment or a phrase that is too long.
    """
    words = _without_adverbial(_strip_conjunctions(head))
    if not words or not _is_usable(words) or any(token.text in {",", ":"} for token in words):
        return ()
    parts = items(words) if plural else ()
    return parts or (text_of(_phrase_head(words)),)


def _phrase_head(words: Tokens) -> Tokens:
    """Return the head of a phrase, such as "Mauna Loa" in "Mauna Loa in Hawaii".

    Return the whole phrase if the head is a single word that is not a name.
    """
    cut = next((i for i, token in enumerate(words) if i and token.lower in PREPOSITIONS - {"of"}), len(words))
    head = [token for token in words[:cut] if token.lower not in DETERMINERS]
    return words[:cut] if len(head) > 1 or any(token.capitalised for token in head[-1:]) else words


def appositive(head: Tokens) -> tuple[Tokens, Tokens] | None:
    """Return the name and its description, as in "Canberra, the capital of Australia, has …".

    Return None if the name has no description.
    """
    commas = [place for place, token in enumerate(head) if token.text == ","]
    if len(commas) != 2 or commas[1] != len(head) - 1 or commas[0] == 0:
        return None
    name, description = head[: commas[0]], head[commas[0] + 1 : commas[1]]
    described = bool(description) and description[0].lower in {"a", "an", "the"} and len(description) <= MAX_WORDS
    return (name, description) if described and _is_usable(name) and name[0].lower not in PREPOSITIONS else None


def objects(words: Tokens) -> tuple[str, ...]:
    """Return the object at the start of the phrase, or the items of a list, or () if the phrase names no object."""
    phrase = _strip_conjunctions(_before_verb(words))
    first = _before_comma(phrase)
    if is_literal(text_of(first)):
        first = phrase = before(first, {"and", "or"})
    if not first or not _is_usable(first, subject=False) or first[0].lower in _NO_OBJECT:
        return ()
    parts = items(phrase)
    object_text = text_of(first)
    if len(first) < len(phrase) and not parts and not _noun_precedes_comma(phrase, first):
        return ()
    if _HEADLESS.match(object_text):
        return ()
    return parts if len(first) < len(phrase) and parts else tuple(dict.fromkeys((object_text, *parts)))


def _noun_precedes_comma(phrase: Tokens, first: Tokens) -> bool:
    """Return whether the noun precedes the comma, unlike in "a little-known, massive mountain"."""
    behind = phrase[len(first) + 1 :]
    return first[0].lower not in {"a", "an", "the"} or (bool(behind) and behind[0].lower in DETERMINERS)


def items(words: Tokens) -> tuple[str, ...]:
    """Return the items of a list such as "coal, oil and gas".

    Return () if the phrase is not a list, if an item has more than three words, or if "and" may be part of a name.
    """
    parts = tuple(_split_list(words))
    simple = all(part and len(part) <= 3 and _is_usable(part, subject=False) for part in parts)
    named = simple and not any(
        _is_gerund(part[0]) or part[0].text[0].isdigit() or part[-1].text[0].isdigit() for part in parts
    )
    correlatives = {"between", "both", "either", "of"} & {token.lower for token in words}
    one_name = len(parts) == 2 and all(part and part[0].capitalised and part[-1].capitalised for part in parts)
    joined = any(token.lower in {"and", "or"} for token in words)
    if len(parts) < 2 or not joined or not named or correlatives or one_name:
        return ()
    return tuple(text_of(part) for part in parts[:MAX_ITEMS])


def _split_list(words: Tokens) -> Iterator[Tokens]:
    part: list[Token] = []
    for token in words:
        if token.lower in {",", "and", "or"}:
            if part:
                yield part
            part = []
        else:
            part.append(token)
    yield part


def _before_comma(words: Tokens) -> Tokens:
    return before(words, {","})


def before(words: Tokens, marks: Set[str]) -> Tokens:
    """Return the words before the first one that is in `marks`, or all words if none is."""
    return words[: next((place for place, token in enumerate(words) if token.lower in marks), len(words))]


def _before_verb(words: Tokens) -> Tokens:
    """Return the words before "and" or "or" followed by a second verb, as in "live in China and eat bamboo"."""
    pairs = enumerate(pairwise(words))
    cut = (place for place, (one, two) in pairs if one.lower in {"and", "or"} and two.lower in base_forms())
    return words[: next(cut, len(words))]


def _is_usable(words: Tokens, *, subject: bool = True) -> bool:
    first = words[0].lower
    if first in CONTRACTIONS or not any(token.is_word for token in words) or len(words) > MAX_WORDS:
        return False
    alone = len(words) == 1 or first in {
        "this",
        "that",
        "these",
        "those",
        "his",
        "her",
        "its",
        "their",
        "our",
        "your",
        "my",
        "such",
    }
    return not ((alone or subject) and first in _NO_SUBJECT and not _is_quantified(words))


def _is_quantified(words: Tokens) -> bool:
    return len(words) > 1 and words[0].lower in {
        "many",
        "some",
        "most",
        "few",
        "several",
        "all",
        "both",
        "each",
        "another",
    }


def _without_adverbial(words: Tokens) -> Tokens:
    """Return the words without an introductory adverbial, such as "However," or "In 1969,".

    Return () if the words begin with an adverbial but do not contain exactly one comma.
    """
    commas = [place for place, token in enumerate(words) if token.text == ","]
    opens = words[0].lower if words else ""
    adverbial = opens in PREPOSITIONS | ADVERBS | _OPENERS | _SUBORDINATES or opens.endswith("ly")
    if not adverbial:
        return words
    return _strip_conjunctions(words[commas[0] + 1 :]) if len(commas) == 1 else ()


def _strip_conjunctions(words: Tokens) -> Tokens:
    """Return the words without leading conjunctions and without trailing adverbs and conjunctions."""
    kept = list(words)
    while kept and (kept[-1].lower in ADVERBS | {"and", "or"} or not kept[-1].is_word) and kept[-1].text != "%":
        kept.pop()
    while kept and (kept[0].lower in _OPENERS or not kept[0].is_word) and kept[0].text[0] not in "$€£":
        kept.pop(0)
    return kept


def _is_gerund(token: Token) -> bool:
    return token.lower.endswith("ing") and token.text.islower()
