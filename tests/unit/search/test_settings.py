"""The constants of docs/design.md#search-profiles, each with its source."""

from __future__ import annotations

import pytest

from backend.domain.claim import Mode
from backend.domain.constants import sources
from backend.domain.search import Depth
from backend.domain.trust import Channel, SourceTier, UsePolicy
from backend.search.settings import DEEP, MAIN, PHASES, PROFILES, PhaseId, StancePass

CHOSEN = {Channel.AUTHORITATIVE, Channel.REPUTABLE_NEWS}
COUNTING = CHOSEN | {Channel.LOCAL_MEDIA, Channel.ORDINARY}


@pytest.mark.parametrize(
    ("name", "main", "deep"),
    [
        ("search_depth", Depth.BASIC, Depth.ADVANCED),
        ("max_results", 3, 7),
        ("max_hops", 1, 3),
        ("stance_pass", StancePass.SINGLE, StancePass.TWO_PASS),
        ("channels_allowed", COUNTING, set(Channel)),
        ("stop_on_sufficiency", True, True),
    ],
)
def test_profiles_have_the_documented_values(name: str, main: object, deep: object) -> None:
    assert (getattr(MAIN, name), getattr(DEEP, name)) == (main, deep)


def test_both_profiles_share_their_safety_settings() -> None:
    for profile in (MAIN, DEEP):
        assert (profile.quality.min_relevance, profile.quality.min_coverage, profile.quality.min_diversity) == (
            0.15,
            0.5,
            0,
        )
        least = profile.sufficiency
        assert (least.quotes, least.domains, least.tier) == (1, 1, SourceTier.C)
        assert (profile.safety.max_confidence_without_quotes, profile.safety.forbid_context_as_support) == (0.5, True)
        assert (profile.budget.credits, profile.budget.credits_basic, profile.budget.credits_advanced) == (0, 80, 160)
        assert (profile.locale.default, profile.locale.max_fallbacks) == ("en", 2)


def test_use_policy_follows_the_channel() -> None:
    for profile in (MAIN, DEEP):
        leads = {channel for channel in Channel if profile.use(channel) is UsePolicy.LEAD_ONLY}
        assert leads == {Channel.SOCIAL, Channel.LOW_RELIABILITY}


@pytest.mark.parametrize(
    ("phase", "fallback", "channels", "depth", "k"),
    [
        (PhaseId.A, False, CHOSEN, Depth.BASIC, 3),
        (PhaseId.A_LIGHT, False, {Channel.AUTHORITATIVE}, Depth.BASIC, 2),
        (PhaseId.A_ORIGIN, False, CHOSEN, Depth.BASIC, 3),
        (PhaseId.B, False, COUNTING, Depth.ADVANCED, 5),
        (PhaseId.C, True, CHOSEN, Depth.BASIC, 3),
        (PhaseId.D, False, set(Channel), Depth.ADVANCED, 7),
    ],
)
def test_phases_have_the_documented_values(
    phase: PhaseId, fallback: bool, channels: set[Channel], depth: Depth, k: int
) -> None:
    found = PHASES[phase]
    assert (found.fallback_locale, found.channels, found.depth, found.k) == (fallback, channels, depth, k)


def test_profiles_cover_the_limits_of_the_original_designs() -> None:
    """Document 000 sends six queries for three new URLs each. Document 004 requests 8, 5 and 8 results per query."""
    assert MAIN.budget.questions == 6
    assert MAIN.max_results == 3
    assert [PHASES[phase].results for phase in (PhaseId.A, PhaseId.A_ORIGIN, PhaseId.D)] == [8, 5, 8]
    limits = MAIN.comparison
    assert (limits.rounds, limits.max_diversity, limits.calls, limits.max_hits, limits.min_trust) == (
        2,
        0.10,
        4,
        2,
        0.40,
    )
    asked = sum(MAIN.questions.of(phase) for phase in (PhaseId.A, PhaseId.A_ORIGIN, PhaseId.D))
    assert asked == MAIN.budget.questions


def test_every_figure_names_its_source() -> None:
    for profile in PROFILES.values():
        assert all(source for _, _, source in sources(profile))
    for phase in PHASES.values():
        assert all(source for _, _, source in sources(phase))


def test_every_mode_has_a_profile_and_every_phase_is_routed() -> None:
    assert PROFILES.keys() == set(Mode)
    assert PHASES.keys() == set(PhaseId)
