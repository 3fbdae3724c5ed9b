"""The word lists of the rules beside the verifier, read once from lexicon.json."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from backend.domain.text import stem, words

Phrases = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Unreal:
    """Words as they are written: `intended` stand before "to", `weighed` before "-ing", `accused` before their prepositions.

    `phrases` hold for all that follows, as do the modal verbs of `possible`; `nearly` for the next word only.
    `convicted` and `done` end doubt.
    """

    intended: frozenset[str]
    weighed: frozenset[str]
    accused: tuple[tuple[frozenset[str], frozenset[str]], ...]
    convicted: frozenset[str]
    alleged: Phrases
    phrases: Phrases
    done: Phrases
    possible: frozenset[str]
    nearly: frozenset[str]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`opposites` maps a stem to stems that mean the contrary, and `qualities` one that a comparison may be of.

    `same` maps a stem to its group's number.

    `denials` deny the whole clause that they stand in ("is a myth"), `negators` what follows them ("rather than"); `doubts` are stems
    that a negation turns into an assurance ("no doubt"). `undoing`: stems of verbs that take back what stands behind them ("dropped
    plans to"), and `reversals` phrases that do ("anything but"). `evidential`: stems that may stand between a negation and what is denied
    ("no study has shown that ..."). `once`: stems of events that a thing goes through once ("founded", unlike "won"), `each`: of those
    that several do at their own time ("signed by Norway"). `mutual`: stems of what two do to one another. `aliases`: names of one and
    the same. `unreal`: words behind which nothing has happened yet.
    """

    opposites: dict[str, frozenset[str]]
    qualities: dict[str, frozenset[str]]
    same: dict[str, int]
    denials: Phrases
    negators: Phrases
    doubts: frozenset[str]
    undoing: frozenset[str]
    reversals: Phrases
    evidential: frozenset[str]
    hedges: frozenset[str]
    scoped: frozenset[str]
    once: frozenset[str]
    each: frozenset[str]
    mutual: frozenset[str]
    aliases: tuple[frozenset[str], ...]
    unreal: Unreal


@cache
def lexicon() -> Lexicon:
    """All lists, in the form that the rules look words up in."""
    raw = json.loads((Path(__file__).parent / "lexicon.json").read_text(encoding="utf-8"))
    same = {
        stem(word): i
        for i, group in enumerate(raw["synonyms"])
        for word in group.split()
        if "-" not in word or word[-1].isdigit()
    }
    return Lexicon(
        opposites=_opposites(raw["antonyms"]),
        qualities=_opposites(raw["qualities"]),
        same=same,
        denials=_phrases(raw["denials"]),
        negators=_phrases(raw["negators"]),
        doubts=_stems(raw["doubts"]),
        undoing=_stems(raw["undoing"]),
        reversals=_phrases(raw["reversals"]),
        evidential=_stems(raw["evidential"]),
        hedges=frozenset(raw["hedges"]),
        scoped=frozenset(raw["scoped"]),
        once=_stems(raw["once"]),
        each=_stems(raw["each"]),
        mutual=_stems(raw["mutual"]),
        aliases=tuple(frozenset(group) for group in raw["aliases"]),
        unreal=_unreal(raw["unreal"]),
    )


def _unreal(raw: dict[str, Any]) -> Unreal:
    def plain(key: str) -> frozenset[str]:
        return frozenset(word for line in raw[key] for word in line.split())

    return Unreal(
        intended=plain("intended"),
        weighed=plain("weighed"),
        accused=tuple((frozenset(a.split()), frozenset(b.split())) for a, b in raw["accused"].items()),
        convicted=plain("convicted"),
        alleged=_phrases(raw["alleged"]),
        phrases=_phrases(raw["called"]),
        done=_phrases(raw["done"]),
        possible=plain("possible"),
        nearly=plain("nearly"),
    )


def _opposites(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in pairs:
        for a in map(stem, left.split()):
            for b in map(stem, right.split()):
                found.setdefault(a, set()).add(b)
                found.setdefault(b, set()).add(a)
    return {word: frozenset(others) for word, others in found.items()}


def _phrases(written: Iterable[str]) -> Phrases:
    """The longest first."""
    return tuple(sorted((words(phrase) for phrase in written), key=len, reverse=True))


def _stems(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word) for line in lines for word in line.split())
