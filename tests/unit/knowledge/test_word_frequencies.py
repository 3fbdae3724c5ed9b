"""In a large database, a query looks up its rarest words, as many as can be scored in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import Database
from backend.knowledge.full_text import SqliteFullText
from backend.knowledge.word_frequencies import WordFrequencies
from tests.unit.knowledge.world import passage

COUNTS = {"the": 90, "tunnel": 40, "velbrook": 3, "welm": 2}


class Counter:
    """Records the words whose frequency was counted."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, term: str, most: int) -> int:
        self.asked.append(term)
        return min(COUNTS[term], most)


@pytest.mark.parametrize(
    ("scored", "chosen"),
    [
        (100, ("the", "tunnel", "velbrook", "welm")),
        (60, ("welm", "velbrook", "tunnel")),
        (10, ("welm", "velbrook")),
        (2, ("welm",)),
    ],
)
def test_the_rarest_words_and_at_least_one_are_looked_up(scored: int, chosen: tuple[str, ...]) -> None:
    assert WordFrequencies(scored).select_rarest(tuple(COUNTS), 100, Counter()) == chosen


def test_a_word_is_counted_again_after_the_database_has_grown() -> None:
    frequencies, count = WordFrequencies(10), Counter()
    for size in (100, 105, 111):
        frequencies.select_rarest(["welm"], size, count)
    assert count.asked == ["welm", "welm"]


def test_a_common_word_is_not_looked_up_and_does_not_change_the_best(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    texts = [f"The tunnel number {n} is a tunnel in the hills." for n in range(30)]
    knowledge.ingest([passage(text) for text in (*texts, "The Welm tunnel is in the hills near Velbrook.")])
    database = Database(tmp_path / "data")
    with database.read() as db:
        few = SqliteFullText(scored=5).search(db, "The Welm tunnel near Velbrook", 20)
        all_ = SqliteFullText().search(db, "The Welm tunnel near Velbrook", 20)
    database.close()
    assert len(few) == 1
    assert len(all_) == 20
    assert few[0][0] == all_[0][0]
