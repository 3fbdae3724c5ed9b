"""Tables of the expected diversity, agreement and trust (docs/design.md#evidence-trust)."""

from dataclasses import replace
from datetime import date

import pytest

from backend.domain.coverage import SegmentCoverage
from backend.domain.evidence import Stance
from backend.trust.measures import agreement, diversity, fixed, grade, interval, recency, trust_of, trust_post
from tests.evidence_maker import evidence

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("n", "u", "expected"),
    [
        (0, 0, 0.0),
        (1, 1, 0.0),
        (2, 2, 1.0),
        (2, 1, 0.307),
        (3, 1, 0.0),
        (5, 2, 0.542),
        (5, 3, 0.830),
        (10, 2, 0.195),
        (10, 3, 0.599),
        (10, 5, 0.861),
    ],
)
def test_diversity_has_the_documented_values(n, u, expected):
    domains = [f"d{i % u}" for i in range(n)] if u else []
    assert diversity(domains) == pytest.approx(expected, abs=5e-4)


def test_passages_without_a_domain_are_one_source():
    assert diversity(["", ""]) == diversity(["a", "a"]) < diversity(["a", "b"])


def sides(supports, refutes):
    pro = [evidence(domain=f"p{n}.example", text=f"Yes {n}.") for n in range(supports)]
    con = [evidence(Stance.REFUTES, domain=f"c{n}.example", text=f"No {n}.") for n in range(refutes)]
    return pro + con


@pytest.mark.parametrize(
    ("supports", "refutes", "expected"), [(4, 0, 1.0), (3, 1, 0.75), (4, 1, 0.8), (2, 2, 0.5), (0, 3, 1.0), (0, 0, 0.0)]
)
def test_agreement_is_the_share_of_non_contradicting_sources(supports, refutes, expected):
    assert agreement(sides(supports, refutes)) == pytest.approx(expected)


def test_agreement_with_a_side_is_the_share_of_that_side():
    assert agreement(sides(3, 1), Stance.REFUTES) == pytest.approx(0.25)


def test_source_counts_once_per_stance_regardless_of_its_passages():
    many = [evidence(text=f"It reopened, said clerk {n}.") for n in range(9)]
    assert agreement([*many, evidence(Stance.REFUTES, domain="b.example")]) == pytest.approx(0.5)


def test_weakly_relevant_passages_barely_lower_agreement():
    faint = evidence(Stance.REFUTES, domain="b.example", relevance=0.1)
    assert agreement([evidence(relevance=0.9), faint]) == pytest.approx(0.9)


def test_neutral_passages_do_not_affect_agreement():
    assert agreement([evidence(), evidence(Stance.NEUTRAL, domain="b.example")]) == 1.0


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        ("2026-11-22", 1.0),
        ("2026-06-01", 1.0),
        ("2026-05-20", 0.8),
        ("2025-11-01", 0.6),
        ("2023-10-01", 0.4),
        ("2019-01-01", 0.3),
        ("2026-11-20T10:00:00Z", 1.0),
        ("", 0.5),
        ("last spring", 0.5),
    ],
)
def test_recency_has_the_documented_steps(published, expected):
    assert recency(published, TODAY) == expected


def test_recency_is_unknown_without_a_current_date():
    assert recency("2026-11-22", None) == 0.5


def test_passage_trust_is_the_documented_sum():
    item = evidence(relevance=0.8)
    dated = replace(item, candidate=replace(item.candidate, passage=replace(item.passage, published="2026-11-01")))
    assert trust_of(dated, TODAY) == pytest.approx(0.3 * 0.8 + 0.3 * 0.95 + 0.2 * 1.0 + 0.2 * 1.0)
    assert trust_of(evidence(Stance.NEUTRAL, relevance=0.8)) == pytest.approx(0.3 * 0.8 + 0.3 * 0.95 + 0.1 + 0.1)


def test_a_refutation_is_trusted_like_a_confirmation():
    assert trust_of(evidence(Stance.REFUTES)) == trust_of(evidence())


def segment(trust, weight):
    return SegmentCoverage(text="x", weight=weight, trust=trust)


@pytest.mark.parametrize(
    ("segments", "coverage", "top", "expected"),
    [
        ([(0.9, 1.0)], 1.0, 0.9, 0.9),
        ([(0.8, 0.5)], 0.5, 0.8, 0.4 * 0.75),
        ([(0.9, 1.0), (0.8, 0.5)], 0.75, 0.9, 0.65 * 0.875),
        ([(0.9, 1.0), (0.0, 0.0)], 0.5, 0.9, 0.9 * 0.75),
        ([(0.0, 0.0)], 0.0, 0.7, 0.0),
        ([(0.0, 0.0)], 0.4, 0.7, 0.28),
        ([(0.0, 1.0)], 1.0, 0.7, 0.7),
        ([(0.0, 1.0), (0.0, 0.0), (0.0, 0.0)], 1 / 3, 0.7, 0.0),
    ],
)
def test_trust_post_has_the_documented_values(segments, coverage, top, expected):
    assert trust_post([segment(t, w) for t, w in segments], coverage, top) == pytest.approx(expected)


@pytest.mark.parametrize(("trusts", "expected"), [((), 0.0), ((0.8,), 0.8), ((0.9, 0.3), 0.75), ((0.5, 0.5, 0.5), 0.5)])
def test_fixed_trust_is_the_self_weighted_mean(trusts, expected):
    assert fixed(trusts) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "letter"),
    [(0.9, "A+"), (0.85, "A+"), (0.84, "A"), (0.75, "A"), (0.65, "B"), (0.5, "C"), (0.35, "D"), (0.34, "F"), (0, "F")],
)
def test_grades_have_the_documented_thresholds(value, letter):
    assert grade(value) == letter


def test_fixed_trust_interval_is_deterministic_and_contains_the_value():
    trusts = {f"p{n}": 0.3 + 0.07 * n for n in range(9)}
    low, high = interval(trusts)
    assert low < fixed(tuple(trusts.values())) < high
    assert interval(dict(reversed(trusts.items()))) == (low, high)
    assert interval({"p": 0.4}) == pytest.approx((0.4, 0.4))
    assert interval({}) == (0.0, 0.0)
