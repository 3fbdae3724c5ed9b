"""The whole check with real components: bundled models, Chroma, SQLite, SearXNG's protocol, and pages over loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from backend.bootstrap import Services, build
from backend.domain.claim import PageContext, VerifyOptions, VerifyRequest
from backend.domain.run import EvidenceEvent, Run, StageEvent, VerdictEvent
from backend.domain.verdict import DataSource, Label, LeaningLabel, Verdict
from backend.settings import Settings
from backend.trust.sufficiency import countable
from backend.verdict.explain import citations
from tests.each_row import each_row
from tests.frozen_web import FrozenWeb
from tests.loopback import Fault
from tests.models import bundled_models


@pytest.fixture
def web() -> Iterator[FrozenWeb]:
    with FrozenWeb() as running:
        yield running


@contextmanager
def served(web: FrozenWeb, folder: Path) -> Iterator[Services]:
    settings = Settings(
        _env_file=None,
        data_dir=folder,
        engines="searxng",
        searxng_url=web.url,
        resolve=web.resolve,
    )
    with closing(build(settings, models=bundled_models())) as built:
        yield built


@pytest.fixture
def services(web: FrozenWeb, tmp_path: Path) -> Iterator[Services]:
    with served(web, tmp_path) as built:
        yield built


@pytest.fixture(scope="module")
def shared_web() -> Iterator[FrozenWeb]:
    with FrozenWeb() as running:
        yield running


@pytest.fixture(scope="module")
def shared(shared_web: FrozenWeb, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A service for the claims that are not to be remembered, which leave it unchanged."""
    with served(shared_web, tmp_path_factory.mktemp("shared")) as built:
        yield built


def check(services: Services, claim: str, **options: object) -> Verdict:
    """Check a claim that is not to be remembered."""
    return verify(services, claim, remember=False, **options)


def verify(services: Services, claim: str, **options: object) -> Verdict:
    url = str(options.pop("url", ""))
    request = VerifyRequest(claim=claim, context=PageContext(url=url), options=VerifyOptions(**options))
    return services.pipeline.verify(request, Run(seconds=25))


def test_first_run_searches_and_cites_second_answers_from_the_knowledge_base(services, web):
    claim = "An Arctic tern tagged at Lisvik flew 96,000 kilometers in one year"
    first = verify(services, claim)
    assert first.label is Label.TRUE
    assert first.used_web_search
    assert {e.rating.domain for e in first.evidence if countable(e)} == {"apnews.com", "bbc.com"}
    asked = len(web.searches)
    assert asked > 0
    second = verify(services, claim)
    assert second.label is Label.TRUE
    assert second.data_source is DataSource.KNOWLEDGE_BASE
    assert not second.used_web_search
    assert len(web.searches) == asked


def test_figure_that_every_page_contradicts_is_probably_false_at_least(shared):
    verdict = check(shared, "The repairs of the Halden bridge cost 400 million euros")
    assert verdict.label is Label.FALSE or verdict.leaning.label is LeaningLabel.PROBABLY_FALSE
    assert "reuters.com" in {e.rating.domain for e in verdict.evidence if e.decisive}


@each_row(
    ("claim", "label", "domain"),
    [
        ("An Arctic tern tagged at Lisvik flew 96,000 kilometers in one year", Label.TRUE, "apnews.com"),
        ("The Halden bridge collapsed in 2023", Label.FALSE, "snopes.com"),
        ("Drinking vinegar cures color blindness", Label.FALSE, "factcheck.org"),
        ("The city of Norwick has banned bicycles from its city center", Label.FALSE, "politifact.com"),
    ],
)
def test_claims_about_the_frozen_web_are_decided(shared, claim, label, domain):
    verdict = check(shared, claim)
    assert verdict.label is label
    assert domain in {e.rating.domain for e in verdict.evidence if e.decisive}
    assert all(e.quote in e.passage.text for e in verdict.evidence)
    assert citations(verdict.reasoning)
    assert all(1 <= n <= len(verdict.evidence) for n in citations(verdict.reasoning))


def test_claim_supported_only_by_unrated_sites_is_a_leaning(shared):
    verdict = check(shared, "The Orsava observatory discovered a comet named Telka-9 in 2022")
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert verdict.leaning is not None
    assert verdict.leaning.label is LeaningLabel.PROBABLY_TRUE
    assert "comet-diary.org" in {e.rating.domain for e in verdict.evidence if e.decisive}


def test_tiers_are_searched_in_order_until_the_evidence_suffices(shared, shared_web):
    before = len(shared_web.searches)
    check(shared, "The Halden bridge collapsed in 2023")
    searches = shared_web.searches[before:]
    questions = " ".join(searches)
    assert questions.index("reuters.com") < questions.index("snopes.com")
    assert all("site:" in question for question in searches), "the broad web was not needed"


