"""The contract of every `TokenTagger`: the bundled tagger, and the fake that unit tests use."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from backend.claims.splitter import Tag
from backend.ports import TokenTagger
from backend.providers.onnx_model import BUNDLED, SPLITTER
from backend.providers.tagger import OnnxTagger
from tests.fakes import ScriptedTagger

TEXT = "Oslo is old and is large"
TEXTS = (TEXT, "", "naïve café 中文 🌍", "lone \ud800 surrogate", "word " * 2_000)


@pytest.fixture(scope="module", params=["onnx", "scripted"])
def tagger(request: pytest.FixtureRequest) -> TokenTagger:
    return OnnxTagger(BUNDLED / SPLITTER, 1) if request.param == "onnx" else ScriptedTagger({TEXT: "3 1 1 0 2 2"})


@pytest.mark.parametrize("text", TEXTS)
def test_tokens_lie_in_the_text_in_reading_order(tagger: TokenTagger, text: str) -> None:
    spans = tagger.tag(text).spans
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize("text", TEXTS)
def test_each_token_has_one_logit_for_each_tag(tagger: TokenTagger, text: str) -> None:
    scores = tagger.tag(text)
    assert scores.tags.shape == (len(scores.spans), len(Tag))
    assert np.isfinite(scores.tags).all()
    assert 0 <= scores.applies <= 1


def test_equal_texts_have_equal_scores(tagger: TokenTagger) -> None:
    first, second = tagger.tag(TEXT), tagger.tag(TEXT)
    assert (first.spans, first.applies) == (second.spans, second.applies)
    assert (first.tags == second.tags).all()
    assert len(first.spans) == 6


def test_the_threshold_is_a_probability_and_the_id_is_stable(tagger: TokenTagger) -> None:
    assert 0 < tagger.threshold < 1
    assert tagger.model_id
