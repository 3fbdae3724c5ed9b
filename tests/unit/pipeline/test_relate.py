"""The claim graph: how neighbouring parts affect the verdict on a part, and how this is reported."""

from backend.domain.claim import AtomicClaim, ClaimEdge, EdgeKind
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.relate import related
from tests.evidence_maker import BALANCED
from tests.evidence_strategies import passage


def _part(n, *found):
    part = AtomicClaim(id=f"c{n}", text=f"Statement {n} on the bridge")
    return conclude(Gathered(part=part, evidence=tuple(found), found=(), searched=True), policy=BALANCED, top_k=5)


def _edge(source, target, kind, weight=1.0):
    return ClaimEdge(source=source, target=target, kind=kind, weight=weight)


TRUE, FALSE, OPEN = _part(1, passage(1, Stance.SUPPORTS)), _part(1, passage(1, Stance.REFUTES)), _part(2)


def test_undecided_part_is_moved_by_its_neighbour_but_stays_undecided():
    run = Run(seconds=5)
    (_, up), edges = related([TRUE, OPEN], [_edge("c1", "c2", EdgeKind.SUPPORTS)], run)
    assert up.label is Label.NOT_ENOUGH_EVIDENCE
    assert up.belief.probability > 0.5
    assert 50 < up.truthfulness_percent <= 65
    assert up.rgba.veracity == up.belief.probability
    assert [(e.source, e.target) for e in edges] == [("c1", "c2")]
    assert [s.message for s in run.steps] == ["Part 1 supports part 2."]
    (_, down), _ = related([TRUE, OPEN], [_edge("c1", "c2", EdgeKind.CONTRADICTS)], Run(seconds=5))
    assert down.belief.probability < 0.5


def test_true_part_that_depends_on_a_refuted_one_has_lower_confidence():
    resting = _part(2, passage(2, Stance.SUPPORTS), passage(3, Stance.SUPPORTS, tier="B", domain="paper.example"))
    (_, after), _ = related([FALSE, resting], [_edge("c2", "c1", EdgeKind.DEPENDS_ON)], Run(seconds=5))
    assert after.label is Label.TRUE
    assert after.belief.probability > 0.5
    assert after.confidence <= 0.65 < resting.confidence


def test_cycles_and_invalid_links_are_dropped_with_an_issue():
    run = Run(seconds=5)
    joined = [
        _edge("c1", "c2", EdgeKind.SUPPORTS, 0.9),
        _edge("c2", "c1", EdgeKind.SUPPORTS, 0.7),
        _edge("c1", "part 9", EdgeKind.SUPPORTS),
    ]
    _, edges = related([TRUE, OPEN], joined, run)
    assert [(e.source, e.target) for e in edges] == [("c1", "c2")]
    assert [(i.code, i.subject) for i in run.issues] == [("claim_cycle", "c2>c1"), ("claim_edge_refused", "c1>part 9")]


def test_beliefs_are_unchanged_without_links():
    assert related([TRUE, OPEN], [], Run(seconds=5)) == ((TRUE, OPEN), ())
