"""Maps answers to the labels of the file, and finds the first stage that made an answer wrong.

Verdicts are mapped as follows:
- True becomes SUPPORTS, and False and Misleading become REFUTES. Not Enough Evidence, Not Verifiable and failures
  become NEI.
- Partially True becomes REFUTES if the parts of the claim have different verdicts, because a claim with a false part is
  false as a whole. Otherwise independent sources disagree about one statement, and the verdict becomes CONFLICTING if
  the file has that label, else NEI.
- Probably partly true becomes REFUTES, because some part of the claim is probably false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from backend.domain.claim import ClaimType
from backend.domain.verdict import Label, LeaningLabel
from backend.evaluation.datasets import VERIFIER_LABELS
from backend.evaluation.end_to_end_client import ServiceAnswer, ShownPassage
from backend.evaluation.end_to_end_data import CONFLICTING, LabelledPassage, plain_words
from backend.evaluation.end_to_end_run import Outcome
from backend.evaluation.frozen_index import FrozenIndex, address
from backend.sources.registry import SourceRegistry

SUPPORTS, REFUTES, NEI = VERIFIER_LABELS
STANCES: Mapping[str, str] = {"supports": SUPPORTS, "refutes": REFUTES, "neutral": NEI}
_LEANING_LABELS: Mapping[str, str] = {
    LeaningLabel.PROBABLY_TRUE: SUPPORTS,
    LeaningLabel.PROBABLY_FALSE: REFUTES,
    LeaningLabel.PROBABLY_PARTLY_TRUE: REFUTES,
}
_DATASET_LABELS = {Label.TRUE: SUPPORTS, Label.FALSE: REFUTES, Label.MISLEADING: REFUTES}


def predicted(answer: ServiceAnswer, *, has_conflicting_label: bool = False) -> str:
    """Return the verdict as one of the file's labels, with CONFLICTING only if the file `has_conflicting_label`."""
    if answer.verdict != Label.PARTIALLY_TRUE:
        return _DATASET_LABELS.get(Label(answer.verdict), NEI) if answer.verdict else NEI
    if len(set(answer.parts)) > 1:
        return REFUTES
    return CONFLICTING if has_conflicting_label else NEI


def firm(answer: ServiceAnswer) -> bool:
    """Return whether the answer is a firm verdict."""
    return bool(answer.verdict) and Label(answer.verdict).firm


def told(answer: ServiceAnswer, *, has_conflicting_label: bool = False) -> str:
    """Return the verdict or the leaning shown to the user, as one of the file's labels."""
    return _LEANING_LABELS.get(answer.leaning) or predicted(answer, has_conflicting_label=has_conflicting_label)


def answered(answer: ServiceAnswer) -> bool:
    """Return whether the user received a firm verdict or a leaning."""
    return firm(answer) or bool(answer.leaning)


def certainty(answer: ServiceAnswer) -> float:
    """Return the probability shown to the user, 0..1."""
    return answer.leaning_probability if answer.leaning else answer.confidence


class World:
    """Maps passages to their pages, and quotes to the passages that contain them."""

    def __init__(self, index: FrozenIndex) -> None:
        self._pages = index.pages
        self._url = {text: page.url for page in index.pages.values() for text in page.paragraphs}
        self._registry = SourceRegistry()
        self._plain = {text: plain_words(text) for text in self._url}

    def url(self, passage: LabelledPassage) -> str:
        """Return the URL of the page that contains the passage."""
        return self._url[passage.text]

    def independent(self, passages: Iterable[LabelledPassage]) -> bool:
        """Return whether the pages satisfy the source rule (S17).

        The rule requires an authoritative source, or a reputable source and a second source that may count.
        """
        ratings = [self._registry.rate(self.url(passage)) for passage in passages]
        several = len({r.domain for r in ratings if not r.lead_only}) > 1
        return any(r.authoritative for r in ratings) or (several and any(r.credible for r in ratings))

    def quoted(self, shown: ShownPassage) -> frozenset[str]:
        """Return the passages of the shown page that contain the quote, ignoring punctuation; none if the quote is empty."""
        page, quote = self._pages.get(address(shown.url)), plain_words(shown.quote)
        if page is None or not quote.strip():
            return frozenset()
        return frozenset(text for text in page.paragraphs if quote in self._plain[text])


def cause(outcome: Outcome, world: World, label: str) -> str:
    """Return the reason why `label`, the predicted label of the answer, is wrong, or "" if it is right.

    - failure: the service returned an error. classification: the claim was classified as an opinion or as too vague.
    - firm_without_gold: a firm verdict, although no passage of the file decides the claim. no_gold: undecided, and no
      passage of the file decides the claim.
    - not_found: no search returned a page with a deciding passage. not_read: no such page was read.
    - not_seen: a page with a deciding passage was read, but its deciding passages were judged neutral or were not
      judged.
    - stance: a deciding passage was quoted with the wrong stance.
    - gate: a deciding passage was quoted with the right stance, but the claim stayed undecided. outweighed: other
      evidence prevailed over such a quote.
    """
    answer = outcome.answer
    if label == outcome.case.label:
        return ""
    if answer.failure:
        return "failure"
    if answer.claim_type in (ClaimType.OPINION, ClaimType.AMBIGUOUS):
        return "classification"
    if not outcome.case.gold:
        return "firm_without_gold" if firm(answer) else "no_gold"
    return _retrieval_cause(outcome, world) or _evidence_cause(outcome, world, label)


def _retrieval_cause(outcome: Outcome, world: World) -> str:
    """Return "not_found" or "not_read", or "" if a page with a deciding passage was read or the service did not search."""
    if not outcome.visit.questions:
        return ""
    pages = {world.url(passage) for passage in outcome.case.gold}
    if not pages & outcome.visit.found:
        return "not_found"
    return "" if pages & set(outcome.visit.read) else "not_read"


def _evidence_cause(outcome: Outcome, world: World, label: str) -> str:
    right = wrong = False
    for shown in outcome.answer.evidence:
        for passage in outcome.case.gold:
            if passage.text in world.quoted(shown):
                right = right or STANCES[shown.stance] == passage.label
                wrong = wrong or STANCES[shown.stance] != passage.label
    if right:
        return "gate" if label == NEI else "outweighed"
    return "stance" if wrong else "not_seen"
