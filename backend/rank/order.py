"""Filters and orders judged evidence, removes copies and limits the passages per domain (docs/design.md#other-orders)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.domain.article import SUMMARIES, PassageKind
from backend.domain.evidence import OUTDATED, Evidence, Stance
from backend.domain.trust import SourceType
from backend.rank.copies import without_copies
from backend.rank.gate import passes
from backend.rank.scores import logit, scores
from backend.rank.settings import RANK, RankProfile

__all__ = [
    "BASIS",
    "admitted",
    "arranged",
    "diverse",
    "logit",
    "presented",
    "ranked",
    "scored",
    "without_copies",
    "without_read_snippets",
]

BASIS = RankProfile.CREDIBILITY
"""The profile that selects the evidence for a verdict, regardless of the profile that orders the evidence shown."""


def scored(evidence: Iterable[Evidence], profile: RankProfile = BASIS) -> tuple[Evidence, ...]:
    """Return the passages ordered by the profile, best first. Ties are broken by id.

    `score` is the score of this profile, and `signals` contains the scores of all profiles and the features.
    """
    items = tuple(evidence)
    found = scores(items)
    values, behind = found.by_profile[profile].tolist(), found.set_aside[profile].tolist()
    order = sorted(range(len(items)), key=lambda i: (behind[i], -values[i], items[i].passage.id))
    return tuple(
        replace(items[i], score=round(values[i], 4), signals={**items[i].signals, **_round_values(found.signals(i))})
        for i in order
    )


def _round_values(signals: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in signals.items()}


def admitted(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Return the passages that pass the relevance gate, which ignores credibility (docs/design.md#other-orders)."""
    return tuple(e for e in evidence if passes(e))


def _class_rank(item: Evidence) -> int:
    """Return the rank of the passage's class.

    The classes are decisive ratings by fact-checkers (0), page text and other passages (1), other ratings (2), and
    leads, including search snippets (3).
    """
    if item.passage.kind is PassageKind.SNIPPET or item.rating.lead_only:
        return 3
    if item.passage.kind is not PassageKind.REVIEW:
        return 1
    return 0 if item.decisive and item.rating.type is SourceType.FACT_CHECKER else 2


def diverse(evidence: Sequence[Evidence], top_k: int) -> tuple[Evidence, ...]:
    """Return at most two passages per domain and `top_k` in total, by class and then in the given order.

    If some passages support the claim and others refute it, the result contains both, because contradictions are never
    dropped.
    """
    per_domain: Counter[str] = Counter()
    kept: list[Evidence] = []
    for item in sorted(evidence, key=_class_rank):
        if per_domain[item.rating.domain] < RANK.lists.max_per_domain:
            per_domain[item.rating.domain] += 1
            kept.append(item)
    chosen = kept[:top_k]
    for stance in (Stance.SUPPORTS, Stance.REFUTES):
        chosen = _represent_stance(stance, chosen, kept[top_k:])
    return tuple(chosen)


def _represent_stance(stance: Stance, chosen: list[Evidence], rest: Sequence[Evidence]) -> list[Evidence]:
    """Return the chosen passages, with the last one replaced if the stance is not yet represented.

    The replacement is the best passage in `rest` that has this stance. A stance is represented if a chosen passage has
    it. If the replacement is decisive, only a decisive passage represents the stance.
    """
    best = next((e for e in sorted(rest, key=lambda e: not e.decisive) if e.stance is stance), None)
    mine = [e for e in chosen if e.stance is stance]
    if best is None or len(chosen) < 2 or any(e.decisive for e in mine) or (mine and not best.decisive):
        return chosen
    return [*chosen[:-1], best]


