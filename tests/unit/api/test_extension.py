"""The extension and the backend exchange their versions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.api.extension import LastSeenExtension, fits

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("extension", "backend", "together"),
    [
        ("0.1.0", "0.9.2", True),
        ("1.0", "0.1.0", True),
        ("0.1.0", "1.4.0", True),
        ("2.0", "0.1.0", False),
        ("1", "3.0", False),
    ],
)
def test_versions_fit_when_at_most_one_major_apart(extension: str, backend: str, together: bool) -> None:
    assert fits(extension, backend) is together


def test_only_the_last_extension_is_remembered() -> None:
    seen = LastSeenExtension(clock=lambda: NOON)
    assert seen.report() is None
    for version in ("9.0", "0.1.0", "", "<script>", "1.2.3.4.5", "1" * 9):
        seen.note(version)
    assert seen.report() == {"version": "0.1.0", "seen": "2026-11-24T12:00:00+00:00", "fits": True}
