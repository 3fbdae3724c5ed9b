"""Reads claims and their labelled passages for the end-to-end measurement.

The row format is `{id?, claim, label, evidence: [{text, label, title?}]}`. The label of a claim may also be
CONFLICTING.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from backend.evaluation.datasets import VERIFIER_LABELS, Row

CONFLICTING = "CONFLICTING"
CLAIM_LABELS = (*VERIFIER_LABELS, CONFLICTING)
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPassage:
    """A single-line text, its stance on the claim, and the title of its document ("" if unknown)."""

    text: str
    label: str
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim, its label, and its labelled passages."""

    id: str
    claim: str
    label: str
    passages: tuple[LabelledPassage, ...]

    @property
    def gold(self) -> tuple[LabelledPassage, ...]:
        """Return the passages that agree with the claim's label, or for a CONFLICTING claim all passages that are not neutral."""
        sides = ("SUPPORTS", "REFUTES") if self.label == CONFLICTING else (self.label,)
        return tuple(p for p in self.passages if p.label in sides and p.label != "NEI")


def cases(source: Iterable[Row]) -> tuple[Case, ...]:
    """Return all rows in order. Raises DatasetError."""
    return tuple(_case(row) for row in source)


def _case(row: Row) -> Case:
    passages = tuple(_passage(row, item) for item in row.many("evidence", dict))
    if not passages:
        raise row.error('"evidence" must have at least one passage')
    identity = row.fields.get("id")
    return Case(
        id=identity if isinstance(identity, str) and identity else f"line-{row.line}",
        claim=row.text("claim"),
        label=row.choice("label", CLAIM_LABELS),
        passages=passages,
    )


def _passage(row: Row, item: Mapping[str, Any]) -> LabelledPassage:
    inner = Row(row.path, row.line, item)
    title = item.get("title", "")
    return LabelledPassage(
        text=_SPACE.sub(" ", inner.text("text")).strip(),
        label=inner.choice("label", VERIFIER_LABELS),
        title=_SPACE.sub(" ", title).strip() if isinstance(title, str) else "",
    )


def plain_words(text: str) -> str:
    """Return the lower-case words, separated and surrounded by single spaces, so that `in` matches whole words only."""
    return f" {' '.join(_WORD.findall(text.lower()))} "
