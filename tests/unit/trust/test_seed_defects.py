"""Regression tests for the trust defects of the original designs, one test each."""

import ast
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import backend.trust
from backend.domain.article import PassageKind
from backend.domain.coverage import Cover, Gate, SegmentCoverage, TrustMode, TrustState
from backend.domain.evidence import Origin, Stance
from backend.trust.adaptive import Question, assess
from backend.trust.coverage import coverage
from backend.trust.gates import gate
from backend.trust.precheck import precheck
from backend.trust.settings import TRUST
from backend.trust.states import state
from backend.trust.sufficiency import firm, known, may_answer_alone, may_stop
from tests.evidence_maker import evidence
from tests.unit.trust.test_gates import BASE

CLAIM = "The bridge reopened in March 2024"
ASKED = Question(claim=CLAIM, today=date(2026, 11, 22))
NOW = datetime(2026, 11, 22, tzinfo=UTC)
DENIALS = (
    evidence(Stance.REFUTES, text="The bridge did not reopen in March 2024."),
    evidence(Stance.REFUTES, tier="B", text="In March 2024 the bridge was still shut."),
    evidence(Stance.REFUTES, tier="C", text="The bridge reopened in May 2025 and not in March 2024."),
)


def published(item, day):
    return replace(item, candidate=replace(item.candidate, passage=replace(item.passage, published=day)))


def imports_of_trust():
    for path in Path(backend.trust.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield node.module or ""
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)


def test_no_language_model_is_asked_whether_evidence_suffices():
    # Document 004 calls an LLM for a one-word answer outside any try, so an error of the LLM's server ends the request.
    used = {name.split(".")[1] for name in imports_of_trust() if name.startswith("backend.")}
    assert used == {"domain", "trust"}


def test_quotes_without_a_stance_do_not_suffice():
    # Document 002 accepts quoted passages that support neither side.
    sources = [evidence(Stance.NEUTRAL), evidence(Stance.NEUTRAL, tier="B")]
    hop = may_stop(assess(ASKED, sources), sources, 2.0)
    assert not hop.firm
    assert not hop.stop


def test_official_in_the_title_does_not_make_a_source_decisive():
    # Document 002 accepts a source if its title contains "official".
    item = evidence(tier="C")
    titled = replace(item.candidate, passage=replace(item.passage, title="Official statement and announcement"))
    assert not firm([replace(item, candidate=titled)])


def test_unread_snippets_do_not_suffice():
    # Document 004 counts every web snippet as a relevant item without scoring it.
    snippets = [evidence(kind=PassageKind.SNIPPET, domain=f"s{n}.gov", text=f"{CLAIM}, says {n}.") for n in range(3)]
    assert not may_stop(assess(ASKED, snippets), snippets, 2.0).firm


def test_quarantined_passage_does_not_answer_later_claims():
    # Document 004 stores every snippet as evidence before it is judged.
    stored = [evidence(quarantined=True, origin=Origin.KNOWLEDGE)]
    assert not may_answer_alone(assess(ASKED, stored), stored, 2.0, time_sensitive=False, now=NOW).stop


def test_trust_depends_on_source_recency_and_stance():
    # The pipeline of document 000 sets source and recency to constants.
    base = assess(ASKED, [published(evidence(), "2026-11-01")])
    assert assess(ASKED, [published(evidence(), "2001-01-01")]).trust_post < base.trust_post
    assert assess(ASKED, [published(evidence(tier="B"), "2026-11-01")]).trust_post < base.trust_post


def test_semantic_scores_are_absolute():
    # Document 000 scales by minimum and maximum, so the best of an irrelevant batch gets 1 and each passage changes all values.
    weak = evidence(relevance=0.4, strength=0.5)
    alone = assess(ASKED, [weak])
    beside = assess(ASKED, [weak, evidence(Stance.NEUTRAL, tier="B", relevance=0.0)])
    assert alone.trust_post == beside.trust_post
    assert alone.relevance < 0.75


@pytest.mark.parametrize(("relevance", "grade"), [(1.0, "A+"), (0.6, "A"), (0.2, "C")])
def test_grade_follows_fixed_trust(relevance, grade):
    # The payload of document 000 reads a key that is never written, and always says "D".
    assert assess(ASKED, [evidence(relevance=relevance)]).fixed_grade == grade


