"""How a sentence speaks: it states, it hesitates, it asks, or it only reports that people say so. English wording only."""

from __future__ import annotations

import re

_UNCERTAIN = re.compile(
    r"\b(?:less certain|uncertain|unclear|inconclusive|insufficient evidence|mixed evidence"
    r"|evidence (?:is|was|remains) (?:mixed|limited|weak)"
    r"|not (?:yet )?(?:known|clear|certain|established)|remains? to be (?:seen|shown|established)|jury is still out"
    r"|(?:too|not) (?:early|enough (?:data|evidence)) to (?:say|tell|know|conclude))\b",
    re.I,
)
_RUMOUR = re.compile(
    r"\b(?:posts?|memes?|tweets?|rumou?rs?|social media|viral|users|conspiracy theor\w+|claims?|hoax)\b"
    r"[^.;]*\b(?:says?|said|saying|claims?|claimed|claiming|shows?|shared|circulat\w+|alleg\w+|suggest\w*|spread\w*|that)\b"
    r"|\b(?:images?|videos?|photos?|website)\b[^.;]*\b(?:says?|said|saying|claims?|claimed|claiming|shows?|shared|circulat\w+|alleg\w+"
    r"|suggest\w*|spread\w*|that)\b"
    r"|\b(?:claim|claims|claimed|rumou?red|alleged|alleges) that\b",
    re.I,
)
_WITNESS = re.compile(
    r"\b(?:satellite|radar|x-ray|mri|telescope|microscop\w+|aerial|thermal|nasa|esa|noaa|government|official|agency)(?:['’]s)?\b"
    r"[^.;]{0,40}\b(?:images?|videos?|photos?|website)\b",
    re.I,
)


def asks(sentence: str) -> bool:
    """A question states nothing."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def uncertain(sentence: str) -> bool:
    """It says that something is not known (document 000 §4.3); "may" and "no evidence" say more than that."""
    return bool(_UNCERTAIN.search(sentence))


def mentions(sentence: str) -> bool:
    """It reports that somebody says so (document 000 §4.3, mention style): it cannot support what is said.

    "According to NASA" and what satellite images show are statements, whoever makes them.
    """
    return bool(_RUMOUR.search(sentence)) and not _WITNESS.search(sentence)
