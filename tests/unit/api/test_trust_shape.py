"""Status words for the coverage of a claim segment, and the trust report as JSON."""

import json

from backend.api.trust_shape import status, trust
from backend.domain.coverage import Cover, SegmentCoverage
from backend.domain.evidence import Stance
from backend.trust.adaptive import Question, assess
from tests.each_row import each_row
from tests.evidence_maker import evidence


@each_row(
    ("cover", "sign", "contested", "word"),
    [
        (Cover.STRONG, 1, False, "STRONGLY_VALID"),
        (Cover.STRONG, 1, True, "VALID"),
        (Cover.PARTIAL, 1, False, "PARTIALLY_VALID"),
        (Cover.PARTIAL, -1, False, "PARTIALLY_INVALID"),
        (Cover.STRONG, -1, False, "INVALID"),
        (Cover.STRONG, -1, True, "INVALID"),
        (Cover.STRONG, 0, True, "UNKNOWN"),
        (Cover.PARTIAL, 0, False, "UNKNOWN"),
        (Cover.NONE, 0, False, "UNKNOWN"),
    ],
)
def test_coverage_maps_to_the_documented_status(cover, sign, contested, word):
    assert status(SegmentCoverage(text="x", cover=cover, sign=sign, contested=contested)) == word


def test_trust_report_survives_json():
    shown = trust(assess(Question(claim="The bridge reopened in March 2024"), [evidence(Stance.REFUTES)]))
    assert json.loads(json.dumps(shown)) == shown
    assert (shown["state"], shown["gate"], shown["fixed_grade"]) == ("confirmed", "adaptive_override", "A+")
    assert (shown["completed_from_cache"], shown["segments"][0]["status"]) == (False, "INVALID")
    assert shown["segments"][0]["weight"] == 1.0
