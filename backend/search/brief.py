"""Describes a claim for the search: its target, its languages and its date (docs/design.md#search-loop)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from backend.domain.claim import AtomicClaim, Claim
from backend.domain.claim_form import comparative
from backend.domain.text import numbers
from backend.search.dates import claim_date
from backend.search.plan import content_words, names

LOCALES_FILE = Path(__file__).with_name("data") / "locales.json"
UNKNOWN = "und"
FEW_WORDS = 4
"""A claim with fewer content words than this, and without a name or number, is too vague for a good search."""


class Target(StrEnum):
    """The aspect of the claim to verify."""

    REALITY = "reality"
    ATTRIBUTION = "attribution"
    EXISTENCE = "existence"
    NONE = "none"


class Comprehension(StrEnum):
    """How well the rules understood the claim."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBrief:
    """The properties of a claim that determine how the search for it proceeds.

    `fallbacks`: further languages in which the claim may be reported. `as_of`: the last day that the claim refers to,
    in ISO format, or "" if unknown. `time_bound`: whether the truth of the claim changes with time, so that texts
    written after `as_of` are irrelevant.
    """

    text: str
    language: str = "en"
    target: Target = Target.REALITY
    comprehension: Comprehension = Comprehension.HIGH
    fallbacks: tuple[str, ...] = ()
    domain: str = "general"
    page: str = ""
    as_of: str = ""
    time_bound: bool = False
    comparative: bool = False

    @property
    def cutoff(self) -> str:
        """The ISO date after which sources are too recent for the claim, or "" if there is no such date."""
        return self.as_of if self.time_bound else ""


class _Locales(BaseModel):
    """The contents of the locale file.

    `places` maps a language to space-separated words that indicate the language. `exists` maps a language to a regular
    expression for claims that something exists.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    places: Mapping[str, str]
    exists: Mapping[str, str]


@cache
def _locales() -> _Locales:
    return _Locales.model_validate_json(LOCALES_FILE.read_bytes())


def brief_of(part: AtomicClaim, claim: Claim, *, domain: str = "general") -> SearchBrief:
    """Return the brief for one atomic claim, derived from the claim's text without a model."""
    language = claim.language
    return SearchBrief(
        text=part.text,
        language=language,
        target=target_of(part.text, language, attribution=part.attribution),
        comprehension=comprehension_of(part.text, language),
        fallbacks=fallbacks_of(part.text, language),
        domain=domain,
        page=claim.context.url,
        as_of=claim_date(part.text, claim.context.url, claim.context.published),
        time_bound=part.time_sensitive,
        comparative=comparative(part.text),
    )


def target_of(text: str, language: str, *, attribution: bool) -> Target:
    """Return the target of a claim: NONE if the text has no content words, ATTRIBUTION for a reported statement."""
    if not content_words(text, language):
        return Target.NONE
    if attribution:
        return Target.ATTRIBUTION
    pattern = _locales().exists.get(_primary_subtag(language))
    return Target.EXISTENCE if pattern and re.search(pattern, text, re.IGNORECASE) else Target.REALITY


def comprehension_of(text: str, language: str) -> Comprehension:
    """Return LOW if the language is unknown, or if the text has few words and no name or number.

    Return HIGH if the text has a name and enough words, and MEDIUM otherwise.
    """
    words, named = content_words(text, language), names(text, language)
    if language == UNKNOWN or (len(words) < FEW_WORDS and not named and not numbers(text)):
        return Comprehension.LOW
    return Comprehension.HIGH if named and len(words) >= FEW_WORDS else Comprehension.MEDIUM


def fallbacks_of(text: str, language: str) -> tuple[str, ...]:
    """Return the languages of the places that the text names, followed by English if the text is in another language."""
    spoken = set(re.findall(r"[^\W\d_]+", text.lower()))
    place_languages = tuple(tag for tag, words in _locales().places.items() if spoken & set(words.split()))
    own = _primary_subtag(language)
    return tuple(tag for tag in (*place_languages, "en") if tag != own) if own != UNKNOWN else place_languages


def _primary_subtag(language: str) -> str:
    return language.split("-", maxsplit=1)[0].lower() or UNKNOWN
