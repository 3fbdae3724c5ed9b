"""Exports and imports a knowledge base as a gzip file of JSON lines with a checksum at the end (docs/scaling.md).

The file is streamed. The first line identifies the format, and each following line contains one passage with its usage
counts and provenance. The last line contains the number of passages and the SHA-256 of all previous lines. An import
adds only new passages and validates every value, because files are untrusted.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import IO, Annotated, Any
from urllib.parse import urlsplit

import numpy as np
import sqlalchemy as sa
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from backend.domain.article import Namespace, Passage, PassageKind, passage_id
from backend.domain.hygiene import one_line, printable
from backend.errors import InvalidRequest, StorageError
from backend.knowledge.database import RecordDatabase
from backend.knowledge.tables import passages, provenance
from backend.sources.domains import registrable_domain

FORMAT = "claimlight-knowledge"
VERSION = 1
LONGEST_LINE = 262_144
"""Maximum length of a line in bytes. A passage written by Claimlight has at most a few thousand characters."""
MOST_PASSAGES = 20_000_000
MOST_EXPANSION = 200
"""Maximum ratio of uncompressed to compressed size, beyond the first 16 MiB. Real files reach a ratio of about 5."""
_UNLIMITED_BYTES = 16 * 2**20
_PORTION = 500


_HANDING_OUT = frozenset({"arxiv", "crossref", "europepmc", "openalex", "openfda", "semantic_scholar"})
"""Engines whose APIs supply the text. Earlier versions exported such texts as page text (migration 0009)."""
_DATE_PATTERN = re.compile(r"\d{4}(-\d\d){0,2}")


def _validate_timestamp(value: str) -> str:
    datetime.fromisoformat(value or "2026-01-01")
    return value


def _validate_date(value: str) -> str:
    """Validate a date. A year alone, or a year and month, is also valid, because some publishers give no more."""
    if _DATE_PATTERN.fullmatch(value):
        date.fromisoformat(value + "-01-01"[len(value) - 10 :] if len(value) < len("2026-01-01") else value)
        return value
    return _validate_timestamp(value)


Timestamp = Annotated[str, Field(max_length=40), AfterValidator(_validate_timestamp)]
"""A timestamp in ISO 8601, or ""."""
PublishedDate = Annotated[str, Field(max_length=40), AfterValidator(_validate_date)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FoundLine(_Strict):
    """One way in which a passage was found."""

    engine: str = Field(max_length=100)
    tier: str = Field(max_length=100)
    claim_hash: str = Field(pattern=r"^(|[0-9a-f]{32})$")
    first_seen: Timestamp


class PassageLine(_Strict):
    """One passage of an export."""

    text: str = Field(min_length=1, max_length=20_000)
    source: str = Field(max_length=2_000)
    title: str = Field(max_length=2_000)
    domain: str = Field(max_length=253)
    kind: str = Field(max_length=20)
    published: PublishedDate
    language: str = Field(max_length=20)
    start: int = Field(ge=-1, le=2**31 - 1)
    end: int = Field(ge=-1, le=2**31 - 1)
    retrieved: Timestamp
    namespace: str = Field(max_length=40)
    quarantined: bool
    timestamp: Timestamp
    access_count: int = Field(ge=0, le=2**31 - 1)
    verification_count: int = Field(ge=0, le=2**31 - 1)
    avg_relevance: float = Field(ge=0, le=1)
    last_accessed: Timestamp
    found: list[FoundLine] = Field(max_length=1_000)
    vector: str | None = Field(default=None, max_length=16_384)
    model: str = Field(default="", max_length=200)

    def passage(self) -> Passage:
        """Convert the line to a passage. Raises ValueError.

        The id and the domain are computed from the content and never taken from the file.
        """
        if self.source and not self.source.startswith(("http://", "https://")):
            raise ValueError("an address that is none of the web")
        text, source = printable(self.text), one_line(self.source)
        if not text.strip():
            raise ValueError("a text that nobody can see")
        return Passage(
            id=passage_id(source, text), text=text, source=source, title=one_line(self.title),
            domain=_domain_of(source), kind=self._kind(), published=self.published,
            language=self.language, start=self.start, end=self.end, retrieved=self.retrieved,
        )  # fmt: skip

    def _kind(self) -> PassageKind:
        handed_out = any(found.engine in _HANDING_OUT for found in self.found)
        kind = PassageKind(self.kind)
        return PassageKind.HANDOUT if kind is PassageKind.ARTICLE and handed_out else kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPassage:
    """A validated line of an export, with its passage and namespace."""

    line: PassageLine
    passage: Passage
    namespace: Namespace


def _domain_of(source: str) -> str:
    """Return the domain of a URL, computed as for a fetched page. Raises ValueError for a malformed URL."""
    if "\\" in source:
        # Browsers treat a backslash as a slash, so a browser would open a different host.
        return ""
    return registrable_domain(source) or (urlsplit(source).hostname or "").lower().rstrip(".")


def export_to(database: RecordDatabase, out: IO[bytes], *, vectors: bool = False) -> int:
    """Write a consistent snapshot of all passages, and return the number of passages. Raises StorageError, OSError."""
    digest, count = hashlib.sha256(), 0
    with gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=0) as packed:

        def write(value: Mapping[str, Any]) -> None:
            line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        write({"format": FORMAT, "version": VERSION})
        for value in _passage_lines(database, vectors=vectors):
            write(value)
            count += 1
        write({"passages": count, "sha256": digest.hexdigest()})
    return count


def read_export(path: Path) -> Iterator[ImportedPassage]:
    """Yield the passages of an export. Each passage is validated separately, and the checksum is verified at the end.

    Raises InvalidRequest for a file that `export_to` did not write, and StorageError if the file cannot be read.
    """
    try:
        with path.open("rb") as raw, gzip.GzipFile(fileobj=raw) as unpacked:
            yield from _parse_lines(_limited_lines(unpacked, path.stat().st_size))
    except (gzip.BadGzipFile, zlib.error, EOFError):
        raise _import_error("it is damaged, or no export of Claimlight") from None
    except OSError as error:
        raise StorageError(f"The file cannot be read: {error.strerror}") from error


def vector_of(line: PassageLine, model_id: str, dimensions: int) -> np.ndarray | None:
    """Return the vector of a line, shape (dimensions,), or None.

    The vector is returned only if this model computed it and it is a unit vector.
    """
    if not line.vector or line.model != model_id:
        return None
    try:
        vector = np.frombuffer(base64.b64decode(line.vector, validate=True), dtype="<f4")
    except ValueError:
        return None
    usable = (
        vector.shape == (dimensions,) and bool(np.isfinite(vector).all()) and abs(float(vector @ vector) - 1) < 0.01
    )
    return vector.astype(np.float32) if usable else None


def _limited_lines(unpacked: gzip.GzipFile, size: int) -> Iterator[bytes]:
    max_bytes, total_bytes = _UNLIMITED_BYTES + MOST_EXPANSION * size, 0
    while line := unpacked.readline(LONGEST_LINE + 1):
        total_bytes += len(line)
        if len(line) > LONGEST_LINE or total_bytes > max_bytes:
            raise _import_error("it unpacks to more than it may")
        yield line


def _parse_lines(lines: Iterator[bytes]) -> Iterator[ImportedPassage]:
    digest = hashlib.sha256()
    head = next(lines, b"")
    if _parse_json(head) != {"format": FORMAT, "version": VERSION}:
        raise _import_error("it is of another kind or version")
    digest.update(head)
    for number, line in enumerate(lines, start=1):
        value = _parse_json(line)
        if "sha256" in value:
            if value != {"passages": number - 1, "sha256": digest.hexdigest()} or next(lines, None) is not None:
                raise _import_error("its checksum is wrong")
            return
        digest.update(line)
        if number > MOST_PASSAGES:
            raise _import_error("it holds more passages than it may")
        yield _parse_passage(value, number)
    raise _import_error("its end is missing")


def _parse_passage(value: Mapping[str, Any], number: int) -> ImportedPassage:
    try:
        line = PassageLine.model_validate(value)
        text = json.dumps(value, ensure_ascii=False)
        if "\x00" in line.text or "\\u0000" in text:
            raise ValueError("a NUL character")
        text.encode()
        return ImportedPassage(line=line, passage=line.passage(), namespace=Namespace(line.namespace))
    except (ValidationError, ValueError):
        raise _import_error(f"passage {number} is not as it must be") from None


def _parse_json(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise _import_error("a line is no JSON") from None
    if not isinstance(value, dict):
        raise _import_error("a line is no object")
    return value


def _import_error(why: str) -> InvalidRequest:
    return InvalidRequest(
        f"The file was not imported to its end: {why}.", hint="Export it again from the other Claimlight."
    )


def _passage_lines(database: RecordDatabase, *, vectors: bool) -> Iterator[dict[str, Any]]:
    after = 0
    with database.read() as db:
        while rows := db.execute(
            sa.select(passages).where(passages.c.number > after).order_by(passages.c.number).limit(_PORTION)
        ).all():
            after = rows[-1].number
            found = _provenance_of(db, [row.id for row in rows])
            for row in rows:
                yield _to_line(row, found.get(row.id, []), vectors=vectors)


def _provenance_of(db: sa.Connection, ids: list[str]) -> dict[str, list[dict[str, str]]]:
    out: dict[str, list[dict[str, str]]] = {}
    query = sa.select(provenance).where(provenance.c.passage_id.in_(ids)).order_by(*provenance.primary_key)
    for row in db.execute(query):
        how = {"engine": row.engine, "tier": row.tier, "claim_hash": row.claim_hash, "first_seen": row.first_seen}
        out.setdefault(row.passage_id, []).append(how)
    return out


def _to_line(row: Any, found: list[dict[str, str]], *, vectors: bool) -> dict[str, Any]:
    line = {
        "text": row.text, "source": row.source, "title": row.details, "domain": row.domain, "kind": row.kind,
        "published": row.published, "language": row.language, "start": row.start_offset, "end": row.end_offset,
        "retrieved": row.retrieved, "namespace": row.namespace, "quarantined": bool(row.quarantined),
        "timestamp": row.timestamp, "access_count": row.access_count, "verification_count": row.verification_count,
        "avg_relevance": float(row.avg_relevance), "last_accessed": row.last_accessed, "found": found,
    }  # fmt: skip
    if vectors:
        line |= {"vector": base64.b64encode(row.vector).decode(), "model": row.model_id}
    return line
