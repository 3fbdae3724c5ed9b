"""Reads the fields of a JSON object and raises errors with clear messages."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from backend.errors import InvalidRequest

Choice = TypeVar("Choice", bound=StrEnum)


class Fields:
    """The fields of a JSON object.

    Each method removes the field that it reads, and `done` rejects unread fields as misspelt.
    """

    def __init__(self, values: Mapping[str, Any], *, place: str = "") -> None:
        self._values = dict(values)
        self._place = place

    def text(self, name: str, *, limit: int, required: bool = False, raw: bool = False) -> str:
        """Read a string of at most `limit` characters, or "" if absent. Only `raw` permits NUL; databases reject it."""
        value = self._values.pop(name, None)
        if value is None and not required:
            return ""
        if not isinstance(value, str):
            raise InvalidRequest(f"{self._path(name)} must be a text.", hint=f'For example "{name}": "…"')
        if len(value) > limit:
            raise InvalidRequest(f"{self._path(name)} is longer than {limit:,} characters.")
        if not raw and "\0" in value:
            raise InvalidRequest(f"{self._path(name)} holds a NUL character.")
        return value

    def texts(self, name: str, *, most: int) -> tuple[str, ...]:
        """Read a required list of at most `most` strings, which may contain NUL."""
        value = self._values.pop(name, None)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InvalidRequest(
                f"{self._path(name)} must be a list of texts.", hint=f'For example "{name}": ["…", "…"]'
            )
        if len(value) > most:
            raise InvalidRequest(f"{self._path(name)} has more than {most:,} texts.")
        return tuple(value)

    def integer(self, name: str, *, default: int, low: int, high: int) -> int:
        """Read a whole number from `low` to `high`, inclusive."""
        value = self._values.pop(name, None)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise InvalidRequest(f"{self._path(name)} must be a whole number from {low} to {high}.")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Read a boolean."""
        value = self._values.pop(name, None)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise InvalidRequest(f"{self._path(name)} must be true or false.")
        return value

    def choice(self, name: str, *, default: Choice) -> Choice:
        """Read a member of the enumeration that `default` belongs to."""
        value = self._values.pop(name, None)
        if value is None:
            return default
        kind = type(default)
        if not isinstance(value, str) or value not in {str(word) for word in kind}:
            raise InvalidRequest(f"{self._path(name)} must be one of: {', '.join(kind)}.")
        return kind(value)

    def section(self, name: str) -> Fields:
        """Read a nested object. An absent object counts as empty."""
        value = self._values.pop(name, None)
        if value is not None and not isinstance(value, dict):
            raise InvalidRequest(f"{self._path(name)} must be an object with named fields.")
        return Fields(value or {}, place=self._path(name))

    def done(self) -> None:
        """Raise InvalidRequest if a field was not read."""
        if self._values:
            unknown = self._path(next(iter(self._values)))[:80]
            raise InvalidRequest(f"There is no field called {unknown}.", hint="See docs/api.md for the fields.")

    def _path(self, name: str) -> str:
        return f"{self._place}.{name}" if self._place else name
