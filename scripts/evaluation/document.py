"""Writes docs/evaluation.md, with tables and plots of the measurements. The text depends only on the measurements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.bootstrap import load_embedder, load_verifier
from backend.evaluation.scores import Measurement
from backend.settings import Settings
from scripts.evaluation.plots import against_targets, confusions, coverage, reliability_diagrams
from scripts.evaluation.reliability import coverage_of
from scripts.evaluation.sets import TARGETS, Set

TEXT = Path(__file__).with_name("document.md")
IMAGES = Path("images") / "evaluation"
NAMES = {
    "n": "rows", "accuracy": "accuracy", "macro_f1": "macro-F1", "binary_accuracy": "S against R", "ece": "ECE",
    "claim_only_accuracy": "claim only", "log_loss": "log loss", "firm_share_nei": "NEI made firm",
    "types_macro_f1": "macro-F1 of types",
    "firm_recall": "firm recall", "firm_precision": "firm precision",
    "precision": "precision", "recall": "recall", "f1": "F1", "soft_f1": "soft F1", "split_f1": "split F1",
    "whole_when_single": "whole when single", "kept_names": "names kept", "kept_numbers": "numbers kept",
    "parts_per_claim": "parts", "human_parts_per_claim": "parts of people",
    "embedder_recall_1": "recall 1", "embedder_recall_5": "recall 5", "embedder_recall_20": "recall 20",
    "pool_embedder_recall_5": "pool recall 5", "pool_embedder_recall_10": "pool recall 10", "recalled_recall_5": "recalled 5",
    "recalled_recall_10": "recalled 10", "recalled_recall_20": "recalled 20",
    "embedder_mrr": "MRR", "embedder_ndcg_10": "nDCG 10", "product_recall_1": "product recall 1",
    "product_recall_5": "product recall 5", "product_mrr": "product MRR", "product_ndcg_10": "product nDCG 10",
    "citation_precision": "citation precision", "citation_precision_strict": "strict", "evidence_recall": "evidence recall",
    "searches_per_claim": "searches", "p50_s": "p50 s", "p95_s": "p95 s", "failed": "failed",
    "past_deadline": "past deadline", "macro_f1_of_gold_passages": "ceiling",
    "firm_on_nei": "NEI made firm", "firm": "firm", "firm_right": "accuracy (firm)", "told": "firm or leaning",
    "told_right": "accuracy (firm or leaning)", "false_found": "false found", "ece_told": "ECE (firm or leaning)",
    "repeat_without_search": "2nd: no search", "repeat_same_label": "2nd: same label",
}  # fmt: skip
COLUMNS = {
    "verifier": "n accuracy macro_f1 binary_accuracy ece log_loss claim_only_accuracy firm_share_nei firm_recall firm_precision",
    "claim-type": "n accuracy macro_f1 ece types_macro_f1",
    "decompose": "n precision recall f1 soft_f1 split_f1 whole_when_single kept_names kept_numbers parts_per_claim"
    " human_parts_per_claim",
    "retrieve": "n embedder_recall_1 embedder_recall_5 embedder_recall_20 embedder_mrr embedder_ndcg_10 product_recall_1"
    " product_recall_5 product_mrr product_ndcg_10 pool_embedder_recall_5 pool_embedder_recall_10 recalled_recall_5"
    " recalled_recall_10 recalled_recall_20",
    "end-to-end": "n accuracy macro_f1 macro_f1_of_gold_passages binary_accuracy ece firm firm_right told told_right false_found"
    " ece_told citation_precision citation_precision_strict evidence_recall"
    " firm_on_nei searches_per_claim p50_s p95_s past_deadline failed repeat_without_search repeat_same_label",
}
Found = Mapping[Set, Measurement]


def write_report(out: Path, found: Found, *, rows: int | None) -> None:
    """Write the document, and the plots to images/evaluation next to the document.

    `rows` is the sample size, or None for whole sets.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    pictures = out.parent / IMAGES
    draw(pictures, found)
    text = TEXT.read_text(encoding="utf-8")
    for mark, block in blocks(found, pictures, rows).items():
        text = text.replace(f"{{{mark}}}", block)
    out.write_text(text, encoding="utf-8")


