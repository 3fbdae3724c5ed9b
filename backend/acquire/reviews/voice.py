"""Removes text that is not the page's own statement.

Such text is quoted blocks, embedded posts, questions in headings and, on a fact-check, text that states the claim.
"""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import HtmlElement

from backend.acquire.reviews.labels import class_names
from backend.acquire.sentences import sentence_spans
from backend.sources.ratings import plain_words

_LAYOUT_SHARE = 0.5
"""The minimum share of a page's text at which quoted blocks count as layout and are kept."""
_LEAST_WORDS = 3
_QUESTION_MARKS = ("?", "？", "؟")


def drop_quoted(tree: HtmlElement, *, fact_check: bool) -> None:
    """Remove quoted blocks and embedded posts from the page, but keep the text that follows them.

    If at least half of the page consists of quoted blocks, they are kept, unless the page is a fact-check.
    """
    embeds = [node for node in tree.iter() if isinstance(node.tag, str) and _is_embed(node)]
    quotes = [node for node in tree.iter("blockquote") if node not in embeds]
    if not fact_check:
        page_length = len(tree.text_content())
        quoted_length = sum(
            len(node.text_content()) for node in quotes if next(node.iterancestors("blockquote"), None) is None
        )
        quotes = quotes if quoted_length < _LAYOUT_SHARE * page_length else []
    _remove_nodes([*embeds, *quotes])


def drop_headings(tree: HtmlElement, *, fact_check: bool) -> None:
    """Remove headings that ask a question. On a fact-check, remove all headings and captions, because they often state the claim."""
    headings = list(tree.iter("h1", "h2", "h3", "h4", "h5", "h6"))
    asking = [node for node in headings if node.text_content().rstrip().endswith(_QUESTION_MARKS)]
    _remove_nodes([*headings, *tree.iter("figcaption")] if fact_check else asking)


def without_repetitions(text: str, claims: Sequence[str], language: str) -> str:
    """Return the text without the sentences that contain a reviewed claim word for word."""
    claim_phrases = [words for claim in claims if len((words := plain_words(claim)).split()) >= _LEAST_WORDS]
    if not any(f" {words} " in f" {plain_words(text)} " for words in claim_phrases):
        return text
    kept, at = [], 0
    for start, end in sentence_spans(text, language):
        if any(f" {words} " in f" {plain_words(text[start:end])} " for words in claim_phrases):
            kept.append(text[at:start])
            at = end
    return "\n".join(line.strip() for line in "\n".join([*kept, text[at:]]).split("\n") if line.strip())


def _is_embed(node: HtmlElement) -> bool:
    return not class_names("embed_classes").isdisjoint((node.get("class") or "").lower().split())


def _remove_nodes(nodes: Sequence[HtmlElement]) -> None:
    for node in nodes:
        if node.getparent() is not None:
            node.drop_tree()
