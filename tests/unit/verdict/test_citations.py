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


def test_only_verbatim_decisive_passages_are_cited():
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
def test_firm_verdict_without_a_matching_citation_is_withdrawn(label, shown, after):
    assert validated(label, shown) is after


def test_minimum_number_of_sources_is_applied():
    two = replace(VERDICT.citations, min_sources=2)
    assert validated(Label.TRUE, [PRO], two) is Label.NOT_ENOUGH_EVIDENCE
    assert validated(Label.TRUE, [PRO, evidence(domain="b.gov", text="It opened.")], two) is Label.TRUE


def _item(strength: float, domain: str, tier: str = "C", stance: Stance = Stance.SUPPORTS):
    item = evidence(stance, tier=tier, domain=domain, text=f"{domain} says so.")
    return replace(item, signals={**item.signals, "strength": strength})


def test_verdict_cites_the_passages_that_decide_alone():
    clear, other, weak = _item(0.9, "a.example"), _item(0.6, "b.example"), _item(0.3, "c.example")
    against = _item(0.9, "d.example", stance=Stance.REFUTES)
    assert resting(Label.TRUE, [weak, other, against, clear]) == (other, clear)


def test_weaker_passages_are_cited_until_a_side_has_two_sources():
    one, two, three = _item(0.4, "a.example"), _item(0.3, "b.example"), _item(0.2, "c.example")
    assert resting(Label.TRUE, [three, two, one]) == (two, one)


def test_one_authority_is_cited_alone():
    authority, weak = _item(0.55, "nasa.gov", tier="A"), _item(0.3, "b.example")
    assert resting(Label.TRUE, [weak, authority]) == (authority,)


def test_dispute_cites_both_sides_and_undecided_verdict_cites_all_stances():
    pro, con = _item(0.9, "a.example"), _item(0.9, "b.example", stance=Stance.REFUTES)
    weak = _item(0.1, "c.example")
    assert resting(Label.PARTIALLY_TRUE, [pro, con]) == (pro, con)
    assert resting(Label.NOT_ENOUGH_EVIDENCE, [pro, weak, con]) == (pro, weak, con)
