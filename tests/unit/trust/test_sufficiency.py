from dataclasses import replace
from datetime import UTC, datetime, timedelta

from backend.domain.article import PassageKind
from backend.domain.evidence import Origin, Stance
from backend.trust.adaptive import Question, assess
from backend.trust.sufficiency import conflicting, countable, firm, independent, may_answer_alone, may_stop
from tests.evidence_maker import evidence

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def _hop(*items, logit):
    return may_stop(assess(Question(), items), items, logit)


def _alone(item, *, time_sensitive):
    return may_answer_alone(assess(Question(), [item]), [item], 2.0, time_sensitive=time_sensitive, now=NOW)


def test_one_authoritative_source_with_a_quote_is_enough():
    assert firm([evidence(tier="A")])


def test_two_independent_ordinary_sources_are_enough_and_one_is_not():
    one, two = (
        evidence(tier="C", domain="one.example"),
        evidence(tier="C", domain="two.example", text="It did reopen then."),
    )
    assert not firm([one])
    assert firm([one, two])


def test_two_passages_of_one_domain_are_one_source():
    assert not firm([evidence(tier="C"), evidence(tier="C", text="It did reopen then.")])


def test_two_domains_on_opposite_sides_decide_nothing():
    assert not firm([evidence(tier="C", domain="a.example"), evidence(Stance.REFUTES, tier="C", domain="b.example")])


def test_generated_text_needs_a_verbatim_quote_as_well():
    record = evidence(tier="B", kind=PassageKind.RECORD)
    rating = evidence(tier="A", domain="paper.example", kind=PassageKind.REVIEW, text="paper.example rates it as true.")
    assert countable(record)
    assert not firm([record, rating])
    assert firm([record, evidence(tier="C", domain="two.example", text="It did reopen then.")])


def test_rating_of_a_listed_fact_checker_decides_alone():
    text = "snopes.com rates the claim “The bridge reopened” as “True”."
    assert firm([evidence(tier="checker", kind=PassageKind.REVIEW, text=text)])
    assert not firm([evidence(tier="B", kind=PassageKind.REVIEW, text=text)])


def test_snippets_quarantined_rows_and_lead_only_sources_never_count():
    assert not countable(evidence(kind=PassageKind.SNIPPET))
    assert not countable(evidence(quarantined=True, origin=Origin.KNOWLEDGE))
    assert not countable(evidence(tier="lead"))
    assert not countable(evidence(Stance.NEUTRAL))


def test_page_fetched_in_this_run_counts():
    assert countable(evidence(quarantined=True, origin=Origin.WEB))


def test_a_weak_contradiction_is_no_conflict_and_a_strong_one_is():
    strong = evidence(tier="A")
    faint = evidence(Stance.REFUTES, tier="C", domain="b.example", strength=0.55, relevance=0.4)
    assert not conflicting([strong, faint])
    assert conflicting([strong, evidence(Stance.REFUTES, tier="B", domain="b.example")])


def test_a_conflict_keeps_the_search_going():
    found = _hop(evidence(tier="A"), evidence(Stance.REFUTES, tier="B", domain="b.example"), logit=2.0)
    assert found.firm
    assert not found.stop


def test_loose_relevance_keeps_the_search_going():
    assert not _hop(evidence(tier="A"), logit=0.4).stop
    assert _hop(evidence(tier="A"), logit=0.5).stop


def test_claims_about_the_present_need_fresh_evidence_to_skip_the_web():
    old = evidence(retrieved=(NOW - timedelta(days=3)).isoformat())
    new = evidence(retrieved=(NOW - timedelta(hours=2)).isoformat())
    assert not _alone(old, time_sensitive=True).stop
    assert _alone(new, time_sensitive=True).stop
    assert _alone(old, time_sensitive=False).stop


def test_undated_seed_facts_are_never_fresh():
    assert not _alone(evidence(retrieved=""), time_sensitive=True).stop


def test_source_does_not_conflict_with_itself():
    clear = evidence(Stance.REFUTES, text="The bridge did not collapse.")
    loose = evidence(text="It was never in danger of collapse.", relevance=0.7)
    assert not conflicting([clear, loose])


def test_page_refutation_needs_a_higher_score_than_support():
    blog = evidence(tier="C", domain="two.example", text="It stayed shut in March 2024.")
    for strength, counts, alone in ((0.69, False, False), (0.7, True, False), (0.79, True, False), (0.8, True, True)):
        denied = evidence(Stance.REFUTES, strength=strength)
        assert countable(denied) is counts
        assert independent([denied], Stance.REFUTES) is alone
    assert independent([evidence(strength=0.6)], Stance.SUPPORTS)
    assert not independent([evidence(tier="B", strength=0.99), replace(blog, quote="")], Stance.SUPPORTS)


def test_built_in_fact_refutes_at_the_verifier_threshold():
    assert independent([evidence(Stance.REFUTES, kind=PassageKind.SEED, strength=0.6)], Stance.REFUTES)


def test_a_source_that_uses_none_of_the_claims_words_counts():
    assert countable(evidence(text="Cars have crossed the river there again since spring."))
