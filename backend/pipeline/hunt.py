"""The search half of the loop: tier by tier ask, read and judge, until it suffices."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.claim import AtomicClaim, Claim, Mode, VerifyRequest
from backend.domain.run import Run
from backend.domain.search import SearchTier
from backend.pipeline.basket import Basket
from backend.pipeline.tools import GatherTools
from backend.search.urls import canonical
from backend.trust.sufficiency import Sufficiency

_TIER_WORDS = {
    SearchTier.TRUSTED: "trusted news",
    SearchTier.FACT_CHECK: "fact-checkers",
    SearchTier.BROAD: "the broad web",
}


class Hunt:
    """One search for one atomic claim; what it finds goes into the basket."""

    def __init__(
        self, tools: GatherTools, basket: Basket, part: AtomicClaim, asked_by: tuple[Claim, VerifyRequest], run: Run
    ) -> None:
        self._tools = tools
        self._basket = basket
        self._part = part
        self._claim, self._request = asked_by
        self._run = run
        self._asked: dict[str, None] = {}
        self._addresses: dict[str, None] = {}

    def search(self) -> None:
        """Down the tiers, then the follow-ups. Raises Cancelled or DeadlineExceeded."""
        for tier in (SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD):
            if self._tier(tier, ()).stop:
                return
        deep = self._request.options.mode is Mode.DEEP
        follow_ups = self._tools.follow_up.queries(
            self._part.text, self._basket.evidence, self._run, deep=deep, asked=tuple(self._asked)
        )
        for query in follow_ups:
            if self._tier(SearchTier.BROAD, (query,)).stop:
                return

    def _tier(self, tier: SearchTier, follow_ups: Sequence[str]) -> Sufficiency:
        self._run.check()
        self._basket.searched = True
        outcomes = self._tools.searcher.search(
            tier,
            self._part.text,
            self._run,
            mode=self._request.options.mode,
            language=self._claim.language,
            follow_ups=follow_ups,
            exclude_url=self._claim.context.url,
            known=tuple(self._addresses),
        )
        self._asked.update(dict.fromkeys(outcome.query.text for outcome in outcomes))
        results = [result for outcome in outcomes for result in outcome.results]
        self._addresses.update(dict.fromkeys(result.url for result in results))
        limit = min(
            self._tools.pages_per_tier, self._tools.searcher.policy.budget(tier, self._request.options.mode).pages
        )
        report = self._tools.reader.read(results, self._part.text, self._run, limit=limit)
        self._basket.take(report.passages, tier, {canonical(result.url): result.engine for result in results})
        enough = self._basket.enough()
        self._run.step("sufficiency", f"After {_TIER_WORDS[tier]}: {enough.reason}", part=self._part.id)
        self._basket.provisional(self._request.options.top_k)
        return enough
