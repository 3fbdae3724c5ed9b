"""The shipped splitter on sentences that were not used for its training."""

from __future__ import annotations

from backend.claims.splitter import Splitter
from backend.providers.onnx_model import BUNDLED, SPLITTER
from backend.providers.tagger import OnnxTagger
from scripts.train_splitter import count
from scripts.training.splitter_data import rows

FLOORS = {"as written": 0.60, "left whole": 0.91}
"""Minimum shares of multi-statement sentences split as written, and of single statements left whole; .66 and .94 when shipped."""


def test_most_sentences_are_split_or_kept_whole_as_labelled() -> None:
    # Every sixth one, because all of them take half a minute.
    given = [row for row in rows() if row.held_out][::6]
    found = count(given, Splitter(OnnxTagger(BUNDLED / SPLITTER, 2)))
    assert found.as_written / found.several >= FLOORS["as written"]
    assert 1 - found.torn / found.single >= FLOORS["left whole"]
