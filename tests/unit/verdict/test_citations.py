"""Validation of citations (document 001 §7.3)."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.verdict.citations import citable, cited, validated
from backend.verdict.settings import VERDICT
from tests.evidence_maker import evidence

PRO = evidence()
CON = evidence(Stance.REFUTES, domain="other.gov", text="It stayed shut all year.")


def test_only_what_takes_a_side_word_for_word_is_cited():
    invented = replace(PRO, quote="words that stand in no source")
    assert citable(PRO)
    assert not citable(invented)
    assert not citable(evidence(Stance.NEUTRAL))
    assert cited([PRO, evidence(Stance.NEUTRAL, domain="n.gov"), invented]) == (PRO,)


def test_an_address_is_cited_once_and_at_most_25_are():
    again = replace(PRO, quote="reopened")
    assert cited([PRO, again]) == (PRO,)
    many = [evidence(domain=f"d{n}.gov", text=f"Statement {n}.") for n in range(40)]
    assert len(cited(many)) == 25


@pytest.mark.parametrize(
    ("label", "shown", "after"),
    [
        (Label.TRUE, [PRO], Label.TRUE),
        (Label.TRUE, [CON], Label.NOT_ENOUGH_EVIDENCE),
        (Label.FALSE, [PRO, CON], Label.FALSE),
        (Label.PARTIALLY_TRUE, [PRO, CON], Label.PARTIALLY_TRUE),
        (Label.PARTIALLY_TRUE, [PRO], Label.NOT_ENOUGH_EVIDENCE),
        (Label.MISLEADING, [CON], Label.MISLEADING),
        (Label.MISLEADING, [], Label.NOT_ENOUGH_EVIDENCE),
        (Label.NOT_ENOUGH_EVIDENCE, [], Label.NOT_ENOUGH_EVIDENCE),
        (Label.NOT_VERIFIABLE, [], Label.NOT_VERIFIABLE),
    ],
)
def test_a_firm_verdict_that_cites_nothing_for_what_it_says_is_taken_back(label, shown, after):
    assert validated(label, shown) is after


def test_the_least_number_of_sources_reaches_the_rule():
    two = replace(VERDICT.citations, min_sources=2)
    assert validated(Label.TRUE, [PRO], two) is Label.NOT_ENOUGH_EVIDENCE
    assert validated(Label.TRUE, [PRO, evidence(domain="b.gov", text="It opened.")], two) is Label.TRUE
