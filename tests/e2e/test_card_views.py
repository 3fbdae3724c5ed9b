"""Several answers on one extension page, as in the panel's lists, are independent and in the user's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import faults
from tests.e2e.browser import Extension
from tests.e2e.shared_browser import SharedBrowser
from tests.each_row import each_row

_DRAW = """async ({ language, numbers, result, count }) => {
  const { i18n, model, view } = globalThis.Claimlight;
  i18n.use({ ...(await i18n.table(language)), locale: { message: numbers } });
  document.body.replaceChildren();
  for (let n = 0; n < count; n += 1) {
    const card = view.create({ recheck() {}, retry() {}, openOptions() {}, copy: async () => true });
    document.body.append(card.element);
    card.show({ ...model.initial("c"), phase: "done", result, verdict: result, evidence: result.evidence });
  }
}"""
_FOREIGN = """() => [...document.querySelectorAll(".card *")].filter((e) => e.children.length === 0 || e.matches(".reasoning"))
  .filter((e) => /^(From the backend|Then)/.test(e.textContent)).map((e) => [e.textContent, e.closest("[lang]")?.lang])"""


def item(number: int) -> dict[str, object]:
    text = f"Fact number {number} says that the Earth is an oblate spheroid."
    return {
        "id": f"e{number}", "text": text, "quote": text, "source": f"https://science.example/{number}", "title": "Earth",
        "domain": "science.example", "published": "2024-06-11", "origin": "kb", "kind": "article", "quarantined": False,
        "lead_only": False, "tier": "A", "stars": 5, "score": 3, "relevance": 0.9, "stance": "refutes",
    }  # fmt: skip


RESULT = {
    "claim": "c", "original_claim": "c", "claim_type": "FACTUAL", "verdict": "False", "confidence": 0.78,
    "truthfulness_percent": 4, "evidence_quality_percent": 80, "reasoning": "From the backend: it is not [5].",
    "evidence": [item(number) for number in range(5)], "sub_results": [],
    "steps": [], "trace": [{"stage": "recall", "message": "From the backend: looked it up.", "elapsed_ms": 3}],
    "issues": [
        {"code": "page_cut", "severity": "warning", "message": "From the backend: cut.", "subject": "", "stage": "scan"},
        {"code": "language_limited", "severity": "warning", "message": "Not shown.", "subject": "hi", "stage": "intake"},
    ],
    "explanation": {"found": "", "sources": "", "missing": ["from the backend: more."], "change": ["then it changes."]},
    "timings_ms": {}, "data_source": "knowledge_base", "used_web_search": False, "session_id": "s1", "job_id": "j1",
    "saved": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def extension(shared_browser: SharedBrowser) -> Iterator[Extension]:
    """The extension without a reset between the tests, because each of them draws its own answers."""
    yield shared_browser.hand_out()
    shared_browser.reset()


@pytest.fixture(scope="module")
def page(extension: Extension) -> Page:
    return extension.open("sidepanel/panel.html")


def test_more_button_and_citation_numbers_open_their_own_answer(page: Page) -> None:
    page.evaluate(_DRAW, {"language": "en", "numbers": "en", "result": RESULT, "count": 2})
    first, second = page.locator(".card").nth(0), page.locator(".card").nth(1)
    second.locator(".others > summary").click()
    second.locator(".more").click()
    expect(second.locator(".evidence[data-n='5']")).to_be_focused()
    expect(first.locator(".evidence:visible")).to_have_count(1)
    first.locator(".decided > summary").click()
    first.locator(".cite").click()
    expect(first.locator(".evidence[data-n='5']")).to_be_focused()
    expect(first.locator(".evidence:visible")).to_have_count(5)


def test_numbers_have_one_format_and_english_text_is_marked(page: Page) -> None:
    page.evaluate(_DRAW, {"language": "ar", "numbers": "ar-EG", "result": RESULT, "count": 1})
    expect(page.locator(".evidence .n").first).to_have_text("١")
    expect(page.locator(".cite")).to_have_text("٥")
    said = dict(page.evaluate(_FOREIGN))
    assert set(said.values()) == {"en"}
    assert {text.rstrip("٥.[]") for text in said} == {
        "From the backend: it is not ", "From the backend: cut", "From the backend: more", "Then it changes",
        "From the backend: looked it up",
    }  # fmt: skip
    expect(page.locator(".issue span").nth(1)).not_to_have_attribute("lang", "en")


def test_source_count_has_the_same_size_in_panel_and_popup(extension: Extension, page: Page) -> None:
    popup = extension.open("popup/popup.html")
    for shown in (page, popup):
        shown.evaluate(_DRAW, {"language": "en", "numbers": "en", "result": RESULT, "count": 1})
        box = shown.locator(".stance").first.bounding_box()
        assert box
        assert box["height"] <= 24, shown.url
        assert box["width"] <= 100, shown.url
    popup.close()


def test_small_samples_are_shown_as_counts_not_percentages(page: Page) -> None:
    verifier = page.evaluate("Claimlight.calibration.VERIFIER")
    result = {**RESULT, "confidence": 0.65, "fingerprint": {"verifier": verifier}}
    page.evaluate(_DRAW, {"language": "en", "numbers": "en", "result": result, "count": 1})
    page.click(".calibration summary")
    expect(page.locator(".calibration")).to_contain_text("4 of 4")
    assert "in 10" not in page.inner_text(".card")


_WITH_MODES = """async (result) => {
  const { i18n, model, view } = globalThis.Claimlight;
  i18n.use({ ...(await i18n.table("en")), locale: { message: "en" } });
  window.asked = [];
  const card = view.create({
    recheck() {}, retry() {}, openOptions() {}, copy: async () => true, mode: () => "main", setMode: (mode) => window.asked.push(mode),
  });
  document.body.replaceChildren(card.element);
  card.show({ ...model.initial("c"), phase: "done", result, verdict: result, evidence: result.evidence });
}"""


def undecided_result(**changes: object) -> dict[str, object]:
    return {**RESULT, "verdict": "Not Enough Evidence", "leaning": None, "confidence": 0.3, **changes}


def item_with_stance(stance: str, number: int, **changes: object) -> dict[str, object]:
    return {**item(number), "stance": stance, "verbatim": True, **changes}


def part(claim: str, verdict: str, **changes: object) -> dict[str, object]:
    return {
        "claim": claim,
        "verdict": verdict,
        "confidence": 0.9,
        "truthfulness_percent": 50,
        "reasoning": "",
        **changes,
    }


def test_undecided_answer_shows_nearest_quotes_missing_evidence_and_one_button(page: Page) -> None:
    headline = item_with_stance("supports", 1, quote="Earth")
    evidence = [
        item_with_stance("neutral", 0),
        headline,
        item_with_stance("supports", 2),
        item_with_stance("refutes", 3, kind="snippet"),
        item_with_stance("refutes", 4),
    ]
    why = {"found": "x", "sources": "", "missing": ["a second source", "a date"], "change": []}
    page.evaluate(_WITH_MODES, undecided_result(evidence=evidence, explanation=why, issues=[]))
    assert page.locator(".evidence:visible").evaluate_all("(all) => all.map((e) => e.dataset.n)") == ["3", "5"]
    expect(page.locator(".says")).to_have_text(re.compile("^Sources disagree, and neither side is confirmed. For it: "))
    expect(page.locator(".missing")).to_have_text("What is missing: a second source; a date")
    expect(page.locator(".next button")).to_have_text("Search further")
    expect(page.locator(".meter, .calibration")).to_have_count(0)
    assert faults(page, ".card") == []
    page.locator(".next button").click()
    assert page.evaluate("window.asked") == ["deep"]


@each_row(
    "changes",
    [
        {"claim_type": "OPINION", "verdict": "Not Verifiable", "evidence": []},
        {"claim_type": "AMBIGUOUS", "evidence": []},
        {"issues": [{"code": "language_limited", "severity": "warning", "message": "", "subject": "hi"}]},
    ],
)
def test_uncheckable_claims_offer_no_longer_search(page: Page, changes: dict[str, object]) -> None:
    page.evaluate(_WITH_MODES, undecided_result(**{"issues": [], "explanation": None, **changes}))
    page.locator(".tools-block > summary").click()
    expect(page.locator(".tools-block .chip").first).to_be_visible()
    expect(page.locator(".next button, .switch")).to_have_count(0)


def test_parts_show_their_grade_and_quotes_and_are_counted(page: Page) -> None:
    evidence = [item_with_stance("supports", 1), item_with_stance("neutral", 2), item_with_stance("supports", 3)]
    parts = [
        part("A is so.", "True", evidence_ids=["e1", "e3"]),
        part("B is so.", "Not Enough Evidence", evidence_ids=["e2"]),
    ]
    page.evaluate(_WITH_MODES, undecided_result(evidence=evidence, sub_results=parts, issues=[]))
    expect(page.locator(".verdict.mixed h2")).to_have_text("1 of 2 parts confirmed")
    expect(page.locator(".says")).to_have_text("For the rest, nothing firm was found.")
    expect(page.locator("[role=status]").first).to_have_text("Verdict: 1 of 2 parts confirmed")
    expect(page.locator(".part b")).to_have_text(["True", "Not Enough Evidence"])
    expect(page.locator(".part-says")).to_have_text(
        ["Supported by science.example.", "Nothing found supports or contradicts it."]
    )
    assert page.locator(".part .evidence").evaluate_all("(all) => all.map((e) => e.dataset.n)") == ["1", "2"]
    expect(page.locator(".others .counts")).to_have_text("For1")
    assert faults(page, ".card") == []
