"""Sentences that only report that something is told: "a viral post says …". What is told must be the subject of the telling."""

from __future__ import annotations

import re

from backend.domain.text import content_stems, stem

_REPORTS = (
    r"(?:says?|said|saying|claims?|claimed|claiming|shows?|showed|shown|showing|suggests?|suggested|suggesting|alleges?|alleged"
    r"|alleging|purport(?:s|ed|ing)?|shared|circulat(?:es?|ed|ing)|spreads?|spreading)"
)
_BEHIND = (
    r"(?:(?:on|in|from|by|of|about|at|across|with|to|shared|posted|circulating|published|spreading|going|viewed|seen|taken|made)"
    r"|(?:that|which|who) (?:has|have|had|was|were|is|are|went|shared|posted))"
)
_GAP = r"(?:(?!\b(?:while|but|because|when|although|after|before)\b)[^.;,]){0,60}?"
_TALK = r"posts?|memes?|tweets?|rumou?rs?|social media|users|conspiracy theor(?:y|ies)|hoax(?:es)?"
_TALE = r"messages?|stor(?:y|ies)|articles?|screenshots?|emails?|clips?"
_SIGHT = r"images?|videos?|photos?|pictures?|footage|websites?"
_SUBJECT = re.compile(
    rf"\b(?P<noun>{_TALK}|claims?|{_TALE}|{_SIGHT})\b(?P<behind> {_BEHIND}\b{_GAP}|, (?:shared|posted|viewed|seen)\b[^.;,]{{0,60}},)?"
    rf" (?:\w+ly |also |even |has |have |had )?{_REPORTS}\b"
    r"|\b(?P<that>rumou?rs?|conspiracy theor(?:y|ies)|hoax(?:es)?|claims?|claimed|rumou?red|alleged|alleges) that\b"
    rf"|\baccording to (?:[\w-]+ ){{0,4}}?(?P<source>{_TALK})\b",
    re.I,
)
_TALE_ONLY, _SIGHT_ONLY = (re.compile(pattern, re.I) for pattern in (_TALE, _SIGHT))
_DOUBTED = frozenset(
    """a an the any no this that these those some many several such other another all viral false fake online widespread unfounded
    baseless debunked popular old new recent similar and or""".split()
)
"""Before "claims" they tell that somebody claims; "insurance claims" are something else."""
_VIRAL = frozenset("viral fake fabricated forwarded chain hoax doctored".split())
_PLATFORMS = frozenset(
    "facebook twitter x instagram tiktok youtube whatsapp telegram reddit threads snapchat weibo internet web".split()
)
_WITNESSES = frozenset(
    """satellite radar x-ray mri ct telescope microscope microscopic microscopy aerial thermal infrared ultrasound drone nasa esa noaa
    government official agency police surveillance""".split()
)
_NAMED = re.compile(r"\b(?:by|from) (?:the )?(?P<name>[A-Z][\w&-]*)")
_WORDS_BEFORE = 3


def hearsay(sentence: str, claim: str = "") -> bool:
    """Somebody only says so. A noun that the claim itself speaks of is its subject, and what a named source shows is a statement."""
    own = frozenset(content_stems(claim))
    return any(_tells(sentence, match, own) for match in _SUBJECT.finditer(sentence))


def _tells(sentence: str, match: re.Match[str], own: frozenset[str]) -> bool:
    noun = match["noun"] or match["that"] or match["source"]
    if stem(noun.lower().split()[-1]) in own:
        return False
    if not match["noun"]:
        return not (match["source"] and _named_source(sentence, match))
    before = sentence[: match.start()].split()[-_WORDS_BEFORE:]
    if _publisher(noun, before):
        return False
    if noun.lower() in ("claim", "claims"):
        return not before or before[-1].lower().strip("“\"'") in _DOUBTED or before[-1].endswith((",", ":"))
    if _TALE_ONLY.fullmatch(noun):
        return any(word.lower() in _VIRAL for word in before)
    return not (_SIGHT_ONLY.fullmatch(noun) and _witnessed(noun, before, match["behind"] or "", first=len(before) == 1))


def _named_source(sentence: str, match: re.Match[str]) -> bool:
    """Such as "according to the Denver Post", "according to a post by OPEC"."""
    author = _NAMED.match(sentence[match.end() :].lstrip())
    if author and author["name"].lower() not in _PLATFORMS:
        return True
    return _publisher(match["source"], sentence[: match.start("source")].split()[-_WORDS_BEFORE:])


def _publisher(noun: str, before: list[str]) -> bool:
    """A newspaper: "the Jerusalem Post", unlike "a Facebook Post"."""
    name = before[-1] if before else ""
    return noun == "Post" and name[:1].isupper() and name.lower() not in _PLATFORMS | _DOUBTED | _VIRAL | {"one"}


def _witnessed(noun: str, before: list[str], behind: str, *, first: bool) -> bool:
    """An owner stands before it ("Apple's website", "the CDC website") or behind it ("images taken by Viking")."""
    named = _NAMED.search(behind)
    if named and named["name"].lower() not in _PLATFORMS:
        return True
    for place, word in enumerate(before):
        bare = re.sub(r"['’]s?$", "", word)
        opening = first and place == 0
        if bare.lower() in _WITNESSES:
            return True
        if bare.lower() in _PLATFORMS:
            return False
        owns = word != bare and (bare[:1].isupper() or "website" in noun.lower())
        if owns or (
            bare[:1].isupper() and (not opening or bare[1:2].isupper()) and len(bare) > 1 and word == before[-1]
        ):
            return True
    return False
