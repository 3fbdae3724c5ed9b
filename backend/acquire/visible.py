"""Takes out of a page what its reader could not see (S15)."""

from __future__ import annotations

import re

from lxml import html
from lxml.html import HtmlElement

_NEVER_SHOWN = (
    "script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas", "head/meta[@http-equiv]",
    "form//input", "select", "datalist", "dialog[not(@open)]",
)  # fmt: skip
_HIDDEN_ATTRIBUTE = ".//*[@hidden or @aria-hidden='true' or contains(concat(' ', @class, ' '), ' sr-only ')]"
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*(?:0|1px)(?:\.0+)?(?:px|r?em|pt|%)?\s*(?:;|!|$)"
    r"|(?<![\w-])(?:max-)?(?:width|height)\s*:\s*[01](?:px|r?em|%)?\s*(?:;|!|$)"
    r"|(?:text-indent|left|top|margin-left)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01]|transform\s*:\s*scale\(\s*0\s*\)"
    r"|(?<![\w-])color\s*:\s*transparent",
    re.IGNORECASE,
)
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{1,2000})\}")
_SIMPLE_SELECTOR = re.compile(r"^([.#])([\w-]{1,80})$")
_MAX_CSS = 200_000
_ENTITY_ENDS = re.compile(r"^\s*<\?xml[^>]*\?>")


def parse(text: str) -> HtmlElement | None:
    """The page as a tree; None when there is nothing in it."""
    text = _ENTITY_ENDS.sub("", text, count=1)
    if not text.strip():
        return None
    try:
        return html.document_fromstring(text)
    except (html.etree.ParserError, ValueError):
        return None


def strip_hidden(tree: HtmlElement) -> None:
    """Removes comments, scripts and every element that styles or attributes hide; text after them stays."""
    by_class, by_id = _hidden_names(tree)
    doomed = [node for node in tree.iter() if not isinstance(node.tag, str)]
    doomed += tree.xpath(_HIDDEN_ATTRIBUTE)
    doomed += [node for node in tree.iterfind(".//*[@style]") if _HIDDEN_STYLE.search(node.get("style", ""))]
    for tag in _NEVER_SHOWN:
        doomed += tree.xpath(f".//{tag}")
    if by_class or by_id:
        doomed += [
            node
            for node in tree.iter()
            if isinstance(node.tag, str)
            and (node.get("id") in by_id or not by_class.isdisjoint(node.get("class", "").split()))
        ]
    for node in doomed:
        _drop(node)


def _drop(node: HtmlElement) -> None:
    if node.getparent() is not None and node.tag not in ("html", "body"):
        node.drop_tree()


def _hidden_names(tree: HtmlElement) -> tuple[set[str], set[str]]:
    """Classes and ids that the page's own style sheets hide on every screen (plain selectors only)."""
    by_class: set[str] = set()
    by_id: set[str] = set()
    css = " ".join(style.text or "" for style in tree.iterfind(".//style"))[:_MAX_CSS]
    for selectors, declarations in _RULE.findall(_MEDIA.sub(" ", _CSS_COMMENT.sub(" ", css))):
        if not _HIDDEN_STYLE.search(declarations):
            continue
        for selector in selectors.split(","):
            match = _SIMPLE_SELECTOR.match(selector.strip())
            if match:
                (by_class if match.group(1) == "." else by_id).add(match.group(2))
    return by_class, by_id
