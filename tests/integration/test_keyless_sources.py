"""The whole pipeline with additional sources: settings, engines, passages, stance and verdict, with all providers on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backend.bootstrap import Services, build, build_searcher
from backend.domain.article import PassageKind
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import TOPICAL_SOURCES, Settings
from backend.sources.registry import SourceRegistry
from tests import source_formats as formats
from tests.frozen_web import FrozenWeb
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request
from tests.models import bundled_models
from tests.source_formats import SourceRecord, as_json, quantity, statement

LABEL = SourceRecord(
    title="Haldostatin", id="ab-12",
    text="Haldostatin turns urine blue in most patients. The colour returns to normal after treatment.",
)  # fmt: skip
PAPER = SourceRecord(
    title="Velbrook root and migraine: a randomised trial", id="trial.7",
    text="We studied 900 patients. Velbrook root does not prevent migraine. It was no better than placebo.",
)  # fmt: skip


class Providers(LoopbackServer):
    """All keyless sources on one port, each under a path with its name."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: dict[str, Fault] = {}

    def __enter__(self) -> Providers:
        super().__enter__()
        return self

    @property
    def asked(self) -> set[str]:
        """The names of the sources queried so far."""
        return {request.path.split("/")[1] for request in self.requests}

    def answer(self, request: Request) -> LoopbackReply | Fault:
        name = request.path.split("/")[1]
        if name in self.faults:
            return self.faults[name]
        return {
            "openfda": lambda: formats.openfda([LABEL] if "Haldostatin" in request.target else [], request),
            "europepmc": lambda: formats.europe_pmc([PAPER] if "Velbrook" in request.target else [], request),
            "openalex": lambda: formats.openalex([PAPER] if "Velbrook" in request.target else [], request),
            "semantic_scholar": lambda: formats.semantic_scholar([], request),
            "crossref": lambda: formats.crossref([], request),
            "arxiv": lambda: formats.arxiv([], request),
            "gdelt": lambda: formats.gdelt([], request),
            "wikidata": lambda: _wikidata(request),
        }[name]()


def _wikidata(request: Request) -> LoopbackReply:
    action = request.query["action"][0]
    if action == "wbsearchentities":
        return as_json({"search": [{"id": "Q513", "label": "Velbrook Tower", "description": "tower in Velbrook"}]})
    if action == "wbgetclaims":
        return as_json({"claims": {"P2048": [statement(quantity("+512", "Q11573"))]}})
    labels = {"P2048": "height", "Q11573": "metre"}
    wanted = request.query["ids"][0].split("|")
    return as_json(
        {"entities": {i: {"id": i, "labels": {"en": {"language": "en", "value": labels[i]}}} for i in wanted}}
    )


@pytest.fixture
def providers() -> Iterator[Providers]:
    with Providers() as running:
        yield running


def _settings(web: FrozenWeb, providers: Providers, folder: Path, **others: object) -> Settings:
    return Settings(
        _env_file=None,
        data_dir=folder,
        engines=",".join(("searxng", *TOPICAL_SOURCES)),
        searxng_url=web.url,
        sources_url=providers.url,
        resolve=web.resolve,
        **others,
    )  # type: ignore[call-arg, arg-type]


@pytest.fixture
def services(providers: Providers, tmp_path: Path) -> Iterator[Services]:
    with FrozenWeb() as web, closing(build(_settings(web, providers, tmp_path), models=bundled_models())) as built:
        yield built


def _verify(services: Services, claim: str) -> Verdict:
    request = VerifyRequest(claim=claim, options=VerifyOptions())
    return services.pipeline.verify(request, Run(seconds=60))


def test_drug_label_decides_a_claim_unknown_to_the_web(services: Services, providers: Providers) -> None:
    verdict = _verify(services, "Haldostatin turns urine blue")
    assert verdict.label is Label.TRUE
    assert {e.rating.domain for e in verdict.evidence if e.decisive} == {"nih.gov"}
    assert all("Haldostatin turns urine blue in most patients." in e.quote for e in verdict.evidence if e.decisive)
    assert providers.asked == {"openfda", "europepmc"}


def test_paper_found_in_two_indexes_is_one_source_and_decides_nothing_alone(services: Services) -> None:
    verdict = _verify(services, "Velbrook root prevents migraine")
    found = [e for e in verdict.evidence if e.passage.source == "https://doi.org/10.1234/trial.7"]
    assert found
    assert {e.passage.kind for e in found} == {PassageKind.HANDOUT}
    assert any("does not prevent migraine" in e.passage.text for e in found)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert not verdict.issues


def test_database_fact_is_shown_and_decides_nothing_alone(services: Services, providers: Providers) -> None:
    verdict = _verify(services, "The Velbrook Tower is 512 metres tall")
    records = [e for e in verdict.evidence if e.passage.kind is PassageKind.RECORD]
    assert any("Velbrook Tower: height 512 metre" in e.passage.text for e in records)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert "wikidata" in providers.asked


def test_failing_sources_are_issues_and_the_others_still_decide(services: Services, providers: Providers) -> None:
    providers.faults = {"europepmc": Fault.TOO_MANY}
    verdict = _verify(services, "Haldostatin turns urine blue")
    assert verdict.label is Label.TRUE
    assert [(i.code, i.subject) for i in verdict.issues] == [("search_blocked", "europepmc")]
    states = {state.engine: state.state for state in services.searcher.states()}
    assert (states["europepmc"], states["openfda"]) == ("open", "closed")


def test_claim_without_a_topic_queries_no_source(services: Services, providers: Providers) -> None:
    _verify(services, "Pineapple is sold on pizza")
    assert providers.asked == set()


def test_offline_mode_builds_no_engine(providers: Providers, tmp_path: Path) -> None:
    with FrozenWeb() as web:
        searcher = build_searcher(_settings(web, providers, tmp_path, offline=True), SourceRegistry())
    assert searcher.states() == ()
