"""Judges each passage as a whole, two passages of each page together, and then sentences to find the quote."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from backend.domain.article import PassageKind
from backend.domain.evidence import WEAK, Candidate, Evidence, Stance, StanceScores
from backend.domain.trust import SourceType
from backend.ports import Verifier
from backend.sources.ratings import Rating
from backend.stance.passage_groups import PAGE_KINDS, PassageGroup, passage_groups
from backend.stance.quotes import Sentence, asks, sentences, with_neighbour
from backend.stance.review import Review, read_review, reported, through_rating
from backend.stance.window import header

SIMILARITY_FLOOR, SIMILARITY_FULL = 0.25, 0.75
"""Cosine similarities at which topicality is 0 (another topic) and 1 (the same topic)."""
FACTS_SIMILAR, PAGES_SIMILAR = 0.375, 0.2
"""Minimum cosine similarity for judging a built-in fact and for judging a passage of a page.

The minimum for pages is lower, because pages may use different words from the claim.
"""
FACTS_APART = 0.2
"""Maximum difference in cosine similarity from the nearest built-in fact. Facts beyond this difference are off topic."""
FACTS_LEAD, PAGES_LEAD = 0.05, 0.1
"""Minimum lead of one stance at which a built-in fact, or a passage of a page, has the stance weakly.

