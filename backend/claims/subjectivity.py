"""Separates judgements from statements in a text by rules, without a model (docs/design.md#claim-types).

`separate` removes matters of taste and returns the checkable part. Words are only removed, never added or changed,
except for an article ("the best 2D game" becomes "a 2D game").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from backend.claims.clauses import split
from backend.claims.frames import capital, without_frames, words
from backend.claims.words import (
    PREPOSITIONS,
    Token,
    content_words,
    first_finite,
    load,
    tokens_of,
    verb_list,
)


@dataclass(frozen=True, slots=True)
class Separation:
    """The checkable part of a text ("" if there is none), and whether any judgement was found."""

    factual: str
    judged: bool


@cache
def _scope_pattern() -> re.Pattern[str]:
    return re.compile(rf"\s+(?:{'|'.join(load('opinions')['scopes'])})\b(?=\s*[.!,;]*\s*$)", re.IGNORECASE)


_COMPARED = re.compile(
    r"\b(?:is|are|was|were|be|been)\s+(?:\w+\s+)?(?:better|worse|nicer|more \w+|less \w+) than\b", re.IGNORECASE
)

_ATTRIBUTING = frozenset(
    "considered voted named ranked regarded rated judged deemed dubbed labelled hailed described".split()
)


def separate(text: str) -> Separation:
    """Return the part of the text that evidence can support or refute, in the text's own words."""
    stripped = without_frames(text)
    body, cut = _drop_asides(stripped)
    kept: list[str] = []
    judged = cut or stripped != text
    pieces = split(body, complete=False)
    results = [_checkable_part(piece.text) for piece in pieces]
    if all(result == piece.text for result, piece in zip(results, pieces, strict=True)):
        return Separation(body, judged)
    judged = True
    kept = [capital(result.rstrip(" ,;.")) for result in results if result]
    ending = "." if text.endswith(".") and kept else ""
    return Separation(". ".join(kept) + ending, judged)


def _drop_asides(text: str) -> tuple[str, bool]:
    """Remove asides such as ", the most beautiful country," and ", which is awful," that contain only judgement."""
    pattern = re.compile(r"\s*,\s+(?P<aside>[^,]+?)(?:\s*,(?=\s)|(?=[.!]*$))|\s*\((?P<inside>[^)]*)\)")
    found = False

    def drop(match: re.Match[str]) -> str:
        nonlocal found
        if not _only_judges(match["aside"] or match["inside"] or ""):
            return match.group()
        found = True
        return ""

    return pattern.sub(drop, text), found


def _only_judges(aside: str) -> bool:
    """Return whether an aside is only judgement: it contains an evaluative word, but no number or name."""
    tokens = tokens_of(aside)
    opening = tokens[0].lower if tokens else ""
    if opening not in {"the", "a", "an", "which", "who", "one", "and", "truly"} and opening not in words("strong"):
        return False
    if any(token.text[0].isdigit() or token.capitalised for token in tokens):
        return False
    if opening == "and" and not re.match(r"and (?:that|this|it|i)\b", aside, re.IGNORECASE):
        return False
    if opening in {"which", "who"}:
        return not re.sub(r"[^\w]", "", _checkable_part(f"It {' '.join(t.text for t in tokens[1:])}"))
    return any(is_judging(tokens, at) or token.lower in words("nouns") for at, token in enumerate(tokens))


