"""The state of the search for one claim: phases, queries, results, costs, and the decision to stop."""

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
    """The state of one search. Each state belongs to one search loop, so only one thread uses it at a time.

    The maximum number of pages read in total is `pages` times the number of phases.
    """

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
        """Return the profile's budget plus the queries of A-light, so that A-light takes none from other phases."""
        budget = self.profile.budget
        more = self.profile.questions.a_light if any(phase.id is PhaseId.A_LIGHT for phase in self.route) else 0
        return replace(budget, questions=budget.questions + more) if budget.questions else budget

    @property
    def asked(self) -> tuple[str, ...]:
        """The texts of the queries sent so far."""
        return tuple(query.text for query in self._asked)

    @property
    def engines(self) -> dict[str, str]:
        """Maps each canonical URL to the name of the engine that found it first."""
        return self._engines

    def questions(self, phase: SearchPhase, follow_up: NextQuestion | None) -> tuple[SearchQuery, ...]:
        """Return the queries for this phase. The follow-up comes first; queries that were sent before are left out."""
        first = (follow_up.text,) if follow_up else ()
        return self._policy.questions(phase, self._brief, asked=self._asked, first=first)

    def begin_phase(self, phase: SearchPhase, run: Run) -> PhaseSearch:
        """Begin a phase. Topical sources are queried once, in the first phase that searches the whole web."""
        wide = phase.spec.tier is SearchTier.BROAD and not self._wide
        self._wide = self._wide or wide
        return self._begin(phase, run, self.profile, self._brief.text if wide else "")

    def ask(self, search: PhaseSearch, query: SearchQuery) -> int:
        """Send a query and return the number of new URLs found. Raises Cancelled or DeadlineExceeded."""
        self._asked.append(query)
        self._costs.asked(query)
        found = 0
        for outcome in search.ask(query, self._found.known()):
            found += self._found.add(outcome.results)
            for result in outcome.results:
                self._engines.setdefault(canonical(result.url), result.engine)
        return found

    def unread(self, phase: SearchPhase, likeness: Likeness) -> tuple[SearchResult, ...]:
        """Return the unread results that this phase may read, most promising first."""
        return self._found.ordered(lambda url: self._policy.admits(phase, url), likeness)

    def pages(self, phase: SearchPhase) -> int:
        """Return the number of pages that may be read after this query."""
        return self._costs.pages(phase.spec.k)

    def read(self, tried: Sequence[str], fetched: int) -> None:
        """Mark the URLs in `tried` as read, and add `fetched` to the number of pages that were fetched."""
        self._found.read(tried)
        self._costs.read(fetched)

    def was_tried(self, url: str) -> bool:
        """Return whether the page was read or could not be fetched."""
        return canonical(url) in self._found.known()

    def used_up(self) -> str:
        """Return a description of the budget limit that was reached, or "" if none was."""
        return self._costs.used_up()

    def enough(self, state: EvidenceState) -> bool:
        """Return whether the evidence suffices to end the search."""
        return judge(state, self.profile)[0] is SearchDecision.ENOUGH

    def decide(self, state: EvidenceState, *, found: bool) -> tuple[SearchDecision, str]:
        """Return the decision after a query (ENOUGH, NEED_FOLLOWUP or STOP) and its reason.

        `found`: whether the query found something to read.
        """
        decision, why = judge(state, self.profile)
        if decision is SearchDecision.NEED_FOLLOWUP and self._brief.comparative:
            reason_to_stop = self._comparison_rule.reason_to_stop(state, found=found)
            if reason_to_stop:
                return SearchDecision.STOP, reason_to_stop
        return decision, why
