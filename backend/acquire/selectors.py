"""Finds the elements that the page's own style sheets hide. Supports simple selectors and descendant combinators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from backend.acquire.styles import hides, plain_css

MAX_CSS = 200_000
MAX_RULES = 2_000
"""The maximum number of hiding selectors to apply; further selectors are ignored."""
_MAX_SELECTOR = 200
_SCREEN = re.compile(r"^@media\s*(?:only\s+)?(?:screen|all)\s*$")
_PART = re.compile(r"([.#])([\w-]{1,80})|\[([\w-]{1,80})(?:=[\"']?([^\"'\]]{0,80})[\"']?)?\]")
_TAG = re.compile(r"^(?:\*|[a-z][a-z0-9]{0,20})?")


@dataclass(frozen=True, slots=True)
class Compound:
    """A compound selector, which matches a single element; `tag` is "" for any element."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]

    def matches(self, node: HtmlElement) -> bool:
        """Return whether the element matches this compound selector."""
        if self.tag and node.tag != self.tag:
            return False
        if not self.ids <= {(node.get("id") or "").lower()} or not self.classes <= set(
            (node.get("class") or "").lower().split()
        ):
            return False
        return all(
            name in node.attrib and value in (None, node.get(name, "").lower()) for name, value in self.attributes
        )


Selector = tuple[Compound, ...]
"""A selector as its compound selectors, from the outermost ancestor to the element itself."""


def hiding(css: str) -> tuple[Selector, ...]:
    """Return the supported selectors of rules that hide elements on a screen."""
    found: dict[Selector, None] = {}
    for selectors, declarations in _screen_rules(plain_css(css[:MAX_CSS])):
        if not hides(declarations):
            continue
        for text in selectors.split(","):
            selector = _parse_selector(text.strip())
            if selector:
                found.setdefault(selector)
            if len(found) >= MAX_RULES:
                return tuple(found)
    return tuple(found)


def hidden_by(selectors: Sequence[Selector], tree: HtmlElement) -> list[HtmlElement]:
    """Return the elements that at least one of the selectors matches."""
    by_class: dict[str, list[Selector]] = {}
    others: list[Selector] = []
    for selector in selectors:
        last = selector[-1]
        names = sorted(last.classes)
        by_class.setdefault(names[0], []).append(selector) if names else others.append(selector)
    doomed = []
    for node in tree.iter():
        if not isinstance(node.tag, str):
            continue
        near = [s for name in (node.get("class") or "").lower().split() for s in by_class.get(name, ())]
        if any(_selects(selector, node) for selector in (*near, *others)):
            doomed.append(node)
    return doomed


def _selects(selector: Selector, node: HtmlElement) -> bool:
    """Return whether the last compound matches the element and the other compounds match its ancestors in order."""
    if not selector[-1].matches(node):
        return False
    unmatched = list(selector[:-1])
    above = node.getparent()
    while unmatched and above is not None:
        if unmatched[-1].matches(above):
            unmatched.pop()
        above = above.getparent()
    return not unmatched


def _screen_rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield the (selectors, declarations) of every rule that applies to screens, in one pass over the style sheet.

    Rules nested in media queries for screens are included.
    """
    opened: list[str] = []
    start = 0
    for match in re.finditer(r"[{}]", css):
        text = css[start : match.start()]
        start = match.end()
        if match.group() == "{":
            opened.append(text.strip()[-10_000:])
            continue
        head = opened.pop() if opened else ""
        if head and not head.startswith("@") and all(_SCREEN.match(outer) for outer in opened):
            yield head, text


def _parse_selector(text: str) -> Selector | None:
    if len(text) > _MAX_SELECTOR:
        return None
    compounds = [_parse_compound(word) for word in text.replace(">", " ").split()]
    known = [compound for compound in compounds if compound is not None]
    return tuple(known) if known and len(known) == len(compounds) and known[-1] != _ANY_ELEMENT else None


def _parse_compound(word: str) -> Compound | None:
    tag = _TAG.match(word)
    rest = word[tag.end() :] if tag else word
    parts = list(_PART.finditer(rest))
    if "".join(part.group() for part in parts) != rest or (tag and tag.group() in ("html", "body") and not rest):
        return None
    name = tag.group() if tag else ""
    return Compound(
        tag="" if name == "*" else name,
        ids=frozenset(part.group(2) for part in parts if part.group(1) == "#"),
        classes=frozenset(part.group(2) for part in parts if part.group(1) == "."),
        attributes=tuple((part.group(3), part.group(4)) for part in parts if part.group(3)),
    )


_ANY_ELEMENT = Compound(tag="", ids=frozenset(), classes=frozenset(), attributes=())
