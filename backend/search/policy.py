"""Decides which sites a phase searches and which results it admits.

The decisions depend on the site, its channel and its use policy (docs/design.md#search-profiles).
"""

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
"""The maximum number of trusted sites and of fact-checkers that a query names; the first sites in the lists are used."""
ASKED_HEALTH = 3
"""The maximum number of health authorities among the four trusted sites in a query for a health claim."""
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
    """The part of the source registry that the policy needs."""

    def rate(self, url_or_domain: str) -> SourceRating:
        """Return the channel, tier and use policy of a URL; never raises."""
        ...

    def trusted_news(self, language: str) -> tuple[str, ...]:
        """Return the news sites to search first in this language."""
        ...

    def fact_checkers(self, language: str) -> tuple[str, ...]:
        """Return the fact-checkers to search first in this language."""
        ...

    def health_sites(self) -> tuple[str, ...]:
        """Return the health authorities, most important first."""
        ...


class SearchPolicy:
    """The search policy. The policy is thread-safe, because its only state is the source registry."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def profile(self, mode: Mode) -> Profile:
        """Return the search profile of a mode."""
        return PROFILES[mode]

    def questions(
        self, phase: SearchPhase, brief: SearchBrief, *, asked: Collection[SearchQuery] = (), first: Sequence[str] = ()
    ) -> tuple[SearchQuery, ...]:
        """Return the queries for a phase that are not in `asked`.

        Follow-up queries (`first`) come first, then the claim's own queries, most specific first. Two queries are equal
        if they have the same words, sites and language, regardless of case, quotes and word order.
        """
        known = {key(query) for query in asked}
        follow_ups = [
            self._query(phase, brief, plan.shorten_query(text), self._sites(phase, brief))
            for text in first
            if text.strip()
        ]
        kept: list[SearchQuery] = []
        for query in (*follow_ups, *self._own_queries(phase, brief)):
            if key(query) not in known:
                known.add(key(query))
                kept.append(query)
        return tuple(kept[: phase.questions])

    def admits(self, phase: SearchPhase, url: str) -> bool:
        """Return whether this phase may read the URL. Only the URL's channel counts, not the sites in the query."""
        return self._sources.rate(url).channel in phase.spec.channels

    def rate(self, url: str, mode: Mode) -> SourceRating:
        """Return the registry's rating, marked as lead-only if the profile uses the site's channel only for leads."""
        rating = self._sources.rate(url)
        lead = PROFILES[mode].use(rating.channel) is UsePolicy.LEAD_ONLY
        return replace(rating, lead_only=True) if lead and not rating.lead_only else rating

    def _own_queries(self, phase: SearchPhase, brief: SearchBrief) -> tuple[SearchQuery, ...]:
        """Return the claim's own queries for a phase, which do not depend on earlier results."""
        sites = self._sites(phase, brief)
        if phase.spec.fallback_locale:
            texts = plan.foreign_queries(brief.text, brief.language, phase.language)
            return tuple(self._query(phase, brief, text, sites) for text in texts)
        if phase.id is PhaseId.A_ORIGIN and brief.target is Target.ATTRIBUTION:
            news = self._sites_in_phase(self._sources.trusted_news(phase.language), phase)[:ASKED_TRUSTED]
            said = tuple(
                replace(self._query(phase, brief, text, news), tier=SearchTier.TRUSTED)
                for text in plan.attribution_queries(brief.text, brief.language)
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
        """Return the sites to name in the queries of a phase; empty unless the phase is limited to chosen channels."""
        if not phase.spec.channels <= CHOSEN:
            return ()
        if phase.id is PhaseId.A_ORIGIN:
            return self._sites_in_phase(self._sources.fact_checkers(phase.language), phase)[:ASKED_FACT_CHECKERS]
        news = self._sites_in_phase(self._sources.trusted_news(phase.language), phase)
        if brief.domain == "health" or topics_of(brief.text, brief.language) & _HEALTH:
            health = self._sites_in_phase(self._sources.health_sites(), phase)[:ASKED_HEALTH]
            return tuple(dict.fromkeys((*health, *news)))[:ASKED_TRUSTED]
        return news[:ASKED_TRUSTED]

    def _sites_in_phase(self, sites: Sequence[str], phase: SearchPhase) -> tuple[str, ...]:
        return tuple(site for site in sites if self._channel_of(site) in phase.spec.channels)

    def _channel_of(self, site: str) -> Channel:
        return self._sources.rate(site).channel


def key(query: SearchQuery) -> tuple[frozenset[str], tuple[str, ...], str]:
    """Return a key that is equal for equivalent queries."""
    stop = stop_words(query.language)
    bare = frozenset(word for word in query.text.replace('"', " ").casefold().split() if word not in stop)
    return bare or frozenset({query.text.casefold()}), query.sites, query.language
