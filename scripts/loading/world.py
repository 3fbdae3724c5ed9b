"""Generates a frozen web of invented facts, and claims about these facts. No claim answers another claim.

The web and the claims depend only on the number of claims.
"""

from __future__ import annotations

from random import Random

from backend.evaluation.end_to_end_data import Case, LabelledPassage
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_pages import build_pages

_START = "Vel Hal Nor Mar Tor Bren Kal Dun Ost Ler Fen Gor Wil Ran Sel Tam Ul Bor Cas Mon".split()
_MIDDLE = "da be ri mo lu sa ne ko ti va re no la mi du se".split()
_END = "brook den wick stad ford ham field mouth holm gate bury haven ridge worth vale moor".split()
_THINGS = ("bridge", "tunnel", "lighthouse", "museum", "harbour", "dam", "observatory", "library")


def name(number: int) -> str:
    """Return a place name that is unique for every number below 5,120."""
    start_index, rest = number % len(_START), number // len(_START)
    middle_index, end_index = rest % len(_MIDDLE), rest // len(_MIDDLE)
    return f"{_START[start_index]}{_MIDDLE[middle_index]}{_END[end_index % len(_END)]}"


def cases(count: int, seed: int = 7) -> tuple[Case, ...]:
    """Return claims about buildings. Every second claim is false. For each claim, a report and a guide state the correct year."""
    draw = Random(seed)
    return tuple(_case(number, draw) for number in range(count))


def web(chosen: tuple[Case, ...]) -> FrozenIndex:
    """Return the index of the pages that state the facts."""
    return FrozenIndex(build_pages(chosen))


def _case(number: int, draw: Random) -> Case:
    places = len(_START) * len(_MIDDLE) * len(_END)
    place, thing = name(number % places), _THINGS[(number // places + number) % len(_THINGS)]
    year, length, cost = draw.randint(1850, 2015), draw.randint(40, 990), draw.randint(2, 800)
    true = number % 2 == 0
    claimed = year if true else year + draw.choice((-37, -21, 19, 43))
    report = (
        f"The {place} {thing} was opened in {year} after {draw.randint(2, 9)} years of work. "
        f"It is {length} metres long, and {draw.randint(100, 9000)} people came to {place} to see the opening of the {thing}."
    )
    guide = (
        f"Visitors of {place} often ask about the {thing}. The town's records say that the {place} {thing} was opened in {year}, "
        f"and that it cost {cost} million crowns."
    )
    label = "SUPPORTS" if true else "REFUTES"
    passages = tuple(LabelledPassage(text=text, label=label) for text in (report, guide))
    claim = f"The {place} {thing} was opened in {claimed}."
    return Case(id=f"{place}-{thing}", claim=claim, label=label, passages=passages)
