"""Where Chroma's folders lie: the one in use is named in the record, a failed one is set aside."""

from __future__ import annotations

import shutil
from pathlib import Path

from backend.knowledge.database import storage_errors
from backend.knowledge.store import Store

POINTER, NUMBER, MODEL, OPENING = "index_folder", "index_number", "index_model", "index_opening"
IN_USE = "index_in_use"
DOUBTED = 20_000
"""Passages up to which an index that was not closed is built anew: about ten seconds in the background, while exact search serves."""
QUARANTINED = "quarantined-"


class IndexFolders:
    """The data folder's `index-NNNNNN` folders."""

    def __init__(self, root: Path, store: Store) -> None:
        self._root = root
        self._store = store

    def current(self, model_id: str) -> Path | None:
        """The folder to open, or None: there is none, it is another model's, or the last start died opening it."""
        name = self._store.meta_get(POINTER)
        if not name or self._store.meta_get(MODEL) != model_id or self._store.meta_get(OPENING):
            return None
        folder = self._root / name
        return folder if folder.is_dir() else None

    @property
    def in_doubt(self) -> bool:
        """The last process did not close it, and it is small enough to be built anew.

        Half-written files can end the whole process, long after the start: Chroma's search then reads through a null pointer.
        """
        return bool(self._store.meta_get(IN_USE)) and self._store.counts()["passages"] <= DOUBTED

    def serving(self, under_way: bool) -> None:
        """The folder is written to from now on, or was closed."""
        self._store.meta_set(IN_USE, "1" if under_way else "")

    def opening(self, under_way: bool) -> None:
        """A damaged file may end the whole process: remember across a crash that it was being opened."""
        self._store.meta_set(OPENING, "1" if under_way else "")

    def fresh(self) -> Path:
        """A folder that was never used."""
        number = int(self._store.meta_get(NUMBER) or 0) + 1
        self._store.meta_set(NUMBER, str(number))
        folder = self._root / f"index-{number:06d}"
        shutil.rmtree(folder, ignore_errors=True)
        return folder

    def discard(self, folder: Path) -> None:
        """Remove one that did not come into use: it holds vectors, too."""
        shutil.rmtree(folder, ignore_errors=True)

    def use(self, folder: Path, model_id: str) -> None:
        """Point to a finished folder and remove all other ones but the quarantined."""
        self._store.meta_set(POINTER, folder.name)
        self._store.meta_set(MODEL, model_id)
        self.opening(False)
        self.serving(True)
        for path in folder.rglob("*"):
            path.chmod(0o700 if path.is_dir() else 0o600)
        for other in self._root.glob("index-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)

    def quarantine(self) -> None:
        """Set the folder in use aside, in place of an earlier one."""
        name = self._store.meta_get(POINTER)
        self._store.meta_set(POINTER, "")
        if name and (self._root / name).exists():
            self.drop_quarantined()
            with storage_errors():
                (self._root / name).rename(self._root / f"{QUARANTINED}{name}")

    def drop_quarantined(self) -> None:
        """Remove what was set aside; it may hold vectors of forgotten passages."""
        for folder in self._root.glob(f"{QUARANTINED}*"):
            shutil.rmtree(folder, ignore_errors=True)