The weight of weak stances is learned (verdict/decider.py).
"""
LEANS = 0.1
"""Probability of a stance above which a passage is judged again with its title, which may complete the statement."""
_UNRELATED = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)
_Spans = Callable[[Evidence], Sequence[Sentence]]


class Judge:
    """Judges the stance of passages towards one claim. Thread-safe if its verifier is."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def judge(self, claim: str, candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
        """Return one Evidence per candidate, in order. Its `relevance` is 1 - p(neutral), 0..1."""
        near = _worth_judging(candidates)
        scores = iter(
            self._score_pairs([(_verifier_text(c), claim) for c, read in zip(candidates, near, strict=True) if read])
        )
        found = [
            self._judged_evidence(c, next(scores)) if read else _neutral_evidence(c, _UNRELATED, 0.0)
            for c, read in zip(candidates, near, strict=True)
        ]
        _resolve_fact_conflicts(found)
        self._judge_again_with_titles(claim, found)
        self._add_weak_stances(found)
        self._apply_ratings(claim, found)
        self._judge_groups(claim, found)
        for spans in (_single_sentences, _sentence_pairs):
            self._find_quotes(claim, found, spans)
        return tuple(_quoted_as_whole(item) for item in found)

    def _score_pairs(self, pairs: Sequence[tuple[str, str]]) -> Sequence[StanceScores]:
        return self._verifier.judge(pairs) if pairs else ()

    def _judged_evidence(self, candidate: Candidate, scores: StanceScores) -> Evidence:
        item = _neutral_evidence(candidate, scores, topicality(candidate.similarity))
        stance = self._verifier.thresholds.stance(scores)
        if stance is Stance.NEUTRAL and candidate.passage.kind is PassageKind.SEED:
            return _with_weak_stance(item, FACTS_LEAD)
        return replace(item, stance=stance)

    def _judge_again_with_titles(self, claim: str, found: list[Evidence]) -> None:
        """Judge passages that lean towards a stance again with title and date, and average both scores.

        A title never reverses the lead of a stance. If it would, the stance is weak, unless the scores of the page replace
        those of the passage. Texts that a source provides
        have composed titles ("Aspirin: label"), so they are judged again only if they have no stance.
        """
        reviewed = {item.passage.source for item in found if _parsed_review(item.candidate)}
        asked = [
            place
            for place, item in enumerate(found)
            if _leans(item) and header(item.passage) and not _title_poses_claim(item.candidate, reviewed)
            if item.stance is Stance.NEUTRAL or item.passage.kind is PassageKind.ARTICLE
        ]
        pairs = [(header(found[place].passage) + found[place].passage.text, claim) for place in asked]
        for place, titled in zip(asked, self._score_pairs(pairs), strict=True):
            item, scores = found[place], _mean(found[place].scores, titled)
            if _lead(scores) * _lead(item.scores) <= 0:
                found[place] = _weakened(item)
            else:
                stance, signals = self._verifier.thresholds.stance(scores), {**item.signals, "titled": 1.0}
                found[place] = replace(item, stance=stance, scores=scores, relevance=scores.relevance, signals=signals)

    def _add_weak_stances(self, found: list[Evidence]) -> None:
        """Give neutral passages of pages the leading stance, marked as weak."""
        for place, item in enumerate(found):
            if item.stance is Stance.NEUTRAL and item.passage.kind in PAGE_KINDS:
                found[place] = _with_weak_stance(item, PAGES_LEAD)

    def _judge_groups(self, claim: str, found: list[Evidence]) -> None:
        """Judge two passages of each relevant page together, and give the page's passages the scores of the page."""
        reviewed = {item.passage.source for item in found if _parsed_review(item.candidate)}
        groups = passage_groups(found, lambda item: not _title_poses_claim(item.candidate, reviewed))
        for group, joint in zip(groups, self._score_pairs([(group.text, claim) for group in groups]), strict=True):
            self._apply_page_scores(group, joint, found)

    def _apply_page_scores(self, group: PassageGroup, joint: StanceScores, found: list[Evidence]) -> None:
        """Give the passages with a stance the page's scores, and make those without the page's stance neutral.

        The page's scores are the mean of its clearest passage and the joint scores. If no passage has the page's
        stance, a neutral one of the two gets it, but only weakly, because its own scores do not yield it.
        """
        clearest = max((found[place] for place in group.page), key=_margin)
        scores = _mean(clearest.scores, joint)
        side = _leading_side(scores)
        stances = {place: found[place].stance for place in group.page}
        for place, stance in stances.items():
            if stance is not Stance.NEUTRAL:
                found[place] = self._with_scores(found[place], stance if stance is side else Stance.NEUTRAL, scores)
        silent = [place for place in group.together if stances[place] is Stance.NEUTRAL]
        if silent and side not in (Stance.NEUTRAL, *stances.values()):
            place = max(silent, key=lambda at: found[at].relevance)
            item = found[place]
            signals = {**item.signals, WEAK: 1.0, **({"titled": 1.0} if group.titled else {})}
            found[place] = replace(item, stance=side, scores=scores, relevance=scores.relevance, signals=signals)

    def _with_scores(self, item: Evidence, stance: Stance, scores: StanceScores) -> Evidence:
        """Return the passage with these scores and this stance, which is weak if the scores stay below the thresholds."""
        signals = {name: value for name, value in item.signals.items() if name != WEAK}
        if stance is not Stance.NEUTRAL and self._verifier.thresholds.stance(scores) is not stance:
            signals[WEAK] = 1.0
        return replace(item, stance=stance, scores=scores, relevance=scores.relevance, signals=signals)

    def _apply_ratings(self, claim: str, found: list[Evidence]) -> None:
        """Derive the stance of reviews from their ratings.

        Other passages of a review's page become neutral if they only report the reviewed claim.
        """
        reviews = {place: review for place, item in enumerate(found) if (review := _parsed_review(item.candidate))}
        false = [place for place, review in reviews.items() if review.rating is Rating.FALSE]
        denied = dict(zip(false, self._score_pairs([(reviews[place].denial, claim) for place in false]), strict=True))
        reports: set[tuple[str, Stance]] = set()
        for place, review in reviews.items():
            same = found[place].scores
            scores = through_rating(review.rating, same, denied.get(place))
            stance = self._verifier.thresholds.stance(scores)
            reports.add((found[place].passage.source, reported(review.rating, same, stance)))
            found[place] = replace(found[place], stance=stance, scores=scores, relevance=scores.relevance)
        for place, item in enumerate(found):
            if place not in reviews and (item.passage.source, item.stance) in reports:
                found[place] = _as_neutral(item)

    def _find_quotes(self, claim: str, found: list[Evidence], spans: _Spans) -> None:
        """Find quotes in one batch: the span that most probably has the passage's stance, for each passage without a quote.

        If no span has the passage's stance and a span has the opposite stance, a passage of a page has its stance only
        weakly, and any other passage becomes neutral.
        """
        asked = [(place, span) for place, item in enumerate(found) if _needs_quote(item) for span in spans(item)]
        read = self._score_pairs([(_used_header(found[place]) + span.text, claim) for place, span in asked])
        kept: dict[int, tuple[float, Sentence]] = {}
        against: set[int] = set()
        for (place, span), scores in zip(asked, read, strict=True):
            side, stance = found[place].stance, self._verifier.thresholds.stance(scores)
            if stance is side or (found[place].weak and _leads_enough(scores, side)):
                kept[place] = max(
                    kept.get(place, (0.0, span)), (_probability_of(scores, side), span), key=lambda pair: pair[0]
                )
            elif stance is not Stance.NEUTRAL:
                against.add(place)
        for place, (_, span) in kept.items():
            found[place] = replace(found[place], quote=span.text)
        for place in against - kept.keys():
            found[place] = _doubted(found[place])


