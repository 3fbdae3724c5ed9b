"""Misspelt words are corrected to the spelling of the vocabulary or of the passages found."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.claims.spelling import Speller, as_written, vocabulary
from backend.errors import ModelError
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED
from tests.each_row import each_row


@pytest.fixture(scope="module")
def speller() -> Speller:
    folder = BUNDLED / "embedder"
    return Speller(vocabulary(folder), OnnxEmbedder(folder, 2))


@each_row(
    ("typed", "passages", "meant"),
    [
        ("finnland joined nato", (), "finland joined nato"),
        ("Pandas eat bambboo", (), "Pandas eat bamboo"),
        ("Python was created by Giudo van Rossum", (), "Python was created by Guido van Rossum"),
        ("Velbrok lies on the coast", ("Velbrook is a town.",), "Velbrook lies on the coast"),
        ("Helga Brandstettr leads it", ("Helga Brandstaetter was elected.",), "Helga Brandstaetter leads it"),
    ],
)
def test_misspelt_word_is_read_as_the_likeliest_one(typed, passages, meant, speller: Speller) -> None:
    assert speller.read(typed, passages) == meant


@each_row(
    ("text", "passages"),
    [
        ("Finland joined NATO in 2023", ()),
        ("Vaccines contain microchips", ("A microchip is a small chip.",)),
        ("The freezer froze", ("Water freezes.",)),
        ("Velbrok lies on the coast", ("Velbrok and Velbrook are two towns.",)),
        ("Zyxwvut lies on the coast", ()),
        ("Kiwi lawmakers spoke", ("Iwi leaders answered the lawmakers.",)),
    ],
)
def test_known_words_and_their_forms_stay(text, passages, speller: Speller) -> None:
    assert speller.read(text, passages) == text


def test_capitals_are_taken_from_passages_that_always_write_them() -> None:
    passages = ("Finland joined NATO. Chameleons hide.", "The chameleons change. It joined.")
    assert as_written("finland joined nato", passages) == "Finland joined NATO"
    assert as_written("mRNA and chameleons", passages) == "mRNA and chameleons"


def test_missing_tokenizer_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        vocabulary(tmp_path)
