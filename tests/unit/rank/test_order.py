import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance
from backend.rank.order import admitted, diverse, logit, ranked, scored, without_copies
from tests.evidence_maker import evidence


def test_score_is_the_logit_of_relevance_plus_the_credibility_boost():
    trusted, unknown = evidence(tier="A", relevance=0.8), evidence(tier="C", relevance=0.8)
    first, second = scored([unknown, trusted])
    assert first.rating.domain == "nasa.gov"
    assert first.score == pytest.approx(logit(0.8) + 0.135, abs=1e-3)
    assert second.score == pytest.approx(logit(0.8), abs=1e-3)


def test_credibility_cannot_lift_an_irrelevant_passage_over_the_gate():
    assert (
        admitted(scored([evidence(tier="A", relevance=0.44), evidence(Stance.REFUTES, tier="A", relevance=0.55)])) == ()
    )
    both = [evidence(tier="C", relevance=0.46), evidence(Stance.REFUTES, tier="C", relevance=0.58)]
    assert len(admitted(scored(both))) == 2


def test_near_copies_count_once_and_the_best_is_kept():
    best = evidence(domain="one.example", tier="C", relevance=0.9)
    copy = evidence(
        domain="two.example", tier="C", relevance=0.8, text="The bridge reopened in March 2024, after repairs!"
    )
    other = evidence(domain="three.example", tier="C", text="Trains cross the river again since spring.")
    kept = without_copies([best, copy, other])
    assert [e.rating.domain for e in kept] == ["one.example", "three.example"]


def test_two_facts_from_one_page_are_no_copies():
    # Document 004 drops the second of two NASA facts because they share a URL.
    age, shape = evidence(text="Earth is 4.54 billion years old."), evidence(text="Earth is an oblate spheroid.")
    assert len(without_copies([age, shape])) == 2


def test_at_most_two_per_domain():
    same = [evidence(text=f"Fact number {n} about the bridge and its {n} towers.", relevance=0.9) for n in range(5)]
    assert len(diverse(scored(same), 5)) == 2


def test_the_weaker_side_is_never_cut_away():
    for_it = [
        evidence(domain=f"s{n}.example", tier="C", text=f"Yes, town {n} says so.", relevance=0.95) for n in range(6)
    ]
    against = evidence(Stance.REFUTES, domain="no.example", tier="C", text="No, it never opened.", relevance=0.6)
    shown = ranked([*for_it, against], 5)
    assert len(shown) == 5
    assert Stance.REFUTES in {e.stance for e in shown}


def test_snippets_stand_behind_passages_that_were_read():
    snippet = evidence(
        kind=PassageKind.SNIPPET, domain="a.example", tier="C", relevance=0.99, text="A snippet says yes."
    )
    article = evidence(domain="b.example", tier="C", relevance=0.7, text="An article explains at length that yes.")
    assert [e.passage.kind for e in ranked([snippet, article], 5)] == [PassageKind.ARTICLE, PassageKind.SNIPPET]


def test_related_passages_fill_up_without_taking_a_side():
    undecided = evidence(Stance.NEUTRAL, text="The bridge is 300 metres long.", relevance=0.7)
    shown = ranked([evidence(), undecided], 5)
    assert [e.stance for e in shown] == [Stance.SUPPORTS, Stance.NEUTRAL]
    assert shown[1].quote == ""


def test_order_does_not_depend_on_the_order_of_arrival():
    items = [evidence(domain=f"d{n}.example", tier="C", text=f"Text {n} on bridges.", relevance=0.8) for n in range(4)]
    assert ranked(items, 5) == ranked(items[::-1], 5)
