"""Maps each answer to the file's labels and finds the first stage at which a wrong answer went wrong.

Verdicts are mapped as follows:
- True is SUPPORTS; False and Misleading are REFUTES; Not Enough Evidence, Not Verifiable and failures are NEI.
- Partially True is REFUTES if the parts of the claim have different verdicts: a claim with a false part is false as a whole. If
  independent sources disagree about one statement, it is CONFLICTING if the file has that label, else NEI.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from backend.domain.claim import ClaimType
from backend.domain.verdict import Label, LeaningLabel
from backend.evaluation.datasets import VERIFIER_LABELS
from backend.evaluation.end_to_end_client import Answer, ShownPassage
from backend.evaluation.end_to_end_data import CONFLICTING, LabelledPassage, plain_words
from backend.evaluation.end_to_end_run import Outcome
from backend.evaluation.frozen_index import FrozenIndex, address
from backend.sources.registry import SourceRegistry

SUPPORTS, REFUTES, NEI = VERIFIER_LABELS
STANCES: Mapping[str, str] = {"supports": SUPPORTS, "refutes": REFUTES, "neutral": NEI}
_LEANINGS: Mapping[str, str] = {LeaningLabel.PROBABLY_TRUE: SUPPORTS, LeaningLabel.PROBABLY_FALSE: REFUTES}
_PLAIN = {Label.TRUE: SUPPORTS, Label.FALSE: REFUTES, Label.MISLEADING: REFUTES}


def predicted(answer: Answer, *, conflicting: bool = False) -> str:
    """Return the verdict as one of the file's labels. `conflicting` says whether CONFLICTING is one of them."""
    if answer.verdict != Label.PARTIALLY_TRUE:
        return _PLAIN.get(Label(answer.verdict), NEI) if answer.verdict else NEI
    if len(set(answer.parts)) > 1:
        return REFUTES
    return CONFLICTING if conflicting else NEI


def firm(answer: Answer) -> bool:
    """Return whether the answer is definite."""
    return bool(answer.verdict) and Label(answer.verdict).firm


def told(answer: Answer, *, conflicting: bool = False) -> str:
    """Return the verdict or the leaning shown to the user, as one of the file's labels."""
    return _LEANINGS.get(answer.leaning) or predicted(answer, conflicting=conflicting)


def answered(answer: Answer) -> bool:
    """Return whether the user got a definite answer or a leaning."""
    return firm(answer) or bool(answer.leaning)


def certainty(answer: Answer) -> float:
    """Return the probability shown to the user, 0..1."""
    return answer.leaning_probability if answer.leaning else answer.confidence


class World:
    """The page of each passage, and the passages that contain a quote."""

    def __init__(self, index: FrozenIndex) -> None:
        self._pages = index.pages
        self._url = {text: page.url for page in index.pages.values() for text in page.paragraphs}
        self._registry = SourceRegistry()
        self._plain = {text: plain_words(text) for text in self._url}

    def url(self, passage: LabelledPassage) -> str:
        """Return the address of the page that contains the passage."""
        return self._url[passage.text]

    def independent(self, passages: Iterable[LabelledPassage]) -> bool:
        """Return whether the pages include an authoritative source, or a reputable one and a second source that may count (S17)."""
        ratings = [self._registry.rate(self.url(passage)) for passage in passages]
        several = len({r.domain for r in ratings if not r.lead_only}) > 1
        return any(r.authoritative for r in ratings) or (several and any(r.credible for r in ratings))

    def quoted(self, shown: ShownPassage) -> frozenset[str]:
        """Return the page's passages that contain the quote, ignoring punctuation; none for an empty quote."""
        page, quote = self._pages.get(address(shown.url)), plain_words(shown.quote)
        if page is None or not quote.strip():
            return frozenset()
        return frozenset(text for text in page.paragraphs if quote in self._plain[text])


def cause(outcome: Outcome, world: World, label: str) -> str:
    """Why `label`, what the answer means, is wrong; "" when it is right.

    failure · classification (opinion or vague) · firm_without_gold (a definite answer, though no passage of the file decides the
    claim) · no_gold (undecided for the same reason) · not_found (no search brought a page that decides it) · not_read ·
    not_seen (read, but the deciding passages were found neutral or never judged) · stance (a deciding passage was quoted for the
    wrong side) · gate (quoted for the right side, yet undecided) · outweighed (quoted rightly, other evidence won).
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
    return _on_the_way(outcome, world) or _of_evidence(outcome, world, label)


def _on_the_way(outcome: Outcome, world: World) -> str:
    """Return "not_found" or "not_read", or "" if a page with a deciding passage was read or none was needed."""
    if not outcome.visit.questions:
        return ""
    pages = {world.url(passage) for passage in outcome.case.gold}
    if not pages & outcome.visit.found:
        return "not_found"
    return "" if pages & set(outcome.visit.read) else "not_read"


def _of_evidence(outcome: Outcome, world: World, label: str) -> str:
    right = wrong = False
    for shown in outcome.answer.evidence:
        for passage in outcome.case.gold:
            if passage.text in world.quoted(shown):
                right = right or STANCES[shown.stance] == passage.label
                wrong = wrong or STANCES[shown.stance] != passage.label
    if right:
        return "gate" if label == NEI else "outweighed"
    return "stance" if wrong else "not_seen"
