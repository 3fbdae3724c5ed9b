"""The web page answers "why this verdict?" with an accessible chart and a trace, with and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Belief, Step, Verdict, Voice
from tests.api_world import World, make_verdict, world
from tests.each_row import each_row

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


@pytest.fixture
def service(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, answer_with_voices) as running:
        yield running


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


@each_row(("scripts", "scheme"), [(True, "light"), (False, "dark")])
def test_chart_and_log_of_the_decision_are_shown(
    browser: Browser, service: World, *, scripts: bool, scheme: Literal["light", "dark"]
) -> None:
    narrow: ViewportSize = {"width": 390, "height": 800}
    page = browser.new_page(java_script_enabled=scripts, color_scheme=scheme, viewport=narrow)
    page.goto(f"http://127.0.0.1:{service.port}/")
    page.fill("#claim", "The Earth is flat.")
    page.click("#go")
    page.get_by_text("How sure is this?").click()
    chart = page.get_by_role("img", name="Weight of the sources")
    check_bars(chart)
    expect(chart.locator("desc")).to_contain_text("NASA: 7.4 to 1 against.")
    page.get_by_text("How this was decided").click()
    expect(page.locator(".fold .steps")).to_be_hidden()
    page.click(".result .log summary")
    expect(page.locator(".fold .steps li")).to_have_count(3)
    expect(page.locator(".fold .steps li").nth(1)).to_contain_text("What stance did.")
