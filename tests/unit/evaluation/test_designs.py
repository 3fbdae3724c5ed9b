"""Comparison of decision rules: ours is correct, and each original design's rule does what the design says."""

from __future__ import annotations

import json
from functools import cache

import pytest

from backend.domain.evidence import Stance
from backend.evaluation.design_claims import Gold, LabelledClaim, flipped, labelled_claims
from backend.evaluation.designs import (
    DESIGNS,
    DesignScore,
    document_000,
    document_001,
    document_002,
    document_004,
    ours,
    score,
)
from scripts import compare_designs
from tests.evidence_strategies import passage

PRO, CON, NONE = Stance.SUPPORTS, Stance.REFUTES, Stance.NEUTRAL
CLAIMS = labelled_claims()
FEWER = labelled_claims(80)
"""The claims for a simulated verifier with errors, which are judged five times."""


@cache
def _score(design: str, rate: float) -> DesignScore:
    """Return the score of a design, computed once for all tests."""
    return score(design, FEWER if rate else CLAIMS, rate)


def _claim(*sides: tuple[Stance, str]) -> LabelledClaim:
    found = [passage(n, s, tier=t, domain=f"d{n}.example", relevance=0.9) for n, (s, t) in enumerate(sides)]
    return LabelledClaim(text="The bridge reopened", gold=Gold.TRUE, evidence=tuple(found))


def test_our_design_is_right_in_every_class_with_a_perfect_oracle() -> None:
    found = _score("ours", 0.0)
    assert found.n == 200
    assert min(found.per_class.values()) >= 0.95


def test_our_design_is_right_with_a_tenth_of_the_stances_flipped() -> None:
    # Some claims stay undecided, because a flipped passage makes both sides eligible for a firm label and one side then needs .95.
    assert min(_score("ours", 0.1).per_class.values()) >= 0.6


def test_document_000_finds_no_false_claim_false() -> None:
    found = _score("document 000", 0.0)
    assert found.per_class["false"] == 0.0
    assert found.per_class["true"] == 1.0


def test_our_design_beats_every_document_at_every_error_rate() -> None:
    for rate in (0.0, 0.1):
        best = max(_score(name, rate).accuracy for name in DESIGNS if name != "ours")
        assert _score("ours", rate).accuracy > best


def test_claims_are_balanced_and_the_same_every_time() -> None:
    assert [sum(c.gold is gold for c in CLAIMS) for gold in Gold] == [50, 50, 50, 50]
    assert labelled_claims() == CLAIMS
    assert flipped(CLAIMS, 0.1) == flipped(CLAIMS, 0.1)
    assert flipped(CLAIMS, 0.1) != flipped(CLAIMS, 0.1, draw=1)
    assert flipped(CLAIMS, 0.0) == CLAIMS


def test_requested_share_of_stances_is_flipped_and_neutral_ones_stay() -> None:
    pairs = [
        (a, b)
        for before, after in zip(CLAIMS, flipped(CLAIMS, 0.1), strict=True)
        for a, b in zip(before.evidence, after.evidence, strict=True)
    ]
    sided = [(a.stance, b.stance) for a, b in pairs if a.stance is not NONE]
    assert sum(a is not b for a, b in sided) / len(sided) == pytest.approx(0.1, abs=0.03)
    assert all(a == b for a, b in pairs if a.stance is NONE)


@pytest.mark.parametrize(
    ("rule", "sides", "expected"),
    [
        (document_000, [(PRO, "A"), (PRO, "B"), (NONE, "C")], Gold.TRUE),
        (
            document_000,
            [(PRO, "A"), (CON, "A"), (CON, "B")],
            Gold.TRUE,
        ),  # The refuting passage is no longer in the list.
        (document_000, [(CON, "A"), (CON, "B"), (CON, "C")], Gold.UNSETTLED),
        (document_001, [(PRO, "C"), *[(NONE, "A")] * 9], Gold.TRUE),  # One supporting passage among nine neutral ones.
        (document_001, [*[(PRO, "A")] * 9, (CON, "C")], Gold.MIXED),
        (document_001, [(NONE, "A")], Gold.UNSETTLED),
        (document_002, [(PRO, "A"), *[(CON, "C")] * 5], Gold.TRUE),
        (document_002, [(PRO, "A"), (CON, "A")], Gold.MIXED),
        (document_002, [(PRO, "B"), (CON, "A")], Gold.FALSE),
        (document_002, [(PRO, "lead")], Gold.UNSETTLED),
        (document_004, [(PRO, "A"), (CON, "B")], Gold.MIXED),
        (document_004, [(CON, "A")], Gold.FALSE),
        (document_004, [], Gold.UNSETTLED),
        (ours, [(CON, "A"), (CON, "B")], Gold.FALSE),
        (ours, [*[(PRO, "A")] * 4, (CON, "C")], Gold.TRUE),
        (ours, [(PRO, "C")], Gold.UNSETTLED),
    ],
)
def test_each_design_follows_its_document(rule, sides, expected) -> None:
    assert rule(_claim(*sides)) is expected


def test_the_command_prints_one_object_per_design_and_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_designs.main(["--claims", "8", "--flip", "0", "0.5", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["design"], row["flip"]) for row in rows] == [(d, f) for f in (0.0, 0.5) for d in DESIGNS]
    assert all(set(row) == {"design", "flip", "n", "accuracy", "per_class"} and row["n"] == 8 for row in rows)
    assert all(set(row["per_class"]) == set(map(str, Gold)) for row in rows)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_designs.main(["--claims", "4", "--flip", "0"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:]] == ["ours", *["document"] * 4]


@pytest.mark.parametrize("wrong", [["--claims", "3"], ["--flip", "1.5"], ["--flip", "x"]])
def test_wrong_options_are_explained(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        compare_designs.main(wrong)
    assert "usage" in capsys.readouterr().err
