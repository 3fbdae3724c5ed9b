"""Each passage judged alone: the verifier's probabilities, uncorrected, and the sentence that decides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Candidate, Evidence, Stance, StanceScores
from backend.domain.trust import SourceType
from backend.ports import Embedder, Verifier
from backend.stance.context import seen_in_context
from backend.stance.quotes import Sentence, asks, sentences, with_neighbour
from backend.stance.review import Review, read_review, reported, through_rating

SIMILARITY_FLOOR, SIMILARITY_FULL = 0.25, 0.75
"""Cosine similarities of sentences about something else and about the same thing: topicality 0 and 1."""
MIN_TOPICALITY = 0.25
"""Below it a passage is about something else and is not judged at all."""
FACTS_APART = 0.2
"""Cosine by which a built-in fact may be farther from the claim than the nearest one: those beyond speak of something else."""
MAX_SENTENCES = 4
"""Sentences of one passage that the verifier reads, the most topical ones."""
PAIR_MARGIN = 0.1
"""By how much two sentences must decide more than each alone: a shorter quote is a better one."""
TITLE_AGREES = 0.2
"""Least probability of the same side for the sentence without its title: what only the title says is not said by the quote."""

_UNRELATED = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One sentence, or a pair of them, as the verifier sees it (perhaps with its title in front)."""

    sentence: Sentence
    text: str
    alone: str
    topicality: float
    pair: bool = False


@dataclass(frozen=True, slots=True)
class _Judged:
    """A reading with the verifier's probabilities."""

    reading: _Reading
    scores: StanceScores


