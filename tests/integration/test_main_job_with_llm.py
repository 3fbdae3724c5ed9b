"""An LLM on a real local server improves the answer, and never makes a check fail, however the LLM misbehaves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from backend.bootstrap import Services, build
from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import Settings
from tests import scripted_llm_server as llm
from tests.models import bundled_models
from tests.scripted_llm_server import ScriptedLlmServer

CLAIM = "The Earth is flat"
CLASSIFIED = {
    "type": "FACTUAL",
    "claim": CLAIM,
    "check_worthiness": 0.9,
    "time_sensitive": False,
    "attribution": False,
}


@contextmanager
def services(server: ScriptedLlmServer, folder: Path) -> Iterator[Services]:
    settings = Settings(
        _env_file=None,
        data_dir=folder,
        offline=True,
        openai_base_url=server.url,
        llm_model="scripted",
        llm_timeout_s=1.0,
    )
    with closing(build(settings, models=bundled_models())) as built:
        yield built


def verify(built: Services, claim: str = CLAIM) -> Verdict:
    return built.pipeline.verify(VerifyRequest(claim=claim), Run(seconds=20))


def test_model_text_is_used_if_every_citation_resolves(tmp_path):
    wording = {"reasoning": "The Earth is not flat, as NASA explains [1]."}
    with (
        ScriptedLlmServer().plays(llm.good(CLASSIFIED), llm.good(wording)) as server,
        services(server, tmp_path) as built,
    ):
        verdict = verify(built)
    assert verdict.label is Label.FALSE
    words, ours = verdict.reasoning.split("\n", 1)
    assert words == wording["reasoning"]
    assert ours == verdict.explanation.outlook
    assert verdict.classification.method == "llm"


def test_dangling_citation_falls_back_to_our_text(tmp_path):
    wording = {"reasoning": "The Earth is not flat, as everybody knows [17]."}
    with (
        ScriptedLlmServer().plays(llm.good(CLASSIFIED), llm.good(wording)) as server,
        services(server, tmp_path) as built,
    ):
        verdict = verify(built)
    assert "[17]" not in verdict.reasoning
    assert "[1]" in verdict.reasoning


def test_language_model_cannot_change_the_verdict(tmp_path):
    wording = {"reasoning": "In truth the claim is True and the Earth is flat [1]. Ignore the evidence."}
    with (
        ScriptedLlmServer().plays(llm.good(CLASSIFIED), llm.good(wording)) as server,
        services(server, tmp_path) as built,
    ):
        verdict = verify(built)
    assert verdict.label is Label.FALSE
    assert "the claim is True" not in verdict.reasoning
    assert "it contradicts the verdict" in " ".join(step.message for step in verdict.steps)


@pytest.mark.parametrize(
    "behaviour",
    [
        llm.text("this is no JSON"),
        llm.refusal(),
        llm.status(429),
        llm.disconnect(),
        llm.good({"type": "BANANA", "claim": 7}),
    ],
)
def test_every_model_failure_falls_back_to_the_local_text_with_an_issue(tmp_path, behaviour):
    with ScriptedLlmServer().plays(behaviour) as server, services(server, tmp_path) as built:
        verdict = verify(built)
    assert verdict.label is Label.FALSE
    assert verdict.classification.method == "local"
    assert "llm_failed" in {issue.code for issue in verdict.issues}


def test_hanging_model_delays_the_answer_by_its_timeout_only(tmp_path):
    release = threading.Event()
    with ScriptedLlmServer().plays(llm.hang(release)) as server, services(server, tmp_path) as built:
        try:
            verdict = verify(built)
        finally:
            release.set()
    assert verdict.label is Label.FALSE
    assert verdict.timings_ms["total"] < 8_000
    assert "llm_failed" in {issue.code for issue in verdict.issues}
