"""A check on the web page survives a reload and a killed, stopped or busy backend. Permanent failures are explained."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.domain.claim import Mode, VerifyRequest
from backend.domain.issue import Issue, Severity
from backend.domain.run import EvidenceEvent, Run
from backend.domain.verdict import Verdict
from backend.errors import Cancelled, StorageReadOnly
from backend.jobs.runner import JobLimits
from tests.api_world import Script, World, answer_false, make_evidence, make_verdict, world
from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import HURRY
from tests.e2e.local_servers import SlowSearch, serving
from tests.e2e.patience import LIMIT_S
from tests.e2e.test_survival import slow_search_settings
from tests.each_row import each_row

UNKNOWN = "The Zorblax river flows through the town of Quibblon."


class Waiting:
    """Reports one passage, then waits. Counts the requests."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.requests: list[VerifyRequest] = []

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        self.requests.append(request)
        run.step("recall", "Looking in the knowledge base")
        run.report(EvidenceEvent(evidence=make_evidence()))
        while not self.release.wait(0.01):
            if run.cancelled:
                raise Cancelled
        return make_verdict(request)


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., tuple[Page, World]]]:
    """Opens the page of a service with the given pipeline."""
    with ExitStack() as stack:

        def open_page(script: Script = answer_false, **settings: Any) -> tuple[Page, World]:
            running_service = stack.enter_context(world(tmp_path, script, **settings))
            context = browser.new_context(reduced_motion="reduce")
            stack.callback(context.close)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{running_service.port}/")
            return page, running_service

        yield open_page


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page(reduced_motion="reduce")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, answer_false) as running:
        yield running


def check(page: Page, claim: str = "The Earth is flat") -> None:
    page.fill("#claim", claim)
    page.click("#go")


def test_reload_resumes_a_running_check_and_does_not_resend_an_unknown_one(
    visit: Callable[..., tuple[Page, World]],
) -> None:
    script = Waiting()
    page, _ = visit(script)
    check(page)
    expect(page.locator("#found .evidence")).to_have_count(1)
    page.reload()
    expect(page.locator("#claim")).to_have_value("The Earth is flat")
    expect(page.locator("#found .evidence")).to_have_count(1)
    expect(page.locator("#trace")).to_contain_text("Looking in the knowledge base")
    script.release.set()
    expect(page.locator(".verdict h2")).to_have_text("False")
    assert len(script.requests) == 1
    kept = '{"job": "gone", "reader": "r", "request": {"claim": "Bats are blind", "options": {"mode": "main"}}}'
    page.evaluate("(kept) => sessionStorage.setItem('claimlight-running', kept)", kept)
    page.evaluate("history.replaceState(null, '', '/')")
    page.reload()
    expect(page.locator("#error")).to_contain_text("no longer known")
    assert len(script.requests) == 1
    page.click("#error-act")
    expect(page.locator(".verdict-claim")).to_have_text("Bats are blind")


def test_mode_and_offline_are_sent_with_and_without_scripts(browser: Browser, tmp_path: Path) -> None:
    script = Waiting()
    script.release.set()
    with world(tmp_path, script) as running_service:
        for scripts in (True, False):
            page = browser.new_page(java_script_enabled=scripts)
            page.goto(f"http://127.0.0.1:{running_service.port}/")
            page.check("input[value=deep]", force=True)
            page.check("#offline")
            check(page)
            expect(page.locator(".verdict h2")).to_have_text("False")
            expect(page.locator("input[value=deep]")).to_be_checked()
            expect(page.locator("#offline")).to_be_checked()
            page.close()
    assert [(r.options.mode, r.options.offline) for r in script.requests] == [(Mode.DEEP, True)] * 2


def test_page_waits_for_a_busy_backend(visit: Callable[..., tuple[Page, World]]) -> None:
    script = Waiting()
    page, running_service = visit(script, limits=JobLimits(workers=1, queue_size=1))
    page.clock.install()
    running_service.stream("/api/verify", {"claim": "a"}).until("stage")
    running_service.stream("/api/verify", {"claim": "b"}).until("accepted")
    check(page)
    expect(page.locator("#error")).to_contain_text(
        re.compile(r"busy with other claims\. Many claims are being checked .* in \d+ seconds?\.")
    )
    script.release.set()
    page.clock.run_for(30_000)
    expect(page.locator(".verdict-claim")).to_have_text("The Earth is flat")
    expect(page.locator("#error")).to_be_hidden()


def test_unsaved_answer_is_marked_and_survives_a_reload(visit: Callable[..., tuple[Page, World]]) -> None:
    def script(request: VerifyRequest, run: Run) -> Verdict:
        late = Issue(
            code="deadline", stage="search", message="Time was up before the web was read.", severity=Severity.WARNING
        )
        return replace(make_verdict(request), issues=(late,))

    page, running_service = visit(script)
    running_service.services.history.freeze("the disk is full.")
    with pytest.raises(StorageReadOnly):
        running_service.services.history.clear()
    check(page)
    expect(page.locator(".result")).to_contain_text("This answer is not kept in your history.")
    expect(page.locator(".issues")).to_contain_text("This answer could not be saved on your computer")
    expect(page.locator(".issues")).to_contain_text("Time ran out before every source was read")
    expect(page.locator("[data-share-link]")).to_be_hidden()
    page.reload()
    expect(page.locator(".verdict h2")).to_have_text("False")


def test_claim_is_resent_after_the_backend_restarts(page: Page, own_backend: Callable[..., BackendProcess]) -> None:
    slow = SlowSearch()
    with serving(slow.handler) as port:
        backend = own_backend(**slow_search_settings(port))
        backend.start()
        page.goto(backend.url)
        page.evaluate(HURRY)
        for end, claim in ((backend.stop, UNKNOWN), (backend.kill, "The Zorblax river is long.")):
            slow.asked.clear()
            slow.release.clear()
            check(page, claim)
            assert slow.asked.wait(LIMIT_S)
            end()
            expect(page.locator("#error")).to_be_visible()
            expect(page.locator("#error")).to_contain_text("continues automatically")
            expect(page.locator("#now")).to_have_text("Waiting for Claimlight…")
            slow.release.set()
            backend.start()
            expect(page.locator(".verdict-claim")).to_have_text(claim)
            expect(page.locator(".verdict h2")).to_have_text("Not Enough Evidence")
            expect(page.locator("#error")).to_be_hidden()


def test_idle_page_detects_backend_loss_and_return(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    port = free_port()
    with world(tmp_path, port=port, offline=True):
        page.goto(f"http://127.0.0.1:{port}/#status")
        expect(page.locator("#status-line")).to_contain_text("Running")
    page.clock.run_for(11_000)
    expect(page.locator("#health")).to_have_text("Not reachable")
    expect(page.locator("#error")).to_contain_text("reconnects automatically")
    with world(tmp_path, port=port, offline=True):
        page.clock.run_for(3_000)
        expect(page.locator("#health")).to_have_text("Offline mode")
        expect(page.locator("#error")).to_be_hidden()
        expect(page.locator("#status-line")).to_contain_text("Running")


@each_row("rest", ["#answer=%", "#answer=<img src=x>", "#check=%", "#constructor"])
def test_truncated_link_leaves_the_page_usable(page: Page, service: World, rest: str) -> None:
    page.goto("about:blank")
    page.goto(f"http://127.0.0.1:{service.port}/{rest}")
    check(page)
    expect(page.locator(".result")).to_be_visible()
