"""Fills in catalogue messages, and formats plurals, numbers, dates and lists for the language (CLDR)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import cache, cached_property
from typing import TYPE_CHECKING

from backend.messages.catalogue import DEFAULT, FOLDERS, publisher_names, table

if TYPE_CHECKING:
    from babel import Locale

Value = str | int | float

_PLACEHOLDER = re.compile(r"\$([1-9])")
_ISOLATE, _END = "\u2068", "\u2069"
"""The characters that begin and end a first strong isolate (UAX 9), whose text cannot reorder the surrounding words."""


class Messages:
    """The messages of one language, given by its primary subtag. Raises KeyError for an unknown language.

    `babel` is imported only when needed, because it is slow to load and most commands print no verdict.
    """

    def __init__(self, language: str = DEFAULT) -> None:
        self._table = table(language)
        self.tag = self._table["locale"]
        """The language as a BCP 47 tag."""

    def text(self, key: str, *values: Value) -> str:
        """Return the message with the values in place of $1, $2 and so on.

        Raises KeyError for an unknown key, and ValueError if the values do not match the placeholders.
        """
        message = self._table[key]
        places = {int(place) for place in _PLACEHOLDER.findall(message)}
        if places != set(range(1, len(values) + 1)):
            raise ValueError(f"{key} in {self.tag} has places {sorted(places)}, but {len(values)} values were given")
        return self._fill(message, values)

    def plural(self, key: str, count: int, *values: Value) -> str:
        """Return the plural form for `count`.

        `count` replaces $1, which a form may omit, and the values replace $2 and so on. Raises KeyError for an unknown
        key, and ValueError if the values do not match the placeholders.
        """
        form = self._locale.plural_form(count)
        message = self._table[f"{key}_{form}"]
        places = {int(place) for place in _PLACEHOLDER.findall(message)} | {1}
        if places != set(range(1, len(values) + 2)):
            raise ValueError(f"{key}_{form} in {self.tag} has places {sorted(places)} for {len(values)} values")
        return self._fill(message, (count, *values))

    def number(self, value: float, *, digits: int = 0) -> str:
        """Format a number with `digits` decimals and the language's thousands separators."""
        from babel.numbers import format_decimal

        pattern = f"{self._locale.decimal_formats[None].pattern.partition('.')[0]}{'.' if digits else ''}{'0' * digits}"
        return format_decimal(value, format=pattern, locale=self._locale)

    def percent(self, share: float) -> str:
        """Format a share of 0..1 as a whole percentage."""
        from babel.numbers import format_percent

        return format_percent(share, locale=self._locale)

    def date(self, published: str) -> str:
        """Format an ISO date with its own precision: a day, a month or a year. Any other text is returned unchanged."""
        from babel.dates import format_date, format_skeleton

        try:
            if len(published) == len("2024-03"):
                return str(format_skeleton("yMMMM", date.fromisoformat(f"{published}-01"), locale=self._locale))
            return format_date(date.fromisoformat(published[:10]), format="medium", locale=self._locale)
        except ValueError:
            return published

    def listed(self, items: Sequence[str]) -> str:
        """Format a list such as "A, B and C". Items in a script of the other direction are isolated."""
        from babel.lists import format_list

        return format_list([self.isolated(item) for item in items], locale=self._locale)

    def sentences(self, said: Sequence[str]) -> str:
        """Join the sentences with a space, or without one in Chinese."""
        return ("" if self._locale.language == "zh" else " ").join(said)

    def publisher(self, domain: str) -> str:
        """Return the name of a publisher in this language, or "" if the publisher has the same name in every language."""
        return publisher_names().get(domain, {}).get(self.tag.partition("-")[0], "")

    def language_name(self, tag: str) -> str:
        """Return the name of the language of a tag, such as "German", or the tag itself if the language is unknown."""
        return str(self._locale.languages.get(tag.partition("-")[0].lower(), tag))

    @property
    def direction(self) -> str:
        """The direction of the script: "ltr" or "rtl"."""
        return str(self._locale.text_direction)

    def isolated(self, value: str) -> str:
        """Enclose the value in isolates if it could change the order of the surrounding words."""
        other = ("L",) if self.direction == "rtl" else ("R", "AL")
        has_opposite_direction = any(unicodedata.bidirectional(char) in other for char in value)
        return f"{_ISOLATE}{value}{_END}" if has_opposite_direction and not value.startswith(_ISOLATE) else value

    @cached_property
    def _locale(self) -> Locale:
        from babel import Locale

        return Locale.parse(self.tag, sep="-")

    def _fill(self, message: str, values: Sequence[Value]) -> str:
        formatted = [self.isolated(value) if isinstance(value, str) else self._format_number(value) for value in values]
        return _PLACEHOLDER.sub(lambda found: formatted[int(found.group(1)) - 1], message)

    def _format_number(self, value: float) -> str:
        return self.number(value, digits=0 if value == int(value) else 1)


@cache
def messages(language: str) -> Messages:
    """Return the messages of one of the catalogue's languages. The result is cached."""
    return Messages(language)


LANGUAGES = tuple(FOLDERS)
