"""What only one thing can be: "Canberra is the capital of Australia" leaves no room for Sydney."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import NEGATIONS, content_stems, words

_IS_THE = re.compile(r"^(?P<subject>[^,;:]{2,60}?) (?:is|was|are|were|remains?) (?P<role>the [^,;:.]+)", re.I)
_ONE_ONLY = re.compile(
    r"\bthe (?:only|first|last|capital|\w+est|most \w+|least \w+|sole|current|highest|lowest)\b(?! of (?:the )?(?:most|many|several))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Holder:
    subject: frozenset[str]
    role: frozenset[str]


@lru_cache(maxsize=8_192)
def _holder(text: str) -> _Holder | None:
    """Who holds which one-of-a-kind role, where the text says so plainly and without a negation."""
    match = _IS_THE.match(text.strip())
    if not match or not _ONE_ONLY.search(match["role"]) or set(words(text)) & NEGATIONS:
        return None
    return _Holder(frozenset(content_stems(match["subject"])), frozenset(content_stems(match["role"])))


def other_holder(claim: str, sentence: str) -> bool:
    """The sentence gives the claim's one-of-a-kind role to somebody else."""
    asked, stated = _holder(claim), _holder(sentence)
    if asked is None or stated is None or not asked.subject or not stated.subject:
        return False
    return not asked.subject & stated.subject and asked.role <= stated.role and len(asked.role) >= 2


def swapped(claim: str, sentence: str) -> bool:
    """The same words with the parties exchanged ("the Sun orbits the Earth"): whatever it means, it decides nothing."""
    asked, stated = content_stems(claim), content_stems(sentence)
    if len(asked) != len(stated) or len(asked) < 3 or set(asked) != set(stated):
        return False
    return asked[0] == stated[-1] and asked[-1] == stated[0]
