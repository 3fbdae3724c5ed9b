"""How the card presents an answer, and what the user can do with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from backend.domain.claim import ClaimType, VerifyRequest
from backend.domain.evidence import Origin, Stance
from backend.domain.run import EvidenceEvent, Run
from backend.domain.verdict import Label, Verdict
from backend.view.certainty import measured
from tests.api_world import make_evidence, make_verdict, world
from tests.e2e.axe import faults_in_overlay
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.each_row import each_row

Copied = Callable[[str], str]
MORE = ".tools-block > summary"
PRO = "The Earth is flat, says one page-turner, “flat & wide”."


def both_sides(request: VerifyRequest, run: Run) -> Verdict:
    """Give a disputed verdict on a claim of mixed type, with the requested mode in the reasoning."""
    run.step("recall", "Looking in the knowledge base")
    contra = make_evidence(Stance.REFUTES)
    pro = make_evidence(Stance.SUPPORTS, PRO, domain="pages.example")
    pro = replace(pro, candidate=replace(pro.candidate, origin=Origin.WEB))
    aside = make_evidence(Stance.NEUTRAL, "The Earth orbits the Sun.", domain="esa.int")
    for item in (contra, pro, aside):
        run.report(EvidenceEvent(evidence=item))
    found = make_verdict(request, label=Label.PARTIALLY_TRUE, evidence=(contra, pro, aside))
    kind = replace(found.classification, type=ClaimType.MIXED, factual_part="The Earth is flat.")
    assert found.fingerprint
    as_measured = replace(found.fingerprint, verifier=measured()["verifier"])
    said = f"Asked in mode {request.options.mode.value} [1]."
    return replace(found, classification=kind, reasoning=said, fingerprint=as_measured)


@pytest.fixture
def disputed(extension: Extension, reader: PageUser, tmp_path: Path) -> Any:
    with world(tmp_path / "service", both_sides) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        reader.page.evaluate("document.getElementById('flat').textContent = 'Sadly, the Earth is flat'")
        reader.check("flat")
        reader.see(".decided")
        yield reader


@pytest.fixture
def copy_with_button(reader: PageUser) -> Copied:
    """Returns a function that presses a button and then returns the content of the clipboard."""

    def press(label: str) -> str:
        reader.click(f'[aria-label="{label}"]')
        reader.see('[aria-label="Copied"]')
        reader.page.evaluate("""() => {
          document.getElementById("paste")?.remove();
          document.body.prepend(Object.assign(document.createElement("textarea"), { id: "paste" }));
        }""")
        reader.page.focus("#paste")
        reader.page.keyboard.press("Control+V")
        return reader.page.input_value("#paste")

    return press


def top_edges(reader: PageUser, *selectors: str) -> list[float]:
    boxes = [reader.box(selector) for selector in selectors]
    assert all(boxes), selectors
    return [box["top"] for box in boxes if box]


def test_verdict_quotes_and_counts_come_first_and_the_rest_is_collapsed(disputed: PageUser) -> None:
    order = (
        ".verdict",
        ".alone.supports",
        ".alone.refutes",
        ".others",
        ".claim",
        ".calibration",
        ".decided",
        ".tools-block",
    )
    found = top_edges(disputed, *order)
    assert found == sorted(found)
    assert disputed.text(".says") == "Sources disagree. For it: pages.example. Against it: NASA."
    assert disputed.text(".others .counts") == "Background1"
    for folded in (".meter", ".voices", ".steps", ".chip", ".others .evidence"):
        assert disputed.box(folded) is None, folded
    disputed.click(".others > summary")
    disputed.click(".others .background > summary")
    assert "orbits the Sun" in disputed.see(".others .evidence")
    check_claim_link_and_confidence(disputed)
    assert faults_in_overlay(disputed) == []


def check_claim_link_and_confidence(disputed: PageUser) -> None:
    """Check how the card explains the claim that was checked, its sources and its confidence."""
    lines = disputed.text(".claim-line")
    assert "Sadly, the Earth is flat" in lines
    assert "Your text" in lines
    assert "We checked" in lines
    href = disputed.attribute(".alone.supports a.title", "href")
    assert (
        href
        == "https://www.pages.example/earth#:~:text=The%20Earth%20is%20flat%2C%20says%20one%20page%2Dturner%2C%20%E2%80%9Cflat%20%26%20wide%E2%80%9D."
    )
    assert disputed.text(".alone.supports .badge") == "Web"
    assert disputed.attribute(".alone.refutes .stars", "aria-label").endswith("of 5, tier A")
    disputed.click(".calibration summary")
    said = disputed.text(".calibration")
    assert "in 10 were right" in said
    assert "221 claims" in said
    assert len(disputed.text(".level").split("right")) == 4


@each_row("size", [(1280, 720), (320, 640)])
def test_the_best_quote_of_a_verdict_ends_above_the_fold(
    extension: Extension, site: str, backend: BackendProcess, size: tuple[int, int]
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.page.set_viewport_size({"width": size[0], "height": size[1]})
    reader.visit(f"{site}/article.html")
    if size[0] < 400:
        reader.page.evaluate("document.querySelector('main').style.cssText = 'width: auto; margin: 16px'")
    reader.page.evaluate("document.getElementById('flat').scrollIntoView({ block: 'center', behavior: 'instant' })")
    reader.check("flat")
    reader.see(".decided")
    publisher, body = reader.box(".alone.refutes .host"), reader.box(".body")
    assert publisher is not None
    assert body is not None
    assert publisher["top"] + publisher["height"] <= body["top"] + body["height"]
    assert reader.text(".alone .host") in reader.text(".says")


def test_answer_is_copied_in_four_formats_and_reported_only_in_the_browser(
    extension: Extension, disputed: PageUser, copy_with_button: Copied
) -> None:
    disputed.click(MORE)
    assert copy_with_button("Copy as Text").startswith("“")
    assert "### Against" in copy_with_button("Copy as Markdown")
    whole = json.loads(copy_with_button("Copy as JSON"))
    assert whole["verdict"] == "Partially True"
    review = json.loads(copy_with_button("Copy as ClaimReview"))
    assert review["@type"] == "ClaimReview"
    assert review["reviewRating"]["alternateName"] == "Partially True"
    assert review["itemReviewed"]["appearance"][0]["url"] == disputed.page.url
    assert "url" not in review
    check_report(extension, disputed)


def check_report(extension: Extension, disputed: PageUser) -> None:
    """Report the verdict in the opened tools, and check that the report is stored in the browser."""
    disputed.click(".report summary")
    disputed.click(".report textarea")
    disputed.page.keyboard.type("I was there.")
    disputed.page.keyboard.press("Shift+Tab")
    disputed.page.keyboard.press("F")
    assert faults_in_overlay(disputed) == []
    disputed.click(".report form .secondary")
    assert "Kept in this browser" in disputed.see(".report .kept")
    kept = extension.worker().evaluate("chrome.storage.local.get('reports')")["reports"]
    assert [(one["verdict"], one["expected"], one["note"]) for one in kept] == [
        ("Partially True", "False", "I was there.")
    ]
    assert kept[0]["page"] == disputed.page.url


def evidence_explanation(reader: PageUser) -> str:
    """The backend's explanation of the evidence, which is collapsed at first."""
    return str(reader.ask_everywhere(_ACCOUNT))


