"""Evaluation of a verifier with known answers."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.errors import ClaimTooLong
from backend.evaluation.datasets import Pair
from backend.evaluation.scores import FileScores, table
from backend.evaluation.verifier import BATCH, measure_pairs

ANSWERS = {
    "yes": StanceScores(supports=0.8, refutes=0.1, neutral=0.1),
    "no": StanceScores(supports=0.1, refutes=0.8, neutral=0.1),
    "unclear": StanceScores(supports=0.2, refutes=0.1, neutral=0.7),
}
GOLD = {"yes": "SUPPORTS", "no": "REFUTES", "unclear": "NEI"}


class KnownVerifier:
    """A Verifier that judges each passage by a fixed table, and rejects the claim "long"."""

    model_id = "known@0"
    thresholds = StanceThresholds()

    def __init__(self) -> None:
        self.asked: list[int] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        self.asked.append(len(pairs))
        if any(claim == "long" for _, claim in pairs):
            raise ClaimTooLong("too long")
        return tuple(ANSWERS[passage] for passage, _ in pairs)


def pair(passage: str, label: str = "", claim: str = "A claim.") -> Pair:
    """Return a pair that is judged correctly unless another label is given."""
    return Pair(claim=claim, passage=passage, label=label or GOLD[passage])


def ignore_progress(_line: str) -> None:
    """Discard a progress message."""


def test_metrics_of_known_answers() -> None:
    rows = [pair("yes"), pair("no"), pair("unclear"), pair("no", "SUPPORTS"), pair("yes", "NEI")]
    measured = measure_pairs(rows, KnownVerifier(), name="made.jsonl", tell=ignore_progress)
    figures = measured.figures
    assert figures.n == 5
    assert figures.accuracy == pytest.approx(3 / 5)
    assert figures.binary_accuracy == pytest.approx(2 / 3)
    assert figures.more["firm_share_nei"] == 0.5
    assert figures.more["model"] == "known@0"
    assert measured.confusion == ((1, 1, 0), (0, 1, 0), (1, 0, 1))
    assert sum(b.count for b in measured.bins) == 5


def test_a_claim_that_is_too_long_stays_undecided_and_is_counted() -> None:
    rows = [pair("yes"), pair("yes", "SUPPORTS", "long"), pair("no")]
    figures = measure_pairs(rows, KnownVerifier(), name="made.jsonl", tell=ignore_progress).figures
    assert figures.more["claims_too_long"] == 1
    assert figures.accuracy == pytest.approx(2 / 3)


def test_large_sets_go_through_in_batches() -> None:
    verifier = KnownVerifier()
    measure_pairs([pair("yes")] * (2 * BATCH + 1), verifier, name="made.jsonl", tell=ignore_progress)
    assert verifier.asked == [BATCH, BATCH, 1]


def test_json_report_has_the_documented_names_and_plain_values() -> None:
    figures = measure_pairs([pair("yes"), pair("no")], KnownVerifier(), name="made.jsonl", tell=ignore_progress).figures
    record = json.loads(json.dumps(figures.as_json()))
    agreed = [
        "file",
        "n",
        "accuracy",
        "macro_f1",
        "binary_accuracy",
        "ece",
        "per_class",
        "claim_only_accuracy",
        "seconds",
    ]
    assert list(record)[: len(agreed)] == agreed
    assert record["per_class"]["SUPPORTS"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1}
    assert record["per_class"]["NEI"]["f1"] is None
    assert record["claim_only_accuracy"] is None


def test_undefined_metrics_are_null_and_omitted_from_the_table() -> None:
    figures = FileScores(file="some/where/rows.jsonl", n=3, seconds=1.25, more={"mrr": 0.5})
    assert figures.as_json()["accuracy"] is None
    shown = table([figures])
    assert "accuracy" not in shown
    assert shown.splitlines()[1].split() == ["rows.jsonl", "3", "1.2", "0.500"]
