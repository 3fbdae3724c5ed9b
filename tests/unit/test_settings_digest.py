"""Settings: the service's address, the settings that an answer depends on, and invalid values."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from backend.bootstrap import build
from backend.cli import read_settings
from backend.errors import UserError
from backend.settings import Settings, choose_data_dir
from tests.models import bundled_models


@pytest.mark.parametrize(
    ("host", "url"), [("127.0.0.1", "http://127.0.0.1:8737"), ("::1", "http://[::1]:8737"), ("localhost", "http://localhost:8737")]
)  # fmt: skip
def test_the_address_of_the_service(host: str, url: str) -> None:
    assert Settings(_env_file=None, host=host).url == url


def test_settings_digest_does_not_depend_on_the_ratings_path(tmp_path: Path) -> None:
    named = Settings(_env_file=None, sources_file=tmp_path / "mine.json").fingerprint
    assert named == Settings(_env_file=None).fingerprint
    assert named != Settings(_env_file=None, recall_k=7).fingerprint


def test_a_setting_that_no_longer_exists_is_ignored(tmp_path: Path) -> None:
    old = tmp_path / ".env"
    old.write_text("CLAIMLIGHT_DECIDER=ladder\nCLAIMLIGHT_RISK=bold\n", encoding="utf-8")
    assert Settings(_env_file=old).risk == "bold"


def test_a_queue_too_long_for_the_servers_threads_is_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMLIGHT_QUEUE_SIZE", "257")
    with pytest.raises(UserError, match=r"queue_size cannot be used: .* 256"):
        read_settings({})


@pytest.mark.parametrize("seeded", [True, False])
def test_knowledge_base_starts_empty_without_built_in_facts(tmp_path: Path, seeded: bool) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path, offline=True, seed_facts=seeded)
    with closing(build(settings, models=bundled_models())) as services:
        assert bool(services.knowledge.stats()["passages"]) is seeded


def test_default_cap_applies_only_to_a_local_database(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings(_env_file=None).knowledge_cap_bytes == 2_048 * 2**20
    monkeypatch.setenv("DATABASE_URL", "postgresql://a@127.0.0.1/b")
    assert Settings(_env_file=None).knowledge_cap_bytes == 0
    monkeypatch.setenv("CLAIMLIGHT_KNOWLEDGE_CAP_MB", "2048")
    assert Settings(_env_file=None).knowledge_cap_bytes == 2_048 * 2**20


def test_data_folder_of_earlier_versions_is_used_until_the_new_one_has_data(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    assert choose_data_dir(new, old) == new
    old.mkdir()
    assert choose_data_dir(new, old) == old
    new.mkdir()
    (new / "claimlight.env").touch()
    assert choose_data_dir(new, old) == old
    (new / "history.sqlite3").touch()
    assert choose_data_dir(new, old) == new
