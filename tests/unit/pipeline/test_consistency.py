"""Verdict, breakdown, belief, truthfulness and confidence never contradict each other, in a part or in the whole."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.claim import AtomicClaim, ClaimEdge, EdgeKind
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label
from backend.domain.verdict import SegmentStatus as S
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.relate import related
from backend.verdict import combine
from tests.evidence_maker import BALANCED
from tests.evidence_strategies import READ, different, passages

PLAIN, COMPARED = "The bridge reopened in March 2024", "The bridge is longer than the tunnel"
STATUSES = {
    Label.TRUE: {S.STRONGLY_VALID, S.VALID},
    Label.FALSE: {S.INVALID},
    Label.PARTIALLY_TRUE: {S.PARTIALLY_VALID, S.PARTIALLY_INVALID},
    Label.MISLEADING: {S.PARTIALLY_VALID, S.PARTIALLY_INVALID},
    Label.NOT_ENOUGH_EVIDENCE: {S.UNKNOWN},
}
TIERS = st.sampled_from([None, *SourceTier])


def _concluded(found, *, claim=PLAIN, tier=None, n=1, top_k=5):
    part = AtomicClaim(id=f"c{n}", text=claim)
    return conclude(
        Gathered(part=part, evidence=tuple(found), found=(), searched=True),
        policy=BALANCED,
        top_k=top_k,
        page_tier=tier,
    )


def _assert_consistent(label, belief, truth, confidence, *, cap=0.35):
    """Run the same checks for a part and for the whole."""
    assert 0 <= confidence <= 0.95
    assert 0 <= truth <= 100
    assert 0 < belief.probability < 1
    if label is Label.TRUE:
        assert belief.probability > 0.5
        assert truth > 50
    elif label is Label.FALSE:
        assert belief.probability < 0.5
        assert truth < 50
    else:
        assert (truth - 50) * (belief.probability - 0.5) >= -1e-6
    if not label.firm:
        assert confidence <= cap
        assert 35 <= truth <= 65


@settings(max_examples=50)
@given(different(), TIERS, st.sampled_from([PLAIN, COMPARED]))
def test_label_belief_and_confidence_of_a_part_agree(found, tier, claim):
    verdict = _concluded(found, claim=claim, tier=tier)
    assert verdict.status in STATUSES[verdict.label]
    cap = 0.45 if claim == COMPARED else 0.35
    _assert_consistent(verdict.label, verdict.belief, verdict.truthfulness_percent, verdict.confidence, cap=cap)
    assert 0 <= verdict.evidence_quality_percent <= 100
    figures = (verdict.rgba.danger, verdict.rgba.veracity, verdict.rgba.honesty, verdict.rgba.explainability)
    assert all(0 <= figure <= 1 for figure in figures)
    assert verdict.rgba.veracity == verdict.belief.probability


edges = st.lists(
    st.builds(
        ClaimEdge,
        source=st.sampled_from(["c0", "c1", "c2"]),
        target=st.sampled_from(["c0", "c1", "c2"]),
        kind=st.sampled_from(EdgeKind),
        weight=st.floats(0, 1),
    ),
    max_size=4,
)


@settings(max_examples=50)
@given(st.lists(different(6), min_size=2, max_size=3), TIERS, edges)
def test_label_belief_and_confidence_of_the_whole_agree(found, tier, joined):
    alone = [_concluded(items, tier=tier, n=n) for n, items in enumerate(found)]
    parts, _ = related(alone, joined, Run(seconds=5))
    assert [p.label for p in parts] == [p.label for p in alone], "neighbours never change a label"
    for part in parts:
        _assert_consistent(part.label, part.belief, part.truthfulness_percent, part.confidence)
    label = combine.headline([p.label for p in parts])
    _assert_consistent(
        label, combine.belief(parts, label), combine.truth(parts, label), combine.confidence(parts, label)
    )


@settings(max_examples=50)
@given(different(kinds=READ), passages(numbers=st.integers(100, 120)))
def test_further_passage_moves_the_belief_only_towards_its_stance(found, new):
    """Snippets are excluded, because reading a page replaces its snippet."""
    before, after = _concluded(found).belief.log_odds, _concluded([*found, new]).belief.log_odds
    if new.stance is Stance.SUPPORTS:
        assert after >= before - 1e-9
    elif new.stance is Stance.REFUTES:
        assert after <= before + 1e-9
    else:
        assert after == before


@settings(max_examples=50)
@given(different(), st.randoms(use_true_random=False), TIERS)
def test_order_and_repetition_change_nothing_at_all(found, random, tier):
    verdict = _concluded(found, tier=tier)
    assert _concluded(random.sample(found, len(found)), tier=tier) == verdict
    assert _concluded([*found, *found], tier=tier) == verdict


@settings(max_examples=50)
@given(different(8))
def test_copy_on_a_weaker_source_does_not_change_the_belief(found):
    copies = [
        replace(
            e,
            candidate=replace(
                e.candidate,
                rating=replace(e.rating, domain="copies.example", credibility=0.0),
                passage=replace(e.passage, id=f"{e.passage.id}-copy", source="https://copies.example/x"),
            ),
        )
        for e in found
    ]
    assert _concluded([*found, *copies]).belief == _concluded(found).belief
