"""Ways to damage the files of a knowledge base whose service is closed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from backend.knowledge.database import FILE_NAME

Damage = Callable[[Path], None]


def index_folder(data: Path) -> Path:
    """Return the folder of the index in use."""
    (folder,) = data.glob("index-*")
    return folder


def segment_files(data: Path) -> list[Path]:
    """Return the files of Chroma's graph."""
    return [file for file in index_folder(data).rglob("*") if file.is_file() and file.suffix in (".bin", ".pickle")]


def remove_everything(data: Path) -> None:
    shutil.rmtree(index_folder(data))


def empty_folder(data: Path) -> None:
    remove_everything(data)
    (data / "index-000001").mkdir()


def remove_segments(data: Path) -> None:
    for folder in [path for path in index_folder(data).iterdir() if path.is_dir()]:
        shutil.rmtree(folder)


def truncate_segments(data: Path) -> None:
    for file in segment_files(data):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 3])


def garble_segments(data: Path) -> None:
    for file in segment_files(data):
        file.write_bytes(b"\x5a" * file.stat().st_size)


def garble_database(data: Path) -> None:
    (index_folder(data) / "chroma.sqlite3").write_bytes(b"not a database " * 4_000)


def truncate_database(data: Path) -> None:
    file = index_folder(data) / "chroma.sqlite3"
    file.write_bytes(file.read_bytes()[:30_000])


def replace_folder_with_file(data: Path) -> None:
    folder = index_folder(data)
    shutil.rmtree(folder)
    folder.write_bytes(b"no folder")


def die_while_opening(data: Path) -> None:
    with sqlite3.connect(data / FILE_NAME) as db:
        db.execute("INSERT OR REPLACE INTO meta VALUES ('index_opening', '1')")
    db.close()


INDEX_DAMAGE: dict[str, Damage] = {
    "missing": remove_everything,
    "empty": empty_folder,
    "a file instead of a folder": replace_folder_with_file,
    "graph missing (count and get look perfect)": remove_segments,
    "graph truncated": truncate_segments,
    "graph garbage": garble_segments,
    "database garbage": garble_database,
    "database truncated": truncate_database,
    "the last start died opening it": die_while_opening,
}
"""Ways to damage the index, by name."""


def truncate_record(data: Path) -> None:
    file = data / FILE_NAME
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def garble_record_head(data: Path) -> None:
    file = data / FILE_NAME
    file.write_bytes(b"not a database " * 500 + file.read_bytes()[7_500:])


def garble_record_middle(data: Path) -> None:
    """Two thirds of the pages are garbage, but the header and the schema are intact, so the database still opens."""
    file = data / FILE_NAME
    content = file.read_bytes()
    third = len(content) // 3 // 4_096 * 4_096
    file.write_bytes(content[:third] + b"\x5a" * (len(content) - third))


RECORD_DAMAGE: dict[str, Damage] = {
    "truncated to half": truncate_record,
    "first pages garbage": garble_record_head,
    "two thirds garbage": garble_record_middle,
}
"""Ways to damage the database, by name."""
