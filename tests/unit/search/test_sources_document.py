"""The tables of docs/sources.md match the program."""

from __future__ import annotations

import re
from pathlib import Path

from backend.search.engines import build_engines
from backend.search.rate_limiter import POLITE
from backend.search.topics import routed
from backend.settings import Settings


def _text(root: Path) -> str:
    return (root / "docs" / "sources.md").read_text(encoding="utf-8")


def test_documented_limits_match_the_program(root: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| ([\d.]+) \|", _text(root), re.MULTILINE)
    assert {name: (float(burst), float(interval)) for name, burst, interval in rows} == dict(POLITE)


def test_every_engine_is_documented(root: Path) -> None:
    engines = build_engines(
        Settings(_env_file=None, searxng_url="http://127.0.0.1:9", tavily_api_key="k", google_fact_check_api_key="g")  # type: ignore[call-arg, arg-type]
    )
    assert [engine.name for engine in engines if f"`{engine.name}`" not in _text(root)] == []


def test_every_source_has_its_own_line(root: Path) -> None:
    section = _text(root).split("## Topical sources")[1].split("## Rate limits")[0]
    assert set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == set(routed())
