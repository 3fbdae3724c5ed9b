"""Training of the decider: the rows for fitting and measuring, monotone slopes, and thresholds that respect their risk."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import WEAK, Stance
from backend.evaluation.end_to_end_data import CONFLICTING
from backend.evaluation.written_web import written_claims
from backend.sources.registry import SourceRegistry
from backend.verdict.decider import Weights, decide, shipped
from scripts.train_decider import FACT_CLAIMS
from scripts.training.decider_compare import table
from scripts.training.decider_facts import Read, claims_of, fact_thresholds, least, report, with_facts
from scripts.training.decider_facts import held_out as held_out_fact
from scripts.training.decider_fit import ClaimRow, even, fitted, role_of, row_of, threshold
from scripts.training.decider_readings import as_labelled
from scripts.training.held_out import held_out
from scripts.training.twins import own_twins
from scripts.training.web_claims import DATA, SOURCE, web_claims
from tests.evidence_maker import evidence

LABELS = ("SUPPORTS", "REFUTES", "NEI")


def row(number: int, draw: random.Random) -> ClaimRow:
    """Return a claim whose strongest passage has the right stance nine times in ten."""
    label = LABELS[number % 3]
    right, wrong = ((draw.uniform(0.7, 1.0), 1.0),), ((draw.uniform(0.3, 0.5), 1.0),)
    pro, con = {"SUPPORTS": (right, ()), "REFUTES": ((), right)}.get(label, (wrong, wrong))
    if draw.random() < 0.1:
        pro, con = con, pro
    role = ("train", "calibrate")[number % 2]
    return ClaimRow(id=str(number), source="factcheck_bench", role=role, fold=number % 5, label=label, pro=pro, con=con)


@pytest.fixture(scope="module")
def claims() -> list[ClaimRow]:
    draw = random.Random(1)
    return [row(number, draw) for number in range(300)]


@pytest.fixture(scope="module")
def learned(claims: list[ClaimRow]) -> tuple[Weights, dict[str, Any]]:
    """The fitted weights, shared by the tests because fitting takes seconds."""
    return fitted(claims)


def read(number: int, label: str, source: str = "factcheck_bench") -> dict[str, Any]:
    scores = {"SUPPORTS": [0.9, 0.05, 0.05], "REFUTES": [0.05, 0.9, 0.05]}.get(label, [0.1, 0.1, 0.8])
    stance = {"SUPPORTS": "supports", "REFUTES": "refutes"}.get(label, "neutral")
    texts = [
        f"Report {number} on river {place} says that bridge {number * 7 + place} was closed." for place in range(3)
    ]
    passages = [
        {
            "text": text, "title": "", "url": f"https://site-{place}.example/{number}", "label": label,
            "similarity": 0.7, "scores": scores, "stance": stance, "quote": text if stance != "neutral" else "",
            "signals": {"topicality": 0.9},
        }
        for place, text in enumerate(texts)
    ]  # fmt: skip
    return {"id": str(number), "src": source, "claim": f"Claim {number}", "label": label, "passages": passages}


def fact_read(number: int, draw: random.Random) -> Read:
    """Return a claim with a built-in fact on one side; one claim in ten is mislabelled."""
    label = LABELS[number % 2]
    stance = Stance.SUPPORTS if label == "SUPPORTS" else Stance.REFUTES
    side = evidence(stance, kind=PassageKind.SEED, strength=draw.uniform(0.6, 1.0))
    return Read(claim=f"claim {number}", label="NEI" if number % 10 == 9 else label, judged=(side,))


def test_slopes_are_not_negative_and_support_raises_the_probability(learned: tuple[Weights, dict[str, Any]]) -> None:
    weights, _ = learned
    for slopes in (weights.supports, weights.refutes):
        assert min(slopes) >= 0 < max(slopes)
    assert weights.undecided > 0


def test_supported_and_refuted_claims_weigh_the_same(claims: list[ClaimRow]) -> None:
    some = claims[:50] + [c for c in claims[50:] if c.label == "SUPPORTS"]
    weights = even(some)
    sums = [sum(w for w, c in zip(weights, some, strict=True) if c.label == label) for label in LABELS[:2]]
    assert sums[0] == pytest.approx(sums[1])


def test_fitted_weights_name_their_claims_and_order_their_risks(
    claims: list[ClaimRow], learned: tuple[Weights, dict[str, Any]]
) -> None:
    weights, note = learned
    assert note["train"]["factcheck_bench"] + note["calibrate"]["factcheck_bench"] <= len(claims)
    assert weights.firm["cautious"] >= weights.firm["balanced"] >= weights.firm["bold"] >= 0.5


def test_claims_that_are_true_in_part_count_only_against_firm_labels(
    claims: list[ClaimRow], learned: tuple[Weights, dict[str, Any]]
) -> None:
    supported = [claim for claim in claims if claim.label == "SUPPORTS" and claim.role == "calibrate"]
    weights, note = fitted([*claims, *(replace(claim, label=CONFLICTING) for claim in supported[:30])])
    assert (weights.supports, weights.leaning) == (learned[0].supports, learned[0].leaning)
    assert note["risks"]["balanced"] > learned[1]["risks"]["balanced"]


@pytest.mark.parametrize("risk", [0.05, 0.1, 0.2])
def test_error_rate_above_a_threshold_stays_within_the_risk(risk: float) -> None:
    draw = np.random.default_rng(3)
    sure = draw.uniform(0.5, 1.0, 4_000)
    wrong = (draw.uniform(size=4_000) > sure).astype(float)
    found = threshold(sure[:2_000], wrong[:2_000], risk)
    assert found.risk <= risk
    assert wrong[2_000:][sure[2_000:] >= found.least].mean() <= risk + 0.03
    assert (sure >= found.least).mean() > risk


def test_unreachable_risk_gets_nearly_the_lowest_possible_risk() -> None:
    sure, wrong = np.linspace(0.9, 0.5, 100), np.array([0.0, 1.0] * 25 + [1.0] * 50)
    found = threshold(sure, wrong, 0.1)
    assert 0.5 < found.risk <= 0.56
    assert found.least < 0.9


def test_reliable_facts_support_their_side_within_the_risk() -> None:
    draw = random.Random(2)
    read = [fact_read(number, draw) for number in range(200)]
    weights = with_facts(read, shipped())
    for side in (Stance.SUPPORTS, Stance.REFUTES):
        values = (weights.fact_base[side], *weights.facts[side])
        assert min(values) >= 0 < max(values)
    assert decide(fact_read(0, draw).sides, weights).true > 0.5
    found = fact_thresholds(read[:100], read[100:], weights)
    assert found["cautious"].least >= found["bold"].least
    assert least(found)["cautious"] >= least(found)["bold"] >= 0.5


def test_fact_report_separates_firm_answers_from_leanings() -> None:
    stance, strength = Stance.SUPPORTS, (0.95, 0.95, 0.4)
    judged = [evidence(stance, kind=PassageKind.SEED, strength=p, relevance=0.9) for p in strength]
    judged[2] = replace(judged[2], signals={WEAK: 1.0})
    labels = ("SUPPORTS", "REFUTES", "NEI")
    read = [Read(claim="A claim", label=label, judged=(item,)) for label, item in zip(labels, judged, strict=True)]
    steep = replace(shipped(), fact_base={Stance.SUPPORTS: 3.0, Stance.REFUTES: 3.0})
    assert [line for line in report(read, steep).splitlines() if "balanced" in line] == [
        "| balanced | 3 | 2 | 1 | 1 | 0 | 0 | 0 · 1 |"
    ]


def test_training_claims_of_the_judge_are_not_measured() -> None:
    for number in range(200):
        claim = f"claim {number}"
        assert (role_of("factcheck_bench", claim) == "train") is not held_out("factcheck_bench", claim)


def test_margins_come_from_decisive_passages_only() -> None:
    assert row_of(read(1, "SUPPORTS"), SourceRegistry()).pro == ((pytest.approx(0.85), 1.0),) * 3
    assert row_of(read(2, "NEI"), SourceRegistry()).pro == ()


def test_rated_sources_count_once_each_and_unrated_ones_once_together() -> None:
    claim = read(1, "SUPPORTS", source=SOURCE)
    addresses = (
        "https://www.reuters.com/a",
        "https://www.reuters.com/b",
        "https://one.example/",
        "https://two.example/",
    )
    claim["passages"] = [claim["passages"][place % 3] | {"url": url} for place, url in enumerate(addresses)]
    claim["passages"][3] = claim["passages"][3] | {
        "text": "Quite another sentence about a bridge.",
        "quote": "Quite another",
    }
    heard = row_of(claim, SourceRegistry()).pro
    assert [margin for margin, _ in heard] == pytest.approx([0.85, 0.85])
    assert heard[0][1] > 1 > heard[1][1]


def test_the_comparison_has_a_line_for_every_risk_setting_and_a_perfect_reader_is_right(
    learned: tuple[Weights, dict[str, Any]],
) -> None:
    weights, _ = learned
    said = table([as_labelled(read(n, LABELS[n % 3])) for n in range(9)], lambda _: weights)
    assert [line.split(" | ")[0] for line in said.splitlines() if " | 9 | " in line] == [
        f"| {risk}" for risk in weights.firm
    ]


def test_every_written_web_claim_names_written_pages() -> None:
    addresses = {
        json.loads(line)["url"] for line in (DATA / "web_pages.jsonl").read_text(encoding="utf-8").splitlines()
    }
    claims = written_claims(DATA / "web_claims.jsonl")
    assert len(claims) > 200
    assert not [claim.id for claim in claims if not set(claim.pages) <= addresses]
    assert not [claim.id for claim in claims if claim.label != "NEI" and not claim.pages]


def test_written_web_claims_have_their_deciding_pages_and_search_results(tmp_path: Path) -> None:
    """Three claims per label, because cutting the pages of all claims takes several seconds."""
    shutil.copy(DATA / "web_pages.jsonl", tmp_path)
    lines = (DATA / "web_claims.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    labelled = list(zip(lines, written_claims(DATA / "web_claims.jsonl"), strict=True))
    some = [[line for line, claim in labelled if claim.label == label][:3] for label in (*LABELS, CONFLICTING)]
    (tmp_path / "web_claims.jsonl").write_text("".join(chain(*some)), encoding="utf-8")
    claims = web_claims(tmp_path)
    assert [claim["label"] for claim in claims[::3]] == [*LABELS, CONFLICTING]
    assert not [claim["id"] for claim in claims if not claim["evidence"]]
    sites = [{item["url"] for item in claim["evidence"]} for claim in claims]
    assert max(map(len, sites)) > 3
    assert all(item["text"] and item["title"] for claim in claims for item in claim["evidence"])


def test_claims_that_measure_facts_are_not_used_for_training() -> None:
    measured = {claim for claim, _ in claims_of(FACT_CLAIMS)}
    assert not measured & {row["claim"] for row in own_twins()}
    assert {held_out_fact(claim) for claim in measured} == {True, False}
