"""The control on a scanned page: the checked claims, their grades, and navigation between the claims."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.api_world import World, world
from tests.e2e.axe import faults_in_overlay
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import scanned
from tests.e2e.themes import overlay_faults_in_themes

_FOCUSED = "(roots) => roots.map((r) => r.activeElement?.className).find((name) => name) ?? ''"
_LIT = "() => [...CSS.highlights].filter(([name]) => name.endsWith('-flash')).flatMap(([, marks]) => [...marks].map(String))"


@pytest.fixture
def running_service(tmp_path: Path, gate: GatedPipeline) -> Iterator[World]:
    gate.open.set()
    with world(tmp_path / "service", gate.answer) as running:
        yield running


@pytest.fixture
def panel_with_two_verdicts(extension: Extension, report: PageUser) -> Page:
    """The panel after two claims of the page were checked: the bridge claim is true, the flat Earth claim is false."""
    beside = scanned(extension, report)
    assert report.box(".counts") is None
    for words in ("The Earth is flat", "The new bridge"):
        beside.locator("#claims .row", has_text=words).locator(".small-button").click()
    expect(beside.locator(".tally li")).to_have_count(2)
    report.page.bring_to_front()
    return beside


def highlighted_text(reader: PageUser) -> str:
    return " ".join(reader.page.evaluate(_LIT))


def press(extension: Extension, command: str) -> None:
    """Trigger the event of a command's shortcut."""
    extension.worker().evaluate("(name) => chrome.commands.onCommand.dispatch(name)", command)


def test_chip_counts_grades_and_navigates_marks_by_keyboard(
    extension: Extension, report: PageUser, panel_with_two_verdicts: Page
) -> None:
    height = report.page.evaluate("document.documentElement.scrollHeight")
    until(lambda: "1 True" in report.text(".counts"), "the second answer")
    assert report.text(".counts") == "2 checked:1 True1 False"
    assert overlay_faults_in_themes(report) == []
    assert report.page.evaluate("document.documentElement.scrollHeight") == height
    press(extension, "next-mark")
    until(lambda: highlighted_text(report).startswith("The new bridge"), "the first checked claim")
    assert report.see(".here").startswith("1 of 2: True")
    assert report.ask_everywhere(_FOCUSED) == "here"
    report.page.keyboard.press("ArrowRight")
    until(lambda: highlighted_text(report).startswith("The Earth is flat"), "the next one")
    assert report.text(".here").startswith("2 of 2: False")
    assert faults_in_overlay(report) == []
    report.page.keyboard.press("ArrowRight")
    until(lambda: highlighted_text(report).startswith("The new bridge"), "the first one again")
    press(extension, "previous-mark")
    until(lambda: highlighted_text(report).startswith("The Earth is flat"), "the last one")
    report.page.keyboard.press("Enter")
    assert report.see(".verdict h2") == "False"


def test_chip_disappears_in_print_when_closed_or_when_marks_are_cleared(
    report: PageUser, panel_with_two_verdicts: Page
) -> None:
    report.see(".counts")
    check_print(report)
    report.click(".icon-button.close")
    assert report.box(".counts") is None
    panel_with_two_verdicts.bring_to_front()
    panel_with_two_verdicts.locator("#claims .row", has_text="Water boils").locator(".small-button").click()
    expect(panel_with_two_verdicts.locator(".tally li.false")).to_contain_text("2")
    report.settle()
    assert report.box(".counts") is None
    panel_with_two_verdicts.click("#again")
    expect(panel_with_two_verdicts.locator(".tally li")).to_have_count(0)
    panel_with_two_verdicts.locator("#claims .row", has_text="Water boils").locator(".small-button").click()
    assert report.see(".counts").startswith("1 checked")
    panel_with_two_verdicts.click("#clear")
    until(lambda: report.box(".counts") is None, "the end of the chip")


def check_print(report: PageUser) -> None:
    """Check that neither marks nor chip are printed."""
    report.page.emulate_media(media="print")
    style = """() => [...CSS.highlights.keys()].map((name) => getComputedStyle(document.body, `::highlight(${name})`))
      .map((style) => style.textDecorationLine + style.backgroundColor)"""
    assert set(report.page.evaluate(style)) <= {"nonergba(0, 0, 0, 0)"}
    assert report.box(".counts") is None
    report.page.emulate_media(media="screen")
    report.see(".counts")
