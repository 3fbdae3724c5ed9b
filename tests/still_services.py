"""Idle parts of a service: a refresh that never progresses, and a budget from which nothing is spent."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.run import Run
from backend.errors import CurrentAffairsRefreshFailed
from backend.jobs.refresh.job import RefreshProgress, RefreshState
from backend.knowledge.spending import Purpose, Spent
from backend.pipeline.citation import CitationReport, PageStance


class Frugal:
    """Reports three searches today, and no cap."""

    def states(self) -> Sequence[Spent]:
        used = {Purpose.SEARCHES: 3}
        shown = (Purpose.SEARCHES, Purpose.LLM_CALLS, Purpose.LLM_TOKENS)
        return tuple(Spent(purpose=one, used=used.get(one, 0), cap=0) for one in shown)


class UnreadPages:
    """A citation checker that can read no page."""

    def check(self, claim: str, url: str, run: Run) -> CitationReport:
        run.issue("page_unreadable", "acquire", "news.example could not be read: it is gone.", subject="news.example")
        return CitationReport(claim=claim, says=PageStance.UNREAD, issues=run.issues)


class StillFresh:
    """A refresh that can be started but never progresses."""

    hours = 0.0

    def __init__(self) -> None:
        self.job = self
        self.begun = 0

    def next_time(self) -> str:
        return ""

    def state(self) -> RefreshState:
        progress = RefreshProgress(stage="searching", done=3, total=18) if self.begun else RefreshProgress()
        return RefreshState(running=self.begun > 0, progress=progress, offline=False)

    def start(self) -> None:
        if self.begun:
            raise CurrentAffairsRefreshFailed("Current affairs are being renewed already.")
        self.begun += 1
