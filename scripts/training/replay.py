"""Mixes the rows for continued training of a shipped judge.

The rows are contrastive pairs written for this project (`twins`), a replay of all other data sets, claims in the words
of their passages (`own_words`), and claims with similar passages of other pages (`other_pages`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from backend.bootstrap import MODELS
from backend.providers.embedder import OnnxEmbedder
from scripts.training.contrast import Row
from scripts.training.held_out import held_out, words_of
from scripts.training.other_pages import OtherPages
from scripts.training.own_words import OwnWords
from scripts.training.twins import LABELS, Fields, as_row, for_development, rows_of, twins, windows

REPLAY = 0.8
"""Replayed rows per contrastive pair. With 0.4, the results on VitaminC, WiCE and web snippets were worse (docs/verifier.md)."""
TAKE = {
    "vitaminc": 9000, "fever": 3500, "mnli": 2500, "taxinli": 1200, "snli": 800, "cad_nli": 1000, "feverous": 1500,
    "scifact": 1000, "fm2": 1200, "check_covid": 1000,
    "near": 4000, "omit": 3000, "swap": 2500, "attitude": 1500, "condaqa": 3000, "exfever": 2000, "strategyqa": 1000,
    "tsqa": 1500, "scone": 500, "folio": 400, "med": 400, "round": 1000,
}  # fmt: skip
"""Maximum number of rows from each source in the pool that a pass draws from."""
TAKE_ANY_OTHER = 1000
WEB, WEB_TIMES, WINDOWS = "factcheck_bench", 4, 3000
THREADS = 2


@dataclass(frozen=True, kw_only=True)
class TrainingMix:
    """The proportions of the kinds of rows in a pass.

    `twins` is the share of the contrastive pairs that a pass draws. `replay`, `own_words` and `other_pages` are the
    numbers of other rows per contrastive pair.

    Every pass contains all contrastive pairs for the phenomena in `focus`.
    """

    twins: float = 1.0
    replay: float = REPLAY
    own_words: float = 0.0
    other_pages: float = 0.0
    focus: frozenset[str] = frozenset()


class Replay:
    """The rows of the data folder, loaded once. `one_pass` draws new rows for each pass."""

    def __init__(self, data: Path, mix: TrainingMix, seed: int) -> None:
        self._seed, self._mix = seed, mix
        self._twins = [row for row in twins(data) if not for_development(row)]
        folder = data / "verifier"
        snippets = [row | {"src": WEB} for row in rows_of(folder / "eval" / "factcheck_bench_a.jsonl.gz")]
        public = rows_of(folder / "train.jsonl.gz") + rows_of(folder / "train_more.jsonl.gz")
        kept_back = {words_of(row["claim"]) for row in public + snippets if held_out(row["src"], row["claim"])}
        self._public = [row for row in public if words_of(row["claim"]) not in kept_back]
        self._web = [row for row in snippets if words_of(row["claim"]) not in kept_back]
        self._many = [
            row for row in rows_of(folder / "claims_many.jsonl.gz") if words_of(row["claim"]) not in kept_back
        ]
        self._own_words = OwnWords(self._twins, self._public, development=False)
        self._other_pages = (
            OtherPages(self._twins, OnnxEmbedder(MODELS / "embedder", THREADS)) if mix.other_pages else None
        )

    def one_pass(self, number: int) -> list[Row]:
        """Return the rows of pass `number` (0, 1, …) in training order. The result is the same on every call."""
        rng = random.Random(f"{self._seed} {number}")
        other = _as_rows(drawn(self._public, rng)) + _as_rows(self._web) * WEB_TIMES + windows(self._many, WINDOWS, rng)
        rng.shuffle(other)
        whole, others = self._split()
        written = whole + rng.sample(others, round(len(others) * self._mix.twins))
        count = len(written)
        rows = other[: int(count * self._mix.replay)] + [as_row(row, rng) for row in written]
        rows += self._own_words.rows(int(count * self._mix.own_words), rng)
        if self._other_pages:
            rows += self._other_pages.rows(int(count * self._mix.other_pages), rng)
        rng.shuffle(rows)
        return rows

    def _split(self) -> tuple[list[Fields], list[Fields]]:
        """Return the contrastive pairs that every pass contains, and those from which a pass draws."""
        focused = [row for row in self._twins if row.get("phenomenon") in self._mix.focus]
        return focused, [row for row in self._twins if row.get("phenomenon") not in self._mix.focus]


def drawn(rows: list[Fields], rng: random.Random) -> list[Fields]:
    """Return the rows in random order, with at most TAKE rows from each source."""
    taken: dict[str, int] = {}
    out = []
    for row in rng.sample(rows, len(rows)):
        source = row["src"]
        if taken.setdefault(source, 0) < TAKE.get(source, TAKE_ANY_OTHER):
            taken[source] += 1
            out.append(row)
    return out


def _as_rows(rows: list[Fields]) -> list[Row]:
    return [(row["evidence"], row["claim"], LABELS[row["label"]]) for row in rows]
