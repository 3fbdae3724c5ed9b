"""Where a phase searches and which results it admits: sites, channels and use policy (docs/design.md#search-profiles)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

from backend.domain.claim import Mode
from backend.domain.search import SearchQuery, SearchTier
from backend.domain.trust import Channel, SourceRating, UsePolicy
from backend.search import plan
from backend.search.brief import SearchBrief, Target
from backend.search.query_words import stop_words
from backend.search.route import SearchPhase
from backend.search.settings import CHOSEN, PROFILES, PhaseId, Profile
from backend.search.topics import Topic, topics_of

ASKED_TRUSTED = 4
ASKED_FACT_CHECKERS = 3
"""The first four trusted sites and three fact-checkers are named in the query."""
ASKED_HEALTH = 3
"""For a matter of health, this many of the four sites are health authorities."""
_HEALTH = frozenset({Topic.HEALTH, Topic.MEDICINES})

NAMES = {
    PhaseId.A_LIGHT: "the authorities",
    PhaseId.A: "trusted news",
    PhaseId.A_ORIGIN: "fact-checkers",
    PhaseId.B: "the wider press",
    PhaseId.C: "news in another language",
    PhaseId.D: "the wider web",
}


class Sources(Protocol):
    """What the policy needs from the source registry."""

    def rate(self, url_or_domain: str) -> SourceRating:
        """Channel, tier and use policy of an address; never raises."""
        ...

    def trusted_news(self, language: str) -> tuple[str, ...]:
        """News sites to ask first in this language."""
        ...

    def fact_checkers(self, language: str) -> tuple[str, ...]:
        """Fact-checkers to ask first in this language."""
        ...

    def health_sites(self) -> tuple[str, ...]:
        """Health authorities, the most important first."""
        ...


class SearchPolicy:
    """Stateless apart from the registry, so thread-safe."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def profile(self, mode: Mode) -> Profile:
        """The profile of a mode."""
        return PROFILES[mode]

    def questions(
        self, phase: SearchPhase, brief: SearchBrief, *, asked: Collection[SearchQuery] = (), first: Sequence[str] = ()
    ) -> tuple[SearchQuery, ...]:
        """Queries for a phase, the most specific first: follow-ups, then the claim's own forms; nothing that was `asked` before.

        Two queries are the same when words, sites and language are the same, whatever the case, quotes and order.
        """
        known = {key(query) for query in asked}
        wanted = [
            self._query(phase, brief, plan.cut(text), self._sites(phase, brief)) for text in first if text.strip()
        ]
        kept: list[SearchQuery] = []
        for query in (*wanted, *self._own(phase, brief)):
            if key(query) not in known:
                known.add(key(query))
                kept.append(query)
        return tuple(kept[: phase.questions])

    def admits(self, phase: SearchPhase, url: str) -> bool:
        """True when a result with this address may be read in this phase: by its channel, whatever sites the query named."""
        return self._sources.rate(url).channel in phase.spec.channels

    def rate(self, url: str, mode: Mode) -> SourceRating:
        """The registry's rating; a channel that the profile takes as leads only is one, whatever the registry says."""
        rating = self._sources.rate(url)
        lead = PROFILES[mode].use(rating.channel) is UsePolicy.LEAD_ONLY
        return replace(rating, lead_only=True) if lead and not rating.lead_only else rating

    def _own(self, phase: SearchPhase, brief: SearchBrief) -> tuple[SearchQuery, ...]:
        """The claim's own query forms for a phase, before anything was found."""
        sites = self._sites(phase, brief)
        if phase.spec.fallback_locale:
            texts = plan.abroad(brief.text, brief.language, phase.language)
            return tuple(self._query(phase, brief, text, sites) for text in texts)
        if phase.id is PhaseId.A_ORIGIN and brief.target is Target.ATTRIBUTION:
            news = self._chosen(self._sources.trusted_news(phase.language), phase)[:ASKED_TRUSTED]
            said = tuple(
                replace(self._query(phase, brief, text, news), tier=SearchTier.TRUSTED)
                for text in plan.origin(brief.text, brief.language)
            )
            checks = self._query(phase, brief, plan.queries(brief.text, phase.id, language=phase.language)[0], sites)
            return (*said[:1], checks, *said[1:])
        texts = plan.queries(brief.text, phase.id, language=phase.language)
        return tuple(self._query(phase, brief, text, sites) for text in texts)

    def _query(self, phase: SearchPhase, brief: SearchBrief, text: str, sites: tuple[str, ...]) -> SearchQuery:
        return SearchQuery(
            text=text,
            tier=phase.spec.tier,
            sites=sites,
            limit=phase.spec.results,
            language=phase.language,
            depth=phase.spec.depth,
            recent=brief.time_bound and not brief.as_of,
            until=brief.cutoff,
        )

    def _sites(self, phase: SearchPhase, brief: SearchBrief) -> tuple[str, ...]:
        """A phase with chosen channels only names the sites that it wants."""
        if not phase.spec.channels <= CHOSEN:
            return ()
        if phase.id is PhaseId.A_ORIGIN:
            return self._chosen(self._sources.fact_checkers(phase.language), phase)[:ASKED_FACT_CHECKERS]
        news = self._chosen(self._sources.trusted_news(phase.language), phase)
        if brief.domain == "health" or topics_of(brief.text, brief.language) & _HEALTH:
            health = self._chosen(self._sources.health_sites(), phase)[:ASKED_HEALTH]
            return tuple(dict.fromkeys((*health, *news)))[:ASKED_TRUSTED]
        return news[:ASKED_TRUSTED]

    def _chosen(self, sites: Sequence[str], phase: SearchPhase) -> tuple[str, ...]:
        return tuple(site for site in sites if self._channel(site) in phase.spec.channels)

    def _channel(self, site: str) -> Channel:
        return self._sources.rate(site).channel


def key(query: SearchQuery) -> tuple[frozenset[str], tuple[str, ...], str]:
    """Equal for two queries that ask the same."""
    stop = stop_words(query.language)
    bare = frozenset(word for word in query.text.replace('"', " ").casefold().split() if word not in stop)
    return bare or frozenset({query.text.casefold()}), query.sites, query.language
