"""Which sources each tier asks, and how much it may cost (document 004 step 5; document 002, policy profiles)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from backend.domain.claim import Mode
from backend.domain.search import SearchQuery, SearchTier
from backend.domain.trust import SourceType
from backend.search.plan import cut, queries
from backend.sources.registry import SourceRegistry

ASKED_TRUSTED = 4
ASKED_FACT_CHECKERS = 3
"""Document 004 step 5a, 5b: the first four trusted sites and three fact-checkers are named in the query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits for one visit to one tier.

    `queries` 2..4 (document 001 planner); `results` per query (document 004: 8, 5, 8); `enough` distinct results end
    the visit early; `engines` that answer per query; `pages` to read (documents 000: 3 new URLs, 002: k = 3, 5, 7);
    `seconds` for all questions together.
    """

    queries: int
    results: int
    enough: int
    engines: int
    pages: int
    seconds: float


_BUDGETS: Mapping[Mode, Mapping[SearchTier, Budget]] = MappingProxyType({
    Mode.MAIN: MappingProxyType({
        SearchTier.TRUSTED: Budget(queries=3, results=8, enough=3, engines=1, pages=3, seconds=7.0),
        SearchTier.FACT_CHECK: Budget(queries=2, results=5, enough=2, engines=1, pages=3, seconds=6.0),
        SearchTier.BROAD: Budget(queries=3, results=8, enough=4, engines=1, pages=6, seconds=7.0),
    }),
    Mode.DEEP: MappingProxyType({
        SearchTier.TRUSTED: Budget(queries=4, results=8, enough=8, engines=2, pages=5, seconds=12.0),
        SearchTier.FACT_CHECK: Budget(queries=4, results=5, enough=5, engines=2, pages=5, seconds=10.0),
        SearchTier.BROAD: Budget(queries=4, results=8, enough=12, engines=2, pages=7, seconds=12.0),
    }),
})  # fmt: skip

_KINDS = {SearchTier.TRUSTED: SourceType.NEWS, SearchTier.FACT_CHECK: SourceType.FACT_CHECKER}
_NAMES = {
    SearchTier.TRUSTED: "trusted news",
    SearchTier.FACT_CHECK: "fact-checkers",
    SearchTier.BROAD: "the wider web",
}


class Policy:
    """Whom each tier asks and believes, by the registry of sources: what the reader says there holds here at once."""

    def __init__(self, sources: SourceRegistry) -> None:
        self._sources = sources

    def budget(self, tier: SearchTier, mode: Mode) -> Budget:
        """The limits of one visit."""
        return _BUDGETS[mode][tier]

    def name(self, tier: SearchTier) -> str:
        """The tier in words for the reader."""
        return _NAMES[tier]

    def questions(
        self, tier: SearchTier, claim: str, *, mode: Mode, language: str = "en", follow_ups: Sequence[str] = ()
    ) -> tuple[SearchQuery, ...]:
        """The tier's questions; only the follow-ups when there are any, so that nothing is asked twice."""
        budget = self.budget(tier, mode)
        texts = tuple(cut(text) for text in follow_ups if text.strip()) or queries(
            claim, tier, language=language, limit=budget.queries
        )
        return tuple(
            SearchQuery(text=text, tier=tier, sites=self.sites(tier, language), limit=budget.results, language=language)
            for text in texts[: budget.queries]
        )

    def sites(self, tier: SearchTier, language: str) -> tuple[str, ...]:
        """The sites that a question of this tier names, in the claim's language where some are known; none for the broad web."""
        if tier is SearchTier.TRUSTED:
            return self._sources.trusted_news(language)[:ASKED_TRUSTED]
        if tier is SearchTier.FACT_CHECK:
            return self._sources.fact_checkers(language)[:ASKED_FACT_CHECKERS]
        return ()

    def accepts(self, tier: SearchTier, url: str) -> bool:
        """True when a result of this address may count for this tier: any site of its kind in good standing, named or not.

        Engines answer with other sites too; document 004's original never checked.
        """
        if tier not in _KINDS:
            return True
        rating = self._sources.rate(url)
        return rating.credible and rating.type is _KINDS[tier]