class Judge:
    """Stance of passages to one claim. Thread-safe when its models are."""

    def __init__(self, verifier: Verifier, embedder: Embedder) -> None:
        self._verifier = verifier
        self._embedder = embedder

    def judge(self, claim: str, candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
        """One Evidence per candidate, in order. Its `relevance` is 1 - p(neutral), 0..1."""
        pages: dict[str, str] = {}
        reviewed = {candidate.passage.source for candidate in candidates if _review(candidate)}
        for candidate in candidates:
            source = candidate.passage.source
            pages[source] = f"{pages.get(source, candidate.passage.title)} {candidate.passage.text}"
        readings = [
            self._readings(claim, _posed(candidate, reviewed), pages[candidate.passage.source]) if near else []
            for candidate, near in zip(candidates, _near(candidates), strict=True)
        ]
        judged = iter(self._without_titles(claim, self._read(claim, [r for several in readings for r in several])))
        grouped = [[next(judged) for _ in several] for several in readings]
        found = [self._best(candidate, several) for candidate, several in zip(candidates, grouped, strict=True)]
        return self._rated(claim, found, grouped)

    def _rated(
        self, claim: str, found: Sequence[Evidence], judged: Sequence[Sequence[_Judged]]
    ) -> tuple[Evidence, ...]:
        """Reviews decide by their rating; what their pages say against it only reports the reviewed claim."""
        reviews = {
            i: (review, judged[i][0].scores)
            for i, item in enumerate(found)
            if judged[i] and (review := _review(item.candidate))
        }
        opposed = [i for i, (_, same) in reviews.items() if same.leaning is Stance.REFUTES]
        denied = dict(
            zip(opposed, self._verifier.judge([(reviews[i][0].denial, claim) for i in opposed]), strict=True)
            if opposed
            else ()
        )
        rated = list(found)
        reports: set[tuple[str, Stance]] = set()
        for i, (review, same) in reviews.items():
            rated[i] = self._sided(found[i], through_rating(review.rating, same, denied.get(i)))
            reports.add((found[i].passage.source, reported(review.rating, same)))
        return tuple(
            item if i in reviews or (item.passage.source, item.stance) not in reports else _unsided(item)
            for i, item in enumerate(rated)
        )

    def _sided(self, review: Evidence, scores: StanceScores) -> Evidence:
        stance = self._verifier.thresholds.stance(scores)
        quote = "" if stance is Stance.NEUTRAL else review.passage.text
        return replace(review, stance=stance, scores=scores, quote=quote, relevance=scores.relevance)

    def _read(self, claim: str, readings: Sequence[_Reading]) -> list[_Judged]:
        scores = self._verifier.judge([(reading.text, claim) for reading in readings])
        return [_Judged(reading, raw) for reading, raw in zip(readings, scores, strict=True)]

    def _without_titles(self, claim: str, judged: Sequence[_Judged]) -> list[_Judged]:
        """What takes a side behind its title keeps it only where it leans that way without it."""
        titled = [
            i for i, item in enumerate(judged) if item.reading.alone != item.reading.text and self._sides(item.scores)
        ]
        if not titled:
            return list(judged)
        alone = self._read(claim, [replace(judged[i].reading, text=judged[i].reading.alone) for i in titled])
        kept = list(judged)
        for i, bare in zip(titled, alone, strict=True):
            pro = judged[i].scores.supports > judged[i].scores.refutes
            if (bare.scores.supports if pro else bare.scores.refutes) < TITLE_AGREES:
                kept[i] = bare
        return kept

    def _sides(self, scores: StanceScores) -> bool:
        return self._verifier.thresholds.stance(scores) is not Stance.NEUTRAL

    def _readings(self, claim: str, candidate: Candidate, page: str) -> list[_Reading]:
        text = candidate.passage.text
        if review := _review(candidate):
            whole = Sentence(text, 0, len(text))
            about = topicality(self._similarity(claim, review.claim))
            return [_Reading(whole, review.claim, review.claim, about)]
        found = [s for s in sentences(text) if not asks(s.text)]
        similar = [candidate.similarity] if len(found) == 1 else self._similarities(claim, found)

        def reading(sentence: Sentence, cosine: float, *, pair: bool = False) -> _Reading:
            seen = seen_in_context(claim, sentence.text, candidate.passage, page)
            return _Reading(sentence, seen.text, seen.alone, topicality(cosine), pair)

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

    def _best(self, candidate: Candidate, judged: Sequence[_Judged]) -> Evidence:
        """The sentence that decides most; of equal ones the nearest to the claim."""
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
        best = max(judged, key=lambda c: (_weight(c), c.reading.topicality))
        reading, scores = best.reading, best.scores
        stance = self._verifier.thresholds.stance(scores)
        return replace(
            blank,
            stance=stance,
            scores=scores,
            quote="" if stance is Stance.NEUTRAL else reading.sentence.text,
            relevance=scores.relevance,
            signals={"topicality": round(reading.topicality, 4), "pair": float(reading.pair)},
        )


def _posed(candidate: Candidate, reviewed: Collection[str]) -> Candidate:
    """The candidate as it is read: without its title where that poses a claim instead of telling what the page says."""
    if candidate.rating.type is not SourceType.FACT_CHECKER and candidate.passage.source not in reviewed:
        return candidate
    return replace(candidate, passage=replace(candidate.passage, title=""))


def _near(candidates: Sequence[Candidate]) -> list[bool]:
    """Whether each is to be read: all but built-in facts that are much farther from the claim than the nearest of them."""
    facts = [c.similarity for c in candidates if c.passage.kind is PassageKind.SEED]
    least = max(facts, default=0.0) - FACTS_APART
    return [c.passage.kind is not PassageKind.SEED or c.similarity >= least for c in candidates]


def topicality(similarity: float) -> float:
    """How much a text is about the claim, 0..1: the embedder's cosine between floor and ceiling."""
    return min(1.0, max(0.0, (similarity - SIMILARITY_FLOOR) / (SIMILARITY_FULL - SIMILARITY_FLOOR)))


def _weight(judged: _Judged) -> float:
    """How much a sentence decides: the margin between the sides; a pair has to decide more."""
    return abs(judged.scores.supports - judged.scores.refutes) - (PAIR_MARGIN if judged.reading.pair else 0.0)


def _unsided(item: Evidence) -> Evidence:
    return replace(item, stance=Stance.NEUTRAL, scores=_UNRELATED, quote="", relevance=0.0)


def _review(candidate: Candidate) -> Review | None:
    return read_review(candidate.passage.text) if candidate.passage.kind is PassageKind.REVIEW else None
