"""Export and import are complete, repeatable, and safe against hostile files."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from backend.domain.article import Namespace, PassageKind
from backend.domain.trust import SourceTier
from backend.errors import InvalidRequest
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.startup import open_knowledge
from backend.knowledge.values import Provenance
from backend.sources.registry import SourceRegistry
from tests.each_row import each_row
from tests.unit.knowledge.world import Clock, Opener, WordEmbedder, passage, some_passages

COUNT = 100
SEED = passage("A seed fact.")


def write_export(knowledge: KnowledgeBase, path: Path, *, vectors: bool = False) -> Path:
    with path.open("wb") as out:
        knowledge.export(out, vectors=vectors)
    return path


@pytest.fixture(scope="module")
def old(registry: SourceRegistry, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A knowledge base to export, which every test leaves unchanged."""
    knowledge = open_knowledge(tmp_path_factory.mktemp("old") / "data", WordEmbedder(), registry, Clock())
    knowledge.ingest(some_passages(COUNT), provenance=Provenance(engine="ddgs", tier="news", claim="A claim"))
    knowledge.ingest([SEED], namespace=Namespace.STATIC, quarantined=False)
    knowledge.learn({some_passages(1)[0].id: 0.5}, [some_passages(1)[0].id])
    yield knowledge
    knowledge.close()


@pytest.fixture
def valid_export(old: KnowledgeBase, tmp_path: Path) -> Path:
    """An export file that can be imported."""
    return write_export(old, tmp_path / "file.gz")


@pytest.mark.parametrize("vectors", [False, True])
def test_import_restores_everything_and_is_idempotent(
    old: KnowledgeBase, opener: Opener, tmp_path: Path, vectors: bool
) -> None:
    file = write_export(old, tmp_path / "file.gz", vectors=vectors)
    new = opener(folder=tmp_path / "new")
    assert new.take_in(file).new == COUNT + 1
    assert new.take_in(file).new == 0
    assert write_export(new, tmp_path / "again.gz", vectors=vectors).read_bytes() == file.read_bytes()
    used = some_passages(1)[0]
    assert new.passage(used.id) == old.passage(used.id)
    assert new.browser.origins(some_passages(9)[5].id) == old.browser.origins(some_passages(9)[5].id)
    assert [c.passage.id for c in new.recall("Fact 77 says", 5)] == [
        c.passage.id for c in old.recall("Fact 77 says", 5)
    ]


def test_import_as_leads_quarantines_every_passage(valid_export: Path, knowledge: KnowledgeBase) -> None:
    knowledge.take_in(valid_export, as_leads=True)
    stats = knowledge.stats()
    assert (stats["quarantined"], stats["namespaces"]["static_gk"]) == (COUNT + 1, 0)


def test_import_does_not_restore_forgotten_seed_facts(valid_export: Path, knowledge: KnowledgeBase) -> None:
    knowledge.ingest([SEED], namespace=Namespace.STATIC, quarantined=False)
    knowledge.forget(passage_id=SEED.id)
    assert knowledge.take_in(valid_export).new == COUNT


def rewrite_export(file: Path, change: Callable[[list[dict[str, Any]]], None]) -> Path:
    """Return the file with other lines, and a matching checksum."""
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()][:-1]
    change(lines)
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = json.dumps({"passages": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()}).encode()
    file.write_bytes(gzip.compress(body + end))
    return file


def test_every_kind_of_passage_is_transferred(opener: Opener, tmp_path: Path) -> None:
    old, new = opener(folder=tmp_path / "old"), opener(folder=tmp_path / "new")
    kinds = {passage(f"A fact about {kind}.").id: kind for kind in PassageKind}
    old.ingest([replace(passage(f"A fact about {kind}."), kind=kind) for kind in PassageKind])
    new.take_in(write_export(old, tmp_path / "file.gz"))
    for knowledge in (old, new):
        found = {row: knowledge.passage(row).passage for row in kinds}
        assert {row: one.kind for row, one in found.items()} == kinds
        assert [one.kind for one in found.values() if one.verbatim] == [PassageKind.ARTICLE]


def test_api_texts_in_earlier_exports_become_handouts(opener: Opener, tmp_path: Path) -> None:
    old, new = opener(folder=tmp_path / "old"), opener(folder=tmp_path / "new")
    for engine in ("crossref", "ddgs"):
        page = replace(passage(f"Found by {engine}."), kind=PassageKind.ARTICLE)
        old.ingest([page], provenance=Provenance(engine=engine, tier="broad", claim="A claim"))
    new.take_in(write_export(old, tmp_path / "file.gz"))
    kinds = [new.passage(passage(f"Found by {engine}.").id).passage.kind for engine in ("crossref", "ddgs")]
    assert kinds == [PassageKind.HANDOUT, PassageKind.ARTICLE]


