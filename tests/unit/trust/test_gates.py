"""Every trust gate and the guard at their boundary values, in order (docs/design.md#trust-gates)."""

from dataclasses import replace

import pytest

from backend.domain.coverage import Gate, TrustMode, TrustState
from backend.trust.gates import GateInputs, gate
from backend.trust.settings import TRUST
from backend.trust.states import state

# No gate passes for these values, and no guard would overturn a pass.
BASE = GateInputs(
    passages=5, segments=10, strong=0, contested=0, coverage=0.24, diversity=0.1, agreement=0.5, relevance=0.5,
    trust_post=0.9, top_semantic=0.9, top_trust=0.9,
)  # fmt: skip


def gate_of(mode=TrustMode.NORMAL, **changes):
    return gate(replace(BASE, **changes), TRUST.mode(mode))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Gate.BELOW),
        ({"passages": 0}, Gate.NOTHING),
        ({"passages": 2, "coverage": 0.19}, Gate.FEW),
        ({"passages": 2, "coverage": 0.20}, Gate.BELOW),
        ({"passages": 3, "coverage": 0.19}, Gate.BELOW),
        ({"passages": 2, "diversity": 0.85, "relevance": 0.75, "agreement": 0.8}, Gate.LOW_COUNT),
        ({"passages": 2, "diversity": 0.84, "relevance": 0.50, "agreement": 0.8}, Gate.BELOW),
        ({"passages": 3, "diversity": 0.85, "relevance": 0.54, "agreement": 0.8}, Gate.BELOW),
        ({"coverage": 0.25, "diversity": 0.75}, Gate.OVERRIDE),
        ({"coverage": 0.25, "diversity": 0.74}, Gate.BELOW),
        ({"coverage": 0.24, "diversity": 0.75}, Gate.BELOW),
        ({"segments": 1, "strong": 1}, Gate.OVERRIDE),
        ({"segments": 2, "strong": 1}, Gate.OVERRIDE),
        ({"relevance": 0.55}, Gate.OVERRIDE),
        ({"relevance": 0.54}, Gate.BELOW),
        ({"relevance": 0.99, "contested": 1}, Gate.BELOW),
        ({"contested": 1, "coverage": 0.60, "agreement": 0.80}, Gate.HIGH),
        ({"contested": 1, "coverage": 0.59, "agreement": 0.80}, Gate.BELOW),
        ({"contested": 1, "coverage": 0.60, "agreement": 0.79}, Gate.BELOW),
        ({"contested": 1, "coverage": 0.40, "diversity": 0.70, "agreement": 0.80}, Gate.MEDIUM),
        ({"contested": 1, "coverage": 0.39, "diversity": 0.70, "agreement": 0.80}, Gate.BELOW),
        ({"contested": 1, "coverage": 0.40, "diversity": 0.69, "agreement": 0.80}, Gate.BELOW),
        ({"contested": 1, "coverage": 0.40, "diversity": 0.70, "agreement": 0.79}, Gate.BELOW),
    ],
)
def test_normal_mode_gates_have_the_documented_thresholds(changes, expected):
    assert gate_of(**changes) is expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"coverage": 0.5, "diversity": 0.3, "agreement": 0.8}, Gate.RELAXED),
        ({"coverage": 0.49, "diversity": 0.3, "agreement": 0.8}, Gate.HIGH),
        ({"coverage": 0.5, "diversity": 0.29, "agreement": 0.8}, Gate.HIGH),
        ({"coverage": 0.5, "diversity": 0.3, "agreement": 0.79}, Gate.BELOW),
        ({"passages": 1, "coverage": 0.19}, Gate.BELOW),
        ({"passages": 1, "coverage": 0.35, "agreement": 0.8}, Gate.HIGH),
        ({"contested": 1, "coverage": 0.20, "diversity": 0.7, "agreement": 0.8}, Gate.MEDIUM),
        ({"contested": 1, "coverage": 0.19, "diversity": 0.7, "agreement": 0.8}, Gate.BELOW),
    ],
)
def test_confidence_mode_has_lower_thresholds(changes, expected):
    assert gate_of(TrustMode.CONFIDENCE, **changes) is expected


WEAK = {"contested": 1, "coverage": 0.7, "agreement": 0.85}


@pytest.mark.parametrize("weak", [{"trust_post": 0.54}, {"top_semantic": 0.59}, {"top_trust": 0.54}])
def test_guard_rejects_a_weak_pass(weak):
    assert gate_of(**WEAK) is Gate.HIGH
    assert gate_of(**WEAK, **weak) is Gate.WEAK


def test_guard_accepts_values_at_its_limit():
    assert gate_of(**WEAK, trust_post=0.55, top_semantic=0.60, top_trust=0.55) is Gate.HIGH


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"coverage": 0.60, "relevance": 0.65, "trust_post": 0.1}, Gate.OVERRIDE),
        ({"coverage": 0.59, "relevance": 0.65, "trust_post": 0.1}, Gate.WEAK),
        ({"coverage": 0.60, "relevance": 0.64, "trust_post": 0.1}, Gate.WEAK),
        ({"coverage": 0.60, "relevance": 0.65, "top_trust": 0.54}, Gate.WEAK),
        ({**WEAK, "coverage": 0.95, "agreement": 0.90, "trust_post": 0.1}, Gate.HIGH),
        ({**WEAK, "coverage": 0.94, "agreement": 0.90, "trust_post": 0.1}, Gate.WEAK),
        ({**WEAK, "coverage": 0.95, "agreement": 0.89, "trust_post": 0.1}, Gate.WEAK),
    ],
)
def test_guard_exempts_documented_cases(changes, expected):
    assert gate_of(**changes) is expected


@pytest.mark.parametrize(
    ("found", "trust_post", "expected"),
    [
        (Gate.HIGH, 0.80, TrustState.CONFIRMED),
        (Gate.HIGH, 0.79, TrustState.PROVISIONAL),
        (Gate.OVERRIDE, 0.60, TrustState.PROVISIONAL),
        (Gate.BOTH_SIDES, 0.95, TrustState.PROVISIONAL),
        (Gate.PARTS, 0.85, TrustState.CONFIRMED),
        *((failed, 0.95, TrustState.INSUFFICIENT) for failed in Gate if not failed.passes),
    ],
)
def test_state_follows_gate_and_trust(found, trust_post, expected):
    assert state(found, trust_post) is expected
