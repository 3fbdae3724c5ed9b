"""Protocols of the services that the composition root passes to the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from backend.domain.article import Passage
from backend.domain.evidence import Candidate
from backend.domain.run import Run
from backend.domain.scan import PageScan, ScanRequest
from backend.domain.trust import SourceRating
from backend.jobs.refresh.job import RefreshState
from backend.jobs.runner import JobRunner
from backend.knowledge.browse import Browser
from backend.knowledge.capacity import CapacityState
from backend.knowledge.history import History
from backend.knowledge.spending import Spent
from backend.knowledge.values import StoredPassage
from backend.pipeline.citation import CitationReport
from backend.search.breaker import BreakerState
from backend.settings import Settings
from backend.sources.reader import ReaderSources


class Knowledge(Protocol):
    """The operations with which the API reads the knowledge base and deletes from it."""

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        ...

    @property
    def capacity(self) -> CapacityState:
        """The disk space that the knowledge base uses, and its limit."""
        ...

    def stats(self) -> Mapping[str, Any]:
        """Return statistics as JSON-compatible values; `passages` is the number of stored passages."""
        ...

    def search(self, query: str, limit: int) -> Sequence[Candidate]:
        """Return the passages closest to the query, the closest first."""
        ...

    def forget(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        """Remove rows, vectors and index entries (S17), and return the number of passages removed."""
        ...

    def held(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        """Return the number of passages that `forget` would remove."""
        ...

    def passage(self, passage_id: str) -> StoredPassage:
        """Return one passage from the database. Raises NotFound."""
        ...

    def rate(self, passage: Passage) -> SourceRating:
        """Return the current rating of the passage's source."""
        ...

    @property
    def browser(self) -> Browser:
        """The queries for browsing the stored passages."""
        ...


class SearchHealth(Protocol):
    """The health of the search engines."""

    def states(self) -> Sequence[BreakerState]:
        """Return one entry per engine, in the order in which the engines are queried."""
        ...


class Scanner(Protocol):
    """Finds the check-worthy claims on a page."""

    def scan(self, request: ScanRequest, *, gone: Callable[[], bool]) -> PageScan:
        """Return the claims on the page. Raises Cancelled once `gone()` is true."""
        ...


class Citations(Protocol):
    """Checks whether a page supports the sentence that cites it."""

    def check(self, claim: str, url: str, run: Run) -> CitationReport:
        """Return the report on the page. Raises Cancelled, and InvalidRequest or ClaimTooLong for an invalid sentence."""
        ...


class Budget(Protocol):
    """The daily spending limits."""

    def states(self) -> Sequence[Spent]:
        """Return one entry per purpose of spending."""
        ...


class Refresher(Protocol):
    """Refreshes current affairs, one refresh at a time."""

    def state(self) -> RefreshState:
        """Return the progress and the outcome of the last refresh."""
        ...

    def start(self) -> None:
        """Start a refresh in the background. Raises CurrentAffairsRefreshFailed."""
        ...


class Freshness(Protocol):
    """The schedule of refreshes, and the job that runs them."""

    @property
    def job(self) -> Refresher: ...  # noqa: D102

    @property
    def hours(self) -> float: ...  # noqa: D102

    def next_time(self) -> str:
        """Return the time of the next refresh in ISO 8601, or "" if no refresh is scheduled."""
        ...


class ServicesView(Protocol):
    """A read-only view of `backend.bootstrap.Services`."""

    @property
    def settings(self) -> Settings: ...  # noqa: D102

    @property
    def knowledge(self) -> Knowledge: ...  # noqa: D102

    @property
    def history(self) -> History: ...  # noqa: D102

    @property
    def jobs(self) -> JobRunner: ...  # noqa: D102

    @property
    def searcher(self) -> SearchHealth: ...  # noqa: D102

    @property
    def sources(self) -> ReaderSources: ...  # noqa: D102

    @property
    def scanner(self) -> Scanner: ...  # noqa: D102

    @property
    def citations(self) -> Citations: ...  # noqa: D102

    @property
    def freshness(self) -> Freshness: ...  # noqa: D102

    @property
    def budget(self) -> Budget: ...  # noqa: D102

    @property
    def embedder_id(self) -> str: ...  # noqa: D102

    @property
    def verifier_id(self) -> str: ...  # noqa: D102

    @property
    def llm_id(self) -> str: ...  # noqa: D102
