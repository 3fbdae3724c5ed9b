from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.search import Depth
from backend.domain.trust import Channel
from backend.search.brief import Comprehension, SearchBrief, Target
from backend.search.route import BudgetClass, budget_class, fit, languages, route
from backend.search.settings import DEEP, MAIN, PHASES, Locale, PhaseId

P = PhaseId


def phases(profile=MAIN, **brief: object) -> list[PhaseId]:  # type: ignore[no-untyped-def]
    return [stop.id for stop in route(SearchBrief(text="x", **brief), profile)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("target", "main", "deep"),
    [
        (Target.REALITY, [P.A, P.A_ORIGIN, P.D], [P.A, P.A_ORIGIN, P.B, P.C, P.D]),
        (Target.ATTRIBUTION, [P.A_ORIGIN, P.D], [P.A_ORIGIN, P.B, P.C, P.D]),
        (Target.EXISTENCE, [P.A, P.B], [P.A, P.B, P.C]),
    ],
)
def test_claim_aspects_choose_the_phases(target: Target, main: list[PhaseId], deep: list[PhaseId]) -> None:
    assert phases(MAIN, target=target) == main
    assert phases(DEEP, target=target, fallbacks=("de",)) == deep


def test_foreign_language_phase_needs_another_language() -> None:
    assert P.C not in phases(DEEP)
    assert P.C not in phases(DEEP, language="de", fallbacks=("de",))
    assert P.C in phases(DEEP, language="de", fallbacks=("en",))


def test_unverifiable_claim_is_searched_only_if_poorly_parsed() -> None:
    assert phases(target=Target.NONE, comprehension=Comprehension.HIGH) == []
    assert phases(target=Target.NONE, comprehension=Comprehension.LOW) == [P.A_LIGHT]


def test_budget_class_follows_the_hops() -> None:
    assert [budget_class(replace(MAIN, max_hops=hops)) for hops in (0, 1, 2, 3, 4)] == [
        BudgetClass.MINIMAL, BudgetClass.MINIMAL, BudgetClass.STANDARD, BudgetClass.DEEP, BudgetClass.DEEP,
    ]  # fmt: skip
    assert phases(replace(MAIN, max_hops=2)) == [P.A, P.A_ORIGIN, P.B, P.D]


def test_a_phase_left_without_channels_is_dropped() -> None:
    only_leads = replace(DEEP, channels_allowed=frozenset({Channel.SOCIAL}))
    assert phases(only_leads, fallbacks=("de",)) == [P.D]


def test_only_deep_mode_searches_social_sites() -> None:
    assert Channel.SOCIAL not in fit(PHASES[P.D], MAIN).channels
    assert Channel.SOCIAL in fit(PHASES[P.D], DEEP).channels


@given(st.sampled_from(list(PhaseId)), st.sampled_from([MAIN, DEEP]))
def test_profile_never_extends_a_phase(phase: PhaseId, profile) -> None:  # type: ignore[no-untyped-def]
    whole, fitted = PHASES[phase], fit(PHASES[phase], profile)
    assert fitted.k <= min(whole.k, profile.max_results)
    assert fitted.channels <= whole.channels & profile.channels_allowed
    assert fitted.hop <= min(whole.hop, profile.max_hops)
    assert not (fitted.depth is Depth.ADVANCED and whole.depth is Depth.BASIC)


@pytest.mark.parametrize(
    ("language", "fallbacks", "locale", "found"),
    [
        ("en", (), Locale(), ("en", ())),
        ("und", ("de",), Locale(), ("en", ("de",))),
        ("de", ("en", "fr", "it"), Locale(), ("de", ("en", "fr"))),
        ("de", ("en",), Locale(primary="fr"), ("fr", ("en",))),
        ("en", ("de",), Locale(fallbacks=("uk", "en")), ("en", ("uk", "de"))),
    ],
)
def test_search_locales_are_decided(
    language: str, fallbacks: tuple[str, ...], locale: Locale, found: tuple[str, tuple[str, ...]]
) -> None:
    assert languages(SearchBrief(text="x", language=language, fallbacks=fallbacks), locale) == found


def test_foreign_language_phase_uses_the_first_fallback_language() -> None:
    spoken = {
        stop.id: stop.language for stop in route(SearchBrief(text="x", language="de", fallbacks=("en", "fr")), DEEP)
    }
    assert spoken == {P.A: "de", P.A_ORIGIN: "de", P.B: "de", P.C: "en", P.D: "de"}
