"""Applies the time at the start of a sentence to all its clauses.

In "Between 2010 and 2020 the population grew and emissions fell", the time applies to both clauses. It does not apply to a
present-tense clause in a sentence about the past: "In 1912 the Titanic sank, and Southampton lies on the English coast."
"""

from __future__ import annotations

import re

from backend.claims.phrases import DATE, MONTH, Statements
from backend.domain.present import present_span, told_as_past, told_as_present

_UNIT = r"(?:years?|decades?|centur(?:y|ies)|months?|weeks?|days?|summers?|winters?|springs?|autumns?)"
_TIME = (
    rf"(?:(?:the )?(?:early |late |mid-?)?(?:{DATE}s?|\d{{1,2}}(?:st|nd|rd|th) century|{MONTH})"
    rf"|the (?:past|last|next|following|previous|same) (?:\w+ )?{_UNIT}|the (?:summer|winter|spring|autumn|fall) of \d{{4}})"
)
_FRAME = re.compile(
    rf"(?:(?:between|from) {_TIME} (?:and|to|until|till|through) {_TIME}"
    rf"|(?:in|during|since|until|by|before|after|around|on|throughout|over|within) {_TIME}|(?:last|this) {_UNIT}),?(?= )",
    re.I,
)
_OWN_TIME = re.compile(
    rf"\b\d{{4}}s?\b|\b{MONTH}\b|\b\d{{1,2}}(?:st|nd|rd|th) century\b|\b(?:later|earlier|then|afterwards?|before|after|since|until|ago"
    rf"|meanwhile|today|tomorrow|yesterday|eventually|finally|previously|originally|always|never|(?:last|next|this|same) {_UNIT})\b"
)

_OWNED = re.compile(r"(?:its|his|her|their)\b", re.I)


def in_one_time(text: str, clauses: Statements) -> Statements:
    """Return the clauses with the opening time appended to each later clause that does not state a time."""
    frame = _FRAME.match(text)
    if not frame:
        return clauses
    when = frame.group().rstrip(",")
    when = when[0].lower() + when[1:]
    # The time is appended, so that a pronoun at the start of the clause can still be replaced.
    story = told_as_past(clauses[0])
    return (
        clauses[0],
        *(
            clause if _has_time(clause, when) or (story and told_as_present(clause)) else f"{clause} {when}"
            for clause in clauses[1:]
        ),
    )


def _has_time(clause: str, frame: str) -> bool:
    """Return whether the clause has a time, or will get one with its subject ("its" -> "Last year the company's")."""
    if frame.startswith(("last ", "this ")) and _OWNED.match(clause):
        return True
    return frame.lower() in clause.lower() or bool(_OWN_TIME.search(clause)) or present_span(clause) is not None
