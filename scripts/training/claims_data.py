"""Loads the training data of the claim models: the project's own sentences, labelled prose, film reviews, debates and facts.

Texts by other authors stay in the data folder. For the prose, this repository contains only hashes of the labelled
sentences. A hash of the text selects a fifth of the rows, which are held out and never used for training.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.claims.segments import segments_of
from backend.claims.words import content_words

OWN = Path(__file__).parent / "data"
HEADS = ("subjective", "worth", "ambiguous", "judging")
FACT_SOURCES = {"fever": 1400, "vitaminc": 1400, "scifact": 800, "fm2": 500, "feverous": 500}
PASSAGE_SOURCES = {"fever": 500, "vitaminc": 900, "scifact": 500}


@dataclass(frozen=True, slots=True)
class TrainingText:
    """A text of one `group`, with a weight and a label (0 or 1) for each head that is trained on it."""

    text: str
    group: str
    labels: Mapping[str, int]
    weight: float = 1.0

    @property
    def held_out(self) -> bool:
        """Whether the text is in the held-out fifth, which no head is trained on."""
        return is_held_out(self.text)


def is_held_out(text: str) -> bool:
    """Return whether the text is held out. A hash of the text decides, so the order of the rows does not matter."""
    return hashlib.sha256(text.encode()).digest()[0] % 5 == 0


def own(name: str) -> list[dict[str, Any]]:
    """Read the rows of a file that language models wrote for this project. `name` is mixed, ambiguous, opinion or factual."""
    lines = (OWN / f"claims_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def rows(data: Path) -> list[TrainingText]:
    """Return all rows, including the held-out ones, in a fixed order."""
    return [*_own_sentences(), *_prose(data), *_films(data), *_debates(data), *_facts(data)]


def _own_sentences() -> Iterator[TrainingText]:
    for row in own("opinion"):
        yield TrainingText(row["text"], "opinion", {"subjective": 1, "worth": 0, "ambiguous": 0, "judging": 1})
    for row in own("factual"):
        yield _factual_text(row)
        yield from _stating_segments(row["text"], "factual segment")
    for row in own("ambiguous"):
        yield TrainingText(row["text"], "ambiguous", {"ambiguous": 1, "worth": 0})
    for row in own("mixed"):
        yield TrainingText(row["text"], "mixed", {"subjective": 1, "ambiguous": 0})
        yield from _parts_of_mixed(row["text"], row["claim"])


def _factual_text(row: Mapping[str, Any]) -> TrainingText:
    """Return the training text of a factual claim.

    The row may be marked as "bold", as too "dull" to check, or as depending on its page.
    """
    text, labels = row["text"], {"subjective": 0, "judging": 0}
    if row.get("worth") == "dull":
        return TrainingText(text, "dull", {"worth": 0, "judging": 0})
    group = row.get("worth", "factual")
    return TrainingText(text, group, labels if "needs_page" in row else {**labels, "ambiguous": 0, "worth": 1})


def _parts_of_mixed(text: str, claim: str) -> Iterator[TrainingText]:
    """Yield the checkable part of a mixed text as a statement, and the text's segments, labelled as opinion or not.

    A segment is an opinion if none of its words are in the checkable part. Held-out texts yield nothing.
    """
    if is_held_out(text):
        return
    yield TrainingText(claim, "mixed claim", {"subjective": 0, "ambiguous": 0, "judging": 0}, 0.5)
    claim_words = set(content_words(claim))
    for segment in segments_of(text):
        inside = {word in claim_words for word in content_words(segment.text)} or {False}
        if len(inside) == 1 and segment.text != text:
            yield TrainingText(segment.text.strip(" ,;:"), "mixed segment", {"judging": int(inside == {False})})


def _prose(data: Path) -> Iterator[TrainingText]:
    """Yield sentences from MNLI premises (OANC), labelled by language models according to whether the author expresses an opinion."""
    labels = {
        digest: label
        for label, name in enumerate(("factual", "opinion"))
        for digest in (OWN / f"prose_{name}.txt").read_text(encoding="utf-8").split()
    }
    premises = {row["evidence"] for row in read(data / "verifier/train.jsonl.gz") if row["src"] in ("mnli", "taxinli")}
    for text in sorted(premises):
        label = labels.get(hashlib.sha256(text.encode()).hexdigest()[:16])
        if label is not None:
            yield TrainingText(text, "prose", {"subjective": label, "judging": label})


def _films(data: Path) -> Iterator[TrainingText]:
    for row in read(data / "claim_type/subj_movies_train.jsonl.gz"):
        yield TrainingText(row["text"], "films", {"subjective": int(row["label"] == "OPINION")})


def _debates(data: Path) -> Iterator[TrainingText]:
    for row in read(data / "claim_type/checkworthy_train.jsonl.gz"):
        yield TrainingText(row["text"], "debates", {"worth": int(row["label"] == "CHECKWORTHY")})


def _facts(data: Path) -> Iterator[TrainingText]:
    """Yield claims and passages that state facts without an opinion. The claims are also labelled as unambiguous."""
    train = list(read(data / "verifier/train.jsonl.gz"))
    chance = random.Random(5)
    for source, sample_size in FACT_SOURCES.items():
        claims = sorted({row["claim"] for row in train if row["src"] == source})
        for text in chance.sample(claims, min(sample_size, len(claims))):
            yield TrainingText(text, "facts", {"subjective": 0, "ambiguous": 0, "judging": 0, "worth": 1})
    for source, sample_size in PASSAGE_SOURCES.items():
        passages = sorted(
            {row["evidence"] for row in train if row["src"] == source and 40 < len(row["evidence"]) < 260}
        )
        for text in chance.sample(passages, min(sample_size, len(passages))):
            yield TrainingText(text, "passages", {"subjective": 0})
            yield from _stating_segments(text, "passage segment")
    for row in read(data / "claim_type/creak_factual.jsonl.gz"):
        if creak_half(row["text"]):
            yield TrainingText(row["text"], "creak", {"subjective": 0, "ambiguous": 0, "judging": 0})


def _stating_segments(text: str, group: str) -> Iterator[TrainingText]:
    if not is_held_out(text):
        for segment in segments_of(text):
            if segment.text != text:
                yield TrainingText(segment.text.strip(" ,;:"), group, {"judging": 0})


def creak_half(text: str) -> bool:
    """Return whether the text is in the half of CREAK used for training. The other half is used for evaluation."""
    return hashlib.sha256(text.encode()).digest()[1] % 2 == 0
