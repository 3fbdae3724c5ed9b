"""Ensures that only one process uses the data folder, because two processes would corrupt Chroma's files (R2)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from backend.errors import DataFolderLocked, StorageError
from backend.knowledge.database import storage_errors

FILE_NAME = "claimlight.lock"
_URL_LIMIT = 300
_LOCKED_BYTE = 1 << 20
"""Offset of the locked byte, well past the URL, because Windows hides locked bytes from other processes."""


class FolderLock:
    """A lock on the data folder, held from construction until `release` or the end of the process.

    Raises DataFolderLocked. `url` is the address of this process, for other processes to read, or "" without a server.
    """

    def __init__(self, folder: Path, *, url: str = "") -> None:
        with storage_errors():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        if not _try_lock(self._file):
            holder = _read_url(self._file)
            os.close(self._file)
            raise DataFolderLocked(
                f"Another Claimlight is already using the data folder {folder}.",
                hint="Stop the other one, or start this one with another folder (--data-dir).",
                url=holder,
            )
        self._write_url(url)

    def _write_url(self, url: str) -> None:
        try:
            with storage_errors():
                os.ftruncate(self._file, 0)
                os.write(self._file, url.encode())
        except StorageError:
            self.release()
            raise

    def release(self) -> None:
        """Release the lock on the folder."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def noted_url(folder: Path) -> str:
    """Return the URL that the last holder of the lock wrote, or "". The URL may be outdated."""
    try:
        file = os.open(folder / FILE_NAME, os.O_RDONLY)
    except OSError:
        return ""
    try:
        return _read_url(file)
    finally:
        os.close(file)


def _read_url(file: int) -> str:
    """Return the URL that the holder of the lock wrote, or "" if the file cannot be read."""
    try:
        return os.read(file, _URL_LIMIT).decode("ascii", "replace")
    except OSError:
        return ""


def _try_lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
