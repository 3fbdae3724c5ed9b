"""The explanation is generated from the evidence alone: every citation resolves, and every noun agrees with its number."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.evidence import Stance
from backend.domain.verdict import Belief, Label, Voice
from backend.verdict.explain import citations, explain, renumbered, resolving
from backend.verdict.grounds import Grounds, weighing
from tests.evidence_maker import evidence

REFUTED = evidence(Stance.REFUTES, text="The bridge never closed.")
ONE = Grounds(supporting=("nasa.gov",), authoritative=True, searched=True)


def test_citations_that_point_at_nothing_are_removed():
    assert resolving("So [1], not so [4] and [0].", 2) == "So [1], not so and."
    assert citations("[2] and [1] and [2]") == (2, 1)


def test_citations_move_with_their_evidence():
    assert renumbered("So [1][2] and [3].", {1: 2, 3: 1}) == "So [2] and [1]."


def test_a_refutation_quotes_its_source_and_names_it():
    text = explain(Label.FALSE, [REFUTED], Grounds(refuting=("nasa.gov",), authoritative=True)).text
    assert text.startswith("Contradicted by NASA [1]: “The bridge never closed.”")


def test_at_most_three_publishers_are_named_with_two_passages_each():
    items = [evidence(text=f"Passage {n}.", domain=f"d{n // 3}.gov") for n in range(12)]
    found = explain(Label.TRUE, items, Grounds(supporting=("d0.gov", "d1.gov", "d2.gov", "d3.gov"))).found
    assert found == "Supported by d0.gov [1][2], d1.gov [4][5] and d2.gov [7][8]: “Passage 0.”"


def test_both_sides_are_explained_with_the_weaker_one_marked():
    items = [evidence(), evidence(Stance.REFUTES, tier="C", text="It stayed shut."), evidence(Stance.REFUTES, tier="B")]
    assert "A weaker source contradicts it: blog.example [2]." in explain(Label.TRUE, items[:2], ONE).text
    assert "Weaker sources contradict it: blog.example [2] and example-paper.com [3]." in (
        explain(Label.TRUE, items, ONE).text
    )


@pytest.mark.parametrize(
    ("supporting", "refuting", "label", "told"),
    [
        (1, 0, Label.TRUE, "One independent source supports it, none contradicts it."),
        (2, 0, Label.TRUE, "Two independent sources support it, none contradicts it."),
        (2, 1, Label.TRUE, "Two independent sources support it, one contradicts it."),
        (0, 1, Label.FALSE, "One independent source contradicts it, none supports it."),
        (1, 1, Label.FALSE, "One independent source contradicts it, one supports it."),
        (2, 2, Label.PARTIALLY_TRUE, "Two independent sources support it, two contradict it."),
        (13, 14, Label.PARTIALLY_TRUE, "14 independent sources contradict it, 13 support it."),
        (0, 0, Label.NOT_ENOUGH_EVIDENCE, ""),
    ],
)
def test_source_count_has_the_right_plural_form(supporting, refuting, label, told):
    grounds = Grounds(
        supporting=tuple(f"s{n}.gov" for n in range(supporting)),
        refuting=tuple(f"r{n}.gov" for n in range(refuting)),
        tried=False,
    )
    assert explain(label, [], grounds).sources == told


def test_no_evidence_is_stated_with_what_would_decide():
    found = explain(Label.NOT_ENOUGH_EVIDENCE, [], Grounds(searched=True))
    assert found.found == "Nothing was found about this."
    assert found.missing == ("a source that states or denies it",)
    assert "a reputable one and a second source" in found.text
    assert "a search of the web" in explain(Label.NOT_ENOUGH_EVIDENCE, [], Grounds()).missing


def _undecided(*items):
    return explain(Label.NOT_ENOUGH_EVIDENCE, items, Grounds(leads=len(items))).found


def test_single_source_explanation_asks_for_a_second():
    first, again = (evidence(tier="B", domain="paper.example", text=text) for text in ("The bridge opened.", "Open."))
    assert _undecided(first, again) == "One source supports it: paper.example [1][2]. A second source would settle it."
    against = evidence(Stance.REFUTES, tier="B", domain="paper.example")
    assert _undecided(against) == "One source contradicts it: paper.example [1]. A second source would settle it."


def test_unrated_sources_do_not_decide():
    lead = evidence(tier="C")
    assert _undecided(lead) == (
        "One source supports it: blog.example [1]. It is not a rated source, and does not decide alone."
    )
    assert "but none of them is a rated one" in _undecided(lead, evidence(tier="C", domain="other.example"))


def test_several_sources_that_do_not_decide_are_counted():
    found = _undecided(evidence(tier="C"), evidence(tier="B", domain="apnews.com", text="Open."))
    assert found == "Two sources support it, but not clearly enough: blog.example [1] and AP News [2]."


def test_second_platform_post_is_not_suggested():
    assert _undecided(evidence(tier="lead")) == "Only places that never decide a verdict support it: X [1]."


def test_neutral_passages_are_called_related():
    neutral = evidence(Stance.NEUTRAL)
    assert _undecided(neutral) == "One related passage was found, but it takes no side: NASA [1]."
    assert _undecided(neutral, evidence(Stance.NEUTRAL, tier="C")) == (
        "Related passages were found, but none of them takes a side, for example NASA [1] and blog.example [2]."
    )


def test_explanation_says_leads_are_unconfirmed():
    one, two = (explain(Label.NOT_ENOUGH_EVIDENCE, [], Grounds(leads=n)).missing for n in (1, 2))
    assert any("confirmation of one lead that" in phrase for phrase in one)
    assert any("confirmation of two leads that" in phrase for phrase in two)


def test_explanation_asks_for_a_second_and_an_authoritative_source():
    found = explain(Label.TRUE, [evidence(tier="B")], Grounds(supporting=("example-paper.com",), searched=True))
    assert found.missing == ("a second independent source", "an authoritative source")
    assert "Missing: a second independent source and an authoritative source." in found.text


def test_explanation_mentions_missing_numbers_and_old_evidence():
    found = explain(Label.TRUE, [evidence()], Grounds(supporting=("a", "b"), lacks_value=True, newest="2019-05-01"))
    assert "a passage that gives its number" in found.missing
    assert "anything newer than 2019-05-01" in found.missing


def test_indispensable_sources_are_named():
    grounds = Grounds(supporting=("nasa.gov", "nist.gov"), pillars=("nasa.gov",))
    why = explain(Label.TRUE, [evidence()], grounds)
    assert why.sources == "Two independent sources support it, none contradicts it. This rests mainly on NASA."
    assert why.change == ()


def test_disputed_claim_depends_on_neither_side():
    grounds = Grounds(supporting=("nasa.gov",), refuting=("nist.gov",), pillars=("nist.gov",))
    said = explain(Label.PARTIALLY_TRUE, [evidence()], grounds).sources
    assert said == "One independent source supports it, one contradicts it."


def test_verdict_without_an_indispensable_source_says_so():
    grounds = Grounds(supporting=("a.gov", "b.gov", "c.gov"), authoritative=True)
    assert explain(Label.TRUE, [evidence()], grounds).sources.endswith("It does not depend on any single source.")


@given(st.text(max_size=80), st.integers(0, 9))
def test_every_remaining_citation_resolves(text, count):
    assert all(1 <= n <= count for n in citations(resolving(text, count)))


@given(
    st.sampled_from(Label),
    st.lists(st.sampled_from(Stance), max_size=6),
    st.integers(0, 14),
    st.integers(0, 14),
    st.integers(0, 3),
)
def test_explanation_is_complete_and_cites_existing_evidence_only(label, stances, pro, con, leads):
    items = [
        evidence(stance, text=f"Passage {n} of a river.", tier="B", domain=f"d{n}.gov")
        for n, stance in enumerate(stances)
    ]
    grounds = Grounds(supporting=("s.gov",) * pro, refuting=("r.gov",) * con, leads=leads)
    text = explain(label, items, grounds).text
    assert all(1 <= n <= len(items) for n in citations(text))
    assert re.search(r"\bone \w+ \w*sources\b|\b(?:two|three) independent source\b|  |\bNone\b|\.\.", text) is None


def test_trace_lists_the_weighed_evidence():
    voices = tuple(
        Voice(domain=d, passage=d, log_odds=o) for d, o in (("b.gov", 0.5), ("a.gov", 1.84), ("c.gov", -0.26))
    )
    belief = Belief(log_odds=2.0, probability=0.881, consensus=0.9, voices=voices)
    assert weighing(belief, 0.8) == "For it: a.gov 1.8, b.gov 0.5. Against it: c.gov 0.3. Belief 88%, confidence 80%."
    alone = Belief(log_odds=0.0, probability=0.5, consensus=0.5)
    assert weighing(alone, 0.0) == "For it: nothing. Against it: nothing. Belief 50%, confidence 0%."