def topicality(similarity: float) -> float:
    """Return how closely a text's topic matches the claim, 0..1: the cosine similarity, scaled from floor to full."""
    return min(1.0, max(0.0, (similarity - SIMILARITY_FLOOR) / (SIMILARITY_FULL - SIMILARITY_FLOOR)))


def _worth_judging(candidates: Sequence[Candidate]) -> list[bool]:
    """Return for each passage whether to judge it.

    A passage must state something near the claim, and a built-in fact must not be much farther from the claim than the
    nearest fact.
    """
    facts = [c.similarity for c in candidates if c.passage.kind is PassageKind.SEED]
    nearest = max(facts, default=0.0)
    return [
        bool(_parsed_review(c))
        or (
            c.similarity
            >= (max(FACTS_SIMILAR, nearest - FACTS_APART) if c.passage.kind is PassageKind.SEED else PAGES_SIMILAR)
            and not all(asks(sentence.text) for sentence in sentences(c.passage.text))
        )
        for c in candidates
    ]


def _verifier_text(candidate: Candidate) -> str:
    """Return the text that the verifier judges: the reviewed claim or the whole passage."""
    review = _parsed_review(candidate)
    return review.claim if review else candidate.passage.text


def _neutral_evidence(candidate: Candidate, scores: StanceScores, topical: float) -> Evidence:
    return Evidence(
        candidate=candidate,
        stance=Stance.NEUTRAL,
        scores=scores,
        quote="",
        relevance=scores.relevance,
        score=0.0,
        signals={"topicality": round(topical, 4)},
    )


def _with_weak_stance(item: Evidence, least: float) -> Evidence:
    """Return the passage with the leading stance, marked as weak, or unchanged if the lead is less than `least`."""
    lead = _lead(item.scores)
    if abs(lead) < least:
        return item
    stance = Stance.SUPPORTS if lead > 0 else Stance.REFUTES
    return replace(item, stance=stance, signals={**item.signals, WEAK: 1.0})


def _resolve_fact_conflicts(found: list[Evidence]) -> None:
    """Make the stances of built-in facts agree. All facts are true, so if their stances differ, one was misjudged.

    The fact with the largest margin decides. (Using its cosine similarity as an additional vote brought no gain on
    held-out claims: docs/verdict.md.)
    """
    facts = [
        place
        for place, item in enumerate(found)
        if item.passage.kind is PassageKind.SEED and item.stance is not Stance.NEUTRAL
    ]
    side = max((found[place] for place in facts), key=_margin, default=None)
    for place in facts:
        if side and found[place].stance is not side.stance:
            found[place] = _as_neutral(found[place])


