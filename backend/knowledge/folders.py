"""Manages the folders of Chroma's index. The database records which one is in use. A damaged folder is quarantined."""

from __future__ import annotations

import shutil
from pathlib import Path

from backend.knowledge.database import storage_errors
from backend.knowledge.store import Store

POINTER, NUMBER, MODEL, OPENING = "index_folder", "index_number", "index_model", "index_opening"
IN_USE = "index_in_use"
MAX_REBUILT_PASSAGES = 20_000
"""Maximum number of passages for which an index that was not closed properly is rebuilt.

The rebuild takes about ten seconds in the background, and exact search is used until it finishes."""
QUARANTINED = "quarantined-"


class IndexFolders:
    """The `index-NNNNNN` folders inside the data folder."""

    def __init__(self, root: Path, store: Store) -> None:
        self._root = root
        self._store = store

    def current(self, model_id: str) -> Path | None:
        """Return the index folder to open.

        Return None if there is no folder, if the folder belongs to another model, or if the last start crashed while
        opening it.
        """
        name = self._store.meta_get(POINTER)
        if not name or self._store.meta_get(MODEL) != model_id or self._store.meta_get(OPENING):
            return None
        folder = self._root / name
        return folder if folder.is_dir() else None

    @property
    def may_be_damaged(self) -> bool:
        """Whether the last process left the index open, and the index is small enough to be rebuilt.

        Half-written files can make Chroma dereference a null pointer and crash the process long after the start.
        """
        return bool(self._store.meta_get(IN_USE)) and self._store.counts()["passages"] <= MAX_REBUILT_PASSAGES

    def mark_in_use(self, under_way: bool) -> None:
        """Record in the database that the index folder is in use, or that it has been closed."""
        self._store.meta_set(IN_USE, "1" if under_way else "")

    def mark_opening(self, under_way: bool) -> None:
        """Record in the database that the index folder is being opened, so that the next start detects a crash.

        A damaged index file can crash the whole process.
        """
        self._store.meta_set(OPENING, "1" if under_way else "")

    def new_folder(self) -> Path:
        """Return the path of a new index folder, which does not exist yet."""
        number = int(self._store.meta_get(NUMBER) or 0) + 1
        self._store.meta_set(NUMBER, str(number))
        folder = self._root / f"index-{number:06d}"
        shutil.rmtree(folder, ignore_errors=True)
        return folder

    def discard(self, folder: Path) -> None:
        """Remove a folder that never came into use, because its files also contain vectors."""
        shutil.rmtree(folder, ignore_errors=True)

    def use(self, folder: Path, model_id: str) -> None:
        """Switch to a finished folder, and remove all other folders except the quarantined one."""
        self._store.meta_set(POINTER, folder.name)
        self._store.meta_set(MODEL, model_id)
        self.mark_opening(False)
        self.mark_in_use(True)
        for path in folder.rglob("*"):
            path.chmod(0o700 if path.is_dir() else 0o600)
        for other in self._root.glob("index-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)

    def quarantine(self) -> None:
        """Rename the folder in use to a quarantine name, and delete the previously quarantined folder."""
        name = self._store.meta_get(POINTER)
        self._store.meta_set(POINTER, "")
        if name and (self._root / name).exists():
            self.drop_quarantined()
            with storage_errors():
                (self._root / name).rename(self._root / f"{QUARANTINED}{name}")

    def drop_quarantined(self) -> None:
        """Remove the quarantined folder, which may contain vectors of deleted passages."""
        for folder in self._root.glob(f"{QUARANTINED}*"):
            shutil.rmtree(folder, ignore_errors=True)
