from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.trust.adaptive import report
from backend.verdict.bayes import belief
from backend.verdict.figures import confidence, evidence_quality, truthfulness
from tests.evidence_maker import evidence

PRO = [evidence(), evidence(tier="B", domain="b.example", text="It opened again that spring.")]
CON = [evidence(Stance.REFUTES), evidence(Stance.REFUTES, tier="B", domain="b.example", text="It is still shut.")]


def _trust(items):
    return report(items, threshold_met=True, reason="")


def _confidence(claim, label, items):
    truth = truthfulness(items, belief(items), _trust(items))
    return confidence(claim, label, items, _trust(items), truth)


def test_truthfulness_is_high_for_support_low_for_refutation_and_half_for_nothing():
    assert truthfulness(PRO, belief(PRO), _trust(PRO)) > 85
    assert truthfulness(CON, belief(CON), _trust(CON)) < 10
    assert truthfulness([], belief([]), _trust([])) == 50


def test_contradiction_really_lowers_truthfulness():
    # In document 000's code the penalty never fires: one valid and one invalid segment give 50.
    mixed = [PRO[0], CON[1]]
    assert truthfulness(mixed, belief(mixed), _trust(mixed)) < 45


def test_a_clear_refutation_is_as_sure_as_a_clear_confirmation():
    assert abs(_confidence("x", Label.TRUE, PRO) - _confidence("x", Label.FALSE, CON)) < 0.1


def test_undecided_is_capped_last():
    # Document 000's code caps before the gates and reports UNVERIFIABLE at 0.95.
    assert _confidence("x", Label.NOT_ENOUGH_EVIDENCE, PRO) <= 0.35
    assert _confidence("x", Label.NOT_ENOUGH_EVIDENCE, []) == 0.0


def test_caps_for_conflict_single_source_and_absolute_claims():
    assert _confidence("x", Label.PARTIALLY_TRUE, PRO) <= 0.65
    assert _confidence("x", Label.TRUE, PRO[:1]) <= 0.85
    assert _confidence("The bridge is always open", Label.TRUE, PRO) <= 0.75
    assert _confidence("x", Label.TRUE, PRO) <= 0.95


def test_confidence_never_exceeds_the_best_passage():
    weak = [evidence(strength=0.55), evidence(strength=0.6, tier="B", domain="b.example", text="It opened, they say.")]
    assert _confidence("x", Label.TRUE, weak) <= 0.6


def test_quality_is_zero_without_evidence_and_bounded_by_diversity():
    assert evidence_quality([], _trust([])) == 0
    assert evidence_quality(PRO[:1], _trust(PRO[:1])) <= 85
