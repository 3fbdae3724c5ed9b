"""Each passage judged alone: probabilities from the verifier, corrected by the polarity guard, and the sentence that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Candidate, Evidence, Stance, StanceScores
from backend.domain.overlap import clause_recall, topicality
from backend.ports import Embedder, Verifier
from backend.stance.context import in_context
from backend.stance.guards import asks, guarded
from backend.stance.quotes import Sentence, sentences, with_neighbour
from backend.stance.review import Review, read_review, through_rating

MIN_TOPICALITY = 0.25
"""Below it a passage is about something else and is not judged at all."""
RULE_TOPICALITY = 0.85
"""A guard speaks only where claim and sentence are about the same, whatever their words' overlap."""
MAX_SENTENCES = 4
"""Sentences of one passage that the verifier reads, the most topical ones."""
PAIR_MARGIN = 0.1
"""By how much two sentences must decide more than each alone: a shorter quote is a better one."""

_UNRELATED = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One sentence, or a pair of them, as the verifier sees it (perhaps with its title in front)."""

    sentence: Sentence
    text: str
    topicality: float
    pair: bool = False


class Judge:
    """Stance of passages to one claim. Thread-safe when its models are."""

    def __init__(self, verifier: Verifier, embedder: Embedder) -> None:
        self._verifier = verifier
        self._embedder = embedder

    def judge(self, claim: str, candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
        """One Evidence per candidate, in order. Its `relevance` is (1 - p(neutral)) x topicality, 0..1."""
        pages: dict[str, str] = {}
        for candidate in candidates:
            source = candidate.passage.source
            pages[source] = f"{pages.get(source, candidate.passage.title)} {candidate.passage.text}"
        readings = [self._readings(claim, candidate, pages[candidate.passage.source]) for candidate in candidates]
        pairs = [(reading.text, claim) for several in readings for reading in several]
        scores = iter(self._verifier.judge(pairs))
        return tuple(
            self._best(claim, candidate, [(reading, next(scores)) for reading in several])
            for candidate, several in zip(candidates, readings, strict=True)
        )

    def _readings(self, claim: str, candidate: Candidate, page: str) -> list[_Reading]:
        text = candidate.passage.text
        if review := _review(candidate):
            whole = Sentence(text, 0, len(text))
            return [
                _Reading(whole, review.claim, topicality(claim, review.claim, self._similarity(claim, review.claim)))
            ]
        found = [s for s in sentences(text) if not asks(s.text)]
        similar = [candidate.similarity] if len(found) == 1 else self._similarities(claim, found)

        def reading(sentence: Sentence, cosine: float, *, pair: bool = False) -> _Reading:
            seen = in_context(claim, sentence.text, candidate.passage, page)
            return _Reading(sentence, seen, topicality(claim, seen, cosine), pair)

        read = [reading(sentence, cosine) for sentence, cosine in zip(found, similar, strict=True)]
        best = sorted(range(len(read)), key=lambda i: -read[i].topicality)[:MAX_SENTENCES]
        pairs = with_neighbour(text, found, best[0]) if best else ()
        # A pair is at least as much about the claim as the nearer of its sentences: no second embedding.
        wide = [reading(pair, max(similar[best[0]], similar[other]), pair=True) for pair, other in pairs]
        return [r for r in (*(read[i] for i in best), *wide) if r.topicality >= MIN_TOPICALITY]

    def _similarity(self, claim: str, text: str) -> float:
        first, second = self._embedder.embed([claim, text])
        return float(first @ second)

    def _similarities(self, claim: str, found: Sequence[Sentence]) -> list[float]:
        if not found:
            return []
        vectors = self._embedder.embed([claim, *(s.text for s in found)])
        return [float(v) for v in vectors[1:] @ vectors[0]]

    def _best(self, claim: str, candidate: Candidate, judged: Sequence[tuple[_Reading, StanceScores]]) -> Evidence:
        """The sentence that decides most, weighed by how much it is about the claim."""
        blank = Evidence(
            candidate=candidate,
            stance=Stance.NEUTRAL,
            scores=_UNRELATED,
            quote="",
            relevance=0.0,
            score=0.0,
            signals={"topicality": 0.0},
        )
        if not judged:
            return blank
        corrected = [(reading, *guarded(claim, reading.text, raw, reading.sentence.text)) for reading, raw in judged]
        reading, scores, rule = max(corrected, key=lambda c: (_weight(c[0], c[1]), c[0].topicality))
        if review := _review(candidate):
            scores = through_rating(review.rating, scores)
        stance = self._verifier.thresholds.stance(scores)
        topical = max(reading.topicality, RULE_TOPICALITY) if rule else reading.topicality
        signals = {
            "topicality": topical,
            "rule": float(rule or 0),
            "overlap": clause_recall(claim, reading.text),
            "pair": float(reading.pair),
        }
        return replace(
            blank,
            stance=stance,
            scores=scores,
            quote="" if stance is Stance.NEUTRAL else reading.sentence.text,
            relevance=scores.relevance * topical,
            signals={name: round(value, 4) for name, value in signals.items()},
        )


def _weight(reading: _Reading, scores: StanceScores) -> float:
    """How much a sentence decides: margin between the sides times topicality; a pair has to decide more."""
    return abs(scores.supports - scores.refutes) * reading.topicality - (PAIR_MARGIN if reading.pair else 0.0)


def _review(candidate: Candidate) -> Review | None:
    return read_review(candidate.passage.text) if candidate.passage.kind is PassageKind.REVIEW else None
