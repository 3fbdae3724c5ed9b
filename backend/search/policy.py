"""Which sources each tier asks, and how much it may cost (document 004 step 5; document 002, policy profiles)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from backend.domain.claim import Mode
from backend.domain.search import SearchQuery, SearchTier
from backend.search.plan import cut, queries
from backend.search.urls import on_sites

TRUSTED = ("reuters.com", "bbc.com", "apnews.com", "nytimes.com", "bbc.co.uk")
FACT_CHECKERS = (
    "snopes.com", "factcheck.org", "politifact.com", "fullfact.org", "leadstories.com", "checkyourfact.com",
    "africacheck.org", "factcheck.afp.com", "science.feedback.org", "correctiv.org", "maldita.es", "chequeado.com",
)  # fmt: skip
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

_NAMES = {
    SearchTier.TRUSTED: "trusted news",
    SearchTier.FACT_CHECK: "fact-checkers",
    SearchTier.BROAD: "the wider web",
}


class Policy:
    """`trusted` and `fact_checkers` are registrable domains, the most important first; all of them are accepted."""

    def __init__(self, *, trusted: Sequence[str] = TRUSTED, fact_checkers: Sequence[str] = FACT_CHECKERS) -> None:
        self._accepted: Mapping[SearchTier, tuple[str, ...]] = {
            SearchTier.TRUSTED: tuple(trusted),
            SearchTier.FACT_CHECK: tuple(fact_checkers),
        }
        self._asked: Mapping[SearchTier, tuple[str, ...]] = {
            SearchTier.TRUSTED: tuple(trusted)[:ASKED_TRUSTED],
            SearchTier.FACT_CHECK: tuple(fact_checkers)[:ASKED_FACT_CHECKERS],
        }

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
            SearchQuery(text=text, tier=tier, sites=self._asked.get(tier, ()), limit=budget.results, language=language)
            for text in texts[: budget.queries]
        )

    def accepts(self, tier: SearchTier, url: str) -> bool:
        """True when a result of this address may count for this tier."""
        return tier not in self._accepted or on_sites(url, self._accepted[tier])
