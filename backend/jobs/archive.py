"""Stores finished verdicts in the user's history, in the form in which the API sends them."""

from __future__ import annotations

from backend.api import wire
from backend.domain.verdict import Verdict
from backend.jobs.runner import Archive
from backend.knowledge.history import History


def archive_to(history: History) -> Archive:
    """Return the function that stores verdicts in the history.

    `JobRunner` calls it with each verdict that may be stored.
    """

    def archive(verdict: Verdict, job_id: str) -> None:
        history.add(wire.result(verdict, job_id=job_id), page_url=verdict.claim.context.url)

    return archive
