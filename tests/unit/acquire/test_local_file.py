"""The user's own files are parsed like web pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.acquire.body import MAX_DECODED
from backend.acquire.local_file import read_local
from backend.errors import UnreadablePage


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.html", "text/html"), ("a.HTM", "text/html"), ("a.txt", "text/plain"), ("a.md", "text/plain"), ("notes", "text/plain")],
)  # fmt: skip
def test_file_type_follows_the_name(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).write_bytes(b"text")
    page = read_local(tmp_path / name)
    assert (page.content_type, page.body) == (kind, b"text")
    assert page.url == (tmp_path / name).as_uri()


@pytest.mark.parametrize(
    ("name", "told"), [("a.pdf", "application/pdf"), ("a.html.gz", "gzip"), ("none.txt", "opened"), (".", "opened")]
)
def test_unreadable_file_is_reported(tmp_path: Path, name: str, told: str) -> None:
    with pytest.raises(UnreadablePage, match=told):
        read_local(tmp_path / name)


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"a" * (MAX_DECODED + 1))
    with pytest.raises(UnreadablePage, match="8 MiB"):
        read_local(tmp_path / "large.txt")
