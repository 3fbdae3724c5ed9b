"""The precheck of the knowledge base's answer, gate by gate (docs/design.md#precheck)."""

from dataclasses import replace

import pytest

from backend.domain.coverage import Cover, SegmentCoverage
from backend.trust.adaptive import Question, assess
from backend.trust.precheck import Known, precheck
from tests.evidence_maker import evidence

REPORT = assess(Question(claim="The bridge reopened in March 2024"), [evidence()])
STRONG = REPORT.segments[0]
PLENTY = Known(siding=3, countable=3)
# The coverage is full but no segment is strong, so the later gates apply.
FULL = SegmentCoverage(text="x", cover=Cover.PARTIAL, weight=1.0, sign=1, confirmed=True)


def test_strong_and_resolved_segments_pass_the_precheck():
    found = precheck(REPORT, Known(siding=0, countable=0))
    assert (found.allowed, found.reason) == (True, "It covers the whole claim.")


@pytest.mark.parametrize(
    ("changes", "known", "words"),
    [
        ({"threshold_met": False, "reason": "Too little."}, PLENTY, "Too little."),
        ({"coverage": 0.98}, PLENTY, "in part only"),
        ({"segments": (FULL,)}, Known(siding=100, countable=34), "may not decide"),
        ({"segments": (FULL,)}, Known(siding=0, countable=0), "may not decide"),
        ({"segments": (replace(FULL, confirmed=False),)}, PLENTY, "no evidence that may decide"),
        ({"segments": (SegmentCoverage(text="x"),)}, PLENTY, "no evidence that may decide"),
        ({"segments": (replace(STRONG, sign=0, contested=True),)}, PLENTY, "disagrees"),
    ],
)
def test_precheck_refusals_have_their_reason(changes, known, words):
    found = precheck(replace(REPORT, **changes), known)
    assert not found.allowed
    assert words in found.reason


@pytest.mark.parametrize("known", [PLENTY, Known(siding=100, countable=35), Known(siding=1, countable=1)])
def test_precheck_passes_when_every_part_is_resolved(known):
    assert precheck(replace(REPORT, segments=(FULL,)), known).allowed


def test_admissible_ratio_has_the_documented_values():
    assert Known(siding=0, countable=0).admissible == 0
    assert Known(siding=8, countable=2).admissible == 0.25
