"""Runs one refresh at a time in the background, with its progress and the last outcome for the status page."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from backend.domain.issue import Issue, Severity
from backend.domain.run import Run
from backend.errors import Cancelled, ClaimlightError, CurrentAffairsRefreshFailed, StorageError
from backend.jobs.failure import log_failure
from backend.jobs.refresh.build import AlreadyRefreshing, Refresh, RefreshReport
from backend.knowledge.current import CurrentAffairs, CurrentState

MAX_ISSUES = 20
_PAGE_ISSUE_CODES = frozenset({"page_unreadable", "orders_on_page"})
OFFLINE = "Claimlight is offline, so current affairs are not renewed."
RUNNING = "Current affairs are being renewed already."
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshProgress:
    """The progress of a refresh. `stage` is searching, reading, storing, switching, or "" when idle.

    `done` is the number of completed steps of the stage, up to `total`.
    """

    stage: str = ""
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshState:
    """The state for the status page.

    `last` is the previous outcome, with the keys finished (ISO 8601), ok, error, message, passages, new and issues.
    """

    running: bool
    progress: RefreshProgress
    offline: bool
    current: CurrentState = field(default_factory=CurrentState)
    last: Mapping[str, Any] = field(default_factory=dict)


class RefreshJob:
    """Runs refreshes. Thread-safe. `seconds` limits one refresh; `clock` returns the wall-clock time in UTC."""

    def __init__(
        self,
        refresh: Refresh,
        current: CurrentAffairs,
        *,
        clock: Callable[[], datetime],
        seconds: float,
        offline: bool = False,
    ) -> None:
        self._refresh = refresh
        self._current = current
        self._clock = clock
        self._seconds = seconds
        self._offline = offline
        self._lock = threading.Lock()
        self._run: Run | None = None
        self._thread: threading.Thread | None = None
        self._progress = RefreshProgress()
        self._closed = False
        self._refused: Json = {}

    def state(self) -> RefreshState:
        """Return a snapshot of the state, with default values for parts that cannot be read."""
        try:
            current, last = self._current.state(), json.loads(self._current.noted() or "{}")
        except (StorageError, ValueError):
            current, last = CurrentState(), {}
        last = max(self._refused, last, key=lambda outcome: str(outcome.get("finished", "")))
        return RefreshState(
            running=self._run is not None, progress=self._progress, offline=self._offline, current=current, last=last
        )

    def start(self) -> None:
        """Start a refresh in the background.

        Raises CurrentAffairsRefreshFailed when offline, when a refresh is running, or when the service is closing.
        """
        run = self._begin()
        thread = threading.Thread(target=self._run_in_background, args=(run,), name="refresh", daemon=True)
        thread.start()
        # Assign the thread only once it has started, because `wait` may join it from another thread.
        self._thread = thread

    def run_now(self, on_progress: Callable[[RefreshProgress], None] = lambda _: None) -> RefreshReport:
        """Refresh in the calling thread. Raises CurrentAffairsRefreshFailed, StorageError or Cancelled."""
        return self._perform(self._begin(), on_progress)

    def tidy(self) -> None:
        """Remove generations that no request reads any more. Those that cannot be removed now are removed later."""
        try:
            self._current.sweep()
        except StorageError as error:
            log_failure(error, doing="removing old current affairs")

    def wait(self, timeout_s: float) -> bool:
        """Wait for the background refresh. Return True if no refresh is running afterwards."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
        return thread is None or not thread.is_alive()

    def close(self) -> None:
        """Cancel a running refresh and wait until it stops. The current generation stays in use."""
        with self._lock:
            self._closed = True
            if self._run is not None:
                self._run.cancel()
        self.wait(10.0)

    def _begin(self) -> Run:
        with self._lock:
            if self._offline:
                raise CurrentAffairsRefreshFailed(OFFLINE, hint="Start it without --offline or CLAIMLIGHT_OFFLINE.")
            if self._run is not None or self._closed:
                raise CurrentAffairsRefreshFailed(RUNNING, hint="The status shows how far it is.")
            self._run = Run(seconds=self._seconds)
            return self._run

    def _perform(self, run: Run, on_progress: Callable[[RefreshProgress], None]) -> RefreshReport:
        def set_progress(stage: str, done: int, total: int) -> None:
            self._progress = RefreshProgress(stage=stage, done=done, total=total)
            on_progress(self._progress)

        try:
            report = self._refresh.run(run, set_progress)
            self._store_outcome(_success_outcome(report))
            return report
        except AlreadyRefreshing as error:
            self._refused = self._with_timestamp(_failure_outcome(error, run.issues))
            raise
        except Exception as error:
            self._store_outcome(_failure_outcome(error, run.issues))
            raise
        finally:
            # Do this last, because a caller that waits for the end reads the outcome next.
            with self._lock:
                self._run, self._progress = None, RefreshProgress()

    def _run_in_background(self, run: Run) -> None:
        try:
            self._perform(run, lambda _: None)
        except (Cancelled, AlreadyRefreshing):
            return
        except Exception as error:  # noqa: BLE001 - shown in the status, and the service continues
            log_failure(error, doing="renewing current affairs")

    def _with_timestamp(self, outcome: Json) -> Json:
        return {"finished": self._clock().isoformat(timespec="seconds"), **outcome}

    def _store_outcome(self, outcome: Json) -> None:
        try:
            self._current.note(json.dumps(self._with_timestamp(outcome)))
        except StorageError as error:
            log_failure(error, doing="noting the outcome of a refresh")


def _success_outcome(report: RefreshReport) -> Json:
    return {
        "ok": True,
        "error": "",
        "message": "",
        "passages": report.passages,
        "new": report.new,
        "issues": _outcome_issues(report.issues),
    }


def _failure_outcome(error: Exception, issues: tuple[Issue, ...]) -> Json:
    """Return the outcome of a failed refresh.

    For unexpected errors, only the type is given, because the message may contain an address.
    """
    code = error.code if isinstance(error, CurrentAffairsRefreshFailed) else type(error).__name__
    message = str(error) if isinstance(error, ClaimlightError) else "The refresh broke down; the log has the details."
    return {"ok": False, "error": code, "message": message, "passages": 0, "new": 0, "issues": _outcome_issues(issues)}


def _outcome_issues(issues: tuple[Issue, ...]) -> list[Json]:
    """Return the issues of a refresh.

    Pages are counted but not named, because the name of a site that the user deletes must not remain in the text.
    """
    named_issues = [i for i in issues if i.code not in _PAGE_ISSUE_CODES]
    page_issue_count = len(issues) - len(named_issues)
    outcome_issues = [
        {"code": i.code, "severity": str(i.severity), "message": i.message, "subject": i.subject} for i in named_issues
    ]
    if page_issue_count:
        pages = "page" if page_issue_count == 1 else "pages"
        message = f"{page_issue_count} {pages} could not be read or held orders to language models."
        outcome_issues.append(
            {"code": "page_unreadable", "severity": str(Severity.INFO), "message": message, "subject": ""}
        )
    return outcome_issues[:MAX_ISSUES]
