"""Turns phrases after the main clause and a comma into separate statements: "who …", "earning …".

Each rule takes a sentence and returns the statements in reading order, or () if it does not apply.
"""

from __future__ import annotations

import re

from backend.claims.agreement import be, finite, infinitive, main_verb, opens_with_verb
from backend.claims.phrases import (
    NAME,
    Statements,
    bare,
    lexicon,
    mask,
    owner_of,
)
from backend.claims.sentences import QUANTIFIED, subject_of
from backend.claims.words import PREPOSITIONS, tokens_of

_NAME_AT_END = re.compile(rf"(?:^|(?<=\s))((?:X+|{NAME}))$")
_OWNED_AT_END = re.compile(r"\b((?:his|her|its|their) (?:[\w-]+ ){0,2}[\w-]+)$")
_GERUND_SERIES = re.compile(r" (?:[a-z]+ed )?[a-z]{2,}ing\b")
"""As in "included working as a nurse, teaching poetry": the gerunds form one list."""
_NO_OBJECT = re.compile(r"(?:that|whether|to)\b|[\w'-]+, and (?!\w+ing\b)")
"""A clause follows, or the gerund only describes a noun of a list ("receptions, receiving yards, and touchdowns")."""
_AND_GERUND = re.compile(r"(?P<join>,? and |, )(?P<verb>[a-z]{2,}ing)\b")


def relative_at_end(text: str) -> Statements:
    """Split sentences such as "He married Ann Lee, who died in 1990" and "He moved to Ulm, where he worked"."""
    masked = mask(text)
    for found in re.finditer(r", (who|which|whose|where) ", masked):
        main, after = text[: found.start()], text[found.end() :]
        if not main_verb(main) or (re.search(r", [^,]*$", mask(after)) and not _list_after(after)):
            return ()
        if found[1] == "where":
            return _where(main, after)
        who = _antecedent(main, person=found[1] != "which")
        if not who or (found[1] != "whose" and not opens_with_verb(after)):
            return ()
        said = f"{owner_of(who)} {after}" if found[1] == "whose" else f"{who} {after}"
        return (main, said)
    return ()


def _list_after(after: str) -> bool:
    """Return whether the commas belong to a list or to clauses with "and", which do not end the relative clause."""
    return bool(re.search(r",[^,]*(?:, and|, | and )", mask(after)))


def _where(main: str, after: str) -> Statements:
    """Put the place after the first clause: "he worked in Ulm"."""
    place = re.search(rf"(?:\b(?P<prep>in|at|to|from|near) )?(?P<place>(?:the )?(?:{NAME})(?:, {NAME})?)$", main)
    tokens = tokens_of(after)
    if not place or not tokens or tokens[0].lower not in {"he", "she", "it", "they"}:
        return ()
    word = main[: place.start()].split()[-1:] if place["prep"] is None else []
    if set(word) & PREPOSITIONS:
        return ()
    preposition = {"in": "in", "to": "in", "from": "in", "near": "near"}.get(place["prep"] or "", "at")
    cut = re.search(r",? and (?=[a-z]+(?:ed|s)?\b)|$", mask(after))
    stop = cut.start() if cut and opens_with_verb(after[cut.end() :]) else len(after)
    first = f"{bare(after[:stop])} {preposition} {place['place']}"
    return (main, f"{first}{after[stop:]}")


def _antecedent(main: str, *, person: bool) -> str:
    """Return the name (or "his career") at the end of the main clause, "" if it is unclear."""
    masked = mask(main)
    name = _NAME_AT_END.search(masked)
    if name and name.start(1) > 0:
        before = masked[: name.start(1)].rstrip()
        if re.search(r"(?:\band|,|\bor|\bof the|&|-)$", before) or before.endswith(" of"):
            return ""
        article = "the " if before.lower().endswith(" the") and name[1][0] != "X" else ""
        return article + main[name.start(1) :]
    owned = None if person else _OWNED_AT_END.search(masked)
    return owned[1][0].upper() + owned[1][1:] if owned and " and " not in owned[1] else ""


def gerund_at_end(text: str) -> Statements:
    """Split sentences such as "He played for Peru, earning 28 caps and scoring six goals" and "…, making it the largest in France"."""
    masked = mask(text)
    for found in re.finditer(
        r", (?P<adverb>(?:also|later|then|eventually|subsequently|most notably|notably) )?(?P<verb>[a-z]{2,}ing) ",
        masked,
    ):
        main, after = text[: found.start()], text[found.end() :]
        verb, subject = main_verb(mask(main)), subject_of(main)
        if (
            not subject
            or verb is None
            or QUANTIFIED.search(subject)
            or _GERUND_SERIES.match(masked[verb.end : found.start()])
        ):
            return ()
        if found["verb"] == "making":
            return _made(main, subject, after)
        base = infinitive(found["verb"])
        if not base or base in lexicon("no_agent") or _NO_OBJECT.match(after):
            return ()
        form = finite(found["verb"], subject, verb)
        return (main, f"{subject} {found['adverb'] or ''}{form} {_coordinated(after, subject, main)}")
    return ()


def _coordinated(after: str, subject: str, main: str) -> str:
    """Put further gerunds of the same series in the same tense."""
    masked, done, at = mask(after), "", 0
    for found in _AND_GERUND.finditer(masked):
        form = finite(found["verb"], subject, main_verb(mask(main)))
        if form and infinitive(found["verb"]) not in lexicon("no_agent"):
            done += after[at : found.start("verb")] + form
            at = found.end("verb")
    return done + after[at:]


def _made(main: str, subject: str, after: str) -> Statements:
    """Return the statement about the subject, if the main clause names nothing else that "it" could refer to."""
    found = re.match(r"(?P<who>it|him|her|them) (?P<what>(?:the|an?|one of|part of) .+)$", after)
    verb = main_verb(main)
    if not found or verb is None:
        return ()
    objects = re.findall(NAME, mask(main[verb.end :]))
    return () if objects else (main, f"{subject} {be(subject, verb)} {found['what']}")
