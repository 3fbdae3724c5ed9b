"""The web page and the extension export identical text, Markdown, JSON and ClaimReview for the same result."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from backend.api import wire
from backend.api.shown import shown
from backend.domain.article import PassageKind
from backend.domain.claim import PageContext, VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.verdict import Label, Leaning, LeaningLabel
from tests.api_world import make_evidence, make_verdict

SCRIPT = """
import { readFileSync } from "node:fs";
const [page, namespace] = process.argv.slice(1);
const { SHAPES, claimReview } = await import(page);
const { Claimlight: ours } = await import(namespace);
const now = new Date("2026-11-22T10:00:00Z");
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((result) => [
  [SHAPES.text.make(result), SHAPES.markdown.make(result), SHAPES.json.make(result), claimReview(result, now)],
  [ours.copy.asText(result), ours.copy.asMarkdown(result), ours.review.asJson(result), ours.review.claimReview(result, now)],
])));
"""


def results() -> list[wire.Json]:
    """Return results with every verdict, and with text that Markdown and other parsers must not interpret."""
    evil = "# *Evil* \u202e\u200b\x07[x](javascript:1) <b>| 1. one\n2) two"
    items = (make_evidence(), make_evidence(Stance.SUPPORTS, evil, domain="who.int"), make_evidence(Stance.NEUTRAL))
    page = PageContext(url="https://news.example/a", title=evil)
    found = []
    for label in Label:
        verdict = make_verdict(VerifyRequest(claim=evil, context=page), label=label, evidence=items)
        for confidence in (0.0, 0.6449, 0.91):
            found.append(wire.result(replace(verdict, reasoning=evil, confidence=confidence), job_id="j"))
    undecided = make_verdict(VerifyRequest(claim=evil, context=page), label=Label.NOT_ENOUGH_EVIDENCE, evidence=items)
    for side, probability in zip(LeaningLabel, (0.65, 0.97, 0.58), strict=True):
        leaning = Leaning(label=side, probability=probability)
        found.append(wire.result(replace(undecided, leaning=leaning), job_id="j"))
    for kind in PassageKind:
        item = make_evidence()
        item = replace(item, candidate=replace(item.candidate, passage=replace(item.passage, kind=kind)))
        found.append(wire.result(make_verdict(VerifyRequest(claim="c"), evidence=(item,)), job_id="j"))
    bare = make_evidence(text="So.\nIt is.")
    strange = replace(bare.passage, source="https://user:word@a.example/", title="", published="soon")
    lone = replace(bare, candidate=replace(bare.candidate, passage=strange))
    found.append(wire.result(make_verdict(VerifyRequest(claim="c"), evidence=(lone,)), job_id="j"))
    return [shown(result, "en") for result in found]


@pytest.fixture(scope="module")
def both_exports(root: Path) -> list[list[Any]]:
    files = ("backend/web/static/js/share.js", "tests/extension/namespace.js")
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, *((root / file).as_uri() for file in files)],
        input=json.dumps(results()), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    pairs: list[list[Any]] = json.loads(done.stdout)
    return pairs


@pytest.mark.parametrize("shape", [0, 1, 2, 3], ids=["text", "Markdown", "JSON", "ClaimReview"])
def test_page_and_extension_export_the_same(both_exports: list[list[Any]], shape: int) -> None:
    assert len(both_exports) == len(results())
    for page, extension in both_exports:
        assert page[shape] == extension[shape]


def test_exported_review_has_the_rating_of_its_verdict(both_exports: list[list[Any]]) -> None:
    rated = {
        page[3]["reviewRating"]["alternateName"]: page[3]["reviewRating"].get("ratingValue") for page, _ in both_exports
    }
    assert rated == {
        "True": 5, "False": 1, "Partially True": 3, "Misleading": 2, "Not Enough Evidence": None, "Not Verifiable": None,
        "Probably true": None, "Probably false": None, "Probably partly true": None,
    }  # fmt: skip
