"""Reads labelled rows from JSON Lines files, plain or gzipped. Errors name the file and the line.

There are two formats: pairs `{claim, evidence, label}`, where the label is SUPPORTS, REFUTES or NEI, and texts `{text,
label}`. Unknown fields are ignored.
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from backend.errors import UserError

VERIFIER_LABELS = ("SUPPORTS", "REFUTES", "NEI")
"""The labels of pairs, in the order of the verifier's probabilities (supports, refutes, neutral)."""
SAMPLE_SEED = 3
_GZIP_MAGIC = b"\x1f\x8b"
_HINT = "The file must be JSON Lines, plain or gzipped: one JSON object per line, in UTF-8."

Item = TypeVar("Item")


class DatasetError(UserError):
    """A file of labelled rows is invalid.

    `path` is the file. `line` counts from 1; 0 means that the error concerns the whole file.
    """

    code = "dataset"

    def __init__(self, path: Path, problem: str, *, line: int = 0) -> None:
        place = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{place}: {problem}", hint=_HINT)
        self.path = path
        self.line = line


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object and its line number in the file."""

    path: Path
    line: int
    fields: Mapping[str, Any]

    def text(self, name: str) -> str:
        """Return the field, which must be a non-blank string. Raises DatasetError."""
        value = self.fields.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f'"{name}" must be a string that is not empty')
        return value

    def choice(self, name: str, allowed: Collection[str]) -> str:
        """Return the field, which must be one of the allowed strings. Raises DatasetError."""
        value = self.text(name)
        if value not in allowed:
            raise self.error(f'"{name}" is {value!r}, which is none of {", ".join(sorted(allowed))}')
        return value

    def many(self, name: str, kind: type[Item]) -> tuple[Item, ...]:
        """Return the field, which must be a list of items of the given JSON type (str, int, dict). Raises DatasetError."""
        value = self.fields.get(name)
        if not isinstance(value, list) or not all(isinstance(item, kind) for item in value):
            raise self.error(f'"{name}" must be a list of {kind.__name__}')
        return tuple(value)

    def error(self, problem: str) -> DatasetError:
        """Return the error to raise for this row."""
        return DatasetError(self.path, problem, line=self.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A claim, a passage, and the passage's stance on the claim. `source` names the data set, or is "" if unknown."""

    claim: str
    passage: str
    label: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledText:
    """A sentence and its label."""

    text: str
    label: str


def rows(path: Path) -> Iterator[Row]:
    """Yield the file's objects in order, skipping blank lines. Raises DatasetError, including if there are none."""
    found = False
    for line, content in _lines(path):
        if not content.strip():
            continue
        try:
            value = json.loads(content)
        except ValueError as error:
            raise DatasetError(path, f"not JSON ({error})", line=line) from error
        if not isinstance(value, dict):
            raise DatasetError(path, "not a JSON object", line=line)
        found = True
        yield Row(path, line, value)
    if not found:
        raise DatasetError(path, "there is no row in it")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    number = 0
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == _GZIP_MAGIC
            raw.seek(0)
            with gzip.open(raw) if zipped else raw as stream:
                for number, content in enumerate(stream, start=1):
                    yield number, content.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise DatasetError(path, f"not UTF-8 ({error.reason})", line=number) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DatasetError(path, f"the gzip file is damaged ({error})", line=number + 1) from error
    except OSError as error:
        raise DatasetError(path, f"cannot be read ({error.strerror or error})") from error


def pairs(source: Iterable[Row]) -> Iterator[Pair]:
    """Yield the pairs of `{claim, evidence, label}` rows. Raises DatasetError."""
    for row in source:
        origin = row.fields.get("src", "")
        yield Pair(
            claim=row.text("claim"),
            passage=row.text("evidence"),
            label=row.choice("label", VERIFIER_LABELS),
            source=origin if isinstance(origin, str) else "",
        )


def labelled_texts(source: Iterable[Row], labels: Collection[str]) -> Iterator[LabelledText]:
    """Yield the texts of `{text, label}` rows. Raises DatasetError."""
    for row in source:
        yield LabelledText(text=row.text("text"), label=row.choice("label", labels))


def sample(items: Sequence[Item], count: int | None, *, seed: int = SAMPLE_SEED) -> tuple[Item, ...]:
    """Return a random sample of at most `count` items in their original order, or all items if `count` is None.

    The same arguments always give the same sample.
    """
    if count is None or count >= len(items):
        return tuple(items)
    chosen = sorted(random.Random(seed).sample(range(len(items)), max(0, count)))
    return tuple(items[place] for place in chosen)
