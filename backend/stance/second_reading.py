"""Judges decided passages again in deep mode, in context and with the claim negated (docs/design.md#stance)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.domain.article import COMPOSED
from backend.domain.constants import const
from backend.domain.evidence import Evidence, Stance, StanceScores
from backend.ports import Verifier
from backend.stance.hypotheses import affirmative
from backend.stance.quotes import sentences
from backend.stance.window import header

CONFIRMED, OPPOSED = 1.0, -1.0
"""Values of the signal `passes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReadingSettings:
    """The conditions under which a second reading confirms the first reading."""

    lead: float = const(0.3, "ours, decision 0017: least lead of the same side; the judge's own margin")
    neighbours: int = const(1, "ours, decision 0017: sentences of surroundings on either side")


SECOND_READING = SecondReadingSettings()


@dataclass(frozen=True, slots=True)
class _VerifierPair:
    """One input pair for the verifier. `mirrored` means that supporting the hypothesis refutes the claim."""

    passage: str
    hypothesis: str
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class SecondReading:
    """The evidence after the second reading, less certain where the readings differ, and lines for the trace."""

    evidence: tuple[Evidence, ...]
    told: tuple[str, ...]


class SecondReader:
    """Judges passages a second time if the first pass found a stance. Thread-safe if its verifier is."""

    def __init__(self, verifier: Verifier, settings: SecondReadingSettings = SECOND_READING) -> None:
        self._verifier = verifier
        self._settings = settings

    def read(self, claim: str, evidence: Sequence[Evidence]) -> SecondReading:
        """Judge all passages with a stance again in a single batch, and return all evidence in its order.

        A stance is confirmed if every further reading has the same stance with the required lead. Otherwise the first
        reading is averaged with the others, which usually leaves the passage undecided. A second reading never gives a
        passage a stance or makes a stance more certain.
        """
        pairs_by_item = [tuple(self._verifier_pairs(claim, item)) for item in evidence]
        pairs = [(question.passage, question.hypothesis) for several in pairs_by_item for question in several]
        scores = iter(self._verifier.judge(pairs) if pairs else ())
        trace_lines: list[str] = []
        read = []
        for item, questions in zip(evidence, pairs_by_item, strict=True):
            answers = [(question, next(scores)) for question in questions]
            read.append(self._merge_readings(item, answers, trace_lines))
        return SecondReading(tuple(read), tuple(trace_lines))

    def _verifier_pairs(self, claim: str, item: Evidence) -> Iterator[_VerifierPair]:
        if item.stance is Stance.NEUTRAL or not item.quote or item.passage.kind in COMPOSED or "passes" in item.signals:
            return
        front = header(item.passage)
        surroundings = _with_neighbours(item.quote, item.passage.text, self._settings.neighbours)
        if surroundings != item.quote:
            yield _VerifierPair(front + surroundings, claim)
        if affirmed := affirmative(claim):
            yield _VerifierPair(front + item.quote, affirmed, mirrored=True)

    def _merge_readings(
        self, item: Evidence, answers: Sequence[tuple[_VerifierPair, StanceScores]], trace_lines: list[str]
    ) -> Evidence:
        further = [_reversed_scores(scores) if question.mirrored else scores for question, scores in answers]
        if not further:
            return item
        if all(self._confirms_stance(item.stance, scores) for scores in further):
            return replace(item, signals={**item.signals, "passes": CONFIRMED})
        trace_lines.append(_difference_line(item, further))
        return self._with_averaged_scores(item, further)

    def _confirms_stance(self, stance: Stance, scores: StanceScores) -> bool:
        lead = scores.supports - scores.refutes
        return (lead if stance is Stance.SUPPORTS else -lead) >= self._settings.lead

    def _with_averaged_scores(self, item: Evidence, further: Sequence[StanceScores]) -> Evidence:
        scores = _mean([item.scores, _mean(further)])
        stance = self._verifier.thresholds.stance(scores)
        kept = stance is item.stance
        return replace(
            item,
            stance=item.stance if kept else Stance.NEUTRAL,
            quote=item.quote if kept else "",
            scores=scores,
            relevance=scores.relevance,
            signals={**item.signals, "passes": OPPOSED},
        )


def _with_neighbours(quote: str, passage: str, neighbours: int) -> str:
    """Return the sentence with its neighbours; the quote itself if it is not a sentence of the passage."""
    found = sentences(passage)
    place = next((i for i, sentence in enumerate(found) if sentence.text == quote), None)
    if place is None:
        return quote
    first, last = found[max(0, place - neighbours)], found[min(len(found) - 1, place + neighbours)]
    return passage[first.start : last.end]


def _reversed_scores(scores: StanceScores) -> StanceScores:
    """Return the scores for the claim, given the scores for its opposite."""
    return StanceScores(supports=scores.refutes, refutes=scores.supports, neutral=scores.neutral)


def _mean(several: Sequence[StanceScores]) -> StanceScores:
    count = len(several)
    return StanceScores(
        supports=sum(s.supports for s in several) / count,
        refutes=sum(s.refutes for s in several) / count,
        neutral=sum(s.neutral for s in several) / count,
    )


def _difference_line(item: Evidence, further: Sequence[StanceScores]) -> str:
    side = "supports" if item.stance is Stance.SUPPORTS else "refutes"
    again = _mean(further)
    return (
        f"{item.rating.domain} {side} the claim with {getattr(item.scores, side):.0%} in one sentence and with "
        f"{getattr(again, side):.0%} read again, so it counts less: {item.passage.quoted(item.quote)}"
    )
