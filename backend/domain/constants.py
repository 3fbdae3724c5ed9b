"""Attaches the origin of its value to each constant in the stages' settings objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T")
SOURCE = "source"


def const(value: T, source: str) -> T:
    """Return a dataclass field with this default.

    `source` has the form "000 #truthfulness" (original design, section of docs/design.md) or "ours: reason".
    """
    return field(default=value, metadata={SOURCE: source})


def sources(settings: object, prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """Yield (name, value, source) for each constant of a settings object and its nested objects.

    Raises KeyError for a constant without a source.
    """
    if not is_dataclass(settings):
        raise TypeError(f"{type(settings).__name__} is no settings object")
    for item in fields(settings):
        name, value = f"{prefix}{item.name}", getattr(settings, item.name)
        if SOURCE in item.metadata or not is_dataclass(value):
            yield name, value, item.metadata[SOURCE]
        else:
            yield from sources(value, f"{name}.")
