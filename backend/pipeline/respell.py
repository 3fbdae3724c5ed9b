"""Checks a claim a second time with corrected spelling.

The second result replaces the first if its supporting and refuting passages use the corrected spelling. It also
replaces the first if the correction reverses the stance of a passage, or if no passage keeps its stance, because those
passages were then judged against a word that they do not contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from backend.claims.spelling import as_written
from backend.domain.claim import ClaimEdge, ClaimType, Classification
from backend.domain.evidence import Candidate, Evidence, Stance
from backend.domain.text import stem, words
from backend.domain.verdict import AtomicVerdict
from backend.pipeline.conclude import Gathered


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellingResult:
    """The result for one spelling of the claim. `verdicts` is empty for an opinion or an ambiguous claim."""

    classification: Classification
    gathered: tuple[Gathered, ...] = ()
    verdicts: tuple[AtomicVerdict, ...] = ()
    edges: tuple[ClaimEdge, ...] = ()

    @property
    def passages(self) -> tuple[str, ...]:
        """The titles and texts of all evidence found."""
        return tuple(_title_and_text(item) for part in self.gathered for item in part.evidence)

    @property
    def deciding(self) -> tuple[Evidence, ...]:
        """The evidence that supports or refutes the claim."""
        return tuple(item for verdict in self.verdicts for item in verdict.evidence if item.decisive)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All passages found, each once."""
        return tuple({item.passage.id: item.candidate for part in self.gathered for item in part.evidence}.values())

    @property
    def siding(self) -> tuple[str, ...]:
        """The titles and texts of the evidence that supports or refutes the claim."""
        return tuple(_title_and_text(item) for item in self.deciding)


def worth_checking(text: str, instead_of: str, found: SpellingResult) -> bool:
    """Return whether to check the respelt `text`.

    The text is worth checking if the passages found use its spelling, or if none of them supports or refutes the claim.
    """
    if found.classification.type is ClaimType.OPINION or text == instead_of:
        return False
    return not found.siding or _use_spelling(found.passages, _new_words(text, instead_of))


def reverses_stances(before: Sequence[Evidence], after: Iterable[Evidence]) -> bool:
    """Return whether the new spelling reverses the stance of a passage in `before`, or changes the stance of each of them.

    `after` contains the same passages, judged with the new spelling, and may contain others. In both cases, passages were
    judged against a misspelt word.
    """
    sides = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS}
    stances = {item.passage.id: item.stance for item in after}
    pairs = [(item.stance, stances[item.passage.id]) for item in before if item.passage.id in stances]
    return any(sides.get(old) is new for old, new in pairs) or (
        bool(pairs) and not any(old is new for old, new in pairs)
    )


def accept_spelling(
    result: SpellingResult, text: str, instead_of: str, *, reversed_stances: bool = False
) -> SpellingResult | None:
    """Return the result for the respelt claim with `read_as` set, or None if the respelt claim is not accepted.

    The respelt claim is accepted if `reversed_stances` is true or the deciding passages use the new spelling.
    """
    if not (reversed_stances or _use_spelling(result.siding, _new_words(text, instead_of))):
        return None
    shown = as_written(text, result.siding)
    found = result.classification
    part = shown if found.factual_part.casefold() == text.casefold() else found.factual_part
    return replace(result, classification=replace(found, factual_part=part, read_as=shown))


def _new_words(text: str, instead_of: str) -> tuple[str, ...]:
    known = set(instead_of.split())
    return tuple(word for word in text.split() if word not in known)


def _use_spelling(passages: Iterable[str], wanted: Iterable[str]) -> bool:
    known = {stem(word) for passage in passages for word in words(passage)}
    return all(stem(word) in known for text in wanted for word in words(text))


def _title_and_text(item: Evidence) -> str:
    return f"{item.passage.title}. {item.passage.text}"
