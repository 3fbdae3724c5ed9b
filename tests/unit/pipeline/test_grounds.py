"""The sources that a verdict depends on, determined with the same rules as the verdict."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Stance
from backend.pipeline.conclude import Gathered, conclude
from backend.verdict.explain import citations
from tests.evidence_maker import BALANCED, evidence

PART = AtomicClaim(id="c1", text="The bridge reopened in March 2024")


def _concluded(*found, part=PART):
    return conclude(Gathered(part=part, evidence=tuple(found), found=(), searched=True), policy=BALANCED, top_k=5)


def _item(stance, n, tier="A"):
    return evidence(
        stance, tier=tier, domain=f"s{n}.gov", text=f"Passage {n}: the crossing at town {n * 7} in March 2024."
    )


def test_only_source_is_indispensable():
    why = _concluded(evidence()).explanation
    assert why.sources.endswith("This rests mainly on NASA.")
    assert (why.supporting, why.refuting) == (1, 0)


def test_none_of_three_sources_is_indispensable():
    why = _concluded(*(_item(Stance.SUPPORTS, n) for n in range(3))).explanation
    assert why.sources.endswith("It does not depend on any single source.")


def test_number_without_a_source_is_reported_as_missing():
    said = evidence(text="The bridge was opened again after the repairs.")
    assert "a passage that gives its number" in _concluded(said).explanation.missing
    assert "a passage that gives its number" not in _concluded(evidence()).explanation.missing


def test_claim_about_the_present_reports_the_age_of_its_newest_source():
    now = AtomicClaim(id="c1", text="The bridge is open", time_sensitive=True)
    item = evidence(text="The bridge is open.")
    dated = replace(item, candidate=replace(item.candidate, passage=replace(item.passage, published="2021-02-03")))
    assert "anything newer than 2021-02-03" in _concluded(dated, part=now).explanation.missing


@given(
    st.lists(
        st.tuples(st.sampled_from(Stance), st.integers(0, 5), st.sampled_from(["A", "B", "C", "lead"])), max_size=7
    )
)
def test_explanation_is_complete_and_cites_shown_evidence(drawn):
    verdict = _concluded(*(_item(stance, n, tier) for stance, n, tier in drawn))
    assert verdict.explanation.text == verdict.reasoning
    assert all(1 <= n <= len(verdict.evidence) for n in citations(verdict.reasoning))
    assert verdict.explanation.change or verdict.label.firm


def test_provisional_verdict_lists_findings_without_dependencies():
    part = AtomicClaim(id="c1", text="The bridge reopened in March 2024")
    found = tuple(
        evidence(stance, text=f"According to {domain}, this became of it.", domain=domain)
        for stance, domain in (
            (Stance.SUPPORTS, "nasa.gov"),
            (Stance.SUPPORTS, "who.int"),
            (Stance.SUPPORTS, "nist.gov"),
        )
    )
    gathered = Gathered(part=part, evidence=found, found=(), searched=True)
    final, so_far = (
        conclude(gathered, policy=BALANCED, top_k=5),
        conclude(gathered, policy=BALANCED, top_k=5, provisional=True),
    )
    assert "single source" in final.explanation.sources
    assert "single source" not in so_far.explanation.sources
    told = replace(final.explanation, sources=so_far.explanation.sources)
    assert so_far == replace(final, explanation=told, reasoning=told.text)
