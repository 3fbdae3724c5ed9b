"""Errors of the backend are translated into the user's language."""

from __future__ import annotations

from backend.api.errors import HttpError, describe
from backend.api.page_text import ShownError, shown_error
from backend.errors import Cancelled, NotFound
from backend.messages.messages import LANGUAGES, messages
from tests.each_row import each_row

FOREIGN = [language for language in LANGUAGES if language != "en"]
GONE = NotFound("This answer is not in your history.", hint="It may have been deleted.")


@each_row("language", FOREIGN)
def test_missing_answer_is_not_to_be_tried_again(language: str) -> None:
    told, m = shown_error(describe(GONE), language), messages(language)
    assert (told.message, told.hint) == (m.text("page_error_not_found"), m.text("page_hint_not_found"))


@each_row("language", FOREIGN)
def test_stopped_check_is_to_be_started_again(language: str) -> None:
    told, m = shown_error(describe(Cancelled()), language), messages(language)
    assert (told.message, told.hint) == (m.text("page_error_cancelled"), m.text("page_hint_cancelled"))


def test_hints_of_the_two_are_sentences_of_their_own() -> None:
    hints = [
        messages(each).text(f"page_hint_{code}") for each in LANGUAGES for code in ("not_found", "cancelled", "again")
    ]
    assert len(set(hints)) == len(hints)


def test_english_keeps_the_words_of_the_backend() -> None:
    error = describe(GONE)
    assert shown_error(error, "en") == ShownError(message=GONE.message, hint=GONE.hint)


def test_unknown_code_has_the_general_sentence_and_the_original_as_detail() -> None:
    told = shown_error(HttpError(status=418, code="teapot", message="It is a teapot.", hint="Pour."), "de")
    assert (told.message, told.detail) == ("Das konnte Claimlight nicht ausführen.", "It is a teapot. Pour.")
