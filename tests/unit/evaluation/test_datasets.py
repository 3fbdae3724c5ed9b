"""Reading labelled rows: every error in a file is reported with its position."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from backend.evaluation.datasets import DatasetError, pairs, rows, sample

ROW = {"claim": "Honey never spoils.", "evidence": "Honey keeps for ever.", "label": "SUPPORTS", "src": "made"}


def written(path: Path, *lines: object) -> Path:
    """Write an uncompressed file with one JSON object per line."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def test_gzip_and_plain_files_give_the_same_rows(tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jsonl", ROW, ROW)
    zipped = tmp_path / "named_without_gz.jsonl"
    zipped.write_bytes(gzip.compress(plain.read_bytes()))
    assert tuple(pairs(rows(plain))) == tuple(pairs(rows(zipped)))
    assert [pair.source for pair in pairs(rows(plain))] == ["made", "made"]


def test_blank_lines_and_a_byte_order_mark_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf\n" + json.dumps(ROW).encode() + b"\n\n  \n")
    assert [row.line for row in rows(path)] == [2]


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        (b"", 0, "there is no row"),
        (b"\n\n", 0, "there is no row"),
        (b'{"claim": 1}\n{"claim"', 2, "not JSON"),
        (b"[1, 2]\n", 1, "not a JSON object"),
        (b'{"a": 1}\n\xff\xfe\n', 2, "not UTF-8"),
        (b"\x1f\x8b\x08\x00broken", 1, "gzip file is damaged"),
        (gzip.compress(b'{"a": 1}\n' * 5000)[:-20], None, "gzip file is damaged"),
    ],
)
def test_damaged_file_error_names_the_position(tmp_path: Path, body: bytes, line: int | None, words: str) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(body)
    with pytest.raises(DatasetError, match=words) as caught:
        list(rows(path))
    assert caught.value.path == path
    assert str(path) in caught.value.message
    assert line is None or caught.value.line == line


def test_missing_file_and_folder_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(DatasetError, match="cannot be read"):
            list(rows(path))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"claim": None}, '"claim" must be a string'),
        ({"claim": "  "}, '"claim" must be a string'),
        ({"evidence": ["a"]}, '"evidence" must be a string'),
        ({"label": "TRUE"}, "none of NEI, REFUTES, SUPPORTS"),
    ],
)
def test_a_wrong_field_names_file_and_line(tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = written(tmp_path / "rows.jsonl", ROW, {**ROW, **change})
    with pytest.raises(DatasetError, match=words) as caught:
        tuple(pairs(rows(path)))
    assert caught.value.line == 2
    assert "line 2" in caught.value.message


def test_list_items_are_checked_individually(tmp_path: Path) -> None:
    (row,) = rows(written(tmp_path / "rows.jsonl", {"texts": ["a", "b"], "mixed": ["a", 1]}))
    assert row.many("texts", str) == ("a", "b")
    for name in ("mixed", "absent"):
        with pytest.raises(DatasetError, match="must be a list of str"):
            row.many(name, str)


def test_a_sample_is_the_same_every_time_and_keeps_the_order() -> None:
    chosen = sample(range(1000), 50)
    assert chosen == sample(range(1000), 50)
    assert list(chosen) == sorted(set(chosen))
    assert len(chosen) == 50
    assert chosen != tuple(range(50))
    assert sample("abc", None) == sample("abc", 7) == ("a", "b", "c")
