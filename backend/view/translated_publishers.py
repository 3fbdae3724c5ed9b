"""Names publishers in the reader's language."""

from __future__ import annotations

from typing import Any

from backend.messages.messages import Messages


def in_language(value: Any, m: Messages) -> Any:
    """Return a result, or a part of it, whose publishers have their names in the language of the messages.

    Results contain the English name in `publisher`, next to `domain`. A name without a translation is kept.
    """
    if isinstance(value, list | tuple):
        return [in_language(item, m) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: in_language(item, m) for key, item in value.items()}
    name = m.publisher(str(value["domain"])) if {"domain", "publisher"} <= value.keys() else ""
    return {**found, "publisher": name} if name else found
