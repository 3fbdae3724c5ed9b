"""Measures the whole product through the real HTTP API, on a synthetic web of pages and claims in everyday language.

`--data` names the files of claims, and `--pages` names the file of pages (written_web). The service has no built-in
facts.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from backend.domain.verdict import Label, LeaningLabel
from backend.evaluation.datasets import sample
from backend.evaluation.end_to_end_client import ServiceAnswer
from backend.evaluation.end_to_end_run import Asking, Outcome, answer_all
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.evaluation.written_web import LABELS, written_claims, written_pages

GRADES = ("firm", "leaning")
_LABELS: Mapping[str, str] = {
    Label.TRUE: "TRUE", Label.FALSE: "FALSE", Label.PARTIALLY_TRUE: "PARTLY", Label.MISLEADING: "PARTLY",
}  # fmt: skip
_LEANINGS: Mapping[str, str] = {
    LeaningLabel.PROBABLY_TRUE: "TRUE",
    LeaningLabel.PROBABLY_FALSE: "FALSE",
    LeaningLabel.PROBABLY_PARTLY_TRUE: "PARTLY",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --pages and --risk."""
    parser.add_argument("--pages", type=Path, required=True, metavar="FILE", help="the pages of the web")
    parser.add_argument("--risk", choices=("cautious", "balanced", "bold"), default="balanced", help="risk setting")


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file. Raises DatasetError or EvaluationFailed."""
    index = FrozenIndex(written_pages(options.pages))
    for path in paths:
        begin, claims = time.monotonic(), sample(written_claims(path), options.rows)
        tell(f"{path.name}: {len(claims)} claims, a web of {len(index.pages)} pages")
        outcomes = answer_all(claims, index, tell, Asking(risk=options.risk))
        yield Measurement(figures=figures(str(path), outcomes, time.monotonic() - begin))


def figures(file: str, outcomes: Sequence[Outcome], seconds: float) -> FileScores:
    """Return the counts of answers for each claim label, by grade and correctness.

    For example, `TRUE_firm` is the number of right firm answers to TRUE claims, and `TRUE_firm_wrong` the number of
    wrong ones.
    """
    names = {label: name for name, label in LABELS.items()}
    extra_scores: dict[str, Value] = {}
    for label, name in names.items():
        graded_answers = [said(outcome.answer) for outcome in outcomes if outcome.case.label == label]
        extra_scores[f"{name}_claims"] = len(graded_answers)
        for grade in GRADES:
            counts = Counter(answer == name for kind, answer in graded_answers if kind == grade)
            extra_scores |= {f"{name}_{grade}": counts[True], f"{name}_{grade}_wrong": counts[False]}
    return FileScores(file=file, n=len(outcomes), seconds=seconds, more=extra_scores)


def said(answer: ServiceAnswer) -> tuple[str, str]:
    """Return the grade of an answer ("firm", "leaning" or "") and the corresponding claim label. Misleading counts as PARTLY."""
    if answer.leaning:
        return "leaning", _LEANINGS[answer.leaning]
    return ("firm", _LABELS[answer.verdict]) if answer.verdict in _LABELS else ("", "")
