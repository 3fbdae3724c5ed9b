"""The trust report: a single claim, several parts, and properties that hold whatever the evidence."""

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.coverage import Cover, Gate, TrustMode, TrustState
from backend.domain.evidence import Evidence, Origin, Stance, StanceScores
from backend.trust.adaptive import Question, assess
from backend.trust.states import settled, told, whole
from backend.trust.sufficiency import countable
from tests.evidence_maker import evidence

CLAIM = "The bridge reopened in March 2024"
ASKED = Question(claim=CLAIM, today=date(2026, 11, 22))
TEXTS = ("The bridge reopened in March 2024.", "In March the bridge was still shut.", "Ferries ran all year.")
_SWAP = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS, Stance.NEUTRAL: Stance.NEUTRAL}

# Relevance is 1 - p(neutral), so it is never below the probability of a stance. The values .45 and .9 are below and above the
# threshold that a single source must reach to decide a claim, for both stances.
items = st.builds(
    lambda stance, n, tier, strength, relevance, kind, quarantined: evidence(
        stance, text=f"{TEXTS[n % 3]} So says report {n}.", tier=tier, domain=f"d{n % 4}.example" if tier != "A" else "",
        strength=strength, relevance=max(strength, relevance), kind=kind, quarantined=quarantined,
        origin=Origin.KNOWLEDGE if quarantined else Origin.WEB,
    ),
    st.sampled_from(Stance),
    st.integers(0, 30),
    st.sampled_from(["A", "B", "C", "lead"]),
    # From .8 upwards, both stances are treated equally; below it, a page needs more to refute (decision 35).
    st.sampled_from([0.8, 0.9]),
    st.floats(0.0, 1.0),
    st.sampled_from(PassageKind),
    st.booleans(),
)  # fmt: skip
found = st.lists(items, max_size=10, unique_by=lambda e: e.passage.id)
asked = st.builds(Question, claim=st.sampled_from([CLAIM, ""]), mode=st.sampled_from(TrustMode))


def mirrored(item: Evidence) -> Evidence:
    scores = StanceScores(supports=item.scores.refutes, refutes=item.scores.supports, neutral=item.scores.neutral)
    return replace(item, stance=_SWAP[item.stance], scores=scores)


@settings(max_examples=40)
@given(asked, found)
def test_trust_scores_stay_in_range(question, given_items):
    report = assess(question, given_items)
    figures = (
        report.coverage, report.diversity, report.agreement, report.trust_post, report.fixed, report.relevance,
        report.fixed_low, report.fixed_high,
    )  # fmt: skip
    assert all(0 <= value <= 1 for value in figures)
    assert report.fixed_low <= report.fixed_high
    assert report.threshold_met is (report.state in (TrustState.CONFIRMED, TrustState.PROVISIONAL))
    assert all(0 <= s.weight <= 1 and s.sign in (-1, 0, 1) for s in report.segments)


@settings(max_examples=40)
@given(asked, found, st.randoms())
def test_the_order_of_evidence_does_not_matter(question, given_items, dice):
    shuffled = list(given_items)
    dice.shuffle(shuffled)
    assert assess(question, shuffled) == assess(question, given_items)


@settings(max_examples=40)
@given(asked, found)
def test_duplicates_change_nothing(question, given_items):
    assert assess(question, [*given_items, *given_items]) == assess(question, given_items)


@settings(max_examples=40)
@given(asked, found)
def test_swapping_stances_only_mirrors_the_signs(question, given_items):
    report, mirror = assess(question, given_items), assess(question, [mirrored(e) for e in given_items])
    assert [s.sign for s in mirror.segments] == [-s.sign for s in report.segments]
    unsigned = tuple(replace(s, sign=-s.sign) for s in mirror.segments)
    assert replace(mirror, segments=unsigned) == report


@settings(max_examples=40)
@given(found)
def test_segment_refuted_by_decisive_evidence_is_covered(given_items):
    against = [e for e in given_items if e.stance is not Stance.SUPPORTS]
    report = assess(ASKED, [*against, evidence(Stance.REFUTES, text="The bridge did not reopen in March 2024.")])
    (segment,) = report.segments
    assert (segment.cover, segment.sign, report.coverage, report.threshold_met) == (Cover.STRONG, -1, 1.0, True)


@settings(max_examples=40)
@given(asked, found)
def test_non_decisive_evidence_never_passes_a_gate(question, given_items):
    report = assess(question, [e for e in given_items if not countable(e)])
    assert (report.threshold_met, report.diversity, report.fixed) == (False, 0, 0)
    assert report.coverage <= 0.7


@settings(max_examples=40)
@given(found)
def test_confidence_mode_never_covers_less(given_items):
    normal, relaxed = (assess(replace(ASKED, mode=m), given_items) for m in (TrustMode.NORMAL, TrustMode.CONFIDENCE))
    assert relaxed.coverage >= normal.coverage


