"""The chosen ranking only orders the displayed evidence: verdict, metrics and citations are the same with every ranking."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Origin, Stance
from backend.pipeline.conclude import Gathered, conclude
from backend.rank.features import with_features
from backend.rank.settings import RankProfile
from tests.evidence_maker import BALANCED, evidence
from tests.rank_maker import TODAY

PART = AtomicClaim(id="c1", text="The bridge reopened in March 2024")


def _item(n, stance, tier, relevance, near, kind, origin):
    made = evidence(
        stance,
        text=f"Passage {n} tells of bridge {n * 7} in March of town {n}.",
        tier=tier,
        domain="" if tier == "A" else f"d{n % 5}.example",
        relevance=relevance,
        kind=kind,
        origin=origin,
    )
    return replace(made, candidate=with_features(PART.text, [replace(made.candidate, similarity=near)], TODAY)[0])


items = st.builds(
    _item,
    st.integers(0, 40),
    st.sampled_from(Stance),
    st.sampled_from(["A", "B", "C", "lead"]),
    st.floats(0.4, 1.0),
    st.floats(0.0, 1.0),
    st.sampled_from(PassageKind),
    st.sampled_from(Origin),
)


@settings(max_examples=50)
@given(st.lists(items, max_size=25), st.integers(1, 20))
def test_ranking_does_not_change_a_verdict(found, top_k):
    verdicts = [
        conclude(
            Gathered(part=PART, evidence=tuple(found), found=(), searched=True, ranking=profile),
            policy=BALANCED,
            top_k=top_k,
        )
        for profile in RankProfile
    ]
    assert len({(v.label, v.confidence, v.truthfulness_percent, v.belief, v.trust) for v in verdicts}) == 1
    sides = [{e.stance for e in v.evidence if e.decisive} for v in verdicts]
    assert all(side == sides[0] for side in sides)


def test_ranking_determines_the_order_of_evidence():
    near = _item(1, Stance.SUPPORTS, "A", 0.8, 0.95, PassageKind.ARTICLE, Origin.WEB)
    sure = _item(2, Stance.SUPPORTS, "B", 0.95, 0.2, PassageKind.ARTICLE, Origin.WEB)
    first = {}
    for profile in (RankProfile.CLAIMLIGHT, RankProfile.CREDIBILITY):
        gathered = Gathered(part=PART, evidence=(near, sure), found=(), searched=True, ranking=profile)
        first[profile] = conclude(gathered, policy=BALANCED, top_k=5).evidence[0].passage.id
    assert first == {RankProfile.CLAIMLIGHT: near.passage.id, RankProfile.CREDIBILITY: sure.passage.id}
