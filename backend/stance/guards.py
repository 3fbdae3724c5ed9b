"""What corrects the verifier (document 000 §8): polarity, numbers, exceptions, and sentences that hesitate or only mention a claim."""

from __future__ import annotations

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


def guarded(claim: str, sentence: str, scores: StanceScores, bare: str = "") -> tuple[StanceScores, int | None]:
    """The corrected probabilities, and the sign of the rule that spoke, if one did; `bare` is the sentence without its context."""
    exchanged = swapped(claim, sentence) and mirrored(claim, bare or sentence) is None
    if exchanged or (mentions(sentence, claim) and not denies(sentence)):
        return _NOTHING, None
    sign = _rule(claim, sentence, bare)
    if sign is not None:
        return _mixed(scores, sign), sign
    if (share := _withheld(claim, sentence)) is not None:
        return _dampened(scores, refutes=share), None
    if bounded(claim, sentence) or _of_another(claim, bare or sentence):
        against = scores.refutes * GUARDS.manner.bounded
        return StanceScores(supports=scores.supports, refutes=against, neutral=1.0 - scores.supports - against), None
    plain = not denies(bare or sentence) and not denies(claim)
    in_its_words = (
        plain
        and not taken_back(claim, bare or sentence)
        and clause_recall(claim, sentence) == 1.0
        and same_order(claim, sentence)
    )
    counted = majority(claim, bare or sentence) == 1 or (plain and agrees_roughly(claim, bare or sentence))
    if in_its_words or counted:
        # No negation on either side, and all its words in their order in one clause, or its number: that is no refutation.
        return StanceScores(supports=scores.supports, refutes=0.0, neutral=1.0 - scores.supports), None
    return scores, None


def _of_another(claim: str, sentence: str) -> bool:
    """The claim denies of somebody what the sentence says of somebody else: "Musk is the richest man, ahead of Gates"."""
    return denies(claim) and not denies(sentence) and somebody_elses(claim, sentence)


def _rule(claim: str, sentence: str, bare: str) -> int | None:
    """+1 or -1 where a rule decides; a sentence that says that something is not known is decided by none."""
    if uncertain(sentence) and not uncertain(claim):
        return None
    sign = compared(claim, sentence)
    if sign is None:
        sign = mirrored(claim, bare or sentence)
    if sign is None:
        sign = polarity(claim, sentence)
    if sign is None and (contradicts_number(claim, sentence, bare) or other_holder(claim, bare or sentence)):
        sign = -1
    return sign


def _withheld(claim: str, sentence: str) -> float | None:
    """The share of its refutation that a sentence keeps which cannot support the claim; None for one that can."""
    manner = GUARDS.manner
    if lacks_number(claim, sentence):
        # What is yet to happen did not happen in the claim's year.
        return 1.0 if still_to_come(claim, sentence) else manner.lacks_number
    if uncertain(sentence) and not uncertain(claim):
        return manner.uncertain
    if mentions(sentence, claim) or unreal(claim, sentence) or majority(claim, sentence) == -1:
        return 1.0
    excepted = absolute(claim) and _excepts(claim, sentence) and not limited(claim) and not as_absolute(claim, sentence)
    return manner.exception if excepted else None


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
