import pytest

from backend.domain.evidence import Stance
from backend.trust.adaptive import agreement, diversity, report
from tests.evidence_maker import evidence


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
        (10, 5, 0.861),
    ],
)
def test_diversity_has_the_documented_values(n, u, expected):
    domains = [f"d{i % u}" for i in range(n)] if u else []
    assert diversity(domains) == pytest.approx(expected, abs=5e-4)


def test_agreement_is_the_share_of_the_larger_side():
    sides = [evidence(), evidence(text="Also so."), evidence(Stance.REFUTES, domain="b.example", text="Not so.")]
    assert agreement(sides) == pytest.approx(2 / 3)
    assert agreement([evidence(Stance.NEUTRAL)]) == 0.0


def test_a_refuted_claim_is_covered():
    # Document 000's code gives contradicted segments weight 0, so refutations end as UNVERIFIABLE.
    assert report([evidence(Stance.REFUTES)], threshold_met=True, reason="").coverage == 1.0


def test_nothing_found_means_zero_trust():
    empty = report([], threshold_met=False, reason="")
    assert (empty.coverage, empty.diversity, empty.agreement, empty.trust_post, empty.fixed) == (0, 0, 0, 0, 0)
