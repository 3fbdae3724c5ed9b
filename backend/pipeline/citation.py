"""Fetches a page and judges whether its passages support the sentence that cites the page. Does not search the web."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from backend.acquire.reader import Reader
from backend.claims.intake import intake
from backend.domain.article import Passage
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Candidate, Evidence, Origin, Stance
from backend.domain.issue import Issue
from backend.domain.run import Run
from backend.domain.search import SearchResult, SearchTier
from backend.errors import Cancelled
from backend.pipeline.judging import judged
from backend.pipeline.tools import GatherTools
from backend.rank.candidates import featured, nearest
from backend.stance.foreign import UNDERSTOOD, limits

STAGE = "citation"
MOST_JUDGED = 24
"""Maximum number of passages of a page to judge. The passages nearest to the sentence are chosen."""
MOST_QUOTED = 5


class PageStance(StrEnum):
    """The stance of a page on the sentence that cites the page. UNREAD: the page could not be read."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    BOTH = "both"
    NEITHER = "neither"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationReport:
    """The result of a citation check. `url` is the address of the page that was read, or "".

    `evidence` lists the supporting and refuting passages, most relevant first.
    """

    claim: str
    says: PageStance
    url: str = ""
    passages: int = 0
    evidence: tuple[Evidence, ...] = ()
    issues: tuple[Issue, ...] = ()


class CitationChecker:
    """Checks citations with the pipeline's reader, judge and source registry. Thread-safe."""

    def __init__(self, tools: GatherTools, *, offline: bool) -> None:
        self._tools = tools
        self._offline = offline

    def check(self, claim: str, url: str, run: Run) -> CitationReport:
        """Fetch the page and judge its passages.

        An unreadable page results in an Issue, never in a stance on the sentence. Raises InvalidRequest, ClaimTooLong
        or Cancelled.
        """
        cleaned = intake(VerifyRequest(claim=claim))
        if self._offline:
            run.issue("offline", STAGE, "Pages are not read from the web in offline mode.")
            return CitationReport(claim=cleaned.text, says=PageStance.UNREAD, issues=run.issues)
        if limit := limits(cleaned.language, language_model=False):
            run.issue(limit.code, STAGE, limit.message, subject=cleaned.language)
        read = self._read_page(cleaned.text, url, run)
        if run.cancelled:
            raise Cancelled
        found = judged(self._tools, cleaned.text, self._candidates(cleaned.text, read), run, two_pass=False, part="")
        sides = tuple(item for item in found if item.quote and item.stance is not Stance.NEUTRAL)
        if cleaned.language not in UNDERSTOOD:
            sides = ()
        return CitationReport(
            claim=cleaned.text,
            says=_page_stance(sides) if read else PageStance.UNREAD,
            url=read[0].source if read else "",
            passages=len(read),
            evidence=tuple(sorted(sides, key=lambda item: -item.relevance)[:MOST_QUOTED]),
            issues=run.issues,
        )

    def _read_page(self, claim: str, url: str, run: Run) -> tuple[Passage, ...]:
        page = SearchResult(url=url, title="", snippet="", engine="citation", tier=SearchTier.BROAD)
        reader: Reader = self._tools.reader
        found = reader.read([page], claim, run, limit=1, seconds=run.remaining()).passages
        if not found and not run.issues:
            run.issue("page_empty", STAGE, "No text could be read on the page.")
        if found and _is_home_page(found[0].source) and not _is_home_page(url):
            message = (
                "The address led to the site's home page, which was read instead. The cited page may no longer exist."
            )
            run.issue("page_redirected", STAGE, message)
        return found

    def _candidates(self, claim: str, passages: Sequence[Passage]) -> tuple[Candidate, ...]:
        if not passages:
            return ()
        vectors = self._tools.embedder.embed([claim, *(passage.text for passage in passages)])
        rated = [
            Candidate(
                passage=passage,
                rating=self._tools.registry.rate(passage.source),
                origin=Origin.WEB,
                similarity=float(similarity),
                recall_score=float(similarity),
            )
            for passage, similarity in zip(passages, vectors[1:] @ vectors[0], strict=True)
        ]
        return nearest(featured(claim, rated, self._tools.now().date()), MOST_JUDGED, self._tools.ranking)


def _is_home_page(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query


def _page_stance(sides: Sequence[Evidence]) -> PageStance:
    stances = {item.stance for item in sides}
    if len(stances) > 1:
        return PageStance.BOTH
    if not stances:
        return PageStance.NEITHER
    return PageStance.SUPPORTS if Stance.SUPPORTS in stances else PageStance.REFUTES
