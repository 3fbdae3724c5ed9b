"""Selects the search phases for a claim, with their order and limits (docs/design.md#search-profiles)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from backend.domain.search import Depth
from backend.search.brief import UNKNOWN, Comprehension, SearchBrief, Target
from backend.search.settings import PHASES, Locale, Phase, PhaseId, Profile


class BudgetClass(StrEnum):
    """The budget class of a profile, determined by the profile's number of hops."""

    MINIMAL = "minimal"
    STANDARD = "standard"
    DEEP = "deep"


_P = PhaseId
_ROUTES: Mapping[Target, Mapping[BudgetClass, tuple[PhaseId, ...]]] = MappingProxyType({
    Target.REALITY: {
        BudgetClass.MINIMAL: (_P.A, _P.A_ORIGIN, _P.D),
        BudgetClass.STANDARD: (_P.A, _P.A_ORIGIN, _P.B, _P.D),
        BudgetClass.DEEP: (_P.A, _P.A_ORIGIN, _P.B, _P.C, _P.D),
    },
    Target.ATTRIBUTION: {
        BudgetClass.MINIMAL: (_P.A_ORIGIN, _P.D),
        BudgetClass.STANDARD: (_P.A_ORIGIN, _P.B, _P.D),
        BudgetClass.DEEP: (_P.A_ORIGIN, _P.B, _P.C, _P.D),
    },
    Target.EXISTENCE: {
        BudgetClass.MINIMAL: (_P.A, _P.B),
        BudgetClass.STANDARD: (_P.A, _P.B),
        BudgetClass.DEEP: (_P.A, _P.B, _P.C),
    },
})  # fmt: skip
"""The phases for each target and budget class: trusted sites (A), fact-checkers (A-origin), the web (B or D)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPhase:
    """One phase for one claim, in one language and with the profile's limits; at most `questions` queries are sent."""

    spec: Phase
    language: str
    questions: int

    @property
    def id(self) -> PhaseId:
        """The id of the phase."""
        return self.spec.id


def route(brief: SearchBrief, profile: Profile) -> tuple[SearchPhase, ...]:
    """Return the search phases for a claim, in order.

    For the target NONE, return only A-light if the claim was poorly understood, and no phases otherwise.
    """
    wanted = [PHASES[name] for name in _phase_ids(brief, profile)]
    primary, fallbacks = languages(brief, profile.locale)
    phases = []
    for phase in wanted:
        fitted = fit(phase, profile)
        if not fitted.channels or (phase.fallback_locale and not fallbacks):
            continue
        language = fallbacks[0] if phase.fallback_locale else primary
        phases.append(SearchPhase(spec=fitted, language=language, questions=_query_count(phase.id, brief, profile)))
    return tuple(phases)


def _query_count(phase: PhaseId, brief: SearchBrief, profile: Profile) -> int:
    """Return the maximum number of queries that a phase may send.

    For a reported statement, A-origin may send the queries of phase A in addition to its own.
    """
    both = phase is PhaseId.A_ORIGIN and brief.target is Target.ATTRIBUTION
    return profile.questions.of(phase) + (profile.questions.of(PhaseId.A) if both else 0)


def fit(phase: Phase, profile: Profile) -> Phase:
    """Return the phase restricted to the profile's limits.

    If the profile has fewer hops, later phases share the last hop.
    """
    return replace(
        phase,
        depth=Depth.BASIC if profile.search_depth is Depth.BASIC else phase.depth,
        k=min(phase.k, profile.max_results),
        channels=phase.channels & profile.channels_allowed,
        hop=min(phase.hop, profile.max_hops),
    )


def languages(brief: SearchBrief, locale: Locale) -> tuple[str, tuple[str, ...]]:
    """Return the primary language and the fallback languages.

    The primary language is that of the locale, that of the claim or the default, in this order of preference. The
    fallbacks of the locale come before those of the claim; there are at most `locale.max_fallbacks`.
    """
    own = "" if brief.language == UNKNOWN else brief.language
    primary = locale.primary or own or locale.default
    others = dict.fromkeys((*locale.fallbacks, *brief.fallbacks))
    return primary, tuple(tag for tag in others if tag != primary)[: locale.max_fallbacks]


def budget_class(profile: Profile) -> BudgetClass:
    """Return MINIMAL for at most one hop, DEEP for three or more hops, and STANDARD otherwise."""
    if profile.max_hops <= 1:
        return BudgetClass.MINIMAL
    return BudgetClass.DEEP if profile.max_hops >= 3 else BudgetClass.STANDARD


def _phase_ids(brief: SearchBrief, profile: Profile) -> tuple[PhaseId, ...]:
    """Return the ids of the phases. For a poorly understood claim, A-light comes before all other phases."""
    leading_phases = (PhaseId.A_LIGHT,) if brief.comprehension is Comprehension.LOW else ()
    if brief.target is Target.NONE:
        return leading_phases
    return (*leading_phases, *_ROUTES[brief.target][budget_class(profile)])
