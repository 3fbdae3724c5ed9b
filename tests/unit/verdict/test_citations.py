"""Validation of citations (docs/design.md#citations)."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.verdict.citations import citable, cited, resting, validated
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


def _item(strength: float, domain: str, tier: str = "C", stance: Stance = Stance.SUPPORTS):
    item = evidence(stance, tier=tier, domain=domain, text=f"{domain} says so.")
    return replace(item, signals={**item.signals, "strength": strength})


def test_a_verdict_rests_on_what_decides_by_itself():
    clear, other, weak = _item(0.9, "a.example"), _item(0.6, "b.example"), _item(0.3, "c.example")
    against = _item(0.9, "d.example", stance=Stance.REFUTES)
    assert resting(Label.TRUE, [weak, other, against, clear]) == (other, clear)


def test_weaker_passages_are_cited_until_two_sources_stand_behind_a_side():
    one, two, three = _item(0.4, "a.example"), _item(0.3, "b.example"), _item(0.2, "c.example")
    assert resting(Label.TRUE, [three, two, one]) == (two, one)


def test_one_authority_needs_nobody_beside_it():
    authority, weak = _item(0.55, "nasa.gov", tier="A"), _item(0.3, "b.example")
    assert resting(Label.TRUE, [weak, authority]) == (authority,)


def test_both_sides_of_a_dispute_are_cited_and_all_that_takes_a_side_where_nothing_is_decided():
    pro, con = _item(0.9, "a.example"), _item(0.9, "b.example", stance=Stance.REFUTES)
    weak = _item(0.1, "c.example")
    assert resting(Label.PARTIALLY_TRUE, [pro, con]) == (pro, con)
    assert resting(Label.NOT_ENOUGH_EVIDENCE, [pro, weak, con]) == (pro, weak, con)
