"""What else the wording tells: whether the answer changes with time, whose words they are, and how much it matters."""

from __future__ import annotations

import re

from backend.claims.words import content_words, first_finite, is_finite, names, numbers, tokens_of, verb_list
from backend.domain.present import present_span

_CHANGES = re.compile(
    r"\b(?:tomorrow|as of|this (?:season|decade)|last year|next (?:year|month|week)|upcoming|up to date"
    r"|(?:is|are|was elected|becomes) (?:the |a )?(?:\w+ ){0,2}(?:president|prime minister|chancellor|king|queen|pope|ceo|chairman|mayor"
    r"|governor|champion|richest|record holder|leader|head)"
    r"|(?:price|prices|stock|shares|inflation|unemployment|population|gdp|interest rate|exchange rate|approval)"
    r" (?:of [\w ]+ )?(?:is|are|has|have|stands)|world record|net worth)\b",
    re.IGNORECASE,
)
_ACCORDING = re.compile(r"\b(?:according to|in the words of|quoted as saying|is quoted)\b", re.IGNORECASE)
_CAUSAL = re.compile(
    r"\b(?:cause[sd]?|prevent(?:s|ed)?|cure[sd]?|kill(?:s|ed)?|lead(?:s)? to|led to|increase[sd]?|reduce[sd]?|more|less|fewer"
    r"|most|highest|largest|first|only|never|always|all|none|invented|discovered|founded|died|born)\b",
    re.IGNORECASE,
)
_MATTERS = re.compile(
    r"\b(?:vaccin\w*|covid\S*|virus\w*|cancer|disease\w*|drug\w*|medic\w*|health\w*|toxic|poison\w*|safe\w*|danger\w*|climate"
    r"|warming|election\w*|vote\w*|fraud|war|crime\w*|tax\w*|immigra\w*|government|president|law|police|death\w*|million|billion"
    r"|percent|autism|5g|nuclear|pollution)\b|%|\$|€",
    re.IGNORECASE,
)
_OPENERS = frozenset({"that", '"', "“", ":", ",", "'", "‘"})
_ALWAYS_REPORT = verb_list("reporting") - frozenset(
    "added adds noted notes posted wrote estimated estimates reported reports suggested suggests confirmed confirms "
    "promised promises accused accuses announced predicted predicts thought thinks believed".split()
)


def is_time_sensitive(text: str) -> bool:
    """The answer may be another one next year."""
    return present_span(text) is not None or bool(_CHANGES.search(text))


def is_report(text: str) -> bool:
    """It reports what somebody else said or thinks ("X said that …", "according to X")."""
    if _ACCORDING.search(text):
        return True
    tokens = tokens_of(text)
    for at, token in enumerate(tokens[1:], start=1):
        if (
            token.lower not in verb_list("reporting")
            or not is_finite(tokens, at)
            or tokens[0].lower in {"i", "we", "you"}
        ):
            continue
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        later = first_finite(tokens, at + 2)
        if following in _OPENERS or (token.lower in _ALWAYS_REPORT and later is not None):
            return True
    return False


def check_worthiness(text: str) -> float:
    """0..1: how much it would matter whether the statement is true; figures, names, causes and public matters raise it."""
    score = 0.4
    score += 0.15 * bool(numbers(text))
    score += 0.10 * bool(names(text))
    score += 0.10 * bool(_CAUSAL.search(text))
    score += 0.20 * bool(_MATTERS.search(text))
    score += 0.05 * (len(content_words(text)) >= 4)
    return round(min(score, 1.0), 2)
