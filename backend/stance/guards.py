"""What corrects the verifier (document 000 §8): polarity, numbers, and sentences that only mention a claim."""

from __future__ import annotations

import re

from backend.domain.evidence import StanceScores
from backend.domain.overlap import clause_recall
from backend.stance.exclusive import other_holder, swapped
from backend.stance.numeric import contradicts_number, lacks_number
from backend.stance.polarity import denies, polarity

RULE_WEIGHT = 0.7
"""Share of the polarity and number guards where they speak; see docs/decisions/0003."""

_NOTHING = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)
_MENTION = re.compile(
    r"\b(posts?|images?|videos?|memes?|tweets?|rumou?rs?|social media|viral|users|website|conspiracy theor\w+|claims?|hoax)\b"
    r"[^.;]*\b(says?|said|saying|claims?|claimed|claiming|shows?|shared|circulat\w+|alleg\w+|suggest\w*|spread\w*|that)\b"
    r"|\b(claim|claims|claimed|rumou?red|alleged|alleges) that\b",
    re.I,
)


def asks(sentence: str) -> bool:
    """A question states nothing."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def mentions(sentence: str) -> bool:
    """The sentence reports that somebody says so (document 000 §4.3, mention style): it cannot support what is said."""
    return bool(_MENTION.search(sentence))


def guarded(claim: str, sentence: str, scores: StanceScores, bare: str = "") -> tuple[StanceScores, int | None]:
    """The corrected probabilities, and the sign of the rule that spoke, if one did; `bare` is the sentence without its context."""
    if swapped(claim, sentence) or (mentions(sentence) and not denies(sentence)):
        return _NOTHING, None
    sign = polarity(claim, sentence)
    if sign is None and (contradicts_number(claim, sentence) or other_holder(claim, sentence)):
        sign = -1
    if sign is not None:
        return _mixed(scores, sign), sign
    if lacks_number(claim, sentence):
        return _dampened(scores, refutes=0.5), None
    if mentions(sentence):
        return _dampened(scores, refutes=1.0), None
    if clause_recall(claim, sentence) == 1.0 and not denies(bare or sentence) and not denies(claim):
        # All its words in one clause and no negation on either side: that is no refutation.
        return StanceScores(supports=scores.supports, refutes=0.0, neutral=1.0 - scores.supports), None
    return scores, None


def _mixed(scores: StanceScores, sign: int) -> StanceScores:
    keep = 1 - RULE_WEIGHT
    return StanceScores(
        supports=keep * scores.supports + (RULE_WEIGHT if sign > 0 else 0.0),
        refutes=keep * scores.refutes + (RULE_WEIGHT if sign < 0 else 0.0),
        neutral=keep * scores.neutral,
    )


def _dampened(scores: StanceScores, *, refutes: float) -> StanceScores:
    """No support, and only a share of the refutation; what is taken away becomes neutral."""
    against = scores.refutes * refutes
    return StanceScores(supports=0.0, refutes=against, neutral=1.0 - against)
