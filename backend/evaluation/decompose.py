"""`scripts/evaluate decompose`: compares the product's decomposition with human-written parts."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from backend.claims.decompose import Decomposer
from backend.claims.intake import intake
from backend.claims.splitter import Splitter
from backend.domain.claim import ClaimType, Classification, PageContext, VerifyRequest
from backend.domain.run import Run
from backend.errors import UserError
from backend.evaluation import datasets, decomposition
from backend.evaluation.datasets import Row
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.providers.onnx_model import BUNDLED, SPLITTER
from backend.providers.tagger import OnnxTagger

PATIENCE_S = 60.0
"""Time limit for one sentence; the splitter takes milliseconds."""


def add_options(_parser: argparse.ArgumentParser) -> None:
    """Add no options, because this sub-command has none."""


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of `{text, claims}` rows, with the metrics of `decomposition.score`. Raises DatasetError."""
    decomposer = Decomposer(None, Splitter(OnnxTagger(BUNDLED / SPLITTER, 1)))
    for path in paths:
        begin = time.perf_counter()
        rows = datasets.sample(tuple(_validated(row) for row in datasets.rows(path)), options.rows)
        tell(f"{path.name}: {len(rows)} sentences")
        topics = {row["text"]: row["topic"] for row in rows}
        scores = decomposition.score(rows, lambda text, known=topics: split(text, decomposer, title=known[text]))  # type: ignore[misc]
        extra_scores: dict[str, Value] = {name: value for name, value in scores.items() if name != "n"}
        seconds = time.perf_counter() - begin
        yield Measurement(figures=FileScores(file=str(path), n=int(scores["n"]), seconds=seconds, more=extra_scores))


def split(text: str, decomposer: Decomposer, *, title: str = "") -> tuple[str, ...]:
    """Return the parts (at most five) that the product would verify separately, or the text itself if the product rejects it."""
    try:
        claim = intake(VerifyRequest(claim=text, context=PageContext(title=title)))
    except UserError:
        return (text,)
    whole = Classification(
        type=ClaimType.FACTUAL, factual_part=claim.text, reason="", check_worthiness=1.0, method="local"
    )
    return tuple(part.text for part in decomposer.decompose(claim, whole, Run(seconds=PATIENCE_S)).parts)


def _validated(row: Row) -> dict[str, Any]:
    """Validate a row and return its fields. The optional `topic` is the title of the page that contains the sentence."""
    topic = row.fields.get("topic", "")
    title = topic if isinstance(topic, str) else ""
    return {"text": row.text("text"), "claims": row.many("claims", str), "topic": title}
