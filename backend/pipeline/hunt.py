"""The search half of the loop: plan, act, judge, question by question, until it suffices (document 002, retrieval loop)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.acquire.reader import ReadReport
from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.pipeline.basket import Basket
from backend.pipeline.tools import GatherTools
from backend.search.brief import Brief
from backend.search.decide import Comparing, Decision, Ledger, judge
from backend.search.follow_up import NextQuestion
from backend.search.policy import NAMES
from backend.search.pool import Pool
from backend.search.route import Stop
from backend.search.searcher import Visit
from backend.search.urls import canonical

LEAST_READING_S = 3.0
"""What reading gets after a question, however little time is left for each that may follow."""
MAX_HOPS = "every hop of this mode was taken (max_hops_reached)"


class Hunt:
    """One search for one atomic claim; what it finds goes into the basket, what it did into the run's steps."""

    def __init__(self, tools: GatherTools, basket: Basket, brief: Brief, request: VerifyRequest, run: Run) -> None:
        self._tools = tools
        self._basket = basket
        self._brief = brief
        self._request = request
        self._run = run
        self._policy = tools.searcher.policy
        self._profile = self._policy.profile(request.options.mode)
        self._route = self._policy.route(brief, request.options.mode)
        self._pool = Pool(lambda url: tools.registry.rate(url).domain, excluded=brief.page)
        self._ledger = Ledger(self._profile.budget, pages=tools.pages_per_tier * len(self._route))
        self._comparing = Comparing(self._profile.comparison)
        self._asked: list[SearchQuery] = []
        self._engines: dict[str, str] = {}
        self._hop = 0
        self._wide = False

    def search(self) -> None:
        """Phase by phase. Raises Cancelled or DeadlineExceeded."""
        for stop in self._route:
            decision, why = self._phase(stop)
            if decision is not Decision.NEED_FOLLOWUP:
                break
        else:
            decision, why = Decision.STOP, MAX_HOPS if self._route else "nothing in it can be looked up"
        self._step(f"The search ends: {why} ({decision}).")

    def _phase(self, stop: Stop) -> tuple[Decision, str]:
        """All questions of a phase, or those that were needed. A new hop begins with what the last one left open."""
        self._run.check()
        follow_up = self._follow_up() if 0 < self._hop < stop.phase.hop else None
        self._hop = max(self._hop, stop.phase.hop)
        first = (follow_up.text,) if follow_up else ()
        questions = self._policy.questions(stop, self._brief, asked=self._asked, first=first)
        decision, why = Decision.NEED_FOLLOWUP, ""
        if not questions:
            return decision, why
        # Sources beside the web are asked once, with the first question to the whole web.
        wide = stop.phase.tier is SearchTier.BROAD and not self._wide
        self._wide = self._wide or wide
        visit = self._tools.searcher.visit(
            stop, self._run, profile=self._profile, beside=self._brief.text if wide else ""
        )
        for query in questions:
            if spent := self._ledger.used_up():
                decision, why = Decision.STOP, spent
            elif visit.open():
                decision, why = self._question(stop, visit, query, follow_up if query.text in first else None)
            if decision is not Decision.NEED_FOLLOWUP:
                break
        visit.close()
        return decision, why

    def _follow_up(self) -> NextQuestion | None:
        texts = [query.text for query in self._asked]
        return self._tools.follow_up.next(self._brief, self._basket.evidence, self._run, asked=texts)

    def _question(
        self, stop: Stop, visit: Visit, query: SearchQuery, follow_up: NextQuestion | None
    ) -> tuple[Decision, str]:
        """Ask, read what is most promising, judge, decide; and write down all four."""
        self._basket.searched = True
        self._asked.append(query)
        self._ledger.asked(query)
        outcomes = visit.ask(query, self._pool.known())
        found = sum(self._pool.add(outcome.results) for outcome in outcomes)
        for outcome in outcomes:
            for result in outcome.results:
                self._engines.setdefault(canonical(result.url), result.engine)
        report = self._read(stop)
        if report.passages:
            self._basket.take(report.passages, stop.phase.tier, self._engines)
        decision, why = self._decide(found=bool(report.tried))
        asked = f"{follow_up.kind} ({follow_up.by}): “{query.text}”" if follow_up else f"“{query.text}”"
        self._step(
            f"Hop {self._hop}, {NAMES[stop.id]} ({stop.id}), {asked}: {found} found, {report.pages_read} read. {why} → {decision}"
        )
        return decision, why

    def _read(self, stop: Stop) -> ReadReport:
        """The best unread pages of all questions so far, in this question's share of the time that is left."""
        results = self._pool.ordered(lambda url: self._policy.admits(stop, url), self._likeness)
        limit = self._ledger.pages(stop.phase.k)
        to_come = max(0, self._profile.budget.questions - self._ledger.questions)
        seconds = max(LEAST_READING_S, self._run.remaining() / (1 + to_come))
        report = self._tools.reader.read(results, self._brief.text, self._run, limit=limit, seconds=seconds)
        self._pool.read(report.tried)
        self._ledger.read(report.pages_read + report.failed)
        return report

    def _likeness(self, results: Sequence[SearchResult]) -> Sequence[float]:
        """Cosine of each result's title and snippet with the claim, -1..1."""
        texts = [f"{result.title}. {result.snippet}" for result in results]
        vectors = self._tools.embedder.embed([self._brief.text, *texts])
        return [float(value) for value in vectors[1:] @ vectors[0]]

    def _decide(self, *, found: bool) -> tuple[Decision, str]:
        standing = self._basket.standing(self._request.options.top_k)
        decision, why = judge(standing, self._profile)
        if decision is Decision.NEED_FOLLOWUP and self._brief.comparative:
            hopeless = self._comparing.hopeless(standing, found=found)
            if hopeless:
                return Decision.STOP, hopeless
        return decision, why

    def _step(self, message: str) -> None:
        self._run.step("sufficiency", message, part=self._basket.part_id)
