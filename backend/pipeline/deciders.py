"""The two deciders, the ladder of gates and the learned one, which answer the same questions about the same evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from backend.domain.coverage import Gate
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceTier, TrustReport
from backend.domain.verdict import Belief, Label, Leaning
from backend.pipeline.policy import LABELS, Policy
from backend.rank.order import diverse
from backend.trust.adaptive import Question, opens
from backend.trust.states import reason, state
from backend.trust.sufficiency import conflicting, countable, independent
from backend.verdict.bayes import belief
from backend.verdict.decider import shipped
from backend.verdict.label import label
from backend.verdict.settings import VERDICT

MAX_WEIGHED = 20
"""The largest top_k: a verdict must not depend on how much of its evidence is shown."""


class Decider(Protocol):
    """`sides` is every passage that takes a side, `faint` what was read but not admitted, `shown` what the reader sees."""

    def label(self, question: Question, faint: Sequence[Evidence], sides: Sequence[Evidence]) -> Label:
        """The label, before its citations are checked."""
        ...

    def belief(self, sides: Sequence[Evidence], tier: SourceTier | None) -> Belief:
        """What the explanation and the chart show; `tier` is the tier of the page where the reader met the claim."""
        ...

    def leaning(self, sides: Sequence[Evidence], shown: Sequence[Evidence]) -> Leaning | None:
        """What an undecided claim leans towards."""
        ...

    def confidence(self, label: Label, sides: Sequence[Evidence], composite: float) -> float:
        """Confidence in a label, 0..1; `composite` is the sum of docs/design.md#confidence."""
        ...

    def trust(self, report: TrustReport, label: Label) -> TrustReport:
        """The trust report that goes with this label."""
        ...


class Ladder:
    """Decides by trust gates, then independence, then belief (docs/design.md#label). It never leans."""

    def label(self, question: Question, faint: Sequence[Evidence], sides: Sequence[Evidence]) -> Label:
        """Firm only if a trust gate opens, and only by the best two passages of each source: a side that needs more is not clear."""
        opened, best = opens(question, sides, (*sides, *faint)), diverse(sides, MAX_WEIGHED)
        firm = (opened and independent(best, Stance.SUPPORTS), opened and independent(best, Stance.REFUTES))
        believed = belief(e for e in sides if countable(e))
        return label(sides, believed, firm=firm, conflict=conflicting(sides))

    def belief(self, sides: Sequence[Evidence], tier: SourceTier | None) -> Belief:
        """From the evidence that may count, with the page's prior."""
        return belief((e for e in sides if countable(e)), tier)

    def leaning(self, sides: Sequence[Evidence], shown: Sequence[Evidence]) -> Leaning | None:  # noqa: ARG002
        """None."""
        return None

    def confidence(self, label: Label, sides: Sequence[Evidence], composite: float) -> float:  # noqa: ARG002
        """The sum of docs/design.md#confidence."""
        return composite

    def trust(self, report: TrustReport, label: Label) -> TrustReport:  # noqa: ARG002
        """The report unchanged, because a firm label has passed a gate."""
        return report


@dataclass(frozen=True, slots=True)
class Learned:
    """Decides by learned probabilities and a policy for one risk setting."""

    policy: Policy

    def label(self, question: Question, faint: Sequence[Evidence], sides: Sequence[Evidence]) -> Label:  # noqa: ARG002
        """The policy's label."""
        return self.policy.label(sides)

    def belief(self, sides: Sequence[Evidence], tier: SourceTier | None) -> Belief:  # noqa: ARG002
        """The decision's own log-odds and each source's contribution; the page where the claim was met has no influence."""
        return self.policy.decision(sides).belief

    def leaning(self, sides: Sequence[Evidence], shown: Sequence[Evidence]) -> Leaning | None:
        """The policy's leaning."""
        return self.policy.leaning(sides, shown)

    def confidence(self, label: Label, sides: Sequence[Evidence], composite: float) -> float:
        """For True and False the probability that they are right, for the other labels the composite."""
        side = next((side for side, named in LABELS.items() if named is label), None)
        if side is None:
            return composite
        return round(min(self.policy.probability(sides, side), VERDICT.confidence.cap), 4)

    def trust(self, report: TrustReport, label: Label) -> TrustReport:
        """The report, which names the decider as the gate of a firm label that passed none of the others."""
        if not label.firm or report.gate.passes:
            return report
        found = Gate.WEIGHED
        return replace(
            report,
            gate=found,
            threshold_met=True,
            reason=reason(found, report.trust_post),
            state=state(found, report.trust_post),
        )


LADDER = Ladder()


def decider(name: str, risk: str) -> Decider:
    """The decider with this name in the settings."""
    return Learned(Policy(weights=shipped(), risk=risk)) if name == "learned" else LADDER
