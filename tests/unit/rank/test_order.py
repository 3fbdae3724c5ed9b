from dataclasses import replace

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import WEAK, Origin, Stance
from backend.rank.order import admitted, diverse, logit, presented, ranked, scored, without_copies
from backend.rank.settings import RankProfile
from tests.evidence_maker import evidence


def test_score_is_the_logit_of_relevance_plus_the_credibility_boost():
    trusted, unknown = evidence(tier="A", relevance=0.8), evidence(tier="C", relevance=0.8)
    first, second = scored([unknown, trusted])
    assert first.rating.domain == "nasa.gov"
    assert first.score == pytest.approx(logit(0.8) + 0.135, abs=1e-3)
    assert second.score == pytest.approx(logit(0.8), abs=1e-3)


def test_credibility_cannot_lift_an_irrelevant_passage_over_the_gate():
    assert (
        admitted(scored([evidence(tier="A", relevance=0.44), evidence(Stance.REFUTES, tier="A", relevance=0.44)])) == ()
    )
    both = [evidence(tier="C", relevance=0.46), evidence(Stance.REFUTES, tier="C", relevance=0.46)]
    assert len(admitted(scored(both))) == 2


def test_near_copies_count_once_and_the_best_is_kept():
    best = evidence(domain="one.example", tier="C", relevance=0.9)
    copy = evidence(
        domain="two.example", tier="C", relevance=0.8, text="The bridge reopened in March 2024, after repairs!"
    )
    other = evidence(domain="three.example", tier="C", text="Trains cross the river again since spring.")
    kept = without_copies([best, copy, other])
    assert [e.rating.domain for e in kept] == ["one.example", "three.example"]


def test_two_facts_from_one_page_are_not_copies():
    # Document 004 drops the second of two NASA facts because both have the same URL.
    age, shape = evidence(text="Earth is 4.54 billion years old."), evidence(text="Earth is an oblate spheroid.")
    assert len(without_copies([age, shape])) == 2


def test_at_most_two_per_domain():
    same = [evidence(text=f"Fact number {n} about the bridge and its {n} towers.", relevance=0.9) for n in range(5)]
    assert len(diverse(scored(same), 5)) == 2


def test_weaker_stance_is_never_dropped():
    for_it = [
        evidence(domain=f"s{n}.example", tier="C", text=f"Yes, town {n} says so.", relevance=0.95) for n in range(6)
    ]
    against = evidence(Stance.REFUTES, domain="no.example", tier="C", text="No, it never opened.", relevance=0.6)
    shown = ranked([*for_it, against], 5)
    assert len(shown) == 5
    assert Stance.REFUTES in {e.stance for e in shown}


def test_snippets_come_after_full_passages():
    snippet = evidence(
        kind=PassageKind.SNIPPET, domain="a.example", tier="C", relevance=0.99, text="A snippet says yes."
    )
    article = evidence(domain="b.example", tier="C", relevance=0.7, text="An article explains at length that yes.")
    assert [e.passage.kind for e in ranked([snippet, article], 5)] == [PassageKind.ARTICLE, PassageKind.SNIPPET]


def test_related_passages_fill_the_list_as_neutral():
    undecided = evidence(Stance.NEUTRAL, text="The bridge is 300 metres long.", relevance=0.7)
    shown = ranked([evidence(), undecided], 5)
    assert [e.stance for e in shown] == [Stance.SUPPORTS, Stance.NEUTRAL]
    assert shown[1].quote == ""


def test_order_does_not_depend_on_input_order():
    items = [evidence(domain=f"d{n}.example", tier="C", text=f"Text {n} on bridges.", relevance=0.8) for n in range(4)]
    assert ranked(items, 5) == ranked(items[::-1], 5)


def test_basis_is_shown_in_the_order_of_the_chosen_ranking():
    sure = evidence(domain="a.example", tier="C", relevance=0.95, text="Trains cross the river again.")
    near = evidence(domain="b.example", tier="C", relevance=0.8)
    near = replace(near, candidate=replace(near.candidate, similarity=0.99, recall_score=0.99))
    basis = ranked([sure, near], 20)
    assert [e.rating.domain for e in basis] == ["a.example", "b.example"]
    for profile in (RankProfile.CLAIMLIGHT, RankProfile.PROVIDER, RankProfile.HYBRID):
        assert [e.rating.domain for e in presented(basis, 5, profile)] == ["b.example", "a.example"]
    assert presented(basis, 5, RankProfile.CREDIBILITY) == basis


def test_weak_stance_of_an_unconfirmed_passage_is_shown_only_if_there_is_nothing_else():
    read = evidence(domain="a.example", tier="C", text="Trains cross the river again.")
    weak = evidence(domain="b.example", tier="C", text="A bridge in Osaka reopened.")
    stored = replace(weak.candidate, origin=Origin.KNOWLEDGE, quarantined=True)
    weak = replace(weak, candidate=stored, signals={**weak.signals, WEAK: 1.0})
    for found, shown in (([read, weak], ["a.example"]), ([weak], ["b.example"])):
        told = presented(ranked(found, 20), 5, RankProfile.CLAIMLIGHT)
        assert [e.rating.domain for e in told] == shown


def test_quote_of_a_domain_is_shown_once():
    first = evidence(domain="a.example", tier="C", text="Trains cross the river again. It took years.")
    again = evidence(domain="a.example", tier="C", text="It rained. Trains cross the river again. The mayor danced.")
    first, again = (replace(item, quote="Trains cross the river again.") for item in (first, again))
    stored = replace(first, candidate=replace(first.candidate, origin=Origin.KNOWLEDGE, quarantined=True))
    for items, shown in (([first, again], 1), ([stored, again], 1)):
        told = presented(ranked(items, 20), 5, RankProfile.CLAIMLIGHT)
        assert len(told) == shown
    assert told[0].passage.id == again.passage.id, "the passage that counts is shown"


def test_each_stance_is_represented_by_citable_evidence():
    against = [
        evidence(Stance.REFUTES, domain=f"n{n}.example", tier="C", text=f"Town {n} denies it.", relevance=0.95)
        for n in range(3)
    ]
    lead = evidence(tier="lead", kind=PassageKind.SNIPPET, text="Everybody says so.", relevance=0.99)
    snippet = evidence(domain="c.example", tier="C", kind=PassageKind.SNIPPET, text="It did reopen.", relevance=0.7)
    shown = diverse([*against[:2], lead, against[2], snippet], 4)
    assert [e.decisive for e in shown if e.stance is Stance.SUPPORTS] == [True]