def draw(folder: Path, found: Found) -> None:
    """Draw all plots for which there is data."""
    for command in COLUMNS:
        chosen = {one.name: found[one] for one in found if one.command == command}
        bins = {name: measured.bins for name, measured in chosen.items() if measured.bins}
        counts = {name: (m.labels, m.confusion) for name, m in chosen.items() if m.confusion}
        if bins:
            reliability_diagrams(folder / f"reliability-{command}.png", bins)
        if counts:
            confusions(folder / f"confusion-{command}.png", counts)
    if drawn := coverage_of(found):
        coverage(folder / "coverage-end-to-end.png", drawn["curve"], drawn["firm"])
    bars = [
        (f"{name}: {NAMES[figure]}", value, target_value)
        for name, figure, value, target_value, at_most in _lines(found)
        if not at_most
    ]
    if bars:
        against_targets(folder / "targets.png", bars)


def blocks(found: Found, pictures: Path, rows: int | None) -> dict[str, str]:
    """Return the text for each placeholder of the template, keyed by name."""
    settings = Settings(_env_file=None)
    models = f"verifier `{load_verifier(settings).model_id}`, embedder `{load_embedder(settings).model_id}`"
    tables = {command: "\n".join([*_table(command, found), *_images(command, pictures)]) for command in COLUMNS}
    sampled = f" **A sample of at most {rows} rows a set: not the figures to quote.**" if rows else ""
    return {
        "models": models,
        "sample": sampled,
        "targets": "\n".join([*_targets(found), *_images("targets", pictures)]),
        **tables,
    }


def _table(command: str, found: Found) -> Iterator[str]:
    records = {one.name: measured.figures.as_json() for one, measured in found.items() if one.command == command}
    columns = [c for c in COLUMNS[command].split() if any(r.get(c) is not None for r in records.values())]
    if not records:
        yield "Not measured in this run."
        return
    yield from _lined(["set", *(NAMES[column] for column in columns)])
    for name, record in records.items():
        yield f"| {name} | " + " | ".join(_cell(record.get(column)) for column in columns) + " |"


def _targets(found: Found) -> Iterator[str]:
    yield from _lined(["set", "figure", "first model", "to reach", "now", "met"])
    for target in TARGETS:
        value = _value(found, target.set, target.figure)
        met = "–" if value is None else "yes" if target.met(value) else "**no**"
        target_cell = f"{'≤' if target.at_most else '≥'} {target.bound:.2f}"
        cells = [target.set, NAMES[target.figure], _cell(target.baseline), target_cell, _cell(value), met]
        yield f"| {' | '.join(cells)} |"


def _lines(found: Found) -> Iterator[tuple[str, str, float, float, bool]]:
    for target in TARGETS:
        value = _value(found, target.set, target.figure)
        if value is not None:
            yield target.set, target.figure, value, target.bound, target.at_most


def _value(found: Found, name: str, figure: str) -> float | None:
    for one, measured in found.items():
        if one.name == name:
            value = measured.figures.as_json().get(figure)
            return float(value) if value is not None else None
    return None


def _images(command: str, pictures: Path) -> Iterator[str]:
    what = {
        "reliability": "Reliability: share of right answers over confidence",
        "confusion": "Gold labels and answers",
        "coverage": "Risk and coverage: share of right answers over the share of claims answered",
    }
    names = {f"{kind}-{command}.png": text for kind, text in what.items()} | {f"{command}.png": "Figures and targets"}
    for name, text in names.items():
        if (pictures / name).is_file():
            yield f"\n![{text}]({IMAGES.as_posix()}/{name})"


def _lined(heads: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
