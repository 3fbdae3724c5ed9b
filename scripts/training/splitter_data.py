"""What the splitter learns from: sentences with their statements, each of which is the sentence with words left out.

Language models that had seen nothing of the project wrote `data/splits.jsonl` for it (Apache-2.0). A row whose text hashes into the
held-out fifth is never trained on.
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
"""Cost of a word that is not found: more than all runs together."""
_WORD = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Split:
    """A text and its statements; one alone is the text itself."""

    text: str
    parts: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """True for the fifth that only measures."""
        return is_held_out(self.text)


@dataclass(frozen=True, slots=True)
class Tagged:
    """The words of a text with their tags; `split` is False for a text that stays whole, whose tags mean nothing."""

    text: str
    words: tuple[tuple[Word, Tag], ...]
    split: bool


def rows(path: Path = DATA) -> list[Split]:
    """Every row of the file."""
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Split(row["text"], tuple(row["parts"])) for row in found]


def kept(text: str, part: str) -> set[int]:
    """Which of the text's words stay in the part, by their place, in as few runs as can be.

    Raises ValueError if the part has a word that the text lacks there.
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
    """The least runs of what follows each pair of places, and `_LOST` for each wanted word without a match.

    Whether a run reaches up to the places is part of the key.
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
    """The first statement against the others with what joins these, then these among themselves; each statement stays whole."""
    found = [Tagged(part, (), split=False) for part in row.parts]
    if len(row.parts) == 1:
        return found
    spans = [match.span() for match in _WORD.finditer(row.text)]
    places = [kept(row.text, part) for part in row.parts]
    text, here = row.text, list(range(len(spans)))
    for number in range(len(places) - 1):
        first, rest = places[number], _with_joints(places[number + 1 :], here)
        tags = [Tag((place in first) + 2 * (place in rest)) for place in here]
        inside = [match.span() for match in _WORD.finditer(text)]
        found.append(Tagged(text, tuple(zip(inside, tags, strict=True)), split=True))
        here = [place for place in here if place in rest]
        text = joined(row.text, [spans[place] for place in here], ends="")
    return found


def _with_joints(parts: Sequence[set[int]], here: Sequence[int]) -> set[int]:
    """The words of these parts, and what stands between the first words that only one of them has and the last."""
    every = set().union(*parts)
    if len(parts) == 1:
        return every
    own = every - set.intersection(*parts)
    return every | {place for place in here if min(own) < place < max(own)}
