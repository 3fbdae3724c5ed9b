"""The search for one claim: its phases, the queries and results so far, the costs, and when to end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.search.brief import SearchBrief
from backend.search.decide import ComparisonStopRule, EvidenceState, SearchCosts, SearchDecision, judge
from backend.search.follow_up import NextQuestion
from backend.search.found_urls import FoundUrls, Likeness
from backend.search.phase_search import PhaseSearch
from backend.search.policy import SearchPolicy
from backend.search.route import SearchPhase, route
from backend.search.settings import PhaseId, Profile, SearchBudget
from backend.search.urls import canonical

Begin = Callable[[SearchPhase, Run, Profile, str], PhaseSearch]
"""The type of `Searcher.begin_phase`."""


class SearchState:
    """The state of one search; used by one loop and so by one thread at a time. At most `pages` are read per phase of the route."""

    def __init__(self, policy: SearchPolicy, begin: Begin, brief: SearchBrief, profile: Profile, *, pages: int) -> None:
        self._policy = policy
        self._begin = begin
        self._brief = brief
        self.profile = profile
        self.route = route(brief, profile)
        self._found = FoundUrls(lambda url: policy.rate(url, profile.mode).domain, excluded=brief.page)
        self._costs = SearchCosts(self._budget(), pages=pages * len(self.route))
        self._comparison_rule = ComparisonStopRule(profile.comparison)
        self._asked: list[SearchQuery] = []
        self._engines: dict[str, str] = {}
        self._wide = False

    def _budget(self) -> SearchBudget:
        """The profile's budget plus the query of A-light, so that a poorly understood claim does not get a shorter search."""
        budget = self.profile.budget
        more = self.profile.questions.a_light if any(phase.id is PhaseId.A_LIGHT for phase in self.route) else 0
        return replace(budget, questions=budget.questions + more) if budget.questions else budget

    @property
    def asked(self) -> tuple[str, ...]:
        """The texts of all queries so far."""
        return tuple(query.text for query in self._asked)

    @property
    def engines(self) -> dict[str, str]:
        """The name of the engine that found each canonical address first."""
        return self._engines

    def questions(self, phase: SearchPhase, follow_up: NextQuestion | None) -> tuple[SearchQuery, ...]:
        """Queries for this phase; the follow-up comes first, and no query is sent twice."""
        first = (follow_up.text,) if follow_up else ()
        return self._policy.questions(phase, self._brief, asked=self._asked, first=first)

    def begin_phase(self, phase: SearchPhase, run: Run) -> PhaseSearch:
        """Begin a phase. Topical sources are queried once, together with the first query to the whole web."""
        wide = phase.spec.tier is SearchTier.BROAD and not self._wide
        self._wide = self._wide or wide
        return self._begin(phase, run, self.profile, self._brief.text if wide else "")

    def ask(self, search: PhaseSearch, query: SearchQuery) -> int:
        """Send a query; return the number of new addresses that it found. Raises Cancelled or DeadlineExceeded."""
        self._asked.append(query)
        self._costs.asked(query)
        found = 0
        for outcome in search.ask(query, self._found.known()):
            found += self._found.add(outcome.results)
            for result in outcome.results:
                self._engines.setdefault(canonical(result.url), result.engine)
        return found

    def unread(self, phase: SearchPhase, likeness: Likeness) -> tuple[SearchResult, ...]:
        """Unread results that this phase may read, the most promising first."""
        return self._found.ordered(lambda url: self._policy.admits(phase, url), likeness)

    def pages(self, phase: SearchPhase) -> int:
        """The number of pages that may be read after this query."""
        return self._costs.pages(phase.spec.k)

    def read(self, tried: Sequence[str], fetched: int) -> None:
        """Mark the addresses in `tried` as read, of which `fetched` were fetched."""
        self._found.read(tried)
        self._costs.read(fetched)

    def used_up(self) -> str:
        """The limit of the budget that was reached, in words; "" if there is none."""
        return self._costs.used_up()

    def enough(self, standing: EvidenceState) -> bool:
        """Whether the search may end here."""
        return judge(standing, self.profile)[0] is SearchDecision.ENOUGH

    def decide(self, standing: EvidenceState, *, found: bool) -> tuple[SearchDecision, str]:
        """The decision after a query, ENOUGH, NEED_FOLLOWUP or STOP, and its reason. `found`: the query found something to read."""
        decision, why = judge(standing, self.profile)
        if decision is SearchDecision.NEED_FOLLOWUP and self._brief.comparative:
            hopeless = self._comparison_rule.hopeless(standing, found=found)
            if hopeless:
                return SearchDecision.STOP, hopeless
        return decision, why
