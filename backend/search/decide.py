"""Decides after each query whether to stop, to continue or to send a follow-up (docs/design.md#search-loop)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.search import Depth, SearchQuery
from backend.domain.text import content_stems
from backend.domain.trust import SourceTier
from backend.search.settings import Comparison, Profile, SearchBudget

_TIERS = tuple(SourceTier)
_THAN = (" than ", " versus ", " vs. ", " vs ", " compared to ", " compared with ")


class SearchDecision(StrEnum):
    """The possible decisions after a query (docs/design.md#search-loop)."""

    ENOUGH = "ENOUGH"
    NEED_FOLLOWUP = "NEED_FOLLOWUP"
    STOP = "STOP"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceState:
    """The state of the evidence after a query.

    `settled`: whether independent sources decide the claim; `why` gives the reason in one sentence. `relevance`,
    `coverage`, `diversity` and `trust` are the best values, 0..1, of the evidence that may count. `hits` is the number
    of passages about the claim, `strong` the number that cover the claim fully, and `comparators` the number about the
    other side of a comparison.
    """

    settled: bool
    why: str
    relevance: float = 0.0
    coverage: float = 0.0
    diversity: float = 0.0
    trust: float = 0.0
    quotes: int = 0
    domains: int = 0
    best_tier: SourceTier | None = None
    hits: int = 0
    strong: int = 0
    comparators: int = 0


def judge(state: EvidenceState, profile: Profile) -> tuple[SearchDecision, str]:
    """Return the decision and its reason.

    The decision is ENOUGH if the claim is settled and the evidence meets every threshold of the profile; otherwise it is
    NEED_FOLLOWUP.
    """
    if not state.settled or not profile.stop_on_sufficiency:
        return SearchDecision.NEED_FOLLOWUP, state.why
    lacks = _missing_threshold(state, profile)
    if lacks:
        return SearchDecision.NEED_FOLLOWUP, f"{state.why} Yet {lacks}, so more is looked at."
    return SearchDecision.ENOUGH, state.why


def _missing_threshold(state: EvidenceState, profile: Profile) -> str:
    """Return a description of the first threshold that is not reached, or "" if all thresholds are reached."""
    sufficiency, quality = profile.sufficiency, profile.quality
    if state.quotes < sufficiency.quotes or state.domains < sufficiency.domains:
        return "too few quotes or sites carry it"
    if state.best_tier is None or _TIERS.index(state.best_tier) > _TIERS.index(sufficiency.tier):
        return "no site of good enough standing carries it"
    if state.relevance < quality.min_relevance:
        return "it is only loosely relevant"
    if state.coverage < quality.min_coverage:
        return "too little of the claim is covered"
    if state.diversity < quality.min_diversity:
        return "the sources are too much alike"
    return ""


class SearchCosts:
    """Tracks the cost of one search and decides whether the search may continue. Used by one search loop only."""

    def __init__(self, budget: SearchBudget, *, pages: int) -> None:
        self._budget = budget
        self._pages = pages
        self._questions = 0
        self._credits = 0
        self._read = 0

    def asked(self, query: SearchQuery) -> None:
        """Count one more query."""
        self._questions += 1
        advanced = query.depth is Depth.ADVANCED
        self._credits += self._budget.credits_advanced if advanced else self._budget.credits_basic

    def read(self, pages: int) -> None:
        """Add `pages` to the number of fetched pages, whether or not they could be read."""
        self._read += pages

    def pages(self, wanted: int) -> int:
        """Return how many of the `wanted` pages may be read."""
        return max(0, min(wanted, self._pages - self._read))

    def used_up(self) -> str:
        """Return a description of the limit that was reached, or "" if none was. A limit of 0 means no limit."""
        if self._budget.questions and self._questions >= self._budget.questions:
            return f"all {self._budget.questions} questions of this mode were asked"
        if self._budget.credits and self._credits >= self._budget.credits:
            return "the budget for searches is used up"
        return ""


class ComparisonStopRule:
    """Ends the search early if the other side of a comparison is not found (docs/design.md#search-loop).

    Each search loop has its own instance.
    """

    def __init__(self, limits: Comparison) -> None:
        self._limits = limits
        self._calls = 0
        self._idle = 0
        self._most = 0

    def reason_to_stop(self, state: EvidenceState, *, found: bool) -> str:
        """Return why further searching is unlikely to help, or "" if it may help.

        Call this method once after each query. Only queries that found something to read (`found`) count, because empty
        results from a few news sites do not show that the web has nothing.
        """
        if not found:
            return ""
        self._calls += 1
        new = state.comparators > self._most
        self._most = max(self._most, state.comparators)
        self._idle = 0 if new or state.diversity > self._limits.max_diversity else self._idle + 1
        if self._idle >= self._limits.rounds:
            return "nothing new about what it is compared with turned up"
        few = state.strong == 0 and state.hits <= self._limits.max_hits and state.trust < self._limits.min_trust
        return "hardly anything about this comparison was found" if few and self._calls >= self._limits.calls else ""


def speaks_of_comparator(claim: str, texts: Sequence[str]) -> int:
    """Return how many texts mention the other side of the comparison: any content word after "than", "versus" and the like."""
    folded = f" {claim.casefold()} "
    other = next((folded.split(link, 1)[1] for link in _THAN if link in folded), "")
    comparator_stems = set(content_stems(other))
    return sum(bool(comparator_stems & set(content_stems(text))) for text in texts) if comparator_stems else 0
