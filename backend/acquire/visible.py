"""Removes the parts of a page that a person reading the page cannot see (S15)."""

from __future__ import annotations

import re

from lxml import html
from lxml.html import HtmlElement

from backend.acquire.selectors import hidden_by, hiding
from backend.acquire.styles import hides

_NEVER_SHOWN = (
    "script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas", "video", "audio", "head/meta[@http-equiv]",
    "form//input", "textarea", "select", "datalist", "dialog[not(@open)]",
)  # fmt: skip
_UNSEEN_CLASSES = ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text")
_HIDDEN_ATTRIBUTE = ".//*[@hidden or @aria-hidden='true' or " + " or ".join(
    f"contains(concat(' ', @class, ' '), ' {name} ')" for name in _UNSEEN_CLASSES
) + "]"  # fmt: skip
_MAX_STYLE = 2_000
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


def parse(text: str) -> HtmlElement | None:
    """Parse the page into a tree; return None if the page is empty."""
    text = _XML_DECLARATION.sub("", text, count=1)
    if not text.strip():
        return None
    try:
        return html.document_fromstring(text)
    except (html.etree.ParserError, ValueError):
        return None


def strip_hidden(tree: HtmlElement) -> None:
    """Remove comments, scripts and all elements that styles or attributes hide, but keep the text after such elements."""
    sheets = "\n".join(style.text or "" for style in tree.iterfind(".//style"))
    doomed = [node for node in tree.iter() if not isinstance(node.tag, str)]
    doomed += tree.xpath(_HIDDEN_ATTRIBUTE)
    doomed += [node for node in tree.iterfind(".//*[@style]") if hides(node.get("style", "")[:_MAX_STYLE])]
    for tag in _NEVER_SHOWN:
        doomed += tree.xpath(f".//{tag}")
    selectors = hiding(sheets)
    if selectors:
        doomed += hidden_by(selectors, tree)
    for node in doomed:
        _remove_node(node)


def _remove_node(node: HtmlElement) -> None:
    if node.getparent() is not None and node.tag not in ("html", "body"):
        node.drop_tree()
