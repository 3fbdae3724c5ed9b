"""Lists the measurements of `scripts/evaluate all`: the sets in the data folder, their parts not used for training, and the targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backend.evaluation.calibration import fitting_half
from backend.evaluation.datasets import Row
from scripts.training.held_out import held_out

WEB = "factcheck_bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """One line of the report: a file in the data folder, or only those rows of the file that `keep` accepts.

    `rows` is the size of a seeded sample, for a set that would take hours to measure in full. `risk` is the risk setting for
    end-to-end answers.
    """

    command: str
    name: str
    file: str
    keep: Callable[[Row], bool] | None = None
    rows: int | None = None
    risk: str = "balanced"


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureTarget:
    """A metric of one set that should be at least `bound`, or at most `bound` if `at_most` is true.

    `baseline` is the value for the first model.
    """

    set: str
    figure: str
    bound: float
    baseline: float | None = None
    at_most: bool = False

    def met(self, value: float) -> bool:
        """Return whether the value reaches the target."""
        return value <= self.bound if self.at_most else value >= self.bound


def of_source(source: str) -> Callable[[Row], bool]:
    """Return a filter for the rows from this source whose claims no training run uses."""
    return lambda row: row.fields.get("src") == source and held_out(source, row.text("claim"))


def unseen(row: Row) -> bool:
    """Return whether the claim of this Factcheck-Bench row is held out from every training run."""
    return held_out(WEB, row.text("claim"))


def untouched(row: Row) -> bool:
    """Return whether the claim of this row is used for neither training nor calibration."""
    return unseen(row) and not fitting_half(row.text("claim"))


def in_test_split(row: Row) -> bool:
    """Return whether the row is in the test split. The development split of Fool-Me-Twice is used for training."""
    return row.fields.get("split") == "test"


def verifier_set(name: str) -> Set:
    """Return one whole evaluation file as a set."""
    return Set(command="verifier", name=name, file=f"verifier/eval/{name}.jsonl.gz")


FEVER, FM2 = "fever, held-out claims", "fool-me-twice, held-out claims"
UNSEEN, UNTOUCHED = "factcheck_bench_a, held-out claims", "factcheck_bench_a, held out and not calibrated on"
END_TO_END = "factcheck_bench_a, held-out claims, end to end"
_TRAIN, _SNIPPETS = "verifier/train.jsonl.gz", "verifier/eval/factcheck_bench_a.jsonl.gz"
_CLAIM_TYPE_FOLDER, _CLAIMS = "claim_type", "e2e/factcheck_bench_a.jsonl.gz"
CURVE_FILE = _CLAIMS
"""The file of claims for the risk-coverage plot."""

SETS = (
    Set(
        command="verifier",
        name="dev, not calibrated on",
        file="verifier/dev.jsonl.gz",
        keep=lambda row: not fitting_half(row.text("claim")),
    ),
    verifier_set("vitaminc_dev"),
    verifier_set("vitaminc_nei_dev"),
    verifier_set("fever_symmetric_dev"),
    verifier_set("fever_adversarial"),
    Set(command="verifier", name=FEVER, file=_TRAIN, keep=of_source("fever")),
    Set(command="verifier", name=FM2, file=_TRAIN, keep=of_source("fm2")),
    verifier_set("scifact_dev"),
    verifier_set("healthver_dev"),
    verifier_set("check_covid_dev"),
    verifier_set("wice_dev"),
    verifier_set("mnli_dev"),
    verifier_set("climate_fever_a"),
    verifier_set("factcheck_bench_a"),
    Set(command="verifier", name=UNSEEN, file=_SNIPPETS, keep=unseen),
    Set(command="verifier", name=UNTOUCHED, file=_SNIPPETS, keep=untouched),
    Set(command="claim-type", name="news", file=f"{_CLAIM_TYPE_FOLDER}/subj_news_dev_nc.jsonl.gz"),
    Set(command="claim-type", name="films", file=f"{_CLAIM_TYPE_FOLDER}/subj_movies_dev.jsonl.gz"),
    Set(command="claim-type", name="check-worthiness", file=f"{_CLAIM_TYPE_FOLDER}/checkworthy_dev.jsonl.gz"),
    Set(command="claim-type", name="creak (all factual)", file=f"{_CLAIM_TYPE_FOLDER}/creak_factual.jsonl.gz"),
    Set(command="decompose", name="factscore", file="decomposition/factscore.jsonl.gz"),
    Set(command="decompose", name="wikisplit", file="decomposition/wikisplit.jsonl.gz"),
    Set(command="retrieve", name="scifact, development claims", file="retrieval/scifact_queries.jsonl.gz"),
    Set(
        command="retrieve",
        name="fool-me-twice, 150 test claims",
        file="retrieval/fm2_a.jsonl.gz",
        keep=in_test_split,
        rows=150,
    ),
    Set(command="retrieve", name="climate_fever, 150 claims", file="retrieval/climate_fever.jsonl.gz", rows=150),
    Set(command="end-to-end", name=END_TO_END, file=_CLAIMS, keep=unseen),
    *(
        Set(command="end-to-end", name=f"{END_TO_END}, {risk}", file=_CLAIMS, keep=unseen, risk=risk)
        for risk in ("cautious", "bold")
    ),
    Set(
        command="end-to-end",
        name="climate_fever_a, 100 claims, end to end",
        file="e2e/climate_fever_a.jsonl.gz",
        rows=100,
    ),
)

TARGETS = (
    FigureTarget(set="vitaminc_dev", figure="accuracy", baseline=0.59, bound=0.70),
    FigureTarget(set="fever_symmetric_dev", figure="binary_accuracy", baseline=0.84, bound=0.89),
    FigureTarget(set=FEVER, figure="macro_f1", baseline=0.87, bound=0.90),
    FigureTarget(set=FM2, figure="binary_accuracy", baseline=0.71, bound=0.76),
    FigureTarget(set="scifact_dev", figure="macro_f1", baseline=0.61, bound=0.68),
    FigureTarget(set="healthver_dev", figure="macro_f1", baseline=0.39, bound=0.52),
    FigureTarget(set="check_covid_dev", figure="macro_f1", baseline=0.58, bound=0.70),
    FigureTarget(set="wice_dev", figure="macro_f1", baseline=0.55, bound=0.62),
    FigureTarget(set=UNSEEN, figure="macro_f1", baseline=0.35, bound=0.50),
    FigureTarget(set=UNTOUCHED, figure="macro_f1", baseline=0.35, bound=0.50),
    FigureTarget(set=UNTOUCHED, figure="ece", baseline=0.20, bound=0.10, at_most=True),
    FigureTarget(set=UNTOUCHED, figure="firm_share_nei", bound=0.15, at_most=True),
    FigureTarget(set="climate_fever_a", figure="macro_f1", baseline=0.46, bound=0.50),
    FigureTarget(set="news", figure="macro_f1", bound=0.66),
    FigureTarget(set="films", figure="macro_f1", bound=0.85),
    FigureTarget(set="check-worthiness", figure="macro_f1", bound=0.72),
    FigureTarget(set=END_TO_END, figure="macro_f1", bound=0.55),
    FigureTarget(set=END_TO_END, figure="ece", bound=0.10, at_most=True),
    FigureTarget(set=END_TO_END, figure="citation_precision", bound=0.90),
)
