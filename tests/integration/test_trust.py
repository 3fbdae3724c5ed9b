"""Trust in the final answer, with the real models and the built-in facts: states, precheck, trace, and past answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from backend.api import wire
from backend.bootstrap import Services, build
from backend.domain.claim import Mode, VerifyOptions, VerifyRequest
from backend.domain.coverage import Gate, TrustState
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import Settings
from tests.models import bundled_models

UNKNOWN = "The Lisvik tunnel was closed for repairs in May 2019"


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("data")
    with closing(build(Settings(_env_file=None, data_dir=folder, offline=True), models=bundled_models())) as built:
        yield built


def verify(services: Services, claim: str) -> Verdict:
    request = VerifyRequest(claim=claim, options=VerifyOptions(remember=False))
    return services.pipeline.verify(request, Run(seconds=25))


def test_refuted_claim_is_covered_and_answered_from_the_knowledge_base(services: Services) -> None:
    verdict = verify(services, "The Earth is flat")
    trust = verdict.trust
    assert verdict.label is Label.FALSE
    assert trust is not None
    assert (trust.coverage, trust.segments[0].sign, trust.state) == (1.0, -1, TrustState.CONFIRMED)
    assert (trust.threshold_met, trust.completed_from_cache, verdict.used_web_search) == (True, True, False)
    assert any("The claim is strongly covered and refuted." in step.message for step in verdict.steps)
    assert all({"trust", "coverage"} <= set(item.signals) for item in verdict.evidence)


def test_deep_mode_uses_the_confidence_mode_of_trust(services: Services) -> None:
    options = VerifyOptions(mode=Mode.DEEP, remember=False)
    verdict = services.pipeline.verify(VerifyRequest(claim="The Earth is flat", options=options), Run(seconds=25))
    assert verdict.trust is not None
    assert (verdict.trust.mode, verdict.label) == ("confidence", Label.FALSE)


def test_claim_without_relevant_evidence_has_no_trust(services: Services) -> None:
    verdict = verify(services, UNKNOWN)
    trust = verdict.trust
    assert trust is not None
    assert (trust.coverage, trust.trust_post, trust.gate) == (0, 0, Gate.NOTHING)
    assert (trust.state, trust.completed_from_cache) == (TrustState.INSUFFICIENT, False)


def test_parts_are_covered_separately(services: Services) -> None:
    verdict = verify(services, "The Earth is flat and the United Nations was founded in 1945.")
    trust = verdict.trust
    assert trust is not None
    assert [s.sign for s in trust.segments] == [-1, 1]
    assert (trust.coverage, trust.gate, trust.completed_from_cache) == (1.0, Gate.PARTS, True)
    assert [part.trust.completed_from_cache for part in verdict.parts] == [True, True]


def test_publisher_does_not_contradict_its_clearest_passage(services: Services) -> None:
    # The same page says that COVID-19 is caused by a virus, and that viruses do not travel on radio waves.
    assert verify(services, "COVID-19 is caused by a virus").label is not Label.FALSE


def test_outdated_answer_is_revoked(services: Services) -> None:
    verdict = verify(services, UNKNOWN)
    before = replace(verdict, label=Label.TRUE, session_id="s1")
    services.history.add(wire.result(before, job_id="j"))
    now = verify(services, UNKNOWN)
    assert now.trust is not None
    assert now.trust.state is TrustState.REVOKED
    assert any("“True”, no longer stands" in step.message for step in now.steps)
    services.history.clear()
    again = verify(services, UNKNOWN)
    assert again.trust is not None
    assert again.trust.state is TrustState.INSUFFICIENT