def test_no_evidence_means_zero_trust():
    empty = assess(ASKED, [])
    assert (empty.coverage, empty.diversity, empty.agreement, empty.trust_post, empty.fixed) == (0, 0, 0, 0, 0)
    assert (empty.gate, empty.state, empty.threshold_met) == (Gate.NOTHING, TrustState.INSUFFICIENT, False)
    assert (empty.fixed_grade, empty.fixed_met, empty.completed_from_cache) == ("F", False, False)


def test_one_clear_authoritative_source_confirms():
    report = assess(ASKED, [evidence()])
    assert (report.gate, report.state) == (Gate.OVERRIDE, TrustState.CONFIRMED)
    assert (report.coverage, report.agreement, report.diversity) == (1, 1, 0)
    assert (report.fixed, report.fixed_grade, report.fixed_met) == (0.855, "A+", True)


def test_one_unrated_page_never_suffices():
    report = assess(ASKED, [evidence(tier="C")])
    assert (report.gate, report.state) == (Gate.DEPENDENT, TrustState.INSUFFICIENT)


def test_conflicting_independent_sources_are_never_confirmed():
    sides = [evidence(), evidence(Stance.REFUTES, domain="other.gov", text="It stayed shut in March 2024.")]
    report = assess(ASKED, sides)
    assert (report.gate, report.state, report.threshold_met) == (Gate.BOTH_SIDES, TrustState.PROVISIONAL, True)


def test_outdated_verdict_is_revoked_unless_a_new_one_is_firm():
    assert settled(assess(ASKED, []), decided=False, stood=True).state is TrustState.REVOKED
    assert settled(assess(ASKED, []), decided=False, stood=False).state is TrustState.INSUFFICIENT
    assert settled(assess(ASKED, [evidence()]), decided=True, stood=True).state is TrustState.CONFIRMED


def test_trust_report_never_claims_more_than_the_verdict():
    report = settled(assess(ASKED, [evidence()]), decided=False, stood=False)
    assert (report.threshold_met, report.gate, report.state) == (False, Gate.BELOW, TrustState.INSUFFICIENT)


def test_third_passage_of_a_domain_does_not_change_diversity():
    pages = [evidence(), evidence(tier="B")]
    more = [evidence(text=f"The bridge reopened, said clerk {n}.") for n in range(5)]
    assert assess(ASKED, [*pages, *more[:1]]).diversity == assess(ASKED, [*pages, *more]).diversity


def test_whole_with_one_part_equals_that_part():
    part = assess(ASKED, [evidence()])
    assert whole([part], decided=True) is part


def test_a_whole_counts_the_segments_of_all_parts():
    strong, nothing = assess(ASKED, [evidence()]), assess(Question(claim="A tunnel opened in May 2001"), [])
    both = whole([strong, nothing], decided=False)
    assert (both.coverage, both.state, both.threshold_met) == (0.5, TrustState.INSUFFICIENT, False)
    assert len(both.segments) == 2
    assert (both.agreement, both.fixed) == (0.5, round(strong.fixed / 2, 4))


def test_one_refuted_part_may_decide_the_whole():
    refuted = assess(ASKED, [evidence(Stance.REFUTES)])
    both = whole([refuted, assess(ASKED, [])], decided=True)
    assert (both.gate, both.threshold_met, both.state) == (Gate.PARTS, True, TrustState.PROVISIONAL)


def test_a_whole_with_a_contested_part_is_never_confirmed():
    sides = [evidence(), evidence(Stance.REFUTES, domain="other.gov", text="It stayed shut in March 2024.")]
    both = whole([assess(ASKED, [evidence()]), assess(ASKED, sides)], decided=True)
    assert (both.gate, both.state) == (Gate.BOTH_SIDES, TrustState.PROVISIONAL)


def test_trusted_lead_never_covers_the_whole_claim():
    report = assess(ASKED, [evidence(kind=PassageKind.SNIPPET)])
    assert (report.coverage, report.gate, report.threshold_met) == (0.5, Gate.NOTHING, False)


def test_low_trust_is_reported():
    thin = [
        evidence(relevance=0.56, strength=0.9, tier="C", domain=f"d{n}.example", text=f"Report {n}.") for n in (1, 2)
    ]
    old = [replace(e, candidate=replace(e.candidate, passage=replace(e.passage, published="2001-01-01"))) for e in thin]
    report = assess(ASKED, old)
    assert report.threshold_met
    assert report.trust_post < 0.6
    assert report.state is TrustState.PROVISIONAL
    assert report.reason.endswith("They are little trusted.")


def test_trace_shows_scores_state_and_coverage_of_each_segment():
    line = told(assess(ASKED, [evidence(Stance.REFUTES)]))
    assert line.startswith("Coverage 100%, diversity 0%, agreement 100%, trust 0.85 (fixed 0.85, A+): confirmed.")
    assert line.endswith("The claim is strongly covered and refuted.")
    two = Question(claim="The old bridge was painted red in 1990; the new tunnel opened in May 2001")
    line = told(assess(two, [evidence(kind=PassageKind.SNIPPET, text="The old bridge was painted red in 1990.")]))
    assert "not enough to go on." in line
    assert "“The old bridge was painted red in 1990” is partly covered and supported, by leads only." in line
    assert line.endswith("“the new tunnel opened in May 2001” is not covered.")