def without_read_snippets(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence without search snippets of pages from which other passages were extracted."""
    read = {e.passage.source for e in evidence if e.passage.kind is not PassageKind.SNIPPET}
    return tuple(e for e in evidence if e.passage.kind is not PassageKind.SNIPPET or e.passage.source not in read)


def ranked(evidence: Iterable[Evidence], top_k: int, profile: RankProfile = BASIS) -> tuple[Evidence, ...]:
    """Return relevant passages with a stance, then related neutral passages up to `top_k`.

    The passages are scored by the profile, free of copies, and limited to two per domain.
    """
    return arranged(without_copies(without_read_snippets(scored(evidence, profile))), top_k)


def arranged(ordered: Sequence[Evidence], top_k: int) -> tuple[Evidence, ...]:
    """Return the same selection as `ranked` for passages that are already scored and free of copies."""
    with_stance = admitted([e for e in ordered if e.stance is not Stance.NEUTRAL])
    taken = {e.passage.id for e in with_stance}
    related = [
        replace(e, stance=Stance.NEUTRAL, quote="")
        for e in ordered
        if e.passage.id not in taken
        and (e.signals.get(OUTDATED) or e.signals.get("topicality", 0.0) >= RANK.lists.related_topicality)
    ]
    deciding = diverse(with_stance, top_k)
    return (*deciding, *diverse(related, max(0, min(RANK.lists.max_related, top_k - len(deciding)))))


def presented(basis: Sequence[Evidence], top_k: int, profile: RankProfile) -> tuple[Evidence, ...]:
    """Return the evidence behind a verdict (from `ranked`) in the order of the profile.

    Weak leads and repeated quotes are left out. Of the neutral passages, outdated ones come first, the latest one
    leading, because the explanation names it. The scores were computed for the whole batch, so they do not depend on
    how many passages are shown.
    """
    name = f"rank_{profile}"
    ordered = sorted(
        (replace(e, score=e.signals[name]) for e in basis),
        key=lambda e: (profile is RankProfile.HYBRID and e.signals["strict_filter"], -e.score, e.passage.id),
    )
    sided = _without_repeated_quotes(_without_weak_leads([e for e in ordered if e.stance is not Stance.NEUTRAL]))
    deciding = _put_pages_first(diverse(sided, top_k))
    neutral = [e for e in ordered if e.stance is Stance.NEUTRAL]
    outdated = sorted(
        (e for e in neutral if OUTDATED in e.signals), key=lambda e: e.passage.published[:10], reverse=True
    )
    related = [*outdated, *(e for e in neutral if OUTDATED not in e.signals)]
    return (*deciding, *diverse(related, max(0, min(RANK.lists.max_related, top_k - len(deciding)))))


def _without_weak_leads(sided: Sequence[Evidence]) -> Sequence[Evidence]:
    """Return the evidence without unconfirmed passages with a weak stance, unless no other passage has this stance.

    Such passages contribute nothing to the verdict, and most of them are about something else.
    """
    known = {e.stance for e in sided if not _is_weak_lead(e)}
    return [e for e in sided if not (_is_weak_lead(e) and e.stance in known)]


def _is_weak_lead(item: Evidence) -> bool:
    return item.weak and item.candidate.unconfirmed


def _without_repeated_quotes(sided: Sequence[Evidence]) -> Sequence[Evidence]:
    """Return the evidence with only one passage per domain and quote, preferably a passage that counts."""
    first: dict[tuple[str, Stance, str], str] = {}
    for item in sorted(sided, key=lambda e: (e.candidate.unconfirmed, e.passage.kind is PassageKind.SNIPPET, e.weak)):
        first.setdefault((item.rating.domain, item.stance, item.quote or item.passage.id), item.passage.id)
    shown = {*first.values()}
    return [e for e in sided if e.passage.id in shown]


def _put_pages_first(deciding: Sequence[Evidence]) -> list[Evidence]:
    """Return the passages in order, with page text moved before any summary that it confirms (see `_confirms_summary`)."""
    ordered = list(deciding)
    for summary in [e for e in deciding if e.passage.kind in SUMMARIES]:
        at = ordered.index(summary)
        confirming = [e for e in ordered[at + 1 :] if _confirms_summary(e, summary)]
        rest = [e for e in ordered[at:] if e not in confirming]
        ordered[at:] = [*confirming, *rest]
    return ordered


def _confirms_summary(page: Evidence, summary: Evidence) -> bool:
    """Return whether the page clearly has the summary's stance and comes from the same or another credible publisher."""
    is_clear = max(page.scores.supports, page.scores.refutes) >= RANK.lists.confirming
    trusted_publisher = page.rating.credible or page.rating.domain == summary.rating.domain
    return page.passage.verbatim and page.decisive and page.stance is summary.stance and is_clear and trusted_publisher
