"""The web page answers "why this verdict?" with an accessible chart and a trace, with and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Belief, Step, Verdict, Voice
from tests.api_world import make_verdict, world

VOICES = (
    Voice(domain="nasa.gov", passage="a", log_odds=-2.0),
    Voice(domain="a-host-with-a-very-long-name.example", passage="b", log_odds=0.4),
)


def answer_with_voices(request: VerifyRequest, run: Run) -> Verdict:
    """Give an answer with one source on each side, and three steps."""
    belief = Belief(log_odds=-1.6, probability=0.17, consensus=0.2, voices=VOICES)
    steps = tuple(
        Step(stage=stage, message=f"What {stage} did.", elapsed_ms=5.0) for stage in ("recall", "stance", "verdict")
    )
    return replace(make_verdict(request), belief=belief, steps=steps, timings_ms={"stance": 12.0, "total": 20.0})


@contextmanager
def answered(browser: Browser, folder: Path, *, scripts: bool, scheme: Any) -> Iterator[Page]:
    """Yield a page with the answer to a claim on a narrow screen."""
    with world(folder, answer_with_voices) as running_service:
        context = browser.new_context(
            java_script_enabled=scripts, color_scheme=scheme, viewport={"width": 390, "height": 800}
        )
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{running_service.port}/")
        page.fill("#claim", "The Earth is flat.")
        page.click("#go")
        yield page
        context.close()


def check_bars(chart: Locator) -> None:
    """Check that both bars extend from the axis towards their own side, with lengths equal to their weights."""
    expect(chart).to_be_visible()
    left, right = (chart.locator(f".chart-bar.{side}").bounding_box() for side in ("against", "for"))
    axis = chart.locator(".chart-axis").bounding_box()
    assert left
    assert right
    assert axis
    assert left["width"] > 4 * right["width"] > 0
    assert left["height"] == pytest.approx(right["height"], abs=0.01)
    assert left["height"] < 20
    assert left["x"] + left["width"] <= axis["x"] + 1
    assert right["x"] >= axis["x"] - 1


@pytest.mark.parametrize(("scripts", "scheme"), [(True, "light"), (False, "dark")], ids=["with scripts", "without"])
def test_chart_and_log_of_the_decision_are_shown(browser: Browser, tmp_path: Path, scripts: bool, scheme: Any) -> None:
    with answered(browser, tmp_path, scripts=scripts, scheme=scheme) as page:
        page.get_by_text("How sure is this?").click()
        chart = page.get_by_role("img", name="Weight of the sources")
        check_bars(chart)
        expect(chart.locator("desc")).to_contain_text("NASA: 7.4 to 1 against.")
        page.get_by_text("How this was decided").click()
        expect(page.locator(".fold .steps")).to_be_hidden()
        page.click(".result .log summary")
        expect(page.locator(".fold .steps li")).to_have_count(3)
        expect(page.locator(".fold .steps li").nth(1)).to_contain_text("What stance did.")
