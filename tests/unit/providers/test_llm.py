"""The OpenAI adapter against a real HTTP server that behaves both correctly and incorrectly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Literal

import pytest
from pydantic import BaseModel, Field, SecretStr

from backend.errors import (
    LanguageModelBudget,
    LanguageModelError,
    LanguageModelInvalid,
    LanguageModelRefused,
    LanguageModelTimeout,
)
from backend.providers.budget import BudgetedLanguageModel
from backend.providers.llm import PAUSE_S, OpenAILanguageModel
from backend.providers.llm_answer import strict_schema
from backend.settings import Settings
from tests import scripted_llm_server as llm
from tests.scripted_llm_server import ScriptedLlmServer

INPUTS = {"claim": "The Earth is flat", "passage": "The Earth is round."}
GOOD = {"stance": "refutes", "quote": "The Earth is round."}


class Judgement(BaseModel):
    stance: Literal["supports", "refutes", "neutral"]
    quote: str


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def server() -> Iterator[ScriptedLlmServer]:
    with ScriptedLlmServer() as running:
        yield running


def model_for(server: ScriptedLlmServer, clock: Clock | None = None) -> OpenAILanguageModel:
    settings = Settings(
        _env_file=None, openai_base_url=server.url, openai_api_key=SecretStr("k-123"), llm_model="m", llm_timeout_s=5
    )
    return OpenAILanguageModel(settings) if clock is None else OpenAILanguageModel(settings, clock=clock)


def ask(model: OpenAILanguageModel, *, timeout_s: float = 5.0) -> Judgement:
    return model.ask(prompt="tie_break", inputs=INPUTS, answer=Judgement, timeout_s=timeout_s)


def test_a_good_answer_is_parsed_and_the_request_is_deterministic(server: ScriptedLlmServer) -> None:
    server.plays(llm.good(GOOD))
    assert ask(model_for(server)) == Judgement(stance="refutes", quote="The Earth is round.")
    (request,) = server.requests
    assert request["temperature"] == 0
    assert request["model"] == "m"
    assert request["authorization"] == "Bearer k-123"
    assert "tools" not in request


def test_untrusted_text_is_between_markers_that_differ_per_request(server: ScriptedLlmServer) -> None:
    server.plays(llm.good(GOOD))
    model = model_for(server)
    ask(model)
    ask(model)
    users = [request["messages"][1]["content"] for request in server.requests]
    systems = [request["messages"][0]["content"] for request in server.requests]
    assert users[0] != users[1]
    for system, user in zip(systems, users, strict=True):
        marker = system.split("Text between <")[1].split(">")[0]
        assert f"<{marker}>\nThe Earth is flat\n</{marker}>" in user


@pytest.mark.parametrize(
    ("kinds", "tried"),
    [
        ({"json_schema"}, ["json_schema"]),
        ({"object+schema"}, ["json_schema", "object+schema"]),
        ({"json_object"}, ["json_schema", "object+schema", "json_object"]),
        ({""}, ["json_schema", "object+schema", "json_object", ""]),
    ],
)
@pytest.mark.parametrize(("otherwise", "asked"), [(400, 1), (404, 1), (422, 1), (501, 1), (500, 2)])
def test_weaker_answer_forms_are_tried_and_the_working_one_remembered(
    server: ScriptedLlmServer, kinds: set[str], tried: list[str], otherwise: int, asked: int
) -> None:
    """A failure that may be temporary rules out a response format only when it is repeated."""
    server.plays(llm.understands_only(kinds, GOOD, otherwise=otherwise))
    model = model_for(server)
    for _ in range(asked):
        ask(model)
    assert [llm.form_of(r) for r in server.requests] == tried * asked
    ask(model)
    assert [llm.form_of(r) for r in server.requests][len(tried) * asked :] == tried[-1:]


def test_transient_failures_do_not_rule_out_an_answer_form(server: ScriptedLlmServer) -> None:
    server.plays(llm.status(500), llm.good(GOOD), llm.good(GOOD), llm.status(500), llm.good(GOOD), llm.good(GOOD))
    model = model_for(server)
    for _ in range(4):
        assert ask(model).stance == "refutes"
    forms = ["json_schema", "object+schema", "json_schema", "json_schema", "object+schema", "json_schema"]
    assert [llm.form_of(r) for r in server.requests] == forms


def test_recovered_server_is_asked_in_the_strictest_form(server: ScriptedLlmServer) -> None:
    clock = Clock()
    server.plays(*[llm.status(500)] * 8, llm.good(GOOD))
    model = model_for(server, clock)
    for _ in range(2):
        with pytest.raises(LanguageModelError):
            ask(model)
    clock.now += PAUSE_S + 1
    assert ask(model).stance == "refutes"
    assert llm.form_of(server.requests[-1]) == "json_schema"


@pytest.mark.parametrize(
    "behaviour",
    [llm.understands_only({""}, GOOD, otherwise=400), llm.refuses_parameters({"temperature", "max_tokens"}, GOOD)],
    ids=["forms", "parameters"],
)
def test_requests_are_counted_and_stay_within_the_budget(server: ScriptedLlmServer, behaviour: llm.Behaviour) -> None:
    server.plays(behaviour)
    inner = model_for(server)
    model = BudgetedLanguageModel(inner, 2)
    inner.tell(model.note, model.take)
    with model.for_one_claim(), pytest.raises(LanguageModelBudget):
        model.ask(prompt="tie_break", inputs=INPUTS, answer=Judgement, timeout_s=5.0)
    assert len(server.requests) == 2


def test_parameters_that_a_reasoning_model_refuses_are_left_out_from_then_on(server: ScriptedLlmServer) -> None:
    server.plays(llm.refuses_parameters({"temperature", "max_tokens"}, GOOD))
    model = model_for(server)
    ask(model)
    ask(model)
    assert len(server.requests) == 4
    assert server.requests[-1]["max_completion_tokens"] == server.requests[0]["max_tokens"]
    assert llm.form_of(server.requests[-1]) == "json_schema"


@pytest.mark.parametrize(
    "content",
    [
        '```json\n{"stance": "refutes", "quote": "The Earth is round."}\n```',
        '<think>hm {"stance"</think>\n{"stance": "refutes", "quote": "The Earth is round."}',
    ],
)
def test_fences_and_thoughts_around_the_object_are_tolerated(server: ScriptedLlmServer, content: str) -> None:
    server.plays(llm.text(content))
    assert ask(model_for(server)).stance == "refutes"


@pytest.mark.parametrize(
    "behaviour",
    [
        llm.text("I think it refutes."),
        llm.text('{"stance": "refutes"'),
        llm.text('{"stance": "perhaps", "quote": ""}'),
        llm.text('{"quote": "x"}'),
        llm.text('{"stance": "refutes", "quote": "x"} {"stance": "supports", "quote": "x"}'),
        llm.text('{"stance": "refutes", "quote": "x"}', finish_reason="length"),
        llm.text(""),
        llm.raw(b"<html>not an API</html>"),
        llm.raw(b'{"choices": []}'),
        llm.raw(b'{"choices": [7]}'),
        llm.raw(b"[" * 100_000),
        llm.raw(b" " * 2_000_000),
    ],
    ids=["prose", "cut", "wrong-word", "missing", "two", "length", "empty", "html", "none", "number", "deep", "huge"],
)
def test_answer_that_violates_the_schema_is_invalid(server: ScriptedLlmServer, behaviour: llm.Behaviour) -> None:
    server.plays(behaviour)
    with pytest.raises(LanguageModelInvalid) as caught:
        ask(model_for(server))
    assert "refutes" not in str(caught.value)


@pytest.mark.parametrize(
    "behaviour", [llm.refusal(), llm.text("", finish_reason="content_filter")], ids=["refusal", "filter"]
)
def test_refusal_has_its_own_error_and_the_next_claim_is_sent(
    server: ScriptedLlmServer, behaviour: llm.Behaviour
) -> None:
    server.plays(behaviour, llm.good(GOOD))
    model = model_for(server)
    with pytest.raises(LanguageModelRefused):
        ask(model)
    assert ask(model).stance == "refutes"


@pytest.mark.parametrize("code", [401, 402, 403, 429])
def test_server_that_refuses_requests_is_paused_for_a_minute(server: ScriptedLlmServer, code: int) -> None:
    server.plays(llm.status(code), llm.good(GOOD))
    clock = Clock()
    model = model_for(server, clock)
    for _ in range(3):
        with pytest.raises(LanguageModelRefused):
            ask(model)
    assert len(server.requests) == 1
    clock.now += PAUSE_S + 1
    assert ask(model).stance == "refutes"


def test_a_hanging_server_is_a_timeout_within_the_limit(server: ScriptedLlmServer) -> None:
    release = threading.Event()
    server.plays(llm.hang(release))
    model = model_for(server)
    try:
        for _ in range(2):
            with pytest.raises(LanguageModelTimeout):
                ask(model, timeout_s=0.3)
        with pytest.raises(LanguageModelRefused):
            ask(model)
    finally:
        release.set()
    assert len(server.requests) == 2


def test_a_dripping_server_is_a_timeout_too(server: ScriptedLlmServer) -> None:
    release = threading.Event()
    server.plays(llm.drip(release))
    try:
        with pytest.raises(LanguageModelTimeout):
            ask(model_for(server), timeout_s=0.4)
    finally:
        release.set()


def test_half_an_answer_is_a_timeout_or_a_broken_connection(server: ScriptedLlmServer) -> None:
    release = threading.Event()
    server.plays(llm.half(release))
    with pytest.raises(LanguageModelTimeout):
        ask(model_for(server), timeout_s=0.3)
    release.set()
    with pytest.raises(LanguageModelError, match="cannot be reached"):
        ask(model_for(server))


@pytest.mark.parametrize("behaviour", [llm.disconnect(), llm.status(503), llm.status(500)], ids=["drop", "503", "500"])
def test_a_broken_server_is_an_error_and_two_in_a_row_pause(
    server: ScriptedLlmServer, behaviour: llm.Behaviour
) -> None:
    server.plays(behaviour)
    model = model_for(server)
    for _ in range(2):
        with pytest.raises(LanguageModelError):
            ask(model)
    asked = len(server.requests)
    with pytest.raises(LanguageModelRefused):
        ask(model)
    assert len(server.requests) == asked


def test_closed_llm_port_is_an_error() -> None:
    with ScriptedLlmServer() as gone:
        url = gone.url
    model = OpenAILanguageModel(Settings(_env_file=None, openai_base_url=url))
    with pytest.raises(LanguageModelError, match="cannot be reached"):
        ask(model)


def test_schema_has_no_bounds_that_local_servers_reject():
    class Bounded(BaseModel):
        text: str = Field(min_length=1, max_length=2_000)
        parts: list[str] = Field(max_length=5)
        worth: float = Field(ge=0.0, le=1.0)

    sent = json.dumps(strict_schema(Bounded))
    assert not {"maxLength", "minLength", "maximum", "minimum", "maxItems"} & set(sent.replace('"', " ").split())
    assert '"required": ["text", "parts", "worth"]' in sent
