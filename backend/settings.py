"""All settings, with their environment variables, defaults and purposes.

Variables have the prefix CLAIMLIGHT_, and API keys may also have their usual names. A clone also reads the `.env` file
in the working folder, whereas the installed command reads `installed_env_file()`.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

EXTENSION_ID = "fchfihblefanikjaibjjbfbmngmiooho"
DEFAULT_PORT = 8737
TOPICAL_SOURCES = (
    "wikidata", "europepmc", "openalex", "crossref", "semantic_scholar", "arxiv", "openfda", "gdelt", "feeds",
)  # fmt: skip
"""Keyless sources, used unless `engines` excludes them. Each is queried only for matching topics (docs/sources.md)."""

_NOT_IN_FINGERPRINT = {
    "host", "port", "token", "data_dir", "log_level", "openai_api_key", "tavily_api_key", "google_fact_check_api_key",
    "allowed_origins", "allow_remote", "contact", "knowledge_cap_mb", "searches_per_day", "llm_calls_per_day",
    "llm_tokens_per_day", "refresh_hours", "refresh_queries", "database_url", "chroma_url", "chroma_authorization",
}  # fmt: skip


_FOLDER_NAME = "Claimlight" if sys.platform in ("darwin", "win32") else "claimlight"


def default_data_dir() -> Path:
    """Return the platform's folder for application data, or the folder of earlier versions if only that one has data."""
    return choose_data_dir(platformdirs.user_data_path(_FOLDER_NAME, appauthor=False), _earlier_data_dir())


def choose_data_dir(platform_folder: Path, earlier: Path) -> Path:
    """Return `earlier` if that folder exists and `platform_folder` has no database, which keeps existing data in use.

    On macOS and Windows `platform_folder` is also the configuration folder, so a settings file alone does not make it
    the data folder.
    """
    return earlier if earlier.is_dir() and not any(platform_folder.glob("*.sqlite3")) else platform_folder


