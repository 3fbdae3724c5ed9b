"""The phases of a claim, in order and with their limits (docs/design.md#search-profiles)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from backend.domain.search import Depth
from backend.search.brief import UNKNOWN, Comprehension, SearchBrief, Target
from backend.search.settings import PHASES, Locale, Phase, PhaseId, Profile


class Class(StrEnum):
    """Budget class, by the hops of a profile."""

    MINIMAL = "minimal"
    STANDARD = "standard"
    DEEP = "deep"


_P = PhaseId
_ROUTES: Mapping[Target, Mapping[Class, tuple[PhaseId, ...]]] = MappingProxyType({
    Target.REALITY: {
        Class.MINIMAL: (_P.A, _P.A_ORIGIN, _P.D),
        Class.STANDARD: (_P.A, _P.A_ORIGIN, _P.B, _P.D),
        Class.DEEP: (_P.A, _P.A_ORIGIN, _P.B, _P.C, _P.D),
    },
    Target.ATTRIBUTION: {
        Class.MINIMAL: (_P.A_ORIGIN, _P.D),
        Class.STANDARD: (_P.A_ORIGIN, _P.B, _P.D),
        Class.DEEP: (_P.A_ORIGIN, _P.B, _P.C, _P.D),
    },
    Target.EXISTENCE: {
        Class.MINIMAL: (_P.A, _P.B),
        Class.STANDARD: (_P.A, _P.B),
        Class.DEEP: (_P.A, _P.B, _P.C),
    },
})  # fmt: skip
"""Phases of every profile: trusted (A), fact-checkers (A-origin), the web (B or D)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPhase:
    """One phase for one claim: with the profile's limits, in one language. `questions`: at most this many queries."""

    spec: Phase
    language: str
    questions: int

    @property
    def id(self) -> PhaseId:
        """Which phase it is."""
        return self.spec.id


def route(brief: SearchBrief, profile: Profile) -> tuple[SearchPhase, ...]:
    """The phases in order. Target NONE has none, unless the claim was poorly understood: then A-light alone."""
    wanted = [PHASES[name] for name in _wanted(brief, profile)]
    primary, fallbacks = languages(brief, profile.locale)
    phases = []
    for phase in wanted:
        fitted = fit(phase, profile)
        if not fitted.channels or (phase.fallback_locale and not fallbacks):
            continue
        language = fallbacks[0] if phase.fallback_locale else primary
        phases.append(SearchPhase(spec=fitted, language=language, questions=_questions(phase.id, brief, profile)))
    return tuple(phases)


def _questions(phase: PhaseId, brief: SearchBrief, profile: Profile) -> int:
    """For a reported statement, A-origin searches as A does, and the fact-checkers as well."""
    both = phase is PhaseId.A_ORIGIN and brief.target is Target.ATTRIBUTION
    return profile.questions.of(phase) + (profile.questions.of(PhaseId.A) if both else 0)


def fit(phase: Phase, profile: Profile) -> Phase:
    """The phase under the profile's caps: caps never widen it, and a cap on hops merges hops without losing a phase."""
    return replace(
        phase,
        depth=Depth.BASIC if profile.search_depth is Depth.BASIC else phase.depth,
        k=min(phase.k, profile.max_results),
        channels=phase.channels & profile.channels_allowed,
        hop=min(phase.hop, profile.max_hops),
    )


def languages(brief: SearchBrief, locale: Locale) -> tuple[str, tuple[str, ...]]:
    """Primary language and at most two fallbacks: the policy's, else the claim's, else English."""
    own = "" if brief.language == UNKNOWN else brief.language
    primary = locale.primary or own or locale.default
    others = dict.fromkeys((*locale.fallbacks, *brief.fallbacks))
    return primary, tuple(tag for tag in others if tag != primary)[: locale.max_fallbacks]


def budget_class(profile: Profile) -> Class:
    """Hops up to 1 minimal, from 3 on deep, else standard."""
    if profile.max_hops <= 1:
        return Class.MINIMAL
    return Class.DEEP if profile.max_hops >= 3 else Class.STANDARD


def _wanted(brief: SearchBrief, profile: Profile) -> tuple[PhaseId, ...]:
    """A-light precedes all others for a poorly understood claim, and replaces none of them."""
    first = (PhaseId.A_LIGHT,) if brief.comprehension is Comprehension.LOW else ()
    if brief.target is Target.NONE:
        return first
    return (*first, *_ROUTES[brief.target][budget_class(profile)])