_ACCOUNT = "(roots) => roots.map((root) => root.querySelector('.decided .reasoning')?.textContent ?? '').join('')"


def test_thorough_search_can_be_requested_and_cancelled(disputed: PageUser) -> None:
    assert "mode main" in evidence_explanation(disputed)
    for value in ("deep", "main"):
        disputed.click(MORE)
        disputed.click(f".switch input[value={value}]")
        until(lambda mode=value: f"mode {mode}" in evidence_explanation(disputed), f"the answer in mode {value}")
        disputed.see(".decided")


def test_decision_details_contain_scores_and_steps_also_in_forced_colours(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader.check("flat")
    reader.click(".decided summary")
    assert reader.text(".voice-name").startswith("NASA")
    assert "to 1 against" in reader.text(".voice-odds")
    assert "Coverage" in reader.text(".scores")
    assert reader.box(".voice-bar .contra") is not None
    reader.click(".log summary")
    assert "knowledge base" in reader.text(".steps")
    assert faults_in_overlay(reader) == []
    check_forced_colours(reader)


def check_forced_colours(reader: PageUser) -> None:
    """Check that borders and shades show what colours show otherwise."""
    reader.page.emulate_media(forced_colors="active")
    for selector in (".cl", ".verdict", ".seal", ".evidence"):
        assert reader.style(selector, "border-top-style") == "solid", selector
    shades = {reader.style(selector, "fill") for selector in (".voice-bar .axis", ".voice-bar .contra")}
    assert len(shades) == 2
    assert reader.style(".bar-confidence .fill", "background-color") != reader.style(
        ".bar-confidence", "background-color"
    )


def test_nothing_is_clipped_at_double_text_size(disputed: PageUser) -> None:
    disputed.page.set_viewport_size({"width": 640, "height": 400})
    disputed.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = """(roots) => roots.slice(1).flatMap((r) => [...r.querySelectorAll(".card *")])
      .filter((e) => e.getClientRects().length && !e.closest(".unseen") && getComputedStyle(e).overflowX === "visible"
        && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1).map((e) => e.className)"""
    for size in ((640, 400), (336, 300)):
        disputed.page.set_viewport_size({"width": size[0], "height": size[1]})
        until(lambda limit=size: (disputed.box(".cl") or {"width": 9999})["width"] <= limit[0] - 16, "the card to fit")
        assert disputed.ask_everywhere(wide) == []
