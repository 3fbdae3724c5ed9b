"""Train the splitter, write it as int8 ONNX, and evaluate it on the held-out fifth. Training takes half an hour on two cores."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import string
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tokenizers import Tokenizer

from backend.claims.splitter import Splitter
from backend.providers.tagger import OnnxTagger
from scripts.training.public_weights import public_weights
from scripts.training.splitter_data import DATA, Split, rows, tagged

NAME = "claimlight-splitter-4"
THRESHOLD = 0.85
"""Minimum probability of a split. With this value, 77% of the splits of held-out sentences match the reference."""


def manifest(out: Path, data: Path, max_tokens: int) -> dict[str, object]:
    """Return the manifest, against which the product verifies the model files."""
    files = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("model.onnx", "tokenizer.json")}
    return {
        "name": NAME,
        "task": "split a sentence into statements",
        "licence": "Apache-2.0",
        "source": "trained by this project with scripts/train_splitter from all-mpnet-base-v2",
        "data": hashlib.sha256(data.read_bytes()).hexdigest(),
        "max_tokens": max_tokens,
        "threshold": THRESHOLD,
        "files": files,
    }


@dataclass(frozen=True, slots=True)
class Counts:
    """The results on `several` texts with more than one statement, and on `single` texts with one statement.

    Of the texts with several statements, `as_written` were split as in the reference and `left_whole` were not split.
    Of the texts with one statement, `torn` were split.
    """

    several: int
    as_written: int
    left_whole: int
    single: int
    torn: int


def count(found: Sequence[Split], splitter: Splitter) -> Counts:
    """Split the texts of these rows and return the counts of results."""
    pairs = [(row.parts, splitter.split(row.text)) for row in found]
    several = [(written, parts) for written, parts in pairs if len(written) > 1]
    single = [parts for written, parts in pairs if len(written) == 1]
    return Counts(
        several=len(several),
        as_written=sum(_plain(parts) == _plain(written) for written, parts in several),
        left_whole=sum(len(parts) == 1 for _, parts in several),
        single=len(single),
        torn=sum(len(parts) > 1 for parts in single),
    )


def _plain(parts: Sequence[str]) -> list[str]:
    return [" ".join(word.strip(string.punctuation) for word in part.casefold().split()) for part in parts]


def main() -> None:
    """Train the splitter, export it, and print its results on the held-out rows."""
    parser = argparse.ArgumentParser(prog="scripts/train_splitter", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, required=True, help="a new folder for the model")
    options = parser.parse_args()
    os.environ["HF_HUB_OFFLINE"] = "1"
    from scripts.training import splitter_model

    options.out.mkdir(parents=True, exist_ok=True)
    weights = public_weights("mpnet", options.out)
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(splitter_model.MAX_TOKENS)
    given = rows(options.data)
    teaching = [one for row in given if not row.held_out for one in tagged(row)]
    model = splitter_model.train(weights, teaching, tokenizer)
    splitter_model.export(model, options.out / "model.onnx")
    tokenizer.no_truncation()
    tokenizer.save(str(options.out / "tokenizer.json"))
    body = manifest(options.out, options.data, splitter_model.MAX_TOKENS)
    (options.out / "manifest.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    print(count([row for row in given if row.held_out], Splitter(OnnxTagger(options.out, 1))))


if __name__ == "__main__":
    main()
