"""Stop words and typical search phrases for each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

LANGUAGES_FILE = Path(__file__).with_name("data") / "languages.json"

LINKS = frozenset({"of", "and", "the", "for", "de", "la", "le", "du", "del", "der", "van", "von", "di", "da"})
"""Lower-case words that can occur inside names."""


class _LanguageEntry(BaseModel):
    """The entry for one language: space-separated words, and phrases as users type them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stop: str
    check: str
    debunk: str
    number: str
    time: str
    primary: str
    counter: str
    details: str
    says: str
    denies: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """Search phrases, each of which finds one kind of article.

    The kinds are fact-checks, refutations, numbers, dates, statements, counter-evidence and details. All phrases are ""
    for an unknown language, because words of another language would distort the query.
    """

    check: str = ""
    debunk: str = ""
    number: str = ""
    time: str = ""
    primary: str = ""
    counter: str = ""
    details: str = ""


@cache
def _languages() -> Mapping[str, _LanguageEntry]:
    return TypeAdapter(dict[str, _LanguageEntry]).validate_json(LANGUAGES_FILE.read_bytes())


def _language_entry(language: str) -> _LanguageEntry | None:
    tag = language.split("-", maxsplit=1)[0].lower()
    return _languages().get("en" if tag in ("", "und") else tag)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the language's stop words in lower case; empty for an unknown language."""
    entry = _language_entry(language)
    return frozenset(entry.stop.split()) if entry else frozenset()


@cache
def framing(language: str) -> Framing:
    """Return the phrases of a language, or the English phrases if the language is undetermined."""
    entry = _language_entry(language)
    return Framing(**{name: getattr(entry, name) for name in Framing.__slots__}) if entry else Framing()


@cache
def reporting_words(language: str) -> frozenset[str]:
    """Return the lower-case verbs that report a statement, including the English verbs, because much is reported in English."""
    return _with_english(language, "says")


@cache
def denial_words(language: str) -> frozenset[str]:
    """Return the lower-case words that deny something, including the English words."""
    return _with_english(language, "denies")


def _with_english(language: str, name: str) -> frozenset[str]:
    entries = {_language_entry(language), _language_entry("en")} - {None}
    return frozenset(word for entry in entries for word in str(getattr(entry, name)).split())
