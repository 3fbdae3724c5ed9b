"""How a sentence speaks: it states, it hesitates, it asks, or it only reports that people say so. English wording only."""

from __future__ import annotations

import re

from backend.domain.hearsay import hearsay

_UNCERTAIN = re.compile(
    r"\b(?:less certain|uncertain|unclear|inconclusive|insufficient evidence|mixed evidence"
    r"|evidence (?:is|was|remains) (?:mixed|limited|weak)"
    r"|not (?:yet )?(?:known|clear|certain|established)|remains? to be (?:seen|shown|established)|jury is still out"
    r"|(?:too|not) (?:early|enough (?:data|evidence)) to (?:say|tell|know|conclude))\b",
    re.I,
)


def asks(sentence: str) -> bool:
    """A question states nothing."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def uncertain(sentence: str) -> bool:
    """It says that something is not known (document 000 §4.3); "may" and "no evidence" say more than that."""
    return bool(_UNCERTAIN.search(sentence))


def mentions(sentence: str, claim: str = "") -> bool:
    """It reports that somebody says so (document 000 §4.3, mention style): it cannot support what is said.

    "According to NASA" and what satellite images show are statements, whoever makes them, and so is what a claim itself is about.
    """
    return hearsay(sentence, claim)
