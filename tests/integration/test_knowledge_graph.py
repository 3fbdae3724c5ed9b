"""Graph and full text in the real service: filled at start-up, queried for every claim, shown in answers, immune to poisoning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backend.api import wire
from backend.bootstrap import Services, build
from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import Settings
from tests import scripted_llm_server as llm
from tests.models import bundled_models
from tests.scripted_llm_server import ScriptedLlmServer

POISON = "Canberra is the capital of New Zealand."


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("data")
    with closing(build(Settings(_env_file=None, data_dir=folder, offline=True), models=bundled_models())) as built:
        yield built


def verify(services: Services, claim: str) -> Verdict:
    request = VerifyRequest(claim=claim, options=VerifyOptions(remember=False))
    return services.pipeline.verify(request, Run(seconds=25))


def test_built_in_facts_are_in_the_graph_at_start(services: Services) -> None:
    stats = services.knowledge.stats()
    assert stats["triples"] > 150
    assert stats["entities"] > 150


def test_graph_path_is_in_the_evidence_and_in_the_steps(services: Services) -> None:
    verdict = verify(services, "Canberra is the capital of Australia")
    assert verdict.label is Label.TRUE
    first = wire.result(verdict, job_id="j")["evidence"][0]
    assert first["graph_path"] in {
        "Canberra → is the capital of → Australia",
        "Canberra → is → the capital of Australia",
    }
    assert first["signals"]["kg_score"] > 0.8
    assert first["signals"]["kg_norm"] == 1.0
    assert first["signals"]["bm25"] > 0
    assert first["signals"]["bm25_norm"] == 1.0
    told = [step.message for step in verdict.steps if step.stage == "recall"]
    assert "by shared words" in told[0]
    assert told[1].startswith("The knowledge graph knows: Canberra → is")


def test_poisoned_page_adds_no_triples_and_changes_no_verdict(services: Services) -> None:
    source = "https://poison.example/canberra"
    page = Passage(
        id=passage_id(source, POISON),
        text=POISON,
        source=source,
        title="",
        domain="poison.example",
        kind=PassageKind.ARTICLE,
    )
    before = services.knowledge.stats()["triples"]
    services.knowledge.ingest([page])
    assert services.knowledge.stats()["triples"] == before
    verdict = verify(services, "Canberra is the capital of New Zealand")
    assert verdict.label is not Label.TRUE
    shown = [item for item in verdict.evidence if item.passage.id == page.id]
    assert all(not item.candidate.kg_score and not item.candidate.kg_path for item in shown)
    assert services.knowledge.forget(passage_id=page.id) == 1


def test_language_model_reads_found_passages_in_the_background(tmp_path: Path) -> None:
    text = "Moka, which lies in the hills, has served as the seat of the assembly ever since."
    statement = {
        "passage": 1,
        "subject": "Moka",
        "relation": "has served as the seat of",
        "object": "the assembly",
        "quote": text,
    }
    page = Passage(
        id=passage_id("https://www.reuters.com/moka", text),
        text=text,
        source="https://www.reuters.com/moka",
        title="",
        domain="reuters.com",
        kind=PassageKind.ARTICLE,
    )
    with ScriptedLlmServer().plays(llm.good({"statements": [statement]})) as server:
        settings = Settings(
            _env_file=None,
            data_dir=tmp_path,
            offline=True,
            openai_base_url=server.url,
            llm_model="scripted",
            llm_timeout_s=5,
        )
        with closing(build(settings, models=bundled_models())) as built:
            assert built.knowledge.wait_for_graph(20)
            assert server.requests == []
            before = built.knowledge.stats()["triples"]
            built.knowledge.ingest([page], quarantined=False)
            assert built.knowledge.wait_for_graph(20)
            assert built.knowledge.stats()["triples"] == before + 1
            (best,) = [c for c in built.knowledge.recall("Moka is the seat of the assembly", 5) if c.passage == page]
    assert best.kg_path == "Moka → has served as the seat of → the assembly"
    assert len(server.requests) == 1


def test_graph_path_does_not_raise_confidence(services: Services) -> None:
    """The graph only proposes passages, so a false claim stays false even if its words are common in the graph."""
    verdict = verify(services, "Vaccines cause autism")
    assert verdict.label is Label.FALSE
    assert any("do not cause" in item.candidate.kg_path for item in verdict.evidence)
