"""Turns the decider's probabilities into a firm label, a leaning, or neither (docs/verdict.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.domain.article import COMPOSED, PassageKind
from backend.domain.coverage import Gate
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import TrustReport
from backend.domain.verdict import Label, Leaning, LeaningLabel
from backend.trust.states import reason, state
from backend.trust.sufficiency import conflicting, countable, professional
from backend.verdict.citations import citable
from backend.verdict.decider import Decision, Weights, decide
from backend.verdict.reviews import misleading

LABELS = {Stance.SUPPORTS: Label.TRUE, Stance.REFUTES: Label.FALSE}
SIDES = {Stance.SUPPORTS: LeaningLabel.PROBABLY_TRUE, Stance.REFUTES: LeaningLabel.PROBABLY_FALSE}
DISPUTED = 0.95
"""Minimum probability of a firm label if both stances could carry a firm label, for every risk setting.

The value is the target of the cautious setting.
"""
SEVERAL = 2
"""Number of sources that a stance needs if none of them is authoritative.

With this many sources for each stance, a conflict results in Partially True at any probability.
"""


def stands(evidence: Sequence[Evidence], side: Stance) -> bool:
    """Return whether the passages with this stance are good enough for a firm verdict, whatever the probability.

    The passages must come from an authoritative source, or from a reputable source and a second source. Unrated sources
    alone never suffice, because anyone can register domains. Composed sentences never suffice alone, unless one of them
    is a review by a listed fact-checker.
    """
    counted = [e for e in evidence if countable(e) and e.stance is side]
    if all(e.passage.kind in COMPOSED and not professional(e) for e in counted):
        return False
    if any(e.rating.authoritative for e in counted):
        return True
    return any(e.rating.credible for e in counted) and len(_sources(evidence, side)) >= SEVERAL


def _sources(evidence: Sequence[Evidence], side: Stance) -> set[str]:
    return {e.rating.domain for e in evidence if countable(e) and e.stance is side}


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The rules that decide a label, with the thresholds of one risk setting."""

    weights: Weights
    risk: str

    def probability(self, evidence: Sequence[Evidence], side: Stance) -> float:
        """Return the lower of two probabilities of the stance: from the quotable evidence, and from the countable evidence.

        Unrated sources do not count against a stance that may carry a firm label, because otherwise anyone could outvote an authority.
        """
        heard = [e for e in evidence if e.stance is side or e.rating.credible] if stands(evidence, side) else evidence
        counted = decide([e for e in heard if countable(e)], self.weights)
        return min(counted.of(side), self.decision(heard).of(side))

    def decision(self, evidence: Sequence[Evidence]) -> Decision:
        """Return the decision from all quotable evidence."""
        return decide(evidence, self.weights)

    def label(self, evidence: Sequence[Evidence]) -> Label:
        """Return a firm label if one stance has sufficient evidence and probability, or if several sources disagree."""
        firm_sides = [side for side in LABELS if stands(evidence, side)]
        if not firm_sides:
            return Label.NOT_ENOUGH_EVIDENCE
        if misleading(evidence):
            return Label.MISLEADING
        disputed = len(firm_sides) == len(LABELS)
        both = disputed and conflicting(evidence)
        if both and all(len(_sources(evidence, side)) >= SEVERAL for side in firm_sides):
            return Label.PARTIALLY_TRUE
        for side in firm_sides:
            if self._sure(evidence, side, disputed=disputed):
                return LABELS[side]
        return Label.PARTIALLY_TRUE if both else Label.NOT_ENOUGH_EVIDENCE

    def _sure(self, evidence: Sequence[Evidence], side: Stance, *, disputed: bool) -> bool:
        """Return whether the probability of the stance reaches its threshold.

        With a review by a listed fact-checker, the stance only has to be more probable than the opposite stance.
        """
        probability = self.probability(evidence, side)
        counted = [e for e in evidence if countable(e) and e.stance is side]
        facts = all(e.passage.kind is PassageKind.SEED for e in counted)
        threshold = (self.weights.fact_firm if facts else self.weights.firm)[self.risk]
        if probability >= (DISPUTED if disputed else threshold):
            return True
        other = Stance.REFUTES if side is Stance.SUPPORTS else Stance.SUPPORTS
        reviewed = any(professional(e) for e in counted)
        return reviewed and probability > self.probability(evidence, other)

    def leaning(self, evidence: Sequence[Evidence], shown: Sequence[Evidence]) -> Leaning | None:
        """Return the likelier label if a shown passage can be quoted for it and the credible sources do not contradict it.

        Return None if both stances could carry a firm label, because then the sources disagree.
        """
        decision = self.decision(evidence)
        side = Stance.SUPPORTS if decision.log_odds > 0 else Stance.REFUTES
        quoted = any(citable(e) and e.stance is side for e in shown)
        contrary = self.decision([e for e in evidence if e.rating.credible]).log_odds * decision.log_odds < 0
        disputed = all(stands(evidence, one) for one in LABELS)
        if decision.of(side) < self.weights.leaning or not quoted or contrary or disputed:
            return None
        return Leaning(label=SIDES[side], probability=round(decision.of(side), 4))

    def right(self, label: Label, evidence: Sequence[Evidence]) -> float:
        """Return the probability that a True or False label is right, or 0 for other labels.

        Unrated sources cannot lower the probability below the threshold for a firm label.
        """
        for side, named in LABELS.items():
            if named is label:
                found = max(self.decision(evidence).of(side), self.weights.firm[self.risk])
                return min(self.probability(evidence, side), found)
        return 0.0


def with_gate(report: TrustReport, label: Label) -> TrustReport:
    """Return the report with the decider (WEIGHED) as its gate if the label is firm and no other gate was passed."""
    if not label.firm or report.gate.passes:
        return report
    gate = Gate.WEIGHED
    return replace(
        report,
        gate=gate,
        threshold_met=True,
        reason=reason(gate, report.trust_post),
        state=state(gate, report.trust_post),
    )
