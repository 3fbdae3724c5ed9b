"""Only evidence for a firm verdict leaves quarantine (decisions 0004 and 0024)."""

from dataclasses import replace

from backend.domain.claim import AtomicClaim, VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.verdict import Label, Verdict
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.learn import cited
from backend.verdict import combine
from tests.api_world import make_verdict
from tests.evidence_maker import BALANCED, evidence

BRIDGE = AtomicClaim(id="c1", text="The bridge reopened in March 2024")
TUNNEL = AtomicClaim(id="c2", text="The tunnel reopened in June 2022")


def part(claim, *found):
    return conclude(Gathered(part=claim, evidence=found, found=(), searched=True), policy=BALANCED, top_k=20)


def whole(*parts) -> Verdict:
    label = combine.headline([p.label for p in parts])
    return replace(
        make_verdict(VerifyRequest(claim=BRIDGE.text)),
        label=label,
        parts=parts,
        evidence=combine.merged_evidence(parts),
    )


def attributed_evidence(stance=Stance.SUPPORTS, *, domain, **options):
    return evidence(stance, text=f"According to {domain}, this is what became of it.", domain=domain, **options)


def test_cited_passages_leave_quarantine():
    nasa = attributed_evidence(domain="nasa.gov")
    verdict = whole(part(BRIDGE, nasa))
    assert verdict.label is Label.TRUE
    assert cited(verdict) == (nasa.passage.id,)


def test_weak_opposing_passage_stays_in_quarantine():
    nasa, who = attributed_evidence(domain="nasa.gov"), attributed_evidence(domain="who.int")
    evil = attributed_evidence(Stance.REFUTES, domain="evil.com", tier="C", strength=0.65, relevance=0.65)
    verdict = whole(part(BRIDGE, nasa, who, evil))
    assert verdict.label is Label.TRUE
    assert evil.passage.id in {e.passage.id for e in verdict.evidence}
    assert set(cited(verdict)) == {nasa.passage.id, who.passage.id}


def test_passages_of_an_undecided_part_stay_in_quarantine():
    nasa = attributed_evidence(Stance.REFUTES, domain="nasa.gov")
    blog = attributed_evidence(domain="blog.example", tier="C")
    verdict = whole(part(BRIDGE, nasa), part(TUNNEL, blog))
    assert [p.label for p in verdict.parts] == [Label.FALSE, Label.NOT_ENOUGH_EVIDENCE]
    assert verdict.label is Label.FALSE
    assert cited(verdict) == (nasa.passage.id,)


def test_undecided_verdict_releases_nothing_from_quarantine():
    verdict = whole(
        part(BRIDGE, attributed_evidence(domain="nasa.gov")),
        part(TUNNEL, attributed_evidence(domain="blog.example", tier="C")),
    )
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert cited(verdict) == ()
