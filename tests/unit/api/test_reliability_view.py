"""The web page's diagrams of how often answers were correct."""

from __future__ import annotations

from backend.api.reliability_view import reliability_view
from backend.messages.messages import messages
from backend.view.certainty import measured


def test_reliability_is_shown_only_for_the_verifier_that_was_measured() -> None:
    assert reliability_view(measured()["verifier"], messages("en"))["sets"]
    assert reliability_view("another", messages("en"))["sets"] == []
