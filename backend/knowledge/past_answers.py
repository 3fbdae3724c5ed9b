"""Converts results stored by earlier versions to the current format."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from backend.domain.article import PassageKind

_INDEXES = frozenset(
    {"arxiv.org", "dailymed.nlm.nih.gov", "doi.org", "europepmc.org", "openalex.org", "www.semanticscholar.org"}
)
"""Hosts of indexes whose APIs supply the text. Earlier versions stored such texts as articles."""


def as_today(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result in the current format, in which evidence and citations have the field `verbatim`.

    Earlier versions stored only the kind of each passage. Quotation marks are removed from text that does not occur
    verbatim on the page. A result that already has `verbatim` is returned unchanged.
    """
    evidence = result.get("evidence", [])
    if all("verbatim" in item for item in evidence):
        return result
    known = [_evidence_with_verbatim(item) for item in evidence]
    verbatim_quotes = {(item.get("source"), item.get("quote")) for item in known if item["verbatim"]}
    non_verbatim_quotes = [item["quote"] for item in known if item.get("quote") and not item["verbatim"]]
    parts = [_convert_part(part, verbatim_quotes, non_verbatim_quotes) for part in result.get("sub_results", [])]
    return {**_convert_part(result, verbatim_quotes, non_verbatim_quotes), "evidence": known, "sub_results": parts}


def _evidence_with_verbatim(item: dict[str, Any]) -> dict[str, Any]:
    article = item.get("kind") == PassageKind.ARTICLE
    if article and urlsplit(item["source"]).hostname in _INDEXES:
        return {**item, "kind": str(PassageKind.HANDOUT), "verbatim": False}
    return {**item, "verbatim": article}


def _convert_part(
    part: dict[str, Any], verbatim_quotes: set[tuple[Any, Any]], non_verbatim_quotes: list[str]
) -> dict[str, Any]:
    """Return `part` in the current format. `non_verbatim_quotes` do not occur verbatim on a page."""
    changed = dict(part)
    if "citations" in part:
        changed["citations"] = [
            {**one, "verbatim": (one.get("url"), one.get("quote")) in verbatim_quotes} for one in part["citations"]
        ]
    if "reasoning" in part:
        changed["reasoning"] = _without_quotation_marks(part["reasoning"], non_verbatim_quotes)
    if part.get("explanation"):
        changed["explanation"] = {
            **part["explanation"],
            "found": _without_quotation_marks(part["explanation"]["found"], non_verbatim_quotes),
        }
    return changed


def _without_quotation_marks(text: str, non_verbatim_quotes: list[str]) -> str:
    for words in non_verbatim_quotes:
        text = text.replace(f"“{words}”", words)
    return text
