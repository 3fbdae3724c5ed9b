"""Restores words that a clause omits because the previous one has them: "Finland joined NATO in 2023 and Sweden joined in 2022"."""

from __future__ import annotations

from backend.claims.phrases import Statements
from backend.claims.words import Token, first_finite, tokens_of
from backend.domain.numerals import BELOW_SCALE, digits


def filled(clauses: Statements) -> Statements:
    """Return each clause with its omitted words: "Sweden joined NATO in 2022"."""
    done = list(clauses[:1])
    for clause in clauses[1:]:
        done.append(_filled(clause, done[-1]))
    return tuple(done)


def _filled(clause: str, before: str) -> str:
    """Restore words if the verb is the same and the rest occurs in the same order in the previous clause, apart from the numbers."""
    own, model = tokens_of(clause), tokens_of(before)
    verb, model_verb = first_finite(own), first_finite(model)
    if verb is None or model_verb is None or own[verb].lower != model[model_verb].lower:
        return clause
    said, full = own[verb + 1 :], model[model_verb + 1 :]
    places = _places(said, full)
    if not places or len(places) == len(full) or not any(_number(full[at]) for at in places):
        return clause
    start, text = full[0].start, before
    for at, token in sorted(places.items(), reverse=True):
        text = text[: full[at].start] + token.text + text[full[at].end :]
    return f"{clause[: own[verb].end]} {text[start:]}"


def _places(said: tuple[Token, ...], full: tuple[Token, ...]) -> dict[int, Token]:
    """Map each token of `said` to one of `full`; {} unless all have one and no scale such as million remains."""
    places: dict[int, Token] = {}
    at = 0
    for token in said:
        while at < len(full) and not _alike(token, full[at]):
            if full[at].lower in BELOW_SCALE:
                return {}
            at += 1
        if at == len(full):
            return {}
        places[at] = token
        at += 1
    return {} if at < len(full) and full[at].lower in BELOW_SCALE else places


def _alike(one: Token, other: Token) -> bool:
    return one.lower == other.lower or (_number(one) and _number(other))


def _number(token: Token) -> bool:
    return digits(token.text)[:1].isdecimal()