def _earlier_data_dir() -> Path:
    """Return the data folder of versions before platformdirs.

    On macOS, the folder does not depend on XDG_DATA_HOME. On Windows, it is the Unix folder. On Linux, it has not
    changed.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Claimlight"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "claimlight"


def installed_env_file() -> Path:
    """Return the installed command's settings file, in the user's configuration folder, never in the working folder."""
    return platformdirs.user_config_path(_FOLDER_NAME, appauthor=False) / "claimlight.env"


class Settings(BaseSettings):
    """All settings, which are immutable once read. `claimlight --help` prints the descriptions of the fields."""

    model_config = SettingsConfigDict(
        env_prefix="CLAIMLIGHT_",
        env_file=".env",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        env_ignore_empty=True,
    )

    # Service
    host: str = Field(
        "127.0.0.1", description="Address to listen on; anything but loopback needs a token and allow_remote"
    )
    port: int = Field(DEFAULT_PORT, ge=1, le=65535, description="Port to listen on")
    allow_remote: bool = Field(False, description="Permit a host that is not loopback (a token is then required)")
    token: SecretStr | None = Field(None, description="Bearer token that every data request must carry")
    allowed_origins: str = Field("", description="Further browser origins that may call the API, separated by commas")
    data_dir: Path = Field(default_factory=default_data_dir, description="Where the knowledge base and history live")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="How much is logged (never claims, URLs or keys)"
    )
    workers: int = Field(2, ge=1, le=32, description="Verifications that run at the same time")
    queue_size: int = Field(
        32, ge=1, le=256, description="Verifications that may wait (1 to 256); beyond it the answer is 503"
    )
    deadline_s: float = Field(25.0, gt=0, le=300, description="Seconds after which a partial answer is given")

    # Search and reading
    offline: bool = Field(False, description="Open no socket but the loopback one")
    engines: str = Field(
        "",
        description="Search engines in the order in which they are asked, separated by commas; empty: all that are configured",
    )
    contact: str = Field(
        "", description="E-mail address that is told to Crossref, which then answers from its reliable servers"
    )
    searxng_url: str = Field("", description="Base address of a SearXNG instance with JSON output")
    tavily_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("CLAIMLIGHT_TAVILY_API_KEY", "TAVILY_API_KEY"), description="Key for Tavily"
    )
    google_fact_check_api_key: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("CLAIMLIGHT_GOOGLE_FACT_CHECK_API_KEY", "GOOGLE_FACT_CHECK_API_KEY"),
        description="Key for Google Fact Check Tools",
    )
    tavily_url: str = Field("https://api.tavily.com", description="Base address of Tavily's API")
    google_fact_check_url: str = Field(
        "https://factchecktools.googleapis.com", description="Base address of Google Fact Check Tools"
    )
    wikipedia_url: str = Field(
        "", description="Base address of a MediaWiki; empty: the claim's language on wikipedia.org"
    )
    sources_url: str = Field(
        "",
        description="For tests: base address under which the keyless sources are asked, each in a folder of its name",
    )
    searches_per_day: int = Field(
        2_000,
        ge=0,
        le=1_000_000,
        description="Questions to search engines and sources per day (UTC), over restarts; 0: no cap",
    )
    search_timeout_s: float = Field(6.0, gt=0, le=60, description="Hard limit for one query to one engine")
    pages_per_tier: int = Field(6, ge=0, le=20, description="Pages read per search tier")
    ranking: Literal["claimlight", "hybrid", "mix", "provider", "credibility"] = Field(
        "claimlight",
        description="Which score orders the evidence shown; all scores are reported, no verdict depends on it",
    )
    risk: Literal["cautious", "balanced", "bold"] = Field(
        "balanced",
        description="Share of wrong firm verdicts to aim at: 1 in 20, 1 in 10 or 1 in 5 (docs/verdict.md)",
    )
    resolve: str = Field(
        "",
        description='For tests: "HOST=127.0.0.1:PORT" (or "*=…") reads pages of that host from a loopback port over plain HTTP',
    )

    # Current affairs
    refresh_hours: float = Field(
        0,
        ge=0,
        le=720,
        description="Hours between two renewals of current affairs (they send queries to the web); 0: only when asked to",
    )
    refresh_queries: str = Field(
        "", description="Queries of a renewal, separated by semicolons; empty: eighteen on public life"
    )

    # Models
    openai_api_key: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("CLAIMLIGHT_OPENAI_API_KEY", "OPENAI_API_KEY"),
        description="Key for an OpenAI-compatible LLM (optional)",
    )
    openai_base_url: str = Field(
        "",
        validation_alias=AliasChoices("CLAIMLIGHT_OPENAI_BASE_URL", "OPENAI_BASE_URL"),
        description="Base address of that LLM, e.g. a local server",
    )
    llm_model: str = Field("gpt-4o-mini", description="Name of the LLM")
    llm_timeout_s: float = Field(8.0, gt=0, le=120, description="Hard limit for one question to the LLM")
    llm_calls_per_claim: int = Field(8, ge=0, le=100, description="Questions to the LLM per claim")
    llm_calls_per_day: int = Field(
        1_000, ge=0, le=1_000_000, description="Questions to the LLM per day (UTC), over restarts; 0: no cap"
    )
    llm_tokens_per_day: int = Field(
        2_000_000, ge=0, le=10**10, description="Tokens of the LLM per day (UTC), over restarts; 0: no cap"
    )
    llm_graph_calls_per_day: int = Field(
        50,
        ge=0,
        le=10_000,
        description="Questions to the LLM per day that read statements for the knowledge graph, in the background",
    )
    embedder: str = Field(
        "", description="A sentence-transformers embedder instead of the bundled one (requirements-models.txt)"
    )
    verifier: str = Field(
        "", description="A three-way NLI cross-encoder instead of the bundled one (requirements-models.txt)"
    )
    threads: int = Field(2, ge=1, le=64, description="Threads that the models use")

    # Knowledge base
    recall_k: int = Field(20, ge=1, le=200, description="Passages looked at per claim (TOP_K_RETRIEVAL)")
    seed_facts: bool = Field(
        True, description="Know the built-in facts from the start; without them the knowledge base is empty"
    )
    knowledge_cap_mb: int = Field(
        2_048,
        ge=0,
        le=1_048_576,
        description="MiB of disk for the knowledge base, unset no cap with DATABASE_URL; beyond it uncited leads go first; 0: no cap",
    )
    database_url: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("CLAIMLIGHT_DATABASE_URL", "DATABASE_URL"),
        description="PostgreSQL database for the record, e.g. postgresql://name:password@host/base; empty: SQLite (docs/scaling.md)",
    )
    chroma_url: str = Field(
        "",
        validation_alias=AliasChoices("CLAIMLIGHT_CHROMA_URL", "CHROMA_URL"),
        description="Chroma server for the vector index; empty: embedded in the data folder (docs/scaling.md)",
    )
    chroma_authorization: SecretStr | None = Field(
        None, description='What the Chroma server wants as its Authorization header, e.g. "Bearer …"'
    )
    sources_file: Path | None = Field(None, description="JSON file that adds or overrides source ratings")

    @field_validator("data_dir")
    @classmethod
    def _make_absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @property
    def url(self) -> str:
        """The address of the service."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def engine_order(self) -> tuple[str, ...]:
        """The names in `engines` or, if `engines` is empty, all configured engines in the default order."""
        named = tuple(name.strip().lower() for name in self.engines.split(",") if name.strip())
        if named:
            return named
        configured = [
            ("google_fact_check", self.google_fact_check_api_key is not None),
            ("searxng", bool(self.searxng_url)),
            ("tavily", self.tavily_api_key is not None),
            ("ddgs", True),
            ("wikipedia", True),
            *((source, True) for source in TOPICAL_SOURCES),
        ]
        return tuple(name for name, present in configured if present)

    @property
    def knowledge_cap_bytes(self) -> int:
        """The maximum size of the knowledge base in bytes, or 0 for no limit.

        With a database server, the default does not apply, because the default is meant for the user's own disk.
        """
        chosen = self.database_url is None or "knowledge_cap_mb" in self.model_fields_set
        return self.knowledge_cap_mb * 2**20 if chosen else 0

    @property
    def refresh_list(self) -> tuple[str, ...]:
        """The queries in `refresh_queries`, as a tuple."""
        return tuple(query.strip() for query in self.refresh_queries.split(";") if query.strip())

    @property
    def llm_configured(self) -> bool:
        """Whether an LLM is configured (a local server needs no key)."""
        return bool(self.openai_base_url) or self.openai_api_key is not None

    @property
    def llm_is_local(self) -> bool:
        """Whether the LLM's address is on this machine."""
        return urlsplit(self.openai_base_url).hostname in ("127.0.0.1", "localhost", "::1")

    @property
    def extra_origins(self) -> tuple[str, ...]:
        """The origins in `allowed_origins`, as a tuple."""
        return tuple(o.strip().rstrip("/") for o in self.allowed_origins.split(",") if o.strip())

    @cached_property
    def fingerprint(self) -> str:
        """16 hex characters of a hash of all settings that can change a verdict. Keys and addresses are excluded.

        The registry's digest covers the content of the file of source ratings.
        """
        shown = self.model_dump_json(exclude=_NOT_IN_FINGERPRINT | {"sources_file"})
        return hashlib.sha256(shown.encode()).hexdigest()[:16]
