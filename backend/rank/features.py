"""Computes the features of candidates with one word matrix per batch (docs/design.md#hybrid-ranking)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from backend.domain.article import COMPOSED
from backend.domain.evidence import Candidate, Origin
from backend.domain.features import Features
from backend.domain.text import standing_for
from backend.rank.addresses import url_quality
from backend.rank.claim_words import ClaimWords, Columns, claim_words
from backend.rank.cues import BOILERPLATE, DENIAL, HEADS, MENTION, REJECTION, UNCERTAIN, flags
from backend.rank.settings import RANK
from backend.rank.vocabulary import Vocabulary

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def with_features(claim: str, candidates: Sequence[Candidate], today: date) -> tuple[Candidate, ...]:
    """Return the candidates in order, each with its features. Features that are already present are kept."""
    new = [c for c in candidates if c.features is None]
    found = iter(features(claim, new, today))
    return tuple(c if c.features is not None else replace(c, features=next(found)) for c in candidates)


def features(claim: str, candidates: Sequence[Candidate], today: date) -> tuple[Features, ...]:
    """Return each candidate's features, in order. Titles count towards word overlap but are not searched for cues."""
    if not candidates:
        return ()
    groups = claim_words(claim)
    vocabulary = Vocabulary([f"{c.passage.title}\n{c.passage.text}" for c in candidates], HEADS)
    stem_presence = presence(groups, vocabulary)
    columns = {
        **_candidate_columns(candidates, today),
        **_overlap_columns(groups, stem_presence),
        **_cue_columns(groups, [c.passage.text for c in candidates], vocabulary),
        "number_missing": _number_missing(groups, stem_presence, candidates),
        "wordless": np.full(len(candidates), float(not groups.stems)),
    }
    matrix = np.column_stack([columns[name] for name in Features._fields]).astype(np.float64)
    return tuple(Features._make(row) for row in matrix.tolist())


def presence(groups: ClaimWords, vocabulary: Vocabulary) -> Bools:
    """Return which of the claim's stems occur in which text, shape (texts, stems).

    A text that contains the initials of a name counts as containing all words of the name.
    """
    place = {s: i for i, s in enumerate(groups.stems)}
    stem_of_token = standing_for(frozenset(groups.stems), vocabulary.tokens)
    columns = {token: place[root] for token, root in stem_of_token.items()}
    columns.update((initials, len(place) + n) for n, (initials, _) in enumerate(groups.acronyms))
    stem_presence = vocabulary.matrix(columns, len(place) + len(groups.acronyms))
    for n, (_, named) in enumerate(groups.acronyms):
        stem_presence[np.ix_(stem_presence[:, len(place) + n], named)] = True
    return stem_presence[:, : len(place)]


def _candidate_columns(candidates: Sequence[Candidate], today: date) -> dict[str, Floats]:
    semantic = np.clip(np.array([c.similarity for c in candidates], dtype=np.float64), 0.0, 1.0)
    graph = np.clip(np.array([c.kg_score for c in candidates], dtype=np.float64), 0.0, 1.0)
    from_knowledge = np.array([c.origin is Origin.KNOWLEDGE for c in candidates])
    found_otherwise = (graph > 0) | np.array([c.bm25 > 0 for c in candidates])
    return {
        "semantic": semantic,
        "graph": graph,
        "credibility": np.array([c.rating.credibility for c in candidates]),
        "recency": np.array([recency(c.passage.published, today) for c in candidates]),
        "backfill": from_knowledge & ~found_otherwise & (semantic < RANK.words.min_score),
        "url_quality": np.array([url_quality(c.passage.source) for c in candidates]),
        "source_preference": np.array([_origin_score(c) for c in candidates]),
    }


def _overlap_columns(groups: ClaimWords, stem_presence: Bools) -> dict[str, Floats | Bools]:
    anchors = _overlap_share(stem_presence, groups.anchors, empty=1.0)
    found = stem_presence[:, groups.anchors].sum(axis=1)
    shared = stem_presence[:, groups.long].sum(axis=1)
    return {
        "entity_overlap": _overlap_share(stem_presence, groups.entities),
        "claim_overlap": _overlap_share(stem_presence, groups.content),
        "anchors": anchors,
        "anchored": found >= min(len(groups.anchors), RANK.words.min_anchors),
        # A claim with at most one long word cannot share two long words, so a high value disables the check.
        "shared_words": shared if len(groups.long) > 1 else np.full(len(stem_presence), 99),
        "object_missing": _all_missing(stem_presence, groups.objects),
        "subject_missing": _all_missing(stem_presence, groups.subject),
        "relation_object_missing": _all_missing(stem_presence, groups.relation_object),
    }


def _cue_columns(groups: ClaimWords, texts: Sequence[str], vocabulary: Vocabulary) -> dict[str, Bools]:
    refutation = flags(REJECTION, texts, vocabulary) | flags(DENIAL, texts, vocabulary)
    return {
        "refutation": refutation,
        "mention": flags(MENTION, texts, vocabulary) & ~refutation & (not groups.belief),
        "uncertain": flags(UNCERTAIN, texts, vocabulary) & ~refutation & groups.assertive,
        "boilerplate": flags(BOILERPLATE, texts, vocabulary),
    }


def _number_missing(groups: ClaimWords, stem_presence: Bools, candidates: Sequence[Candidate]) -> Bools:
    """Return whether each text lacks a number or all of the claim's names, shape (candidates,).

    The value is always false if the claim is not about a count, and a claim that asks "how many" does not require a
    name (docs/design.md#hybrid-ranking).
    """
    if not groups.counts:
        return np.zeros(len(candidates), dtype=np.bool_)
    numbered = np.array([any(map(str.isdigit, c.passage.text)) for c in candidates])
    named = stem_presence[:, groups.entities].any(axis=1) | (len(groups.entities) == 0)
    return ~numbered | (~named & (not groups.asks_number))


def _overlap_share(stem_presence: Bools, columns: Columns, *, empty: float = 0.0) -> Floats:
    if not len(columns):
        return np.full(len(stem_presence), empty)
    return np.asarray(stem_presence[:, columns].mean(axis=1, dtype=np.float64))


def _all_missing(stem_presence: Bools, columns: Columns) -> Bools:
    """Return whether each text contains none of the claim's words in this group. Always false for an empty group."""
    if not len(columns):
        return np.zeros(len(stem_presence), dtype=np.bool_)
    return np.asarray(~stem_presence[:, columns].any(axis=1))


def _origin_score(candidate: Candidate) -> float:
    """Return the score for the passage's origin: web, knowledge base or composed data (docs/design.md#other-orders)."""
    if candidate.passage.kind in COMPOSED:
        return RANK.mix.other
    return RANK.mix.knowledge if candidate.origin is Origin.KNOWLEDGE else RANK.mix.web


@lru_cache(maxsize=4096)
def recency(published: str, today: date) -> float:
    """Return the recency of a date: 0.5 ** (age in days / half-life), 0..1.

    The current date and future dates have a recency of 1; a date that cannot be parsed has a recency of 0. A year or
    month without a day counts as its first day.
    """
    text = published.strip()
    for form in (text, f"{text}-01", f"{text}-01-01"):
        try:
            day = datetime.fromisoformat(form).date()
        except ValueError:
            continue
        return float(0.5 ** (max(0, (today - day).days) / RANK.words.half_life_days))
    return 0.0