def test_two_sources_that_disagree_are_both_shown_and_the_answer_is_unsure(shared):
    verdict = check(shared, "The Velbrook dam was completed in 1961")
    assert verdict.label is Label.PARTIALLY_TRUE
    assert "disagree" in verdict.reasoning
    assert verdict.confidence <= 0.65
    assert {"supports", "refutes"} <= {e.stance.value for e in verdict.evidence}


@each_row(
    "claim",
    ["The Halden bridge was secretly sold to a foreign bank", "Grelmo Tansk won the 1997 regional zither championship"],
)
def test_claim_without_reliable_sources_stays_undecided(shared, claim):
    verdict = check(shared, claim)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert verdict.confidence <= 0.35


def test_page_of_the_claim_is_not_evidence_for_it(shared):
    page = "https://www.snopes.com/fact-check/halden-bridge-collapse/"
    verdict = check(shared, "The Halden bridge collapsed in 2023", url=page)
    assert all(e.passage.source != page for e in verdict.evidence)


def test_blocked_search_is_reported_and_not_counted_as_evidence(services, web):
    web.search_fault = Fault.TOO_MANY
    verdict = verify(services, "The Halden bridge collapsed in 2023")
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert {"search_blocked", "search_unavailable"} <= {issue.code for issue in verdict.issues}


def test_offline_opens_no_search_and_reads_no_page(shared, shared_web):
    before = (shared_web.searches, shared_web.pages)
    verdict = check(shared, "The Halden bridge collapsed in 2023", offline=True)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert not verdict.used_web_search
    assert (shared_web.searches, shared_web.pages) == before


def test_opinions_and_vague_claims_are_answered_without_retrieval(shared, shared_web):
    before = (shared_web.searches, shared_web.pages)
    opinion = check(shared, "Pizza tastes better than burgers")
    vague = check(shared, "It's true")
    assert opinion.label is Label.NOT_VERIFIABLE
    assert vague.label is Label.NOT_ENOUGH_EVIDENCE
    assert "rephrase" in vague.reasoning
    assert opinion.evidence == vague.evidence == ()
    assert (shared_web.searches, shared_web.pages) == before


def test_progress_is_reported_before_the_answer(shared):
    seen: list[object] = []
    request = VerifyRequest(claim="The Halden bridge collapsed in 2023", options=VerifyOptions(remember=False))
    shared.pipeline.verify(request, Run(seconds=25, listener=seen.append))
    kinds = [type(event) for event in seen]
    assert kinds[0] is StageEvent
    assert kinds.index(EvidenceEvent) < len(kinds) - 1
    assert any(isinstance(e, VerdictEvent) and e.provisional for e in seen)
    assert [e for e in seen if isinstance(e, VerdictEvent)][-1].provisional is False


def test_deadline_gives_a_partial_answer_marked_as_such(services, web):
    web.search_fault = Fault.HANG
    run = Run(seconds=1.0)
    verdict = services.pipeline.verify(VerifyRequest(claim="The Halden bridge collapsed in 2023"), run)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert verdict.timings_ms["total"] < 4_000
    assert {"deadline", "search_timeout"} & {issue.code for issue in verdict.issues}


def test_claim_with_two_parts_is_judged_per_part(shared):
    verdict = check(shared, "The Earth is flat and the United Nations was founded in 1945.", offline=True)
    assert [p.label for p in verdict.parts] == [Label.FALSE, Label.TRUE]
    assert verdict.label is Label.PARTIALLY_TRUE


def test_the_same_claim_on_the_same_snapshot_gives_the_same_answer(shared):
    first = check(shared, "The Earth is flat", offline=True)
    again = check(shared, "The Earth is flat", offline=True)
    assert (first.label, first.reasoning, first.confidence) == (again.label, again.reasoning, again.confidence)
    assert [e.passage.id for e in first.evidence] == [e.passage.id for e in again.evidence]


def test_pages_found_for_another_claim_decide_after_they_are_read_again(services):
    undecided = verify(services, "An Arctic tern tagged at Lisvik was named after a singer")
    assert undecided.label is Label.NOT_ENOUGH_EVIDENCE
    verdict = verify(services, "An Arctic tern tagged at Lisvik flew 96,000 kilometers in one year")
    assert verdict.label is Label.TRUE
    assert verdict.used_web_search


def test_stored_pages_of_rated_sources_are_read_again_if_the_search_does_not_find_them(services, web):
    verify(services, "An Arctic tern tagged at Lisvik was named after a singer")
    web.search_fault = Fault.TOO_MANY
    verdict = verify(services, "An Arctic tern tagged at Lisvik flew 96,000 kilometers in one year")
    assert verdict.label is Label.TRUE
    assert "search_blocked" in {issue.code for issue in verdict.issues}


def test_verdict_text_is_never_stored_as_evidence(services):
    before = json.dumps(services.knowledge.stats()["passages"])
    verify(services, "The Earth is flat", offline=True)
    assert json.dumps(services.knowledge.stats()["passages"]) == before
