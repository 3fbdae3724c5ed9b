"""Every state in which the card cannot show a complete answer: one sentence, one action, and automatic recovery (R7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from backend.domain.claim import VerifyRequest
from backend.domain.issue import Issue, Severity
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from tests.api_world import World, make_verdict, world
from tests.e2e.axe import faults_in_overlay
from tests.e2e.backend_process import free_port
from tests.e2e.browser import Extension, PageUser, let_timers_pass
from tests.e2e.local_servers import BusyClaimlight, NewerClaimlight, Stranger, serving
from tests.e2e.patience import until
from tests.e2e.surfaces import Surfaces
from tests.each_row import each_row

LONGEST_WAIT_MS = 9000
"""Longer than a card waits before retrying (8 s)."""
BUTTONS = """(roots) => roots.slice(1).flatMap((r) => [...r.querySelectorAll("SECTION button")])
  .filter((e) => e.getClientRects().length).length"""


def buttons(reader: PageUser, section: str) -> int:
    """Return the number of buttons in the section."""
    return int(reader.ask_everywhere(BUTTONS.replace("SECTION", section)))


@each_row(
    ("handler", "title", "action"),
    [
        (None, "Claimlight is not running", "Copy the command"),
        (Stranger, "Another program is using Claimlight's port", ""),
        (NewerClaimlight, "The extension and Claimlight are not compatible", ""),
        (BusyClaimlight, "Claimlight is busy", ""),
    ],
)
def test_error_shows_one_action_and_disappears_when_resolved(
    extension: Extension,
    site: str,
    tmp_path: Path,
    handler: type[BaseHTTPRequestHandler] | None,
    title: str,
    action: str,
) -> None:
    port = free_port()
    extension.use(f"http://127.0.0.1:{port}")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    reader.hurry()
    with serving(handler, port) if handler else nullcontext():
        reader.check("flat")
        assert reader.see(".failure h2") == title
        assert buttons(reader, ".failure") == 1
        assert reader.attribute(".failure button", "aria-label") == action
        assert title in reader.ask_everywhere("(roots) => roots.at(-1).querySelector('[role=status]').textContent")
        assert faults_in_overlay(reader) == []
    with world(tmp_path / str(port), port=port):
        assert reader.see(".verdict h2") == "False"
        assert reader.box(".failure") is None


def test_hidden_page_sends_no_requests(extension: Extension, reader: PageUser) -> None:
    def show(state: str) -> None:
        # Headless Chromium never hides a page, so this overrides the visibility state in the content script's world.
        told = f"{{ value: '{state}', configurable: true }}"
        reader.ask_everywhere(f"() => void Object.defineProperty(document, 'visibilityState', {told})")

    with serving(NewerClaimlight) as port:
        extension.use(f"http://127.0.0.1:{port}")
        reader.hurry()
        reader.check("flat")
        reader.see(".failure")
        show("hidden")
        before = NewerClaimlight.asked
        reader.run(f"new Promise((done) => setTimeout(done, {LONGEST_WAIT_MS}))")
        assert NewerClaimlight.asked <= before + 1
        show("visible")
        until(lambda: NewerClaimlight.asked > before + 1, "the next question")


def test_card_offers_to_reload_the_page_after_an_update(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1")
    reader.hurry()
    reader.check("flat")
    reader.see(".failure")
    Surfaces(extension).update()
    reader.page.bring_to_front()
    # The card can no longer be inspected, so the test reaches the card's only button by keyboard after the retry.
    reader.page.evaluate("() => { window.before = true; }")
    let_timers_pass(reader.page, LONGEST_WAIT_MS // 10)
    for _ in ("move", "small", "close", "text", "reload"):
        reader.page.keyboard.press("Tab")
    with reader.page.expect_navigation():
        reader.page.keyboard.press("Enter")
    assert reader.page.evaluate("window.before") is None


class Limited:
    """Gives a limited answer on the first call, and a complete one from the second on."""

    def __init__(self, *issues: Issue) -> None:
        self.begin(issues)

    def begin(self, issues: tuple[Issue, ...]) -> None:
        self._issues, self._asked = issues, False

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        run.step("recall", "Looking in the knowledge base")
        asked, self._asked = self._asked, True
        if asked:
            return make_verdict(request)
        return replace(
            make_verdict(request, label=Label.NOT_ENOUGH_EVIDENCE, evidence=()), confidence=0.0, issues=self._issues
        )


@pytest.fixture
def limitation() -> Limited:
    return Limited()


@pytest.fixture
def limited_service(tmp_path: Path, limitation: Limited) -> Iterator[World]:
    with world(tmp_path / "service", limitation) as running:
        yield running


def issue(code: str, severity: Severity = Severity.WARNING, subject: str = "") -> Issue:
    return Issue(
        code=code, stage="search", message=f"What the backend says of {code}.", severity=severity, subject=subject
    )


UNAVAILABLE = issue("search_unavailable", Severity.ERROR, "A")


@each_row(
    ("issues", "said"),
    [
        (
            (UNAVAILABLE, issue("search_blocked", subject="one"), issue("search_blocked", subject="two")),
            "refused the search",
        ),
        ((UNAVAILABLE, issue("search_failed", subject="one")), "No search engine could be reached"),
        ((issue("deadline"),), "Time ran out"),
        ((issue("offline"),), "set to stay offline"),
    ],
)
def test_limitation_of_an_answer_is_shown_once_with_one_action(
    extension: Extension,
    site: str,
    limitation: Limited,
    limited_service: World,
    issues: tuple[Issue, ...],
    said: str,
) -> None:
    limitation.begin(issues)
    extension.use(f"http://127.0.0.1:{limited_service.port}")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    reader.check("flat")
    assert said in reader.see(".notice p")
    assert buttons(reader, ".notice") == 1
    assert reader.text(".slot > .issues") == ""
    assert faults_in_overlay(reader) == []
    if issues[0].code == "offline":
        with extension.context.expect_page() as opened:
            reader.click(".notice button")
        assert opened.value.url.endswith("/options/options.html")
    else:
        reader.click(".notice button")
        assert reader.see(".verdict h2") == "False"
        assert reader.box(".notice") is None


def test_check_is_repeated_when_the_computer_is_online_again(
    extension: Extension, reader: PageUser, tmp_path: Path
) -> None:
    network = extension.context.new_cdp_session(reader.page)
    network.send("Network.enable")

    def connect(*, online: bool) -> None:
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.emulateNetworkConditions", {"offline": not online, **speed})

    with world(tmp_path / "service", Limited(UNAVAILABLE)) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        connect(online=False)
        reader.check("flat")
        assert "This computer is offline" in reader.see(".notice p")
        connect(online=True)
        until(lambda: reader.text(".verdict h2") == "False", "the second answer")
