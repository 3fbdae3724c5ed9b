"""The search providers, one per module. Each implements `ports.SearchEngine`."""

from __future__ import annotations

from collections.abc import Callable

from backend.errors import ConfigurationError
from backend.ports import SearchEngine
from backend.search.engines.arxiv import ArXiv
from backend.search.engines.crossref import Crossref
from backend.search.engines.ddgs_backends import BACKENDS, DdgsEngine
from backend.search.engines.europe_pmc import EuropePMC
from backend.search.engines.feeds import Feeds
from backend.search.engines.gdelt import Gdelt
from backend.search.engines.google_fact_check import GoogleFactCheck
from backend.search.engines.openalex import OpenAlex
from backend.search.engines.openfda import OpenFDA
from backend.search.engines.searxng import SearxNG
from backend.search.engines.semantic_scholar import SemanticScholar
from backend.search.engines.tavily import Tavily
from backend.search.engines.wikidata import Wikidata
from backend.search.engines.wikipedia import Wikipedia
from backend.settings import Settings

Builder = Callable[[Settings], tuple[SearchEngine, ...]]


def _searxng(settings: Settings) -> tuple[SearchEngine, ...]:
    if not settings.searxng_url.startswith(("http://", "https://")):
        raise ConfigurationError(
            "The engine searxng needs the address of an instance.",
            hint="Set CLAIMLIGHT_SEARXNG_URL, e.g. http://127.0.0.1:8888.",
        )
    return (SearxNG(base_url=settings.searxng_url),)


def _tavily(settings: Settings) -> tuple[SearchEngine, ...]:
    if settings.tavily_api_key is None:
        raise ConfigurationError("The engine tavily needs a key.", hint="Set TAVILY_API_KEY.")
    return (Tavily(key=settings.tavily_api_key, base_url=settings.tavily_url),)


def _google_fact_check(settings: Settings) -> tuple[SearchEngine, ...]:
    key = settings.google_fact_check_api_key
    if key is None:
        raise ConfigurationError("The engine google_fact_check needs a key.", hint="Set GOOGLE_FACT_CHECK_API_KEY.")
    return (GoogleFactCheck(key=key, base_url=settings.google_fact_check_url),)


def _wikipedia(settings: Settings) -> tuple[SearchEngine, ...]:
    return (Wikipedia(base_url=settings.wikipedia_url),)


def _crossref(settings: Settings) -> tuple[SearchEngine, ...]:
    return (Crossref(**_base_url_override(settings, "crossref"), contact=settings.contact),)


def _builder_for(engine: Callable[..., SearchEngine], name: str) -> Builder:
    """Return a builder for a source that has no settings of its own."""
    return lambda settings: (engine(**_base_url_override(settings, name)),)


def _base_url_override(settings: Settings, name: str) -> dict[str, str]:
    """Return the `base_url` that replaces the provider's own URL, if the settings contain one."""
    return {"base_url": f"{settings.sources_url.rstrip('/')}/{name}"} if settings.sources_url else {}


def _all_ddgs_backends(settings: Settings) -> tuple[SearchEngine, ...]:
    return tuple(DdgsEngine(backend, **_base_url_override(settings, "ddgs")) for backend in BACKENDS)


def _ddgs_backend(backend: str) -> Builder:
    return lambda settings: (DdgsEngine(backend, **_base_url_override(settings, "ddgs")),)


_BUILDERS: dict[str, Builder] = {
    "google_fact_check": _google_fact_check,
    "searxng": _searxng,
    "tavily": _tavily,
    "ddgs": _all_ddgs_backends,
    "wikipedia": _wikipedia,
    "wikidata": _builder_for(Wikidata, "wikidata"),
    "europepmc": _builder_for(EuropePMC, "europepmc"),
    "openalex": _builder_for(OpenAlex, "openalex"),
    "crossref": _crossref,
    "semantic_scholar": _builder_for(SemanticScholar, "semantic_scholar"),
    "arxiv": _builder_for(ArXiv, "arxiv"),
    "openfda": _builder_for(OpenFDA, "openfda"),
    "gdelt": _builder_for(Gdelt, "gdelt"),
    "feeds": _builder_for(Feeds, "feeds"),
    **{f"ddgs:{backend}": _ddgs_backend(backend) for backend in BACKENDS},
}


def build_engines(settings: Settings) -> tuple[SearchEngine, ...]:
    """Return the engines in `settings.engine_order`; "ddgs" stands for all backends of ddgs.

    Raises ConfigurationError if an engine is unknown or lacks a required setting.
    """
    engines: list[SearchEngine] = []
    for name in settings.engine_order:
        if name not in _BUILDERS:
            raise ConfigurationError(
                f"There is no search engine named {name!r}.", hint=f"Known engines: {', '.join(_BUILDERS)}."
            )
        built_names = {engine.name for engine in engines}
        engines += [engine for engine in _BUILDERS[name](settings) if engine.name not in built_names]
    return tuple(engines)
