"""The reader's ratings on disk: in force at once, kept whole, and a broken file is never overwritten."""

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


def test_without_a_file_the_table_holds_and_nothing_is_written(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path / "data")
    assert sources.registry.overrides == {}
    assert not (tmp_path / "data").exists()


def test_a_rating_is_in_force_at_once_and_after_the_next_start(tmp_path: Path) -> None:
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


def test_removing_goes_back_to_the_table(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    sources.put("reuters.com", POOR)
    assert sources.remove("www.reuters.com")
    assert sources.registry.rate("reuters.com").tier is SourceTier.A
    assert not sources.remove("reuters.com")
    assert ReaderSources.open(None, tmp_path).registry.overrides == {}


def test_edits_by_hand_are_kept(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    (tmp_path / FILE_NAME).write_text('{"by-hand.example": {"tier": "A"}}')
    sources.put("reuters.com", POOR)
    assert set(sources.registry.overrides) == {"by-hand.example", "reuters.com"}


def test_a_file_broken_meanwhile_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    (tmp_path / FILE_NAME).write_text('{"by-hand.example": {"tier": "Q"}}')
    with pytest.raises(ConfigurationError, match="malformed"):
        sources.put("reuters.com", POOR)
    assert (tmp_path / FILE_NAME).read_text() == '{"by-hand.example": {"tier": "Q"}}'
    assert sources.registry.rate("reuters.com").tier is SourceTier.A


def test_a_broken_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{")
    with pytest.raises(ConfigurationError, match="malformed"):
        ReaderSources.open(None, tmp_path)


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="Cannot read"):
        ReaderSources.open(tmp_path / "mine.json", tmp_path)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("{}")
    link.symlink_to(real)
    ReaderSources.open(link, tmp_path).put("reuters.com", POOR)
    assert link.is_symlink()
    assert json.loads(real.read_text()) == {"reuters.com": {"tier": "D"}}


def test_what_cannot_be_written_is_not_in_force(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sources = ReaderSources.open(None, tmp_path / "file")
    with pytest.raises(StorageReadOnly, match="cannot be written"):
        sources.put("reuters.com", POOR)
    assert sources.registry.rate("reuters.com").tier is SourceTier.A


@each_row("site", ["", "co.uk", "no domain", "https://a.example/page"])
def test_what_is_no_domain_is_refused(tmp_path: Path, site: str) -> None:
    sources = ReaderSources.open(None, tmp_path)
    for change in (lambda: sources.put(site, POOR), lambda: sources.remove(site)):
        with pytest.raises(ValueError, match="domain"):
            change()
    assert list(tmp_path.iterdir()) == []


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    sources = ReaderSources.open(None, tmp_path)
    threads = [threading.Thread(target=sources.put, args=(f"site-{n}.example", GOOD)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sources.registry.overrides) == 12
    assert ReaderSources.open(None, tmp_path).registry.overrides == sources.registry.overrides