def is_judging(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the word is evaluative in its context, unlike in "Great Britain" or "good conductor"."""
    word = tokens[at].lower
    before = tokens[at - 1].lower if at else ""
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if (
        _is_name(tokens, at)
        or any(token.lower in _ATTRIBUTING for token in tokens[max(0, at - 6) : at])
        or before == "being"
        or following in words("term_heads")
        or following.startswith("-")
    ):
        return False
    if word in words("weak"):
        verb = next((t.lower for t in reversed(tokens[:at]) if t.lower not in words("degree") | {"a", "an"}), "")
        return following not in words("weak_followed_by") and (verb in verb_list("be") or verb == "it's")
    if word == "pretty" and (following in words("strong") | words("weak") or following.endswith("ly")):
        return False
    return word in words("strong") and not (word in {"best", "worst"} and before == "for")


def _is_name(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the word is capitalised within a sentence or before another capitalised word ("Great Britain")."""
    if not tokens[at].capitalised:
        return False
    return at > 0 or (len(tokens) > 1 and tokens[1].capitalised and tokens[0].lower not in words("strong"))


def _checkable_part(clause: str) -> str:
    """Return the checkable part of one clause: the whole clause, a shorter text, or "" if it is only judgement."""
    tokens = tokens_of(clause)
    if _is_demand(tokens) or _is_taste(tokens, clause):
        return ""
    marked = [at for at in range(len(tokens)) if is_judging(tokens, at)]
    if not marked:
        return clause
    verb = first_finite(tokens)
    if verb is None or _is_predicate(tokens, marked):
        return ""
    return _drop_judging_words(clause, tokens, marked, verb)


def _is_demand(tokens: tuple[Token, ...]) -> bool:
    """Return whether the clause is a demand or a command."""
    lowered = [token.lower for token in tokens]
    if lowered[:1] in (["let's"], ["please"]):
        return True
    if lowered and lowered[0] in words("imperatives") and first_finite(tokens) in (None, 0):
        return not (len(tokens) > 1 and tokens[1].lower in verb_list("auxiliary"))
    verb = first_finite(tokens)
    if verb is None:
        return False
    following = lowered[verb + 1 : verb + 2]
    if lowered[verb] in words("modal"):
        return not (lowered[verb] == "must" and (following == ["have"] or any(word[0].isdigit() for word in lowered)))
    return lowered[verb] in {"need", "needs"} and following == ["to"] and lowered[0] in {"we", "you", "they", "it"}


def _is_taste(tokens: tuple[Token, ...], clause: str) -> bool:
    """Return whether the clause expresses taste, as in "tastes better than", "looks great", "is nicer than", "sucks"."""
    lowered = [token.lower for token in tokens]
    if [word for word in lowered if word.isalnum()][-1:] in (["sucks"], ["suck"], ["rocks"]):
        return True
    judging = words("strong") | words("weak") | {"better", "worse"}
    for at, word in enumerate(lowered):
        ahead = [w for w in lowered[at + 1 : at + 5] if w not in words("degree")]
        if word in words("senses") and ahead and ahead[0] in judging:
            return True
    found = _COMPARED.search(clause)
    if not found:
        return False
    compared = tokens_of(found.group())
    taste = any(token.lower in words("strong") | {"better", "worse", "nicer", "fun", "important"} for token in compared)
    return taste and not re.search(r"\b(?:at|for) \w+", clause[found.end() :])


def _is_predicate(tokens: tuple[Token, ...], marked: list[int]) -> bool:
    """Return whether the judgement is the predicate of the clause: "is very beautiful", "are overrated"."""
    for at in marked:
        before = next(
            (t.lower for t in reversed(tokens[:at]) if t.lower not in words("degree") | {"not", "n't", "never"}), ""
        )
        following = next((t for t in tokens[at + 1 :]), None)
        ends = (
            following is None
            or not following.is_word
            or following.lower in PREPOSITIONS | {"and", "but", "because", "that"}
        )
        if ends and (
            before in verb_list("be") | {"'s", "be", "been", "seems", "becomes", "became"} or before.endswith("'s")
        ):
            return True
    return False


def _drop_judging_words(clause: str, tokens: tuple[Token, ...], marked: list[int], verb: int) -> str:
    """Return the clause without its evaluative words, or "" if too little is left."""
    superlative = False
    spans: list[tuple[int, int]] = []
    for at in marked:
        first = at
        while first and _is_degree(tokens[first - 1]):
            first -= 1
        if first > 1 and tokens[first - 1].lower in {"but", "yet"} and at > first - 1 and first - 1 not in marked:
            first -= 1
        superlative |= tokens[at].lower.endswith("st") or any(t.lower == "most" for t in tokens[first:at])
        last = at
        if last + 1 < len(tokens) and tokens[last + 1].lower in {"and", ","} and last + 2 < len(tokens):
            last += 1
        spans.append((tokens[first].start, tokens[last + 1].start if last + 1 < len(tokens) else tokens[last].end))
    text = clause
    for start, end in reversed(_merge_spans(spans)):
        text = text[:start] + text[end:]
    text = re.sub(r"\s+", " ", text).strip()
    if tokens[0].lower == "the" and spans[0][0] == tokens[1].start and text[4:5].isupper():
        text = text[4:]
    if superlative:
        text = _scope_pattern().sub("", text)
    text = _correct_articles(text, indefinite=superlative and marked[0] > verb)
    return text if _says_something(text) else ""


def _is_degree(token: Token) -> bool:
    """Return whether the word expresses degree, as "very" and "notoriously" do."""
    manner = len(token.text) > 5 and token.lower.endswith("ly") and not token.capitalised
    return manner or token.lower in words("degree") - {"the"}


def _merge_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _correct_articles(text: str, *, indefinite: bool) -> str:
    """Choose "a" or "an" to suit the next word. If `indefinite`, replace "the" first: "the 2D game" -> "a 2D game"."""
    if indefinite:
        text = re.sub(r"\b((?:is|was|'s)(?: not)?) the (?=\w)", r"\1 a ", text, count=1)
    text = re.sub(r"\ba (?=[aeiouAEIO]\w)(?!uni|eu|one\b)", "an ", text)
    return re.sub(r"\b([Aa])n (?=[^aeiouAEIOUhHFLMNRSX\d\W])", r"\1 ", text)


def _says_something(text: str) -> bool:
    """Return whether the text has a subject, a verb and, after a form of "be", more than a single noun."""
    tokens = tokens_of(text)
    verb = first_finite(tokens)
    if not verb:
        return False
    if tokens[verb].lower in verb_list("be"):
        return len(content_words(text[tokens[verb].end :])) >= 2
    return len(content_words(text)) >= 2