@each_row(
    ("name", "value"),
    [
        ("text", 7), ("text", ""), ("text", "x" * 30_000), ("text", "nul \x00"), ("text", "\u200b\u202e"), ("text", "lone \ud800"),
        ("source", "file:///etc/passwd"), ("source", "../../etc/passwd"), ("source", "javascript:alert(1)"),
        ("kind", "verdict"), ("namespace", "../x"), ("quarantined", "no"), ("avg_relevance", 7.0),
        ("avg_relevance", float("nan")), ("access_count", -1), ("access_count", 2**60), ("start", True),
        ("timestamp", "yesterday"), ("published", "2026-99-99"), ("published", "2026-13"), ("published", "0000"),
        ("retrieved", "2026"), ("last_accessed", "12:00"), ("timestamp", "now"),
        ("found", [{"engine": "x", "tier": "", "claim_hash": "", "first_seen": "long ago"}]),
        ("found", [{"engine": "x"}]), ("id", "0" * 32), ("vector", ["x"]),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused(
    valid_export: Path, knowledge: KnowledgeBase, tmp_path: Path, name: str, value: object
) -> None:
    hostile = rewrite_export(
        shutil.copy(valid_export, tmp_path / "hostile.gz"), lambda lines: lines[5].update({name: value})
    )
    with pytest.raises(InvalidRequest):
        knowledge.take_in(hostile)
    assert knowledge.stats()["passages"] == 0


def test_control_characters_and_false_domains_are_not_imported(valid_export: Path, knowledge: KnowledgeBase) -> None:
    said = {
        "text": "The dam at Velbrook\x1b[2J was\u202e closed in\u200b spring.", "title": "Dam\r\nNews\x1b]0;x\x07",
        "source": "https://www.one-site.example/dam", "domain": "nasa.gov",
    }  # fmt: skip
    knowledge.take_in(rewrite_export(valid_export, lambda lines: lines[5].update(said)))
    found = knowledge.recall("The dam at Velbrook was closed in spring", 1)[0].passage
    assert found.text == "The dam at Velbrook[2J was closed in spring."
    assert found.title == "Dam News]0;x"
    assert found.domain == "one-site.example"


@each_row(
    ("source", "domain"),
    [
        ("http://93.184.215.14/x", "93.184.215.14"), ("http://localhost/x", "localhost"), ("http://co.uk/x", "co.uk"),
        ("http://one-site.example\\@who.int/x", ""), ("", ""),
    ],
)  # fmt: skip
def test_an_address_without_a_registered_domain_keeps_its_host(
    valid_export: Path, knowledge: KnowledgeBase, source: str, domain: str
) -> None:
    said = {"text": "The dam at Velbrook was closed in spring.", "source": source, "domain": "who.int"}
    assert knowledge.take_in(rewrite_export(valid_export, lambda lines: lines[5].update(said))).new
    dams = {found.passage.source: found for found in knowledge.recall("The dam at Velbrook was closed in spring", 10)}
    assert dams[source].passage.domain == domain
    assert dams[source].rating.tier not in (SourceTier.A, SourceTier.B)


def test_a_vector_of_another_model_is_recomputed(old: KnowledgeBase, knowledge: KnowledgeBase, tmp_path: Path) -> None:
    file = write_export(old, tmp_path / "file.gz", vectors=True)
    knowledge.take_in(rewrite_export(file, lambda lines: [line.update({"vector": "AAAA"}) for line in lines[1:50]]))
    assert knowledge.recall("Fact 3 says", 1)[0].similarity > 0.5


@each_row(
    "content",
    [
        b"", b"no gzip", gzip.compress(b""), gzip.compress(b"[]\n"), gzip.compress(b'{"format": "other"}\n'),
        gzip.compress(b"{" * 100_000), gzip.compress(b"[" * 200_000),
    ],
)  # fmt: skip
def test_a_file_that_is_not_an_export_is_refused(knowledge: KnowledgeBase, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(InvalidRequest):
        knowledge.take_in(tmp_path / "file")


def test_a_truncated_or_changed_file_is_refused(valid_export: Path, knowledge: KnowledgeBase) -> None:
    whole = valid_export.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    without_end, without_a_line = b"".join(lines[:-1]), b"".join(lines[:5] + lines[6:])
    for broken in (whole[: len(whole) // 2], gzip.compress(without_end), gzip.compress(without_a_line)):
        valid_export.write_bytes(broken)
        with pytest.raises(InvalidRequest):
            knowledge.take_in(valid_export)


@each_row("filler", [b" ", b"\n"])
def test_a_decompression_bomb_is_refused(knowledge: KnowledgeBase, tmp_path: Path, filler: bytes) -> None:
    out = BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb") as packed:
        packed.write(b'{"format":"claimlight-knowledge","version":1}\n')
        for _ in range(64):
            packed.write(filler * 2**20)
    (tmp_path / "bomb").write_bytes(out.getvalue())
    with pytest.raises(InvalidRequest):
        knowledge.take_in(tmp_path / "bomb")


def test_partial_publication_dates_are_transferred(valid_export: Path, knowledge: KnowledgeBase) -> None:
    dates = ["", "2026", "2026-11", "2026-11-22", "2026-11-22T10:00:00+00:00"]
    dated = {passage(f"Published at some time, {n}.").id: date for n, date in enumerate(dates)}

    def change(lines: list[dict[str, Any]]) -> None:
        for n, date in enumerate(dates):
            one = passage(f"Published at some time, {n}.")
            lines[n + 1].update({"text": one.text, "source": one.source, "published": date})

    assert knowledge.take_in(rewrite_export(valid_export, change)).new == COUNT + 1
    assert {name: knowledge.passage(name).passage.published for name in dated} == dated


def test_growth_ignores_invalid_timestamps_of_earlier_imports(knowledge: KnowledgeBase) -> None:
    knowledge.ingest(some_passages(10))
    odd = ("yesterday", "", "2026-01-01", "99999-01-01T00")
    with knowledge._store.database.write() as db:
        for passage_, time in zip(some_passages(4), odd, strict=True):
            db.execute(sa.text("UPDATE passages SET timestamp = :t WHERE id = :i"), {"t": time, "i": passage_.id})
    told = knowledge.browser.growth()
    assert sum(step.added for step in told) == 7
    assert all(datetime.fromisoformat(step.time) for step in told)
    assert list(told) == sorted(told, key=lambda step: step.time)
