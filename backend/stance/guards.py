"""What corrects the verifier (document 000 §8): polarity, numbers, exceptions, and sentences that hesitate or only mention a claim."""

from __future__ import annotations

from collections.abc import Set

from backend.domain.claim_form import absolute, as_absolute, limited
from backend.domain.evidence import StanceScores
from backend.domain.manner import asks, mentions, uncertain
from backend.domain.overlap import clause_recall, nearest_clause
from backend.stance.comparison import compared
from backend.stance.exclusive import other_holder
from backend.stance.majority import majority
from backend.stance.mirror import mirrored
from backend.stance.numeric import agrees_roughly, contradicts_number, lacks_number
from backend.stance.parties import same_order, swapped
from backend.stance.polarity import bounded, denies, polarity, taken_back
from backend.stance.portion import somebody_elses
from backend.stance.same_event import still_to_come
from backend.stance.settings import GUARDS
from backend.stance.unreal import unreal

__all__ = ["asks", "guarded", "mentions"]

_NOTHING = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)
_NONE_OFF: Set[str] = frozenset()

GUARDS_BY_NAME = (
    "parties exchanged", "hearsay", "comparison", "other form of a comparison", "polarity", "another number", "one of a kind",
    "number missing", "not known", "not yet real", "counted majority", "exception", "denied up to a bound", "denied of another",
    "own words", "near enough a number",
)  # fmt: skip
"""The lines of this module, each of which `scripts/evaluate guards` switches off alone."""


def guarded(
    claim: str, sentence: str, scores: StanceScores, bare: str = "", off: Set[str] = _NONE_OFF
) -> tuple[StanceScores, int | None]:
    """The corrected probabilities, and the sign of the rule that spoke, if one did; `bare` is the sentence without its context.

    `off` names guards that do not speak.
    """
    alone = bare or sentence
    exchanged = "parties exchanged" not in off and swapped(claim, sentence) and mirrored(claim, alone) is None
    told = "hearsay" not in off and mentions(sentence, claim)
    if exchanged or (told and not denies(sentence)):
        return _NOTHING, None
    sign = _rule(claim, sentence, bare, off)
    if sign is not None:
        return _mixed(scores, sign), sign
    if (share := _withheld(claim, sentence, off)) is not None:
        return _dampened(scores, refutes=share), None
    if ("denied up to a bound" not in off and bounded(claim, sentence)) or (
        "denied of another" not in off and _of_another(claim, alone)
    ):
        against = scores.refutes * GUARDS.manner.bounded
        return StanceScores(supports=scores.supports, refutes=against, neutral=1.0 - scores.supports - against), None
    if _no_refutation(claim, sentence, alone, off):
        return StanceScores(supports=scores.supports, refutes=0.0, neutral=1.0 - scores.supports), None
    return scores, None


def _no_refutation(claim: str, sentence: str, alone: str, off: Set[str]) -> bool:
    """No negation on either side, and all its words in their order in one clause, or its number: that is no refutation."""
    plain = not denies(alone) and not denies(claim)
    in_its_words = (
        "own words" not in off
        and plain
        and not taken_back(claim, alone)
        and clause_recall(claim, sentence) == 1.0
        and same_order(claim, sentence)
    )
    counted = "counted majority" not in off and majority(claim, alone) == 1
    return in_its_words or counted or ("near enough a number" not in off and plain and agrees_roughly(claim, alone))


def _of_another(claim: str, sentence: str) -> bool:
    """The claim denies of somebody what the sentence says of somebody else: "Musk is the richest man, ahead of Gates"."""
    return denies(claim) and not denies(sentence) and somebody_elses(claim, sentence)


def _rule(claim: str, sentence: str, bare: str, off: Set[str]) -> int | None:
    """+1 or -1 where a rule decides; a sentence that says that something is not known is decided by none."""
    if uncertain(sentence) and not uncertain(claim):
        return None
    alone = bare or sentence
    sign = None if "comparison" in off else compared(claim, sentence)
    if sign is None and "other form of a comparison" not in off:
        sign = mirrored(claim, alone)
    if sign is None and "polarity" not in off:
        sign = polarity(claim, sentence)
    if sign is None and "another number" not in off and contradicts_number(claim, sentence, bare):
        sign = -1
    if sign is None and "one of a kind" not in off and other_holder(claim, alone):
        sign = -1
    return sign


def _withheld(claim: str, sentence: str, off: Set[str]) -> float | None:
    """The share of its refutation that a sentence keeps which cannot support the claim; None for one that can."""
    manner = GUARDS.manner
    if "number missing" not in off and lacks_number(claim, sentence):
        # What is yet to happen did not happen in the claim's year.
        return 1.0 if still_to_come(claim, sentence) else manner.lacks_number
    if "not known" not in off and uncertain(sentence) and not uncertain(claim):
        return manner.uncertain
    heard = "hearsay" not in off and mentions(sentence, claim)
    counted = "counted majority" not in off and majority(claim, sentence) == -1
    if heard or counted or ("not yet real" not in off and unreal(claim, sentence)):
        return 1.0
    excepted = absolute(claim) and _excepts(claim, sentence) and not limited(claim) and not as_absolute(claim, sentence)
    return manner.exception if excepted and "exception" not in off else None


def _excepts(claim: str, sentence: str) -> bool:
    """It names exceptions where it speaks of the claim: "all died, many of them children" excepts nobody."""
    return limited(nearest_clause(claim, sentence))


def _mixed(scores: StanceScores, sign: int) -> StanceScores:
    weight = GUARDS.polarity.weight
    keep = 1 - weight
    return StanceScores(
        supports=keep * scores.supports + (weight if sign > 0 else 0.0),
        refutes=keep * scores.refutes + (weight if sign < 0 else 0.0),
        neutral=keep * scores.neutral,
    )


def _dampened(scores: StanceScores, *, refutes: float) -> StanceScores:
    """No support, and only a share of the refutation; what is taken away becomes neutral."""
    against = scores.refutes * refutes
    return StanceScores(supports=0.0, refutes=against, neutral=1.0 - against)
