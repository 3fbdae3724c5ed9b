"""Sources cited in the news answer: only the credible ones, unless there are too few of them."""

from __future__ import annotations

from dataclasses import replace

from backend.api.legacy import news_result
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceTier
from backend.sources.registry import SourceRegistry
from tests.api_world import make_evidence, make_verdict

REGISTRY = SourceRegistry()
GOOD = ("nasa.gov", "nature.com", "reuters.com")


def item(domain: str, stance: Stance = Stance.REFUTES) -> Evidence:
    made = make_evidence(stance, f"The Earth is no disc, says {domain}.", domain=domain)
    return replace(made, candidate=replace(made.candidate, rating=REGISTRY.rate(domain)))


def cited_domains(*evidence: Evidence) -> list[str]:
    verdict = make_verdict(VerifyRequest(claim="The Earth is flat"), evidence=evidence)
    return [citation["url"].split("/")[2].removeprefix("www.") for citation in news_result(verdict)["citations"]]


def test_only_credible_sources_are_cited_when_there_are_three() -> None:
    assert REGISTRY.rate("blog.example").tier is SourceTier.C
    assert cited_domains(*map(item, GOOD), item("blog.example")) == list(GOOD)


def test_with_fewer_credible_sources_all_are_cited() -> None:
    assert cited_domains(*map(item, GOOD[:2]), item("blog.example")) == [*GOOD[:2], "blog.example"]


def test_where_most_sources_are_unknown_all_are_cited() -> None:
    unknown = [f"blog-{n}.example" for n in range(8)]
    assert cited_domains(*map(item, GOOD), *map(item, unknown)) == [*GOOD, *unknown]


def test_opposing_source_is_cited_even_if_unknown() -> None:
    other = item("blog.example", Stance.SUPPORTS)
    assert cited_domains(other, *map(item, GOOD), item("blog-2.example")) == ["blog.example", *GOOD]


def test_leads_and_neutral_evidence_are_never_cited() -> None:
    assert cited_domains(*map(item, GOOD), item("facebook.com"), item("reuters.com", Stance.NEUTRAL)) == list(GOOD)
