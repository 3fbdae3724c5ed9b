"""Selects topical sources for a claim by the claim's words. Contains only pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from backend.domain.numerals import digits
from backend.domain.text import content_stems, fold, words
from backend.domain.text import names as proper_names
from backend.search.plan import names

TOPICS_FILE = Path(__file__).with_name("data") / "topics.json"
ENOUGH = 2
"""The minimum number of points for a topic. A strong word or a phrase counts two points, a weak word one."""
MIN_BUILT = 7
"""The minimum length of a word whose ending can indicate a topic."""
FIRST_NEWS_YEAR = 2017
"""The year of the first articles in GDELT."""

_FIGURE = re.compile(r"(?<![\w-])[$€£]?\d")
_YEAR = re.compile(r"(?<![\w-])(?:1[0-9]|20)\d\d(?!\d)")


class Topic(StrEnum):
    """The possible topics of a claim; the values are the keys of topics.json."""

    HEALTH = "health"
    SCIENCE = "science"
    EXACT = "exact"
    MEDICINES = "medicines"
    RECALLS = "recalls"
    EVENTS = "events"
    THINGS = "things"


class _TopicEntry(BaseModel):
    """The entry for one topic: the names of engines in the order of use, and space-separated words.

    `endings` are typical of names in the field (the WHO's stems for medicines, "-itis"); a word with such an ending
    counts as a strong word.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sources: tuple[str, ...]
    strong: str
    weak: str
    phrases: tuple[str, ...]
    endings: str = ""


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """A topic's word stems and folded phrases."""

    sources: tuple[str, ...]
    strong: frozenset[str]
    weak: frozenset[str]
    phrases: tuple[str, ...]
    endings: tuple[str, ...]

    def points(self, stems: frozenset[str], text: str) -> int:
        """Return the topic's points for a claim, which is given as stems and as folded text."""
        phrases = sum(re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None for phrase in self.phrases)
        built = sum(len(word) >= MIN_BUILT and word.endswith(self.endings) for word in words(text))
        return 2 * (len(stems & self.strong) + phrases + built) + len(stems & self.weak)


@cache
def _vocabularies() -> Mapping[Topic, _Vocabulary]:
    entries = TypeAdapter(dict[Topic, _TopicEntry]).validate_json(TOPICS_FILE.read_bytes())
    return {
        topic: _Vocabulary(
            sources=entry.sources,
            strong=frozenset(content_stems(entry.strong)),
            weak=frozenset(content_stems(entry.weak)) - frozenset(content_stems(entry.strong)),
            phrases=tuple(fold(phrase) for phrase in entry.phrases),
            endings=tuple(entry.endings.split()),
        )
        for topic, entry in entries.items()
    }


GENERAL = frozenset({"wikipedia"})
"""Engines that serve any claim. Unless a topic selects them, these engines are queried like the web search engines."""


@cache
def routed() -> frozenset[str]:
    """Return the engines that are queried only for claims on a matching topic."""
    return frozenset(name for vocabulary in _vocabularies().values() for name in vocabulary.sources) - GENERAL


def topics_of(claim: str, language: str = "en") -> frozenset[Topic]:
    """Return the topics of a claim; many claims have none.

    The word lists are English, as are the research indexes. In other languages, only names with numbers are recognised
    (`Topic.THINGS`).
    """
    stems, text = frozenset(content_stems(claim)), fold(claim)
    english = language.split("-", maxsplit=1)[0] in ("en", "und", "")
    points = {topic: v.points(stems, text) if english else 0 for topic, v in _vocabularies().items()}
    met = {topic: score >= ENOUGH for topic, score in points.items()}
    met[Topic.EVENTS] = _is_news_event(claim, points[Topic.EVENTS])
    met[Topic.THINGS] = _is_about_named_thing(claim, language, points[Topic.THINGS])
    return frozenset(topic for topic, fits in met.items() if fits)


def sources_for(claim: str, language: str = "en") -> tuple[str, ...]:
    """Return the engines for the claim's topics, without duplicates, in the order of the file."""
    topics = topics_of(claim, language)
    wanted = (name for topic, v in _vocabularies().items() if topic in topics for name in v.sources)
    return tuple(dict.fromkeys(wanted))


def _is_news_event(claim: str, points: int) -> bool:
    """Return whether the claim is about an event that the news index covers, judged by news vocabulary and years."""
    years = [int(year) for year in _YEAR.findall(claim)]
    if any(year < FIRST_NEWS_YEAR for year in years):
        return False
    return points >= ENOUGH or (points > 0 and bool(years))


def _is_about_named_thing(claim: str, language: str, points: int) -> bool:
    """Return whether the claim contains a name and also a number or a typical property of named things."""
    if points > 0 and names(claim, language):
        return True
    return bool(proper_names(claim)) and _FIGURE.search(digits(claim)) is not None
