"""Text on a page that gives orders to a language model instead of telling its reader something (S16)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from urllib.parse import urlsplit

from backend.domain.article import Article, Passage
from backend.domain.run import Run

_START = r"(?:^|[.!?:;\"“”*>\n]\s*|\bplease,? (?:also )?)"
_VERBS = (
    "add|alter|anagram|answer|append|apply|augment|begin|change|classify|combine|convert|embed|encode|end|enhance|express|finish|group"
    "|ignore|include|incorporate|insert|integrate|introduce|judge|jumble|label|make|mark|misspell|modify|output|present|print|provide"
    "|put|randomly|rate|rearrange|remove|render|repeat|replace|reply|report|respond|return|reverse|rewrite|say|scatter|scramble|spell"
    "|start|state|substitute|swap|tease|tell|translate|treat|use|write"
)
_MACHINE = (
    r"(?:AI|A\.I\.|LLM|GPT|chatbot|(?:large )?language model|virtual assistant|AI (?:assistant|system|model)"
    r"|automated (?:reader|system|fact[- ]checker))s?"
)
_REST = r"(?:[^.!?\n]|[.!?](?=[\w\"”]))"
_ANSWER = r"(?:answer|response|reply|output|message|verdict|judge?ment|explanation)"
_ORDERS = (
    rf"\b(?:ignore|disregard|forget|override|bypass|overrule)\b{_REST}{{0,40}}"
    r"\b(?:previous|prior|above|earlier|preceding|former|system|your|all other)\b"
    rf"{_REST}{{0,25}}\b(?:instructions?|prompts?|rules|guidelines|directions|orders)\b",
    rf"{_START}(?:{_VERBS})\b{_REST}{{0,160}}\byour (?:next |final |own )?{_ANSWER}\b",
    rf"\bin your {_ANSWER},? (?:{_VERBS}|suggest|mention|you (?:must|should))\b",
    rf"\byou are (?:now )?(?:an?|the) (?:\w+ ){{0,3}}{_MACHINE}\b",
    rf"\b(?:note|notice|attention|message|instructions?)\b:? (?:to|for) (?:all |any |every |the |an? )?{_MACHINE}\b",
    rf"\b{_MACHINE} (?:must|should|shall|have to|are required to|is required to)\b{_REST}{{0,60}}"
    r"\b(?:answer|judge|rate|respond|treat|conclude|mark|output|say)\b",
    rf"{_START}(?:mark|label|classify|judge|treat|answer|respond|reply|output|return|always)\b{_REST}{{0,80}}"
    rf"\b(?:claim|statement|passage|evidence)\b{_REST}{{0,60}}"
    r"\b(?:true|false|supported|supports|refuted|refutes|verified|neutral)\b",
    rf"\b(?:verdict|answer|stance|rating|label) (?:for|on|of|to) (?:the|this) (?:claim|statement|passage)\b{_REST}{{0,30}}"
    r"\b(?:must|has to) be\b",
    r"<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|instructions?|passage|claim|evidence)>|</?data-[0-9a-f]{4,}>",
    r"(?:^|\n)#{1,4} ?(?:system|instructions?|response)\b",
    r"[\"'](?:stance|verdict|reasoning|quote)[\"']\s*:\s*[\"']",
    r"\b(?:new|updated|real|actual|hidden) (?:system )?(?:instructions?|prompt)\s*:",
)
_ORDER = re.compile("|".join(f"(?:{pattern})" for pattern in _ORDERS), re.IGNORECASE)
_BLANKS = re.compile(r"\s{2,}")
_LONGEST = 4_000
Spans = tuple[tuple[int, int], ...]


def gives_orders(text: str) -> bool:
    """Whether the text speaks to a program that is expected to obey. A report about such texts may look the same."""
    # Blanks without end would be looked through again from each of them.
    single = _BLANKS.sub(lambda run: "\n" if "\n" in run.group() else " ", text[: 4 * _LONGEST])
    return _ORDER.search(single[:_LONGEST]) is not None


def paragraphs_without_orders(article: Article, run: Run, *, stage: str) -> Article:
    """The article without the paragraphs that give orders; what stands around them stays. The reader is told."""
    lines = article.text.split("\n")
    ordering = [gives_orders(line) for line in lines]
    if not any(ordering):
        return article
    _tell(article.url, run, stage)
    text = "\n".join(line for line, left_out in zip(lines, ordering, strict=True) if not left_out)
    return replace(article, text=text, sentences=_moved(lines, ordering, article.sentences))


def _moved(lines: Sequence[str], left_out: Sequence[bool], sentences: Spans | None) -> Spans | None:
    """The sentences of the lines that stay, where they stand then; a line feed always ends a sentence."""
    if sentences is None:
        return None
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    gone = list(accumulate((len(line) + 1 if out else 0 for line, out in zip(lines, left_out, strict=True)), initial=0))
    at = [(bisect_right(starts, start) - 1, start, end) for start, end in sentences]
    return tuple((start - gone[line], end - gone[line]) for line, start, end in at if not left_out[line])


def without_orders(passages: Iterable[Passage], run: Run, *, stage: str) -> list[Passage]:
    """Those that may be evidence: search results' excerpts give orders, too. The reader is told."""
    kept = []
    for passage in passages:
        if gives_orders(passage.text):
            _tell(passage.source, run, stage)
        else:
            kept.append(passage)
    return kept


def _tell(url: str, run: Run, stage: str) -> None:
    """An Issue, once for each site."""
    host = urlsplit(url).hostname or "A page"
    message = f"{host} holds text that gives orders to language models. It was left out and nobody followed it."
    run.issue("orders_on_page", stage, message, subject=host)
