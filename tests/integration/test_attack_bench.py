"""The short version of scripts/attack: small public test sets against the real service, where no attack may succeed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.attacks import AttackOptions, crosssite, injection, inputs, openapi, pages, poison, ssrf
from scripts.attacks.hostile_html import HTML
from scripts.attacks.report import AttackRow
from scripts.attacks.service import real_service
from scripts.attacks.suites import Poison, Suites

WIRE = (
    "gzip bomb",
    "endless headers",
    "redirect to itself",
    "negative chunk",
    "cut off",
    "type application/pdf",
    "redirect to a file",
)
BODIES = (
    "100,000 nested elements",
    "a word of two megabytes",
    "billion laughs",
    "an entity that is a file",
    "charset punycode",
    "deep JSON-LD",
    "plain text of full stops before a letter",
)


def options(rows: int) -> AttackOptions:
    return AttackOptions(suites=Suites(rows=rows), browser=False, llm="", llm_model="", tell=print, brief=True)


def assert_no_regressions(rows: list[AttackRow]) -> None:
    assert rows
    assert [f"{row.attack}, {row.variant}: {row.examples}" for row in rows if row.regression] == []


def test_bad_input_causes_no_server_error() -> None:
    assert_no_regressions(list(inputs.run(options(8))))


def test_api_description_holds_under_fuzzing(tmp_path: Path) -> None:
    with real_service() as running_service:
        rows = list(openapi.fuzz(f"http://127.0.0.1:{running_service.port}", tmp_path, examples=1))
    assert_no_regressions(rows)
    assert rows[0].tried > 200


def test_headers_of_other_origins_are_refused() -> None:
    assert_no_regressions(list(crosssite.run(options(8))))


def test_no_forbidden_address_is_connected_to() -> None:
    assert_no_regressions(list(ssrf.run(options(4))))


def test_hostile_pages_are_read_within_the_time_limit() -> None:
    assert set(BODIES) <= HTML.keys()
    assert_no_regressions([pages._wire(WIRE, options(1)), pages._bodies(BODIES, options(1)), pages._hidden()])


def test_prompt_injection_on_pages_changes_no_verdict() -> None:
    rows = list(injection.run(options(2)))
    assert_no_regressions(rows)
    assert any(row.through for row in rows if row.attack.startswith("reader told")), "nothing was planted"


def test_planted_passages_of_one_site_or_in_quarantine_change_no_verdict() -> None:
    assert_no_regressions(list(poison.run(options(1))))


@pytest.mark.parametrize(("trusted", "rated", "turned"), [(False, True, 0), (True, False, 0), (True, True, 1)])
def test_quarantine_and_missing_ratings_each_stop_several_planted_sites(
    trusted: bool, rated: bool, turned: int, tmp_path: Path
) -> None:
    """Without either defence the verdicts change, which proves that the test can detect such changes."""
    ratings = tmp_path / "ratings.json"
    given = {"tier": "B", "credibility": 0.8, "type": "news"}
    ratings.write_text(json.dumps(dict.fromkeys(poison.SITES[:2], given) if rated else {}), encoding="utf-8")
    texts = (
        "The Vandor tower in Elmsk was finished in 1931.",
        "Records show that the Vandor tower in Elmsk was finished in 1931 by local masons.",
    )
    planted = [Poison(claim=texts[0], passages=texts)]
    way = poison.Way(name="x", trusted=trusted)
    with real_service(sources_file=ratings) as running_service, poison._Web() as web:
        field = poison._Field(way=way, web=web, served=running_service)  # type: ignore[arg-type]
        flipped, _ = poison._measured("x", planted, field, ("several sites", 2))
    assert flipped.through == turned
