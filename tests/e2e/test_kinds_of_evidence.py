"""How the overlay and the web page distinguish quotations, published ratings, leads and undated facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from backend.domain.article import PassageKind
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from tests.api_world import World, make_evidence, make_verdict, world
from tests.e2e.browser import Extension, PageUser

RATING = "nasa.gov rates the claim “The Earth is flat” as “False”."
SHOWN_RATING = "NASA rates the claim “The Earth is flat” as “False”."


def found(kind: PassageKind, text: str, *, published: str = "", **changes: Any) -> Evidence:
    """Return judged evidence of one kind."""
    item = make_evidence(Stance.REFUTES, text)
    passage = replace(item.passage, kind=kind, published=published)
    return replace(item, candidate=replace(item.candidate, passage=passage, **changes))


KINDS = (
    found(PassageKind.SEED, "A seed says no."),
    found(PassageKind.ARTICLE, "A page says no.", origin=Origin.WEB, quarantined=True),
    found(PassageKind.REVIEW, RATING, origin=Origin.FACT_CHECK, quarantined=True),
    found(PassageKind.SNIPPET, "A result says no.", origin=Origin.WEB, quarantined=True),
)


def answer(request: VerifyRequest, run: Run) -> Verdict:
    run.step("recall", "Looking in the knowledge base")
    return make_verdict(request, label=Label.FALSE, evidence=KINDS)


def test_overlay_and_web_page_distinguish_kinds_of_evidence(
    extension: Extension, reader: PageUser, tmp_path: Path
) -> None:
    with world(tmp_path / "service", answer) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        reader.check("flat")
        reader.see(".decided")
        assert reader.attribute(".alone", "data-n") == "2"
        reader.click(".others > summary")
        badges = [reader.text(f".evidence[data-n='{n}'] .badge:not([class*=origin])") for n in (1, 2, 3, 4)]
        assert [badge.split(":")[0] for badge in badges] == ["Claimlight's summary", "", "Published rating", "Lead"]
        assert "found, not read in full" in badges[3]
        marks = [reader.style_before(f".evidence[data-n='{n}'] .said") for n in (1, 2, 3, 4)]
        assert marks == ["", "“", "", ""]
        assert reader.text(".evidence[data-n='3'] .said") == SHOWN_RATING
        assert ":~:text=" in reader.attribute(".evidence[data-n='2'] a.title", "href")
        assert ":~:text=" not in reader.attribute(".evidence[data-n='3'] a.title", "href")
        assert [reader.text(f".evidence[data-n='{n}'] .date") for n in (1, 2)] == ["", "undated"]
        web_page_distinguishes_kinds_of_evidence(reader.page, running_service)


def web_page_distinguishes_kinds_of_evidence(page: Page, running_service: World) -> None:
    page.goto(f"http://127.0.0.1:{running_service.port}/")
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    expect(page.locator(".result .evidence")).to_have_count(4)
    expect(page.locator("#e-3 .badge")).to_have_text(["Against", "Published rating"])
    expect(page.locator("#e-3 p.said")).to_have_text(SHOWN_RATING)
    expect(page.locator("#e-3 blockquote")).to_have_count(0)
    expect(page.locator("#e-3 .meta")).to_contain_text("Fact-checker")
    expect(page.locator("#e-4 .badge")).to_have_text(["Against", "found, not read in full"])
    expect(page.locator("#e-2 .badge")).to_have_text(["Against"])
