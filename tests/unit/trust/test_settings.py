"""Every constant of adaptive trust names its origin."""

import re

import pytest

from backend.domain.constants import sources
from backend.trust.settings import TRUST

FIGURES = {name: value for name, value, _ in sources(TRUST)}
DOCUMENTED = {
    "normal.coverage_high": 0.60,
    "normal.coverage_medium": 0.40,
    "normal.diversity_high": 0.70,
    "normal.agreement_high": 0.80,
    "normal.min_evidence": 3,
    "normal.partial_weight": 0.5,
    "confidence.coverage_high": 0.35,
    "confidence.coverage_medium": 0.20,
    "confidence.diversity_high": 0.70,
    "confidence.agreement_high": 0.80,
    "confidence.min_evidence": 1,
    "confidence.partial_weight": 0.7,
    "confidence.strong": 0.45,
    "confidence.partial": 0.18,
    "gates.override_coverage": 0.25,
    "gates.override_diversity": 0.75,
    "gates.override_strong": 1,
    "gates.override_relevance": 0.55,
    "trust.post_base": 0.5,
    "trust.post_coverage": 0.5,
    "trust.confirmed": 0.8,
    "trust.provisional": 0.6,
    "precheck.coverage": 0.99,
    "precheck.admissible": 0.35,
}


@pytest.mark.parametrize(("name", "value"), DOCUMENTED.items())
def test_documented_values(name, value):
    assert FIGURES[name] == value


def test_every_figure_names_its_source():
    unnamed = [name for name, _, source in sources(TRUST) if not re.match(r"00[0124] #[a-z-]+|ours\b", source)]
    assert unnamed == []


def test_confidence_mode_never_asks_for_more():
    normal, relaxed = TRUST.normal, TRUST.confidence
    asked = (
        "coverage_high",
        "coverage_medium",
        "diversity_high",
        "agreement_high",
        "min_evidence",
        "strong",
        "partial",
    )
    assert all(getattr(relaxed, name) <= getattr(normal, name) for name in asked)
    assert relaxed.partial_weight >= normal.partial_weight
