"""A firm verdict names the evidence that was found against it."""

from __future__ import annotations

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Origin
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label
from backend.messages.messages import LANGUAGES, messages
from backend.view.shape import view
from tests.each_row import each_row
from tests.view_results import AGAINST, FOR, passage, result

NASA = passage(FOR, "nasa.gov")
NASA_AGAINST = passage(AGAINST, "nasa.gov")
REUTERS = passage(AGAINST, "reuters.com")
UNREAD = passage(AGAINST, "reuters.com", kind=PassageKind.SNIPPET)


def said(label: Label, *evidence: Evidence, language: str = "en") -> str:
    sentences: str = view(result(label, evidence), messages(language))["says"]
    return sentences


def test_source_on_both_sides_is_named_on_both() -> None:
    assert said(Label.TRUE, NASA, NASA_AGAINST) == "Supported by NASA. NASA is also quoted against it."
    assert said(Label.FALSE, NASA, NASA_AGAINST) == "Contradicted by NASA. NASA is also quoted for it."


def test_rated_source_that_was_not_read_is_named_as_unconfirmed() -> None:
    assert said(Label.TRUE, NASA, UNREAD) == "Supported by NASA. Against it, but not confirmed yet: Reuters."


def test_rated_source_that_was_only_stored_is_named_as_unconfirmed() -> None:
    stored = passage(FOR, "bbc.com", quarantined=True, origin=Origin.KNOWLEDGE)
    assert said(Label.FALSE, REUTERS, stored) == "Contradicted by Reuters. For it, but not confirmed yet: BBC."


def test_source_that_was_read_is_not_named_again_as_unconfirmed() -> None:
    told = "Supported by NASA. One source contradicts it but weighs less: Reuters."
    assert said(Label.TRUE, NASA, REUTERS, UNREAD) == told


def test_unread_support_of_a_source_does_not_hide_that_it_contradicts() -> None:
    unread = passage(FOR, "reuters.com", kind=PassageKind.SNIPPET)
    told = "Supported by NASA. One source contradicts it but weighs less: Reuters."
    assert said(Label.TRUE, NASA, unread, REUTERS) == told


def test_unrated_source_that_was_not_read_is_not_named() -> None:
    stranger = passage(AGAINST, "a.example", tier=SourceTier.C, kind=PassageKind.SNIPPET)
    assert said(Label.TRUE, NASA, stranger) == "Supported by NASA."


@each_row("language", list(LANGUAGES))
def test_other_side_is_named_in_every_language(language: str) -> None:
    told, m = said(Label.TRUE, NASA, NASA_AGAINST, UNREAD, language=language), messages(language)
    also, unconfirmed = m.text("view_also_against", "NASA"), m.text("view_unconfirmed_against", "Reuters")
    assert told == m.sentences([m.text("found_true", "NASA"), also, unconfirmed])
