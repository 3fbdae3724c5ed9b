"""A running Claimlight service with a real API, job runner, history and web server, and a scripted pipeline."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from backend.api.services import ServicesView
from backend.app import in_thread, server_for
from backend.domain.article import Namespace, Passage, PassageKind, passage_id
from backend.domain.claim import AtomicClaim, Claim, ClaimType, Classification, VerifyRequest
from backend.domain.coverage import Cover, Gate, SegmentCoverage, TrustState
from backend.domain.evidence import Candidate, Evidence, Origin, Stance, StanceScores
from backend.domain.run import Run
from backend.domain.trust import SourceRating, SourceTier, SourceType, TrustReport
from backend.domain.verdict import AtomicVerdict, Belief, DataSource, Fingerprint, Label, Step, Verdict
from backend.errors import NotFound
from backend.jobs.archive import archive_to
from backend.jobs.job_relay import JobRelay
from backend.jobs.runner import JobLimits, JobRunner
from backend.knowledge.browse import BrowseQuery, FoundBy, GrowthPoint
from backend.knowledge.capacity import CapacityState
from backend.knowledge.history import History
from backend.knowledge.values import StoredPassage
from backend.pipeline.scan import PageScanner
from backend.search.breaker import BreakerState
from backend.settings import EXTENSION_ID, Settings
from backend.sources.reader import ReaderSources
from backend.verdict.contract import status_of
from tests.models import bundled_models
from tests.still_services import Frugal, StillFresh, UnreadPages
from tests.time_limits import PATIENCE_S

EXTENSION = f"chrome-extension://{EXTENSION_ID}"
EARTH = "The Earth is an oblate spheroid, not flat."
_SCORES = {
    Stance.SUPPORTS: StanceScores(supports=0.9, refutes=0.04, neutral=0.06),
    Stance.REFUTES: StanceScores(supports=0.03, refutes=0.92, neutral=0.05),
    Stance.NEUTRAL: StanceScores(supports=0.1, refutes=0.1, neutral=0.8),
}


def make_candidate(text: str = EARTH, *, domain: str = "nasa.gov", **changes: Any) -> Candidate:
    """Return a stored passage from an authoritative source."""
    source = f"https://www.{domain}/earth"
    passage = Passage(
        id=passage_id(source, text), text=text, source=source, title="Earth facts", domain=domain,
        kind=PassageKind.ARTICLE, published="2024-03-01", retrieved="2026-11-01",
    )  # fmt: skip
    rating = SourceRating(domain=domain, tier=SourceTier.A, credibility=0.95, type=SourceType.GOVERNMENT)
    whole = Candidate(passage=passage, rating=rating, origin=Origin.KNOWLEDGE, similarity=0.81, recall_score=0.85)
    return replace(whole, **changes)


def make_evidence(stance: Stance = Stance.REFUTES, text: str = EARTH, *, domain: str = "nasa.gov") -> Evidence:
    """A judged passage, quoted in full."""
    quote = "" if stance is Stance.NEUTRAL else text
    return Evidence(
        candidate=make_candidate(text, domain=domain), stance=stance, scores=_SCORES[stance], quote=quote,
        relevance=_SCORES[stance].relevance, score=3.2, signals={"semantic": 0.81},
    )  # fmt: skip


def make_part(label: Label, evidence: tuple[Evidence, ...], *, text: str, n: int = 1) -> AtomicVerdict:
    """Return the outcome for one atomic claim."""
    return AtomicVerdict(
        claim=AtomicClaim(id=f"p{n}", text=text), label=label, confidence=0.9, truthfulness_percent=4.0,
        evidence_quality_percent=88.0, reasoning="NASA says otherwise [1].", evidence=evidence,
        belief=Belief(log_odds=-3.0, probability=0.05, consensus=0.0), trust=make_trust(),
        data_source=DataSource.KNOWLEDGE_BASE, used_web_search=False, status=status_of(label, 0.5, strong=True),
    )  # fmt: skip


def make_trust() -> TrustReport:
    """Return a trust report that passes."""
    return TrustReport(
        mode="normal", coverage=1.0, diversity=0.3, agreement=1.0, trust_post=0.82, fixed=0.8, threshold_met=True,
        reason="one authoritative source", state=TrustState.CONFIRMED, gate=Gate.OVERRIDE, relevance=0.9, fixed_met=True,
        fixed_grade="A", fixed_low=0.7, fixed_high=0.9, completed_from_cache=True,
        segments=tuple(
            SegmentCoverage(text=text, cover=cover, sign=-1, weight=1.0, relevance=0.9, trust=0.82, confirmed=True)
            for text, cover in (("The Earth is", Cover.STRONG), ("flat\u202e", Cover.PARTIAL))
        ),
    )  # fmt: skip


def make_verdict(
    request: VerifyRequest, *, label: Label = Label.FALSE, evidence: tuple[Evidence, ...] | None = None
) -> Verdict:
    """The finished result for `request`."""
    found = (make_evidence(),) if evidence is None else evidence
    claim = Claim(id="c1", text=request.claim, language="en", context=request.context)
    classification = Classification(
        type=ClaimType.FACTUAL, factual_part=request.claim, reason="It can be checked.", check_worthiness=0.8,
        method="local",
    )  # fmt: skip
    part = make_part(label, found, text=request.claim)
    return Verdict(
        session_id="pipeline", claim=claim, classification=classification, label=label, confidence=0.91,
        truthfulness_percent=4.0, evidence_quality_percent=88.0, reasoning="NASA says otherwise [1].", evidence=found,
        parts=(part,), belief=part.belief, trust=part.trust, data_source=DataSource.KNOWLEDGE_BASE,
        used_web_search=False, steps=(Step(stage="recall", message="Looked in the knowledge base", elapsed_ms=3.0),),
        issues=(), timings_ms={"recall": 3.0},
        fingerprint=Fingerprint(
            version="0.1.0", settings="s", prompts="p", claim_model="c", embedder="e", verifier="v", llm="", knowledge_revision=7
        ),
    )  # fmt: skip


Script = Callable[[VerifyRequest, Run], Verdict]


def answer_false(request: VerifyRequest, run: Run) -> Verdict:
    """A pipeline that reports its stages and refutes the claim."""
    run.step("recall", "Looking in the knowledge base")
    return make_verdict(request)


class ShelfOfPassages:
    """A knowledge base with the given passages."""

    def __init__(self, *candidates: Candidate) -> None:
        self.candidates = list(candidates)
        self.revision = 7

    capacity = CapacityState(cap=0, used=3 * 2**20, dropped=0, full=False)

    def stats(self) -> Mapping[str, Any]:
        return {"passages": len(self.candidates)}

    def search(self, query: str, limit: int) -> Sequence[Candidate]:
        return [c for c in self.candidates if query.lower() in c.passage.text.lower()][:limit]

    def forget(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        kept = [c for c in self.candidates if domain != c.passage.domain and passage_id != c.passage.id]
        removed = len(self.candidates) - len(kept)
        self.candidates = kept
        return removed

    def held(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        return sum(domain == c.passage.domain or passage_id == c.passage.id for c in self.candidates)

    def rate(self, passage: Passage) -> SourceRating:
        return next(c.rating for c in self.candidates if c.passage == passage)

    def passage(self, passage_id: str) -> StoredPassage:
        found = [row for row in self.browser.rows if row.passage.id == passage_id]
        if not found:
            raise NotFound("This passage is not in the knowledge base.")
        return found[0]

    @property
    def browser(self) -> ShelfBrowser:
        return ShelfBrowser([stored(candidate) for candidate in self.candidates])


def stored(candidate: Candidate) -> StoredPassage:
    """Return the passage as a stored row: stored today, accessed twice."""
    return StoredPassage(
        passage=candidate.passage, namespace=Namespace.STATIC, quarantined=candidate.quarantined,
        timestamp="2026-11-22T08:00:00+00:00", access_count=2, verification_count=1, avg_relevance=0.9,
        last_accessed="2026-11-22T09:00:00+00:00",
    )  # fmt: skip


@dataclass(frozen=True)
class ShelfBrowser:
    """Returns the rows that it was given."""

    rows: Sequence[StoredPassage]

    def page(self, wanted: BrowseQuery) -> tuple[Sequence[StoredPassage], int]:
        return self.rows[wanted.skip : wanted.skip + wanted.limit], len(self.rows)

    def origins(self, passage_id: str) -> Sequence[FoundBy]:
        return ()

    def statements(self, passage_id: str) -> int:
        return 0

    def growth(self) -> Sequence[GrowthPoint]:
        return [GrowthPoint(time="2026-11-22", added=len(self.rows), leads=0)]


class OneEngine:
    """A searcher whose only engine is paused."""

    def states(self) -> Sequence[BreakerState]:
        return (BreakerState(engine="wikipedia", state="open", failures=2, until=1.0, reason="blocked"),)


@cache
def real_scanner() -> PageScanner:
    """The page scanner with the bundled models."""
    return PageScanner(bundled_models().claim_model)


@dataclass(frozen=True, kw_only=True)
class WorldServices:
    """The attributes of `backend.bootstrap.Services` that the API uses."""

    settings: Settings
    jobs: JobRunner
    history: History
    sources: ReaderSources
    knowledge: ShelfOfPassages = field(default_factory=lambda: ShelfOfPassages(make_candidate()))
    searcher: OneEngine = field(default_factory=OneEngine)
    embedder_id: str = "embedder@1"
    verifier_id: str = "verifier@1"
    llm_id: str = ""
    scanner: PageScanner = field(default_factory=real_scanner)
    citations: UnreadPages = field(default_factory=UnreadPages)
    freshness: StillFresh = field(default_factory=StillFresh)
    budget: Frugal = field(default_factory=Frugal)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiResponse:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A running service."""

    port: int
    services: Any

    def connect(self, *, timeout: float = PATIENCE_S) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def call(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> ApiResponse:
        connection = self.connect()
        try:
            connection.request(method, path, body=body, headers=dict(headers or {}))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return ApiResponse(status=response.status, headers=found, body=response.read())
        finally:
            connection.close()

    def post(self, path: str, value: Any, headers: Mapping[str, str] | None = None) -> ApiResponse:
        return self.call(
            "POST", path, json.dumps(value).encode(), {"Content-Type": "application/json", **(headers or {})}
        )

    def stream(self, path: str, value: Any) -> EventStream:
        connection = self.connect()
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        connection.request("POST", path, body=json.dumps(value).encode(), headers=headers)
        return EventStream(connection)


class EventStream:
    """Reads server-sent events as they arrive."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self._socket = connection.sock
        self.response = connection.getresponse()

    def __iter__(self) -> Iterator[tuple[int, str, Any]]:
        """Yield (id, type, data) for each event; the id is 0 for heartbeats."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif fields:
                yield int(fields.get("id", 0)), fields["event"], json.loads(fields["data"])
                fields = {}

    def until(self, kind: str) -> tuple[int, str, Any]:
        return next(event for event in self if event[1] == kind)

    def hang_up(self) -> None:
        if self._socket is not None:
            self._socket.shutdown(socket.SHUT_RDWR)
        self.response.close()
        self._connection.close()


@contextmanager
def running(services: ServicesView, listener: socket.socket) -> Iterator[None]:
    """Runs the web server in a thread, and ends the jobs on exit."""
    with in_thread(server_for(services, listener)):
        try:
            yield
        finally:
            services.jobs.close()


@contextmanager
def world(
    folder: Path,
    script: Script = answer_false,
    *,
    limits: JobLimits | None = None,
    relay: JobRelay | None = None,
    port: int = 0,
    verifier_id: str = "verifier@1",
    **settings: Any,
) -> Iterator[World]:
    """Yield a service on a loopback port (by default a free one), and close the service on exit."""
    listener = socket.create_server(("127.0.0.1", port))
    port = listener.getsockname()[1]
    history = History(folder)
    jobs = JobRunner(script, limits=limits, archive=archive_to(history), relay=relay)
    chosen = Settings(_env_file=None, data_dir=folder, port=port, **settings)
    services = WorldServices(
        settings=chosen, jobs=jobs, history=history, sources=ReaderSources.open(chosen.sources_file, folder),
        verifier_id=verifier_id,
    )  # fmt: skip
    with running(services, listener):
        yield World(port=port, services=services)
    history.close()
