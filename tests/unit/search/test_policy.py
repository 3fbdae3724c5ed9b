from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from backend.domain.claim import AtomicClaim, Mode
from backend.domain.search import Depth, SearchTier
from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType
from backend.pipeline.conclude import Gathered, conclude
from backend.search.brief import SearchBrief, Target
from backend.search.policy import SearchPolicy
from backend.search.settings import PhaseId
from backend.sources.registry import SourceRegistry
from tests.evidence_maker import BALANCED, evidence
from tests.phase_search import phase_of

CLAIM = "The Halden bridge reopened in March 2024"
POLICY = SearchPolicy(SourceRegistry())


def sites(phase: PhaseId, brief: SearchBrief, **how: object) -> tuple[str, ...]:
    return POLICY.questions(phase_of(phase, language=brief.language, **how), brief)[0].sites  # type: ignore[arg-type]


def test_trusted_sites_follow_the_language() -> None:
    assert sites(PhaseId.A, SearchBrief(text=CLAIM)) == ("reuters.com", "bbc.com", "apnews.com", "nytimes.com")
    german = sites(PhaseId.A, SearchBrief(text="Die Brücke in Halden wurde 2024 eröffnet", language="de"))
    assert german == SourceRegistry().trusted_news("de")[:4]
    assert sites(PhaseId.A_ORIGIN, SearchBrief(text=CLAIM, language="es")) == SourceRegistry().fact_checkers("es")[:3]


@pytest.mark.parametrize("brief", [SearchBrief(text="Vaccines cause autism"), SearchBrief(text=CLAIM, domain="health")])
def test_health_claims_search_health_authorities_first(brief: SearchBrief) -> None:
    assert sites(PhaseId.A, brief) == ("who.int", "nih.gov", "cdc.gov", "reuters.com")


def test_light_phase_searches_authorities_only() -> None:
    named = sites(PhaseId.A_LIGHT, SearchBrief(text=CLAIM))
    assert named
    assert {SourceRegistry().rate(site).channel for site in named} == {Channel.AUTHORITATIVE}


def test_phases_of_all_supporting_channels_name_no_sites() -> None:
    for phase in (PhaseId.B, PhaseId.D):
        assert sites(phase, SearchBrief(text=CLAIM)) == ()


@pytest.mark.parametrize(
    ("phase", "mode", "url", "admitted"),
    [
        (PhaseId.A, Mode.MAIN, "https://www.reuters.com/world/story-2024", True),
        (PhaseId.A, Mode.MAIN, "https://climate.nasa.gov/news/story", True),
        (PhaseId.A, Mode.MAIN, "https://www.theguardian.com/story", True),
        (PhaseId.A, Mode.MAIN, "https://reuters.com.evil.example/story", False),
        (PhaseId.A, Mode.MAIN, "https://some-blog.example/story", False),
        (PhaseId.D, Mode.MAIN, "https://some-blog.example/story", True),
        (PhaseId.D, Mode.MAIN, "https://www.reddit.com/r/x/comments/1/story", False),
        (PhaseId.D, Mode.DEEP, "https://www.reddit.com/r/x/comments/1/story", True),
        (PhaseId.B, Mode.DEEP, "https://www.reddit.com/r/x/comments/1/story", False),
    ],
)
def test_results_are_admitted_by_channel(phase: PhaseId, mode: Mode, url: str, admitted: bool) -> None:
    assert POLICY.admits(phase_of(phase, mode), url) is admitted


@dataclass(frozen=True)
class Careless(SourceRegistry):
    """A registry that does not mark a social media site as a lead."""

    ratings: dict[str, SourceRating] = field(default_factory=dict)

    def rate(self, url_or_domain: str) -> SourceRating:
        return SourceRating(
            domain="forum.example", tier=SourceTier.D, credibility=0.3, type=SourceType.SOCIAL, channel=Channel.SOCIAL
        )


def test_lead_channel_never_counts_regardless_of_the_rating() -> None:
    assert SearchPolicy(Careless()).rate("https://forum.example/1", Mode.DEEP).lead_only
    assert not POLICY.rate("https://some-blog.example/story", Mode.DEEP).lead_only
    assert POLICY.rate("https://www.reddit.com/r/x", Mode.MAIN).lead_only


def test_quotation_searches_its_origin_and_fact_checkers() -> None:
    brief = SearchBrief(text="Anna Vogt said that the mine in Halden will close", target=Target.ATTRIBUTION)
    place = replace(phase_of(PhaseId.A_ORIGIN), questions=3)
    first, second, third = POLICY.questions(place, brief)
    assert (first.tier, first.sites) == (SearchTier.TRUSTED, ("reuters.com", "bbc.com", "apnews.com", "nytimes.com"))
    assert first.text == "Anna Vogt mine Halden close"
    assert (second.tier, second.sites) == (SearchTier.FACT_CHECK, ("snopes.com", "factcheck.org", "politifact.com"))
    assert third.text.endswith("official statement")


def test_foreign_language_phase_searches_names_on_its_own_sites() -> None:
    brief = SearchBrief(text="The Halden bridge in Germany reopened in 2024", fallbacks=("de",))
    first = POLICY.questions(phase_of(PhaseId.C, Mode.DEEP, language="de"), brief)[0]
    assert (first.text, first.language) == ("Halden Germany 2024", "de")
    assert first.sites == SourceRegistry().trusted_news("de")[:4]


def test_depth_date_and_news_reach_the_providers() -> None:
    now = SearchBrief(text="The bridge is currently closed", time_bound=True)
    then = replace(now, as_of="2019-05-12")
    asked = POLICY.questions(phase_of(PhaseId.D, Mode.DEEP), now)[0]
    assert (asked.depth, asked.recent, asked.until) == (Depth.ADVANCED, True, "")
    dated = POLICY.questions(phase_of(PhaseId.D), then)[0]
    assert (dated.depth, dated.recent, dated.until) == (Depth.BASIC, False, "2019-05-12")
    assert not POLICY.questions(phase_of(PhaseId.D), replace(then, time_bound=False))[0].until


def test_query_is_repeated_on_other_sites_only() -> None:
    brief = SearchBrief(text=CLAIM)
    wide = POLICY.questions(phase_of(PhaseId.B, Mode.DEEP), brief)
    later = POLICY.questions(phase_of(PhaseId.D, Mode.DEEP), brief, asked=wide)
    assert not {query.text for query in wide} & {query.text for query in later}
    assert POLICY.questions(phase_of(PhaseId.A), brief, asked=wide) == POLICY.questions(phase_of(PhaseId.A), brief)
    again = POLICY.questions(phase_of(PhaseId.D), brief, asked=wide, first=[f'"{wide[0].text.upper()}"'])
    assert wide[0].text.upper() not in {query.text.replace('"', "") for query in again}


@pytest.mark.parametrize("mode", list(Mode))
def test_verdict_settings_follow_the_profile(mode: Mode) -> None:
    """Passages without a quote are context: they neither make a verdict firm nor add confidence."""
    safety = POLICY.profile(mode).safety
    context = [replace(evidence(text=f"{CLAIM}, says town {n}.", domain=f"d{n}.example"), quote="") for n in range(6)]
    part = AtomicClaim(id="c1", text=CLAIM)
    verdict = conclude(Gathered(part=part, evidence=tuple(context), found=(), searched=True), policy=BALANCED, top_k=5)
    assert safety.forbid_context_as_support
    assert not verdict.label.firm
    assert verdict.confidence <= safety.max_confidence_without_quotes
