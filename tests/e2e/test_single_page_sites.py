"""The card on single-page sites, which show another article without loading another page."""

from __future__ import annotations

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import NOBODY
from tests.each_row import each_row

_TO_OTHER = "history.pushState(0, '', '/other');"
_WORDS = "flat.firstChild.data = 'Another article.';"


def read(extension: Extension, site: str) -> PageUser:
    extension.use(NOBODY)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    reader.check("flat")
    reader.see(".failure")
    return reader


@each_row(
    "way",
    [
        f"flat.remove(); {_TO_OTHER}",
        f"{_TO_OTHER} new Promise((done) => setTimeout(done)).then(() => flat.remove())",
        f"{_TO_OTHER} {_WORDS}",
        f"{_WORDS} {_TO_OTHER}",
    ],
)
def test_card_closes_when_a_single_page_app_changes_the_article(extension: Extension, site: str, way: str) -> None:
    reader = read(extension, site)
    reader.page.evaluate(way)
    until(lambda: reader.text() == "", "the card to go")


@each_row("way", ["history.replaceState(0, '', '/article.html?scrolled'); location.hash = 'part-2'", _WORDS])
def test_card_stays_while_article_or_address_is_unchanged(extension: Extension, site: str, way: str) -> None:
    reader = read(extension, site)
    reader.page.evaluate(f"{way}; document.body.append('More.')")
    reader.settle()
    assert reader.text(".failure") != ""
