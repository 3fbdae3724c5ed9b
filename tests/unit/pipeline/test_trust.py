"""Trust in the verdict: measured before any filter, required for firmness, reported in the trace, recorded when revoked."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import passage_id
from backend.domain.claim import AtomicClaim, Mode
from backend.domain.coverage import Cover, Gate, TrustState
from backend.domain.evidence import Origin, Stance
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.trusted import trusted
from tests.evidence_maker import BALANCED, evidence
from tests.unit.pipeline.test_conclude import PART, items

TODAY = date(2026, 11, 22)


def concluded(found, **more):
    gathered = Gathered(part=more.pop("part", PART), evidence=tuple(found), found=(), searched=True, **more)
    return conclude(gathered, policy=BALANCED, top_k=5, today=TODAY)


@settings(max_examples=50)
@given(st.lists(items, max_size=12))
def test_verdict_is_firm_exactly_if_a_gate_is_passed(found):
    verdict = concluded(found)
    assert verdict.label.firm is verdict.trust.threshold_met
    assert verdict.label.firm is (verdict.trust.state in (TrustState.CONFIRMED, TrustState.PROVISIONAL))
    assert verdict.label is not Label.PARTIALLY_TRUE or verdict.trust.state is TrustState.PROVISIONAL


@settings(max_examples=50)
@given(st.lists(items, max_size=12))
def test_evidence_for_a_firm_verdict_covers_the_claim(found):
    verdict = concluded(found)
    if verdict.label in (Label.TRUE, Label.FALSE):
        (segment,) = verdict.trust.segments
        assert segment.cover is not Cover.NONE
        assert segment.sign == (1 if verdict.label is Label.TRUE else -1)
        assert segment.evidence_id in {e.passage.id for e in found}


def test_agreement_is_measured_before_relevance_and_diversity_filters():
    # The design in document 000 removes contradicting passages before it measures agreement. Here, the relevance gate
    # and the limit of two passages per domain must not have the same effect.
    faint = evidence(Stance.REFUTES, tier="C", domain="b.example", relevance=0.4, text="It stayed shut, they say.")
    verdict = concluded([evidence(relevance=0.9), faint])
    assert verdict.label is Label.TRUE
    assert verdict.trust.agreement == pytest.approx(0.9 / 1.3, abs=1e-4)


def test_one_page_under_several_addresses_is_one_source():
    # Document 000 defines the function for this case but never calls it.
    once = evidence()
    url = "http://nasa.gov/story/?utm_source=feed"
    passage = replace(once.passage, source=url, id=passage_id(url, once.passage.text))
    again = replace(once, candidate=replace(once.candidate, passage=passage))
    single, double = concluded([once]).trust, concluded([once, again]).trust
    assert replace(double, segments=single.segments, fixed_low=single.fixed_low, fixed_high=single.fixed_high) == single


def test_no_verdict_goes_against_the_clearest_passage_of_the_same_source():
    # "COVID-19 is caused by the virus, not by bacteria" used to be outvoted by its publisher's statement on mobile networks.
    said = evidence(relevance=0.96, strength=0.8)
    other = evidence(
        Stance.REFUTES, text="No bridge carries networks, and none reopened.", relevance=0.8, strength=0.95
    )
    verdict = concluded([said, other])
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert (verdict.trust.gate, verdict.trust.segments[0].contested) == (Gate.BELOW, True)


def test_deep_mode_has_lower_coverage_thresholds():
    thin = [
        evidence(
            tier="B",
            domain=f"d{n}.example",
            relevance=0.5,
            strength=0.62,
            text=f"Report {n} on bridge {n}.",
        )
        for n in range(2)
    ]
    normal, deep = (concluded(thin, mode=mode) for mode in Mode)
    assert (normal.trust.mode, deep.trust.mode) == ("normal", "confidence")
    assert normal.label is deep.label
    assert deep.trust.coverage > normal.trust.coverage


def test_evidence_has_its_trust_and_coverage():
    known = evidence(Stance.REFUTES)
    neutral = evidence(Stance.NEUTRAL, tier="B", text="Bridges are inspected in March.")
    signals = {e.passage.id: e.signals for e in concluded([known, neutral]).evidence}
    assert signals[known.passage.id]["coverage"] == 1.0
    assert signals[known.passage.id]["trust"] == pytest.approx(0.3 * 0.9 + 0.3 * 0.95 + 0.2 * 0.5 + 0.2)
    assert signals[neutral.passage.id]["coverage"] == 0.0


@pytest.mark.parametrize(
    ("cached", "found", "expected"),
    [
        (True, [evidence(origin=Origin.KNOWLEDGE)], True),
        (False, [evidence(origin=Origin.KNOWLEDGE)], False),
        (True, [], False),
    ],
)
def test_completed_from_cache_needs_the_precheck_and_a_verdict(cached, found, expected):
    assert concluded(found, cached=cached).trust.completed_from_cache is expected


@pytest.mark.parametrize(("stood", "state"), [(True, TrustState.REVOKED), (False, TrustState.INSUFFICIENT)])
def test_a_verdict_withdrawn_during_the_run_is_revoked(stood, state):
    assert concluded([], stood=stood).trust.state is state
    assert concluded([evidence()], stood=stood).trust.state is TrustState.CONFIRMED


@pytest.mark.parametrize(
    ("earlier", "found", "state", "told"),
    [
        ("True", [], TrustState.REVOKED, True),
        ("Partially True", [], TrustState.REVOKED, True),
        ("Not Enough Evidence", [], TrustState.INSUFFICIENT, False),
        ("", [], TrustState.INSUFFICIENT, False),
        ("no label of ours", [], TrustState.INSUFFICIENT, False),
        ("True", [evidence(Stance.REFUTES)], TrustState.CONFIRMED, False),
    ],
)
def test_outdated_earlier_answer_is_revoked_and_reported(earlier, found, state, told):
    run, verdict = Run(seconds=5), concluded(found)
    assert trusted([verdict], verdict.label, earlier, run).state is state
    assert any("no longer stands" in step.message for step in run.steps) is told


def test_trace_has_one_trust_line_per_part():
    run = Run(seconds=5)
    parts = [
        concluded([evidence()]),
        concluded([], part=AtomicClaim(id="c2", text="A tunnel opened in May 2001")),
    ]
    report = trusted(parts, Label.NOT_ENOUGH_EVIDENCE, "", run)
    first, second = (step.message for step in run.steps)
    assert first.endswith("confirmed. The claim is strongly covered and supported.")
    assert second.endswith("not enough to go on. The claim is not covered.")
    assert (report.coverage, report.threshold_met) == (0.5, False)
