"""The contract of every LanguageModel: the fake used in stage tests, the real adapter, and a live server if one is named.

`CLAIMLIGHT_TEST_LLM_URL` (with `CLAIMLIGHT_TEST_LLM_MODEL`) names a running OpenAI-compatible server, such as llama.cpp's.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from backend.errors import (
    LanguageModelError,
    LanguageModelInvalid,
    LanguageModelRefused,
    LanguageModelTimeout,
)  # fmt: skip
from backend.ports import LanguageModel
from backend.providers.llm import OpenAILanguageModel
from backend.settings import Settings
from tests import scripted_llm_server as llm
from tests.fakes import ScriptedLanguageModel

LIVE_URL = os.environ.get("CLAIMLIGHT_TEST_LLM_URL", "")
INPUTS = {"claim": "The Earth is flat", "passage": "The Earth is round."}
GOOD = {"stance": "refutes", "quote": "The Earth is round."}


class Judgement(BaseModel):
    stance: Literal["supports", "refutes", "neutral"]
    quote: str


@dataclass(frozen=True)
class ModelUnderTest:
    """Makes a model with the given responses: each is a dict, or "invalid", "refused", "timeout" or "broken"."""

    make: Callable[..., LanguageModel]


_ERRORS: Mapping[str, type[LanguageModelError]] = {
    "invalid": LanguageModelInvalid,
    "refused": LanguageModelRefused,
    "timeout": LanguageModelTimeout,
    "broken": LanguageModelError,
}


def _fake(*answers: Any) -> LanguageModel:
    wrong = {"stance": "perhaps", "quote": ""}
    scripted = [wrong if a == "invalid" else a if isinstance(a, dict) else _ERRORS[a]("scripted") for a in answers]
    return ScriptedLanguageModel(*scripted)


@pytest.fixture(params=["fake", "openai"])
def model_under_test(request: pytest.FixtureRequest) -> Iterator[ModelUnderTest]:
    if request.param == "fake":
        yield ModelUnderTest(make=_fake)
        return
    release = threading.Event()
    behaviours = {
        "invalid": llm.text('{"stance": "perhaps", "quote": ""}'),
        "refused": llm.refusal(),
        "timeout": llm.hang(release),
        "broken": llm.disconnect(),
    }
    with ExitStack() as stack:
        server = stack.enter_context(llm.ScriptedLlmServer())
        stack.callback(release.set)

        def make(*answers: Any) -> LanguageModel:
            server.plays(*(llm.good(a) if isinstance(a, dict) else behaviours[a] for a in answers))
            return OpenAILanguageModel(Settings(_env_file=None, openai_base_url=server.url))

        yield ModelUnderTest(make=make)


def ask(model: LanguageModel, *, timeout_s: float = 5.0) -> Judgement:
    return model.ask(prompt="tie_break", inputs=INPUTS, answer=Judgement, timeout_s=timeout_s)


def test_answers_have_the_requested_type(model_under_test: ModelUnderTest) -> None:
    assert ask(model_under_test.make(GOOD)) == Judgement(stance="refutes", quote="The Earth is round.")


def test_language_model_has_an_id(model_under_test: ModelUnderTest) -> None:
    assert model_under_test.make(GOOD).model_id


@pytest.mark.parametrize("kind", list(_ERRORS))
def test_each_failure_is_its_own_error_and_always_a_language_model_error(
    model_under_test: ModelUnderTest, kind: str
) -> None:
    with pytest.raises(_ERRORS[kind]) as caught:
        ask(model_under_test.make(kind, GOOD), timeout_s=0.4)
    assert isinstance(caught.value, LanguageModelError)


@pytest.mark.parametrize("kind", ["invalid", "refused", "broken"])
def test_a_failure_does_not_affect_the_next_request(model_under_test: ModelUnderTest, kind: str) -> None:
    model = model_under_test.make(kind, GOOD)
    with pytest.raises(LanguageModelError):
        ask(model)
    assert ask(model).stance == "refutes"


@pytest.mark.skipif(not LIVE_URL, reason="CLAIMLIGHT_TEST_LLM_URL names no live server")
def test_a_live_server_answers_in_the_schema() -> None:
    name = os.environ.get("CLAIMLIGHT_TEST_LLM_MODEL", "local")
    model = OpenAILanguageModel(Settings(_env_file=None, openai_base_url=LIVE_URL, llm_model=name))
    assert ask(model, timeout_s=60).stance in ("supports", "refutes", "neutral")
