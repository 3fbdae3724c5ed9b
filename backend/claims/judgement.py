"""Separates statements from judgements in a text, by combining rules and the claim model.

The rules (`subjectivity`) recognise framing phrases and evaluative words; the model recognises tone. The model restores
words that the rules removed from a plain statement, and finds judgements that no list contains. A text counts as an
opinion only above a threshold at which the model misclassifies at most two in a hundred plain claims.
"""

from __future__ import annotations

import re

from backend.claims.frames import without_frames
from backend.claims.model import ClaimModel, ClaimSigns
from backend.claims.segments import TextSegment, remainder, segments_of
from backend.claims.signals import is_report
from backend.claims.subjectivity import Separation, separate
from backend.claims.words import numbers

SUSPECT = 0.2
"""The minimum subjectivity at which the segments of a text are scored one by one."""
LIKELY = 0.4
"""If the rules remove the whole text, the text counts as an opinion at or above this subjectivity."""
SURE = 0.8
"""The minimum probability at which an opinion segment is removed from a sentence that is, as a whole, a statement."""


def separated(statement: str, signs: ClaimSigns, model: ClaimModel) -> Separation:
    """Return the result of the rules, corrected where the model is certain."""
    unframed = without_frames(statement)
    plain = Separation(unframed, unframed != statement)
    if is_report(unframed):
        return plain
    ruled = separate(statement)
    if signs.subjectivity < LIKELY and not ruled.factual:
        return plain
    if signs.subjectivity < SUSPECT:
        return ruled
    doubtful = signs.subjectivity < model.thresholds.subjective
    left = _drop_judging_segments(unframed, model, at_least=SURE if doubtful else 0.0)
    if left and left != unframed:
        return Separation(separate(left).factual or left, judged=True)
    if doubtful or left or ruled.judged or numbers(unframed):
        return ruled
    return Separation("", judged=True) if _is_opinion(unframed, signs, model) else ruled


def _is_opinion(text: str, signs: ClaimSigns, model: ClaimModel) -> bool:
    """Return whether the model classifies the text as an opinion even without its capitals and exclamation marks."""
    if signs.subjectivity < model.thresholds.opinion or signs.ambiguity >= model.thresholds.ambiguous:
        return False
    calm = re.sub(r"!+", ".", text.lower() if text.isupper() else text)
    return model.read([calm])[0].subjectivity >= model.thresholds.opinion


def _drop_judging_segments(text: str, model: ClaimModel, at_least: float = 0.0) -> str:
    """Return the text without the segments that contain only judgement; "" if no other segment is left."""
    segments = segments_of(text)
    signs = model.read([_stripped_text(segment) for segment in segments])
    judging = [sign.judging >= max(model.thresholds.judging, at_least) for sign in signs]
    if not any(judging):
        return text
    return remainder(text, segments, judging)


def _stripped_text(segment: TextSegment) -> str:
    return segment.text.strip(" ,;:")