def _mean(first: StanceScores, second: StanceScores) -> StanceScores:
    return StanceScores(
        supports=(first.supports + second.supports) / 2,
        refutes=(first.refutes + second.refutes) / 2,
        neutral=(first.neutral + second.neutral) / 2,
    )


def _lead(scores: StanceScores) -> float:
    """Return p(supports) - p(refutes), -1..1."""
    return scores.supports - scores.refutes


def _leading_side(scores: StanceScores) -> Stance:
    """Return the more probable of the two stances, or NEUTRAL if its lead is less than PAGES_LEAD."""
    lead = _lead(scores)
    if abs(lead) < PAGES_LEAD:
        return Stance.NEUTRAL
    return Stance.SUPPORTS if lead > 0 else Stance.REFUTES


def _margin(item: Evidence) -> float:
    return abs(_lead(item.scores))


def _as_neutral(item: Evidence) -> Evidence:
    """Return the passage as neutral and irrelevant."""
    return replace(item, stance=Stance.NEUTRAL, scores=_UNRELATED, relevance=0.0)


def _doubted(item: Evidence) -> Evidence:
    """Return a page's passage with a weak stance, and any other passage as neutral: a sentence has the opposite stance."""
    if item.passage.kind not in PAGE_KINDS:
        return _as_neutral(item)
    return _weakened(item)


def _weakened(item: Evidence) -> Evidence:
    return item if item.stance is Stance.NEUTRAL else replace(item, signals={**item.signals, WEAK: 1.0})


def _needs_quote(item: Evidence) -> bool:
    return item.stance is not Stance.NEUTRAL and not item.quote and not _parsed_review(item.candidate)


def _single_sentences(item: Evidence) -> Sequence[Sentence]:
    """Return the sentences that state something, or none for a passage of a single sentence, which is its own quote."""
    found = sentences(item.passage.text)
    return [sentence for sentence in found if not asks(sentence.text)] if len(found) > 1 else ()


def _sentence_pairs(item: Evidence) -> Sequence[Sentence]:
    """Return each sentence with the next sentence, or none for a passage of at most two sentences.

    Return none for a weak stance either, because a weak stance is not worth the cost.
    """
    text, found = item.passage.text, sentences(item.passage.text)
    if len(found) < 3 or item.weak:
        return ()
    return [pair for at in range(len(found)) for pair, other in with_neighbour(text, found, at) if other > at]


def _quoted_as_whole(item: Evidence) -> Evidence:
    """Return the passage with its whole text as the quote if no part of the text was quoted."""
    return replace(item, quote=item.passage.text) if item.stance is not Stance.NEUTRAL and not item.quote else item


def _title_poses_claim(candidate: Candidate, reviewed: Set[str]) -> bool:
    """Return whether the title poses a claim instead of summarising the page."""
    return candidate.rating.type is SourceType.FACT_CHECKER or candidate.passage.source in reviewed


def _leans(item: Evidence) -> bool:
    return max(item.scores.supports, item.scores.refutes) > LEANS


def _used_header(item: Evidence) -> str:
    """Return the header with which the passage was judged, or ""."""
    return header(item.passage) if item.signals.get("titled") else ""


def _probability_of(scores: StanceScores, stance: Stance) -> float:
    """Return the probability of a stance, or 0 for NEUTRAL."""
    return {Stance.SUPPORTS: scores.supports, Stance.REFUTES: scores.refutes}.get(stance, 0.0)


def _leads_enough(scores: StanceScores, side: Stance) -> bool:
    """Return whether the lead of the stance suffices for a weak stance of a passage of a page."""
    return (1 if side is Stance.SUPPORTS else -1) * _lead(scores) >= PAGES_LEAD


def _parsed_review(candidate: Candidate) -> Review | None:
    return read_review(candidate.passage.text) if candidate.passage.kind is PassageKind.REVIEW else None
