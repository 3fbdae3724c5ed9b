"""Computes four independent beliefs about a claim: danger, veracity, honesty and explainability (docs/design.md#rgba)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from backend.domain.evidence import Evidence
from backend.domain.trust import SourceTier
from backend.domain.verdict import Belief, Label, Rgba
from backend.verdict.bayes import log_odds, probability, voices
from backend.verdict.reviews import calls_misleading
from backend.verdict.settings import VERDICT, RgbaSettings, of_tier

_HARM = re.compile(
    r"\b(?:kill\w*|death\w*|deadly|die[sd]?|fatal|lethal|poison\w*|toxic|harm(?:s|ed|ful|ing)?|danger\w*|injur\w*|overdose\w*|suicid\w*"
    r"|cancer|disease\w*|virus\w*|infect\w*|vaccin\w*|medicin\w*|drug|drugs|dose|cure[sd]?|remed(?:y|ies)|bleach|miscarriage\w*|autism"
    r"|weapon\w*|bomb\w*|attack\w*|violen\w*|terroris\w*|explo(?:de|sion|sive)\w*|evacuat\w*|emergenc(?:y|ies)|scam\w*|fraud\w*)\b",
    re.I,
)


def concerns_harm(text: str) -> bool:
    """Return whether the text is about health, weapons, emergencies or fraud, where believing a falsehood can be harmful."""
    return bool(_HARM.search(text))


def rgba(claim: str, evidence: Sequence[Evidence], believed: Belief, tier: SourceTier | None, label: Label) -> Rgba:
    """Return the four beliefs about one part of a claim.

    `evidence` is the evidence that may count, and `tier` is the tier of the page with the claim.
    """
    deciding = [e for e in evidence if e.decisive]
    return Rgba(
        danger=_danger(claim, believed, tier),
        veracity=believed.probability,
        honesty=_honesty(deciding),
        explainability=_explainability(deciding, conflict=label is Label.PARTIALLY_TRUE),
    )


def of_parts(beliefs: Sequence[Rgba], veracity: float) -> Rgba:
    """Return the beliefs about the whole claim: the danger of its most dangerous part, and the lowest honesty and explainability."""
    if not beliefs:
        return Rgba(veracity=veracity)
    return Rgba(
        danger=max(b.danger for b in beliefs),
        veracity=veracity,
        honesty=min(b.honesty for b in beliefs),
        explainability=min(b.explainability for b in beliefs),
    )


def _danger(claim: str, believed: Belief, tier: SourceTier | None) -> float:
    """Return how dangerous it is to believe the claim, starting from the tier's prior.

    Refutation makes a statement about harm more dangerous to believe; support makes it less dangerous.
    """
    odds = log_odds(of_tier(VERDICT.rgba.danger, tier))
    if concerns_harm(claim):
        odds -= math.fsum(voice.log_odds for voice in believed.voices)
    return probability(odds)


def _honesty(deciding: Iterable[Evidence]) -> float:
    """Return the neutral prior, lowered if fact-checkers that may count find that context is missing."""
    misleading_voices = voices(e for e in deciding if calls_misleading(e))
    return probability(log_odds(VERDICT.rgba.neutral) - math.fsum(abs(voice.log_odds) for voice in misleading_voices))


def _explainability(deciding: Sequence[Evidence], *, conflict: bool, settings: RgbaSettings = VERDICT.rgba) -> float:
    """Return how well quotes explain the verdict.

    The value is .96 with one source of tier A, more with several, .38 with none, and .15 less if sources conflict.
    """
    odds = {e.rating.domain: log_odds(of_tier(settings.explained, e.rating.tier)) for e in deciding}
    reached = probability(math.fsum(odds.values())) if odds else settings.explained.unknown
    return max(0.0, reached - settings.conflict * conflict)
