from __future__ import annotations

from typing import Any

import pytest

from backend.domain.search import SearchQuery, SearchTier
from backend.errors import ConfigurationError, EngineFailed
from backend.search.engines import build_engines
from backend.search.rate_limiter import POLITE
from backend.search.topics import routed
from backend.settings import TOPICAL_SOURCES, Settings
from tests.loopback import LoopbackServer


def _names(**settings: Any) -> list[str]:
    return [engine.name for engine in build_engines(Settings(_env_file=None, **settings))]


def test_without_any_setting_the_free_engines_are_used() -> None:
    web = ["ddgs:duckduckgo", "ddgs:brave", "ddgs:mojeek", "ddgs:startpage", "ddgs:yahoo", "wikipedia"]
    assert _names() == [*web, *TOPICAL_SOURCES]


def test_every_topic_source_is_enabled_by_default_and_rate_limited() -> None:
    assert routed() == set(TOPICAL_SOURCES)
    assert routed() <= POLITE.keys()


def test_only_the_named_engines_are_built() -> None:
    assert _names(engines="searxng", searxng_url="http://127.0.0.1:8888") == ["searxng"]


@pytest.mark.parametrize("name", TOPICAL_SOURCES)
def test_source_addresses_can_be_overridden_with_separate_paths(name: str) -> None:
    with LoopbackServer() as server:
        engine = build_engines(
            Settings(_env_file=None, engines=name, sources_url=f"{server.url}/", contact="a@b.example")
        )
        with pytest.raises(EngineFailed):
            engine[0].search(SearchQuery(text="Halden bridge", tier=SearchTier.BROAD), timeout_s=5)
        assert {request.path.startswith(f"/{name}/") for request in server.requests} == {True}
        told = [request.query.get("mailto") for request in server.requests]
    assert set(map(str, told)) == {str(["a@b.example"] if name == "crossref" else None)}


def test_configured_engines_come_first() -> None:
    names = _names(searxng_url="http://127.0.0.1:8888", tavily_api_key="k", google_fact_check_api_key="g")
    assert names[:3] == ["google_fact_check", "searxng", "tavily"]


def test_engines_keep_the_configured_order() -> None:
    assert _names(engines="wikipedia, ddgs:mojeek,DDGS:brave") == ["wikipedia", "ddgs:mojeek", "ddgs:brave"]


def test_engine_named_twice_is_built_once() -> None:
    assert _names(engines="ddgs:mojeek,ddgs").count("ddgs:mojeek") == 1


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ConfigurationError) as caught:
        _names(engines="altavista")
    assert "altavista" in caught.value.message
    assert "wikipedia" in caught.value.hint


@pytest.mark.parametrize("engine", ["searxng", "tavily", "google_fact_check"])
def test_engine_without_its_setting_names_the_setting(engine: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        _names(engines=engine)
    assert caught.value.hint.startswith("Set ")


def test_a_named_ddgs_backend_exists_in_the_library() -> None:
    from ddgs.engines import ENGINES

    for name in _names(engines="ddgs"):
        assert name.removeprefix("ddgs:") in ENGINES["text"]
