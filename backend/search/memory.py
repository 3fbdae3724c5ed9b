"""Stores the breaker's state in a small file."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path


class FileMemory:
    """A `KeyValue` store in a JSON file (mode 0600), which is always replaced as a whole.

    An unreadable file counts as empty. The file only spares providers needless requests, so losing the file never makes a
    verification fail.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._values = _load(path)

    def get(self, key: str) -> str | None:
        """Return the value of `key`, or None if there is none."""
        with self._lock:
            return self._values.get(key)

    def set(self, key: str, value: str) -> None:
        """Store `value` in memory, and on disk if possible."""
        with self._lock:
            self._values[key] = value
            _save(self._path, self._values)


def _load(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): v for k, v in kept.items() if isinstance(v, str)} if isinstance(kept, dict) else {}


def _save(path: Path, values: dict[str, str]) -> None:
    new = path.with_suffix(".new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(values, file)
        new.replace(path)
    except OSError:
        return
