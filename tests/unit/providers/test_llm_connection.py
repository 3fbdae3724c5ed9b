"""The destination and the time limits of LLM requests; test_llm.py tests everything else."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pydantic import BaseModel

from backend.cli import configure_logging
from backend.domain.patience import Stop, never
from backend.errors import Cancelled, LanguageModelError, LanguageModelTimeout
from backend.providers.llm import OpenAILanguageModel
from backend.settings import Settings
from tests import scripted_llm_server as llm
from tests.loopback import Fault, LoopbackReply, LoopbackServer
from tests.scripted_llm_server import ScriptedLlmServer
from tests.time_limits import PATIENCE_S, times_out

SLOW = [Fault.HANG, Fault.DRIP, Fault.DRIP_HEADERS]


class Yes(BaseModel):
    yes: bool


def _model(url: str) -> OpenAILanguageModel:
    return OpenAILanguageModel(Settings(_env_file=None, openai_base_url=url, llm_model="m"))


def _ask(model: OpenAILanguageModel, *, timeout_s: float = PATIENCE_S, stop: Stop = never) -> Yes:
    inputs = {"claim": "The Earth is flat", "passage": "The Earth is round."}
    return model.ask(prompt="tie_break", inputs=inputs, answer=Yes, timeout_s=timeout_s, stop=stop)


@contextmanager
def _proxy_in_environment(url: str) -> Iterator[None]:
    names = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY")
    os.environ.update(dict.fromkeys(names, url))
    try:
        yield
    finally:
        for name in names:
            del os.environ[name]


def test_claim_is_not_sent_through_an_environment_proxy() -> None:
    with ScriptedLlmServer().plays(llm.good({"yes": True})) as server, LoopbackServer() as proxy:
        with _proxy_in_environment(proxy.url):
            assert _ask(_model(server.url)).yes
        assert proxy.requests == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_claim_is_not_sent_to_a_redirected_host(status: int) -> None:
    with LoopbackServer() as other:
        there = LoopbackReply(status=status, headers={"Location": f"{other.url}/v1/chat/completions"})
        with LoopbackServer(lambda _: there) as server, pytest.raises(LanguageModelError):
            _ask(_model(f"{server.url}/v1"))
        assert other.requests == []


def test_llm_address_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    names = ("httpx2", "httpcore2", "httpcore2.connection", "openai")
    before = {name: logging.getLogger(name).level for name in names}
    try:
        configure_logging(Settings(_env_file=None, log_level="DEBUG"))
        with caplog.at_level(logging.DEBUG), ScriptedLlmServer().plays(llm.good({"yes": True})) as server:
            assert _ask(_model(server.url)).yes
        assert [record.name for record in caplog.records if "127.0.0.1" in record.getMessage()] == []
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize("fault", SLOW)
def test_time_limit_closes_the_connection(fault: Fault) -> None:
    with LoopbackServer(lambda _: fault) as server:
        model = _model(f"{server.url}/v1")
        times_out(server, lambda limit, stop: _ask(model, timeout_s=limit, stop=stop), LanguageModelTimeout)


@pytest.mark.parametrize("fault", SLOW)
def test_cancelling_closes_the_connection(fault: Fault) -> None:
    with LoopbackServer(lambda _: fault) as server:
        with pytest.raises(Cancelled):
            _ask(_model(f"{server.url}/v1"), stop=server.slow.is_set)
        assert server.hung_up.wait(PATIENCE_S)
