"""Synthetic pages are extracted like real pages, and the verdicts are scored against the labels of the claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from backend.evaluation.datasets import DatasetError
from backend.evaluation.end_to_end_client import ServiceAnswer
from backend.evaluation.end_to_end_run import Outcome
from backend.evaluation.frozen_server import WebTraffic
from backend.evaluation.web import figures
from backend.evaluation.written_web import WrittenClaim, written_claims, written_pages

BODY = "<h1>Lisvik</h1><p>The ferry to Lisvik carries 240 passengers.</p><p>It was built in 1931.</p>"
PAGE = {"url": "https://www.lisvik.example/ferry", "title": "Ferry", "date": "2024-03-11", "html_body": BODY}
CLAIM = {"id": "x1", "claim": "A ship to Lisvik has room for 300", "label": "FALSE", "pages": [PAGE["url"]]}


def write(folder: Path, row: dict[str, Any]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


def test_written_page_is_served_with_its_date_and_extracted_as_an_article(tmp_path: Path) -> None:
    (page,) = written_pages(write(tmp_path, PAGE))
    assert "The ferry to Lisvik carries 240 passengers." in page.paragraphs
    assert page.article.published == "2024-03-11"
    assert BODY.encode() in page.html


def test_a_page_without_an_article_is_an_error_that_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="line 1"):
        written_pages(write(tmp_path, PAGE | {"html_body": " <p></p>"}))


def test_claim_has_its_label_and_deciding_pages(tmp_path: Path) -> None:
    (claim,) = written_claims(write(tmp_path, CLAIM))
    assert (claim.label, claim.pages, claim.passages) == ("REFUTES", (PAGE["url"],), ())


def test_answers_are_counted_by_label_and_grade() -> None:
    answers = (
        ("SUPPORTS", ServiceAnswer(verdict="True")),
        ("SUPPORTS", ServiceAnswer(verdict="Not Enough Evidence", leaning="Probably false", leaning_probability=0.6)),
        ("REFUTES", ServiceAnswer(verdict="Misleading")),
        ("CONFLICTING", ServiceAnswer(verdict="Partially True", parts=("True", "False"))),
        ("CONFLICTING", ServiceAnswer(verdict="Not Enough Evidence", leaning="Probably partly true")),
        ("NEI", ServiceAnswer(verdict="Not Enough Evidence")),
        ("NEI", ServiceAnswer(failure="deadline")),
    )
    outcomes = [
        Outcome(
            case=WrittenClaim(id=str(n), claim="c", label=label, passages=(), pages=()),
            answer=answer,
            visit=WebTraffic((), frozenset(), ()),
        )
        for n, (label, answer) in enumerate(answers)
    ]
    counted = {name: count for name, count in figures("f", outcomes, 1.0).more.items() if count}
    assert counted == {
        "TRUE_claims": 2, "TRUE_firm": 1, "TRUE_leaning_wrong": 1, "FALSE_claims": 1, "FALSE_firm_wrong": 1,
        "PARTLY_claims": 2, "PARTLY_firm": 1, "PARTLY_leaning": 1, "UNDECIDED_claims": 2,
    }  # fmt: skip
