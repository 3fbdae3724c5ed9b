"""Every surface shows the same grade, sentence and best quote for a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from backend.api.shown import shown
from tests.api_world import world
from tests.e2e.browser import Extension
from tests.each_row import each_row
from tests.view_results import every_kind
from tests.view_surfaces import flat, in_terminal, page_template

BY_SCRIPT = """async (results) => {
  const { drawAnswer } = await import("/static/js/answer.js");
  return results.map(({ view }) => {
    const card = drawAnswer(view);
    return ["h2", ".says", ".first .said, .part .said"].map((spot) => card.querySelector(spot)?.textContent ?? "");
  });
}"""
WITHOUT_SCRIPT = """(pages) => pages.map((page) => {
  const drawn = new DOMParser().parseFromString(page, "text/html");
  return ["h2", ".says", ".first .said, .part .said"].map((spot) => drawn.querySelector(spot)?.textContent ?? "");
})"""
IN_CARD = """(results) => results.map((result) => {
  const { model, view } = globalThis.Claimlight;
  const card = view.create({});
  card.show(model.reduce(model.initial(result.claim), { type: "event", event: "result", data: result }));
  const spots = [".verdict h2", ".verdict .says", ".lead > .cards .said, .part .said"];
  return spots.map((spot) => card.element.querySelector(spot)?.textContent ?? "");
})"""


def expected(view: dict[str, Any]) -> list[str]:
    """Return grade, sentence, and the first quote, or "" if there is no quote."""
    numbers = view["best"] or [n for part in view["parts"] for n in part["best"]]
    return [view["grade"]["words"], view["says"], view["evidence"][numbers[0] - 1]["words"] if numbers else ""]


@each_row("language", ["en", "ar"])
def test_five_surfaces_show_the_same_text(extension: Extension, tmp_path: Path, root: Path, language: str) -> None:
    results = [shown(result, language) for result in every_kind()[:40]]
    wanted = [expected(result["view"]) for result in results]
    template = page_template(root)
    with world(tmp_path / language) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}", language=language)
        card = extension.open("popup/popup.html")
        expect(card.locator("html")).to_have_attribute("lang", language)
        assert differing_texts(results, wanted, card.evaluate(IN_CARD, results)) == []
        card.goto(f"http://127.0.0.1:{running_service.port}/")
        assert differing_texts(results, wanted, card.evaluate(BY_SCRIPT, results)) == []
        card.goto("about:blank")
        pages = [template.render(v=result["view"]) for result in results]
        assert differing_texts(results, wanted, card.evaluate(WITHOUT_SCRIPT, pages)) == []
        card.close()
    for result, words in zip(results, wanted, strict=True):
        for text in (in_terminal(result, language), flat(result["view"]["copies"]["text"])):
            assert [word for word in map(flat, words) if word not in text] == []


def differing_texts(results: list[dict[str, Any]], wanted: list[list[str]], drawn: list[list[str]]) -> list[Any]:
    """Return (verdict, expected, shown) for each difference. The card removes bidirectional isolates, which are invisible."""
    rows = zip(results, wanted, drawn, strict=True)
    return [
        (result["verdict"], words, said) for result, words, said in rows if [*map(flat, words)] != [*map(flat, said)]
    ]
