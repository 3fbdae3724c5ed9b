"""Splits a page into visible lines, each with the tree nodes that contain its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.html import HtmlElement

_INLINE = frozenset(
    "a abbr b bdi bdo cite code em font i img ins kbd label mark picture q s small source span strong sub sup time u wbr".split()
)


@dataclass(slots=True)
class Piece:
    """The text of one element, or the text after the end of the element (`tail`)."""

    node: HtmlElement
    tail: bool
    text: str
    linked: bool

    def blank(self) -> None:
        """Remove this piece's text from the page."""
        if self.tail:
            self.node.tail = " "
        else:
            self.node.text = " "


@dataclass(slots=True)
class TextLine:
    """A run of text without a block boundary.

    `alt` is the alternative text of the first picture in the line, and `classes` are the classes of the enclosing block.
    """

    pieces: list[Piece] = field(default_factory=list)
    alt: str = ""
    classes: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The words of the line, separated by single spaces."""
        return " ".join("".join(piece.text for piece in self.pieces).split())

    @property
    def unlinked(self) -> str:
        """The words of the line that are outside links."""
        return " ".join("".join(piece.text for piece in self.pieces if not piece.linked).split())

    @property
    def first(self) -> str:
        """The words of the first piece that is not blank."""
        return next((" ".join(piece.text.split()) for piece in self.pieces if piece.text.strip()), "")

    def blank(self) -> None:
        """Remove the text of this line from the page."""
        for piece in self.pieces:
            piece.blank()


def lines_of(tree: HtmlElement) -> list[TextLine]:
    """Return all lines that contain words or pictures with alternative text, in reading order."""
    lines: list[TextLine] = [TextLine()]
    for event in _walk(tree):
        if isinstance(event, Piece):
            lines[-1].pieces.append(event)
        elif isinstance(event, str):
            lines[-1].alt = lines[-1].alt or event
        else:
            lines.append(TextLine(classes=event))
    return [line for line in lines if line.text or line.alt]


def _walk(tree: HtmlElement) -> Iterator[Piece | str | frozenset[str]]:
    """Yield pieces of text, alternative texts and, at each block boundary, the classes of the block."""
    body = tree.find("body")
    stack: list[tuple[HtmlElement, bool, bool]] = [(tree if body is None else body, False, False)]
    while stack:
        node, closing, linked = stack.pop()
        block = node.tag not in _INLINE
        if closing:
            if block:
                yield _classes(node.getparent())
            if node.tail and node is not tree:
                yield Piece(node, tail=True, text=node.tail, linked=linked)
            continue
        if block:
            yield _classes(node)
        if node.tag == "img" and node.get("alt", "").strip():
            yield " ".join(node.get("alt").split())
        inside = linked or node.tag == "a"
        if node.text:
            yield Piece(node, tail=False, text=node.text, linked=inside)
        stack.append((node, True, linked))
        stack += [(child, False, inside) for child in reversed(node) if isinstance(child.tag, str)]


def _classes(node: HtmlElement | None) -> frozenset[str]:
    return frozenset((node.get("class") or "").lower().split()) if node is not None else frozenset()
