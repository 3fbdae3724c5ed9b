"""Loads the splitter's training data: sentences with their statements. Each statement is the sentence with some words left out.

Language models without access to the project wrote `data/splits.jsonl` for this purpose (Apache-2.0). A hash of the
text selects a fifth of the rows, which are held out and never used for training.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.claims.splitter import Tag, Word, joined
from scripts.training.claims_data import is_held_out

DATA = Path(__file__).parent / "data" / "splits.jsonl"
_LOST = 1_000
"""Cost of a word that is not found. It is higher than the cost of all runs together."""
_WORD = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Split:
    """A text and its statements. A single statement is the text itself."""

    text: str
    parts: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Whether the text is in the fifth used only for evaluation."""
        return is_held_out(self.text)


@dataclass(frozen=True, slots=True)
class Tagged:
    """The words of a text with their tags. If `split` is false, the text must not be split, and `words` is empty."""

    text: str
    words: tuple[tuple[Word, Tag], ...]
    split: bool


def rows(path: Path = DATA) -> list[Split]:
    """Return all rows of the file."""
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Split(row["text"], tuple(row["parts"])) for row in found]


def kept(text: str, part: str) -> set[int]:
    """Return the indexes of those words of the text that form the part, in as few contiguous runs as possible.

    Raises ValueError if the part is not the text with words left out.
    """
    have, want = _words(text), _words(part)
    costs = _costs(have, want)
    places, at, of, joined = set(), 0, 0, False
    while at < len(have) and of < len(want):
        if have[at] == want[of] and costs[at, of, joined] == costs[at + 1, of + 1, True] + (not joined):
            places.add(at)
            at, of, joined = at + 1, of + 1, True
        elif costs[at, of, joined] == costs[at + 1, of, False]:
            at, joined = at + 1, False
        else:
            of, joined = of + 1, False
    if len(places) < sum(word.isalnum() or len(word) > 1 for word in want):
        raise ValueError(f"{part!r} is not {text!r} with words left out")
    return places


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _costs(have: Sequence[str], want: Sequence[str]) -> dict[tuple[int, int, bool], int]:
    """Return the minimum cost of matching the remaining words, for each pair of positions.

    A run costs 1, and a wanted word without a match costs `_LOST`. The third part of the key tells whether a run is in
    progress.
    """
    costs = {
        (len(have), of, joined): _LOST * (len(want) - of) for of in range(len(want) + 1) for joined in (False, True)
    }
    for at in range(len(have) - 1, -1, -1):
        costs[at, len(want), False] = costs[at, len(want), True] = 0
        for of in range(len(want) - 1, -1, -1):
            apart = min(costs[at + 1, of, False], costs[at, of + 1, False] + _LOST)
            same = costs[at + 1, of + 1, True] if have[at] == want[of] else apart
            costs[at, of, False], costs[at, of, True] = min(apart, same + 1), min(apart, same)
    return costs


def tagged(row: Split) -> list[Tagged]:
    """Return the tagged texts of a row: one per statement, and one for each split of the first statement from the rest."""
    found = [Tagged(part, (), split=False) for part in row.parts]
    if len(row.parts) == 1:
        return found
    spans = [match.span() for match in _WORD.finditer(row.text)]
    places = [kept(row.text, part) for part in row.parts]
    text, here = row.text, list(range(len(spans)))
    for number in range(len(places) - 1):
        first, rest = places[number], _with_words_between(places[number + 1 :], here)
        tags = [Tag((place in first) + 2 * (place in rest)) for place in here]
        inside = [match.span() for match in _WORD.finditer(text)]
        found.append(Tagged(text, tuple(zip(inside, tags, strict=True)), split=True))
        here = [place for place in here if place in rest]
        text = joined(row.text, [spans[place] for place in here], strip_chars="")
    return found


def _with_words_between(parts: Sequence[set[int]], here: Sequence[int]) -> set[int]:
    """Return the indexes of the words of the parts, and of the words between them.

    The words between are all words from the first to the last word that not all parts share.
    """
    union = set().union(*parts)
    if len(parts) == 1:
        return union
    not_in_all_parts = union - set.intersection(*parts)
    return union | {place for place in here if min(not_in_all_parts) < place < max(not_in_all_parts)}
