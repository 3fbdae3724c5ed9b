"""Stores the user's own ratings in one file. Changes take effect immediately."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from backend.errors import StorageReadOnly
from backend.sources.overrides import MOST, Override, site_name, write_overrides
from backend.sources.registry import SourceRegistry, load_overrides

FILE_NAME = "sources.json"


class ReaderSources:
    """Adds, changes and removes the user's ratings. Reads the file before each change, so manual edits are never lost."""

    def __init__(self, registry: SourceRegistry, path: Path) -> None:
        self.registry = registry
        self._path = path
        self._lock = threading.Lock()

    @classmethod
    def open(cls, named: Path | None, data_dir: Path) -> ReaderSources:
        """Open the file `named` or, if that is None, the optional `sources.json` in the data folder.

        Raises ConfigurationError if the file is malformed, or is named but missing, because ratings must never be
        ignored silently.
        """
        path = named or data_dir / FILE_NAME
        return cls(SourceRegistry(load_overrides(path) if named or _file_exists(path) else {}), path)

    def put(self, site: str, override: Override) -> str:
        """Rate a domain and return the name under which the rating is stored.

        Raises ValueError for an invalid domain or too many ratings, and StorageReadOnly if the file cannot be written.
        """
        name = site_name(site)
        with self._lock:
            changed = {**self._read_file(), name: override}
            if len(changed) > MOST:
                raise ValueError(f"there are {MOST:,} ratings already")
            self._store(changed)
        return name

    def remove(self, site: str) -> bool:
        """Remove the user's rating, or return False if there is none. Raises the same errors as `put`."""
        name = site_name(site)
        with self._lock:
            overrides = self._read_file()
            found = overrides.pop(name, None) is not None
            if found:
                self._store(overrides)
            return found

    def _read_file(self) -> dict[str, Override]:
        return load_overrides(self._path) if _file_exists(self._path) else {}

    def _store(self, overrides: Mapping[str, Override]) -> None:
        try:
            _write_atomically(self._path.resolve(), write_overrides(overrides))
        except OSError as error:
            raise StorageReadOnly(f"The sources file {self._path} cannot be written: {error.strerror}") from error
        self.registry.use(overrides)


def _file_exists(path: Path) -> bool:
    """Return whether the file exists.

    An inaccessible folder cannot contain any of our files, so the result is then False (R2).
    """
    try:
        return path.exists()
    except OSError:
        return False


def _write_atomically(path: Path, content: bytes) -> None:
    """Write the file atomically and make it readable only by its owner (S7)."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