def test_mode_thresholds_are_applied():
    # Document 000 never passes the thresholds in, and in any case uses the maximum of these and its own values.
    faint, fainter = (
        evidence(relevance=0.46, strength=0.5),
        evidence(relevance=0.2, strength=0.45),
    )
    covers = {
        (mode, item.relevance): assess(replace(ASKED, mode=mode), [item]).segments[0].cover
        for mode in TrustMode
        for item in (faint, fainter)
    }
    assert covers == {
        (TrustMode.NORMAL, 0.46): Cover.PARTIAL,
        (TrustMode.NORMAL, 0.2): Cover.NONE,
        (TrustMode.CONFIDENCE, 0.46): Cover.STRONG,
        (TrustMode.CONFIDENCE, 0.2): Cover.PARTIAL,
    }


def test_anchors_are_computed_without_a_language_model():
    # Document 000 calls an LLM in a thread, for up to eight seconds, inside this step.
    used = {name.split(".")[0] for name in imports_of_trust()} - {"backend"}
    assert used <= {
        "__future__",
        "collections",
        "dataclasses",
        "datetime",
        "functools",
        "hashlib",
        "math",
        "random",
        "re",
    }


def test_diversity_is_defined_once():
    # The verdict stage of document 000 defines two more diversity measures.
    root = Path(backend.trust.__file__).parent.parent
    defined = [p.name for p in root.rglob("*.py") if "def diversity(" in p.read_text(encoding="utf-8")]
    assert defined == ["measures.py"]


def test_agreement_includes_passages_dropped_by_the_ranking():
    # Document 000 removes contradictions first, so agreement is always 1.
    kept, cut = [evidence()], [evidence(Stance.REFUTES, domain="b.example", text="It stayed shut.")]
    assert assess(ASKED, kept, [*kept, *cut]).agreement == pytest.approx(0.5)


def test_the_low_count_override_is_a_pass():
    # The code of document 000 evaluates only the later gates.
    pair = replace(BASE, passages=2, contested=1, coverage=0.1, diversity=1.0, relevance=0.75, agreement=0.8)
    assert gate(pair, TRUST.normal) is Gate.LOW_COUNT


def test_one_strong_segment_out_of_ten_does_not_pass():
    strong = SegmentCoverage(text="a", cover=Cover.STRONG, weight=1.0)
    segments = [strong, *(SegmentCoverage(text=f"b{n}") for n in range(9))]
    figures = replace(BASE, segments=10, strong=1, coverage=coverage(segments), relevance=0.1)
    assert gate(figures, TRUST.normal) is Gate.BELOW
    assert gate(replace(figures, segments=2), TRUST.normal) is Gate.OVERRIDE


@pytest.mark.parametrize("trust_post", [0.5, 0.55, 0.59])
def test_sufficient_evidence_is_never_called_revoked(trust_post):
    assert state(Gate.HIGH, trust_post) is TrustState.PROVISIONAL


def test_refused_precheck_has_a_reason():
    # Document 000 has an LLM write the whole verdict first. Here the precheck is computed from the report alone.
    leads = [evidence(kind=PassageKind.SNIPPET)]
    refused = precheck(assess(ASKED, leads), known(leads))
    assert (refused.allowed, refused.reason) == (False, "Nothing that was found may decide it.")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_refuted_segments_count_as_covered(count):
    # In document 000, weight 0 gives coverage 0, which is never sufficient, so every false claim is UNVERIFIABLE.
    report = assess(ASKED, DENIALS[:count])
    assert (report.coverage, report.segments[0].sign, report.agreement) == (1, -1, 1)
    assert (report.threshold_met, report.state) == (True, TrustState.CONFIRMED)


def test_refutations_are_trusted_as_much_as_confirmations():
    # Document 000 multiplies contradicting passages by 0.30, and its trust does not consider the stance.
    said = [replace(e, stance=Stance.SUPPORTS, scores=evidence().scores) for e in DENIALS]
    for_it, against = assess(ASKED, said), assess(ASKED, DENIALS)
    assert (for_it.trust_post, for_it.fixed, for_it.relevance) == (against.trust_post, against.fixed, against.relevance)


def test_refuted_claim_may_be_answered_from_the_knowledge_base():
    hop = may_answer_alone(assess(ASKED, DENIALS), DENIALS, 2.0, time_sensitive=False, now=NOW)
    assert (hop.firm, hop.stop) == (True, True)
