"""Sentences of strangers' pages that are none: the guards say nothing of them, and say it at once."""

from __future__ import annotations

import pytest

from backend.domain.evidence import StanceScores
from backend.stance.guards import guarded
from backend.stance.quotes import verbatim

CLAIM = "The Halden bridge reopened in March 2024 after two years and cost 40 million euros"
SCORES = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)


@pytest.mark.parametrize("mark", ["*", ",", "—", ".", "?!", "(", '"', "“", "#", "_", "\u00a0", "\n", ""])
def test_a_sentence_without_a_word_takes_no_side(mark: str) -> None:
    assert guarded(CLAIM, " ".join([mark] * 9), SCORES)[1] is None


@pytest.mark.parametrize("word", ["no", "not", "never", "not until"])
def test_negations_without_end_are_read_once(word: str) -> None:
    """Each was the start of a look at every later one, and that of a third: minutes for three thousand."""
    assert guarded(CLAIM, f"{word} " * 3_000, SCORES)[1] is None


@pytest.mark.parametrize("word", ["a", "1", ",", "ab"])
def test_a_quote_of_little_words_is_looked_for_once(word: str) -> None:
    passage = f"{word} " * 1_500
    assert verbatim(f"{word} " * 400 + "zz", passage) == ""
    assert verbatim(f"{word}  {word}\n" * 20, passage) == (f"{word} " * 40).strip()
