"""A claim with several parts on the web page: the verdict on a single part is not shown as the answer."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run, VerdictEvent
from backend.domain.verdict import Label, Verdict
from tests.api_world import make_verdict, world


class InParts:
    """Judges one part, reports the next stage, and waits."""

    def __init__(self, *, split: bool) -> None:
        self.split = split
        self.release = threading.Event()

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        if self.split:
            run.step("decompose", "Split into 2 parts")
        run.step("search", "Searching trusted news")
        known = VerdictEvent(
            label=Label.TRUE, confidence=0.9, truthfulness_percent=90, reasoning="It is so.", part="p1"
        )
        run.report(known)
        run.step("acquire", "Reading a page")
        run.report(known)
        self.release.wait(20)
        return make_verdict(request)


@pytest.mark.parametrize(("split", "shown"), [(True, "Reading the pages that were found"), (False, "So far: True")])
def test_progress_does_not_show_a_part_as_the_answer(browser: Browser, tmp_path: Path, split: bool, shown: str) -> None:
    script = InParts(split=split)
    with world(tmp_path, script) as running_service:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{running_service.port}/")
        page.fill("#claim", "The Earth is flat and water is wet.")
        page.click("#go")
        expect(page.locator("#trace")).to_contain_text("Reading a page")
        expect(page.locator("#now")).to_have_text(shown)
        script.release.set()
        expect(page.locator("#answer")).to_contain_text("False")
        page.close()
