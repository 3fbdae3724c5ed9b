"""The user's ratings on disk take effect at once and are written atomically. An invalid file is never overwritten."""

from __future__ import annotations

import json
import stat
import threading
from pathlib import Path

import pytest

from backend.domain.trust import SourceTier
from backend.errors import ConfigurationError, StorageReadOnly
from backend.sources.overrides import read_override
from backend.sources.reader import FILE_NAME, ReaderSources
from tests.each_row import each_row

POOR, GOOD = read_override({"tier": "D"}), read_override({"tier": "B", "type": "news", "note": "my own paper"})


def test_missing_file_means_no_overrides_and_is_not_created(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path / "data")
    assert sources.registry.overrides == {}
    assert not (tmp_path / "data").exists()


def test_rating_takes_effect_at_once_and_after_a_restart(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path / "data")
    assert sources.put("https://www.BBC.co.uk", POOR) == "bbc.com"
    assert sources.put("my-town.example", GOOD) == "my-town.example"
    for at in (sources, ReaderSources.open(None, tmp_path / "data")):
        assert at.registry.rate("https://www.bbc.com/news").tier is SourceTier.D
        assert at.registry.rate("my-town.example").tier is SourceTier.B
    file = tmp_path / "data" / FILE_NAME
    assert json.loads(file.read_text()) == {
        "bbc.com": {"tier": "D"},
        "my-town.example": {"tier": "B", "type": "news", "note": "my own paper"},
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == [FILE_NAME]


def test_removing_a_rating_restores_the_listed_one(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    sources.put("reuters.com", POOR)
    assert sources.remove("www.reuters.com")
    assert sources.registry.rate("reuters.com").tier is SourceTier.A
    assert not sources.remove("reuters.com")
    assert ReaderSources.open(None, tmp_path).registry.overrides == {}


def test_manual_edits_of_the_file_are_kept(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    (tmp_path / FILE_NAME).write_text('{"by-hand.example": {"tier": "A"}}')
    sources.put("reuters.com", POOR)
    assert set(sources.registry.overrides) == {"by-hand.example", "reuters.com"}


def test_file_that_became_invalid_is_reported_and_not_overwritten(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    (tmp_path / FILE_NAME).write_text('{"by-hand.example": {"tier": "Q"}}')
    with pytest.raises(ConfigurationError, match="malformed"):
        sources.put("reuters.com", POOR)
    assert (tmp_path / FILE_NAME).read_text() == '{"by-hand.example": {"tier": "Q"}}'
    assert sources.registry.rate("reuters.com").tier is SourceTier.A


def test_invalid_file_prevents_opening(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{")
    with pytest.raises(ConfigurationError, match="malformed"):
        ReaderSources.open(None, tmp_path)


def test_configured_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="Cannot read"):
        ReaderSources.open(tmp_path / "mine.json", tmp_path)


def test_symbolic_link_is_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("{}")
    link.symlink_to(real)
    ReaderSources.open(link, tmp_path).put("reuters.com", POOR)
    assert link.is_symlink()
    assert json.loads(real.read_text()) == {"reuters.com": {"tier": "D"}}


def test_rating_that_cannot_be_written_has_no_effect(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sources = ReaderSources.open(None, tmp_path / "file")
    with pytest.raises(StorageReadOnly, match="cannot be written"):
        sources.put("reuters.com", POOR)
    assert sources.registry.rate("reuters.com").tier is SourceTier.A


@each_row("site", ["", "co.uk", "no domain", "https://a.example/page"])
def test_site_that_is_not_a_domain_is_refused(tmp_path: Path, site: str) -> None:
    sources = ReaderSources.open(None, tmp_path)
    for change in (lambda: sources.put(site, POOR), lambda: sources.remove(site)):
        with pytest.raises(ValueError, match="domain"):
            change()
    assert list(tmp_path.iterdir()) == []


def test_concurrent_changes_are_all_kept(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    threads = [threading.Thread(target=sources.put, args=(f"site-{n}.example", GOOD)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sources.registry.overrides) == 12
    assert ReaderSources.open(None, tmp_path).registry.overrides == sources.registry.overrides
