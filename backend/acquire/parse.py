"""Extracts the readable text, title, date and language from a page's bytes. Runs in a separate process (see `workers`)."""

from __future__ import annotations

import codecs
import copy
import logging
import re
from datetime import date
from functools import lru_cache
from importlib import import_module
from typing import Any

from lxml.html import HtmlElement

from backend.acquire.reviews.markup import published_reviews
from backend.acquire.reviews.page import read_page
from backend.acquire.unwrap import unwrapped
from backend.acquire.visible import parse, strip_hidden
from backend.domain.article import Article, FetchedPage
from backend.domain.hygiene import cut_at_word, one_line, printable
from backend.errors import UnreadablePage

MAX_ELEMENTS = 20_000
"""The maximum number of elements on a page, which keeps parsing within about three seconds on one core (50,000 elements
take 8.5 s)."""
MAX_TITLE = 300
MAX_TEXT = 200_000
"""The maximum length of an article in characters, about a hundred book pages. Later stages take time
proportional to the length."""

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_BLANK_RUN = re.compile(r"[^\S\n]+")
_ROW = re.compile(r"\s*\|.*\|\s*")
_BAR = re.compile(r"(?<!\\)\|")
_MANY_LINES = re.compile(r" ?\n[\s\n]*")


def article(page: FetchedPage) -> Article:
    """Return the article with the page's visible text. Raises UnreadablePage and any error that a parser raises."""
    text = decode(page)
    if page.content_type == "text/plain":
        return _plain_text_article(page, text)
    tree = parse(printable(text))
    if tree is None:
        raise UnreadablePage("The page is empty.", url=page.url)
    if sum(1 for _ in tree.iter()) > MAX_ELEMENTS:
        raise UnreadablePage("The page is too complicated to read.", url=page.url)
    reviews = published_reviews(tree)
    language = _declared_language(tree)
    title, published = _read_metadata(tree, page.url)
    strip_hidden(tree)
    visible_text = _visible_characters(tree.text_content())
    reviewed_page = read_page(tree, reviews, url=page.url, title=title)
    body = reviewed_page.own_text(
        _paragraphs_on_page(_normalise_space(_strip_layout_marks(_main_text(tree, page.url))), visible_text), language
    )
    # For a page that only lists articles, extraction returns nothing but a heading.
    if body in ("", title) and not reviewed_page.reviews:
        raise UnreadablePage("No article was found on the page.", url=page.url)
    return Article(
        url=page.url, title=title, text=body, published=published, language=language, reviews=reviewed_page.reviews
    )


def decode(page: FetchedPage) -> str:
    """Decode the page according to its byte order mark, HTTP header or <meta>, else as UTF-8, else as Windows-1252."""
    for mark, name in _BOMS:
        if page.body.startswith(mark):
            return page.body.decode(name, "replace")
    declared = _META_CHARSET.search(page.body[:4096])
    named = declared.group(1).decode("ascii", "replace") if declared else ""
    for name in (page.charset, named, "utf-8"):
        try:
            return page.body.decode(name) if name else page.body.decode("utf-8")
        except (LookupError, UnicodeError):
            continue
    return page.body.decode("windows-1252", "replace")


def _plain_text_article(page: FetchedPage, text: str) -> Article:
    # Normalising removes white space, so start with more text than the limit; four times as much is enough.
    body = _normalise_space(unwrapped(text[: 4 * MAX_TEXT].replace("\r\n", "\n")))
    if not body:
        raise UnreadablePage("The page is empty.", url=page.url)
    return Article(url=page.url, title=cut_at_word(body.split("\n", 1)[0], 100), text=body)


def _normalise_space(text: str) -> str:
    """Return the text with single spaces between words and single line feeds between paragraphs, to keep offsets stable.

    The text is truncated at `MAX_TEXT`.
    """
    return cut_at_word(_MANY_LINES.sub("\n", _BLANK_RUN.sub(" ", printable(text))).strip(), MAX_TEXT)


def _strip_layout_marks(text: str) -> str:
    """Remove the "- " and "|" with which trafilatura marks list items and table cells; the page does not show these marks."""
    lines = (_join_cells(line.strip()) if _ROW.fullmatch(line) else line for line in text.split("\n"))
    return "\n".join(line.lstrip().removeprefix("- ") for line in lines)


def _paragraphs_on_page(text: str, visible_text: str) -> str:
    """Return the paragraphs that occur unchanged on the page.

    Extraction may lose words, for example after a quotation in a table.
    """
    return "\n".join(line for line in text.split("\n") if _visible_characters(line) in visible_text)


def _visible_characters(text: str) -> str:
    """Return the text without white space and invisible characters, for comparison.

    White space between blocks depends on the browser, and extraction drops characters such as soft hyphens.
    """
    invisible = {char for char in set(text) if char.isspace() or not char.isprintable() or not printable(char)}
    return text.translate(dict.fromkeys(map(ord, invisible)))


def _join_cells(row: str) -> str:
    """Return the cells of a table row, separated by spaces, or "" for the line under the table header."""
    cells = [cell.strip() for cell in _BAR.split(row)]
    return "" if all(set(cell) <= {"-"} for cell in cells) else " ".join(filter(None, cells)).replace("\\|", "|")


def _declared_language(tree: HtmlElement) -> str:
    tag = (tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "en").strip().lower()
    primary = re.split(r"[-_]", tag, maxsplit=1)[0]
    return primary if primary.isascii() and primary.isalpha() and 2 <= len(primary) <= 3 else "en"


@lru_cache(maxsize=1)
def load() -> None:
    """Import the slow libraries, which takes up to half a second, before the time limit for the first page starts.

    The loggers of these libraries are silenced, because they log URLs, which Claimlight's logs must never contain (S7).
    """
    for module in ("trafilatura", "trafilatura.metadata"):
        import_module(module)
    for name in ("trafilatura", "htmldate", "courlan"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _read_metadata(tree: HtmlElement, url: str) -> tuple[str, str]:
    """Return the (title, publication date) that the page declares. The date is in ISO format, or "", and never in the future."""
    from trafilatura.metadata import extract_metadata

    options: dict[str, Any] = {"original_date": True, "extensive_search": False, "outputformat": "%Y-%m-%d"}
    metadata = extract_metadata(copy.deepcopy(tree), default_url=url, date_config=options)
    title = cut_at_word(one_line(metadata.title or ""), MAX_TITLE)
    try:
        published = date.fromisoformat((metadata.date or "")[:10]).isoformat()
    except ValueError:
        published = ""
    return title, published


def _main_text(tree: HtmlElement, url: str) -> str:
    """Extract the main text. The option `favor_precision` gives the best F1 on the public benchmark (trafilatura 2.3.1)."""
    from trafilatura import bare_extraction

    for line_break in tree.xpath(".//td//br | .//th//br"):
        # A table row must stay on one line in the extracted text.
        line_break.tail = f" {line_break.tail or ''}"
        line_break.drop_tag()
    found: Any = bare_extraction(
        tree, url=url, favor_precision=True, include_comments=False, include_tables=True, with_metadata=False
    )
    return (found.text or "") if found is not None else ""
