"""The web page describes the health of search engines: which ones are paused, until when, why, and when they last responded."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from backend.search.engines.wikipedia import Wikipedia
from tests.e2e.backend_process import BackendProcess
from tests.e2e.local_servers import SlowSearch, serving
from tests.e2e.patience import until

HOUR = 3600


def breaker_states(now: float, *, broken: str = "openalex broke down.") -> dict[str, str]:
    """Return the state of three engines, as the circuit breaker stores it across restarts."""
    states = {
        "wikipedia": {"failures": 1, "until": now + HOUR, "reason": "wikipedia refuses.", "answered": now - 2 * HOUR},
        "searxng": {"failures": 0, "until": 0, "reason": "", "answered": now - 300},
        "openalex": {"failures": 3, "until": now - 10, "reason": broken, "answered": 0},
    }
    return {f"breaker:{name}": json.dumps(state) for name, state in states.items()}


def test_state_of_every_engine_is_shown(
    browser: Browser, own_backend: Callable[..., BackendProcess], tmp_path: Path
) -> None:
    assert Wikipedia.name == "wikipedia"
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "engines.json").write_text(
        json.dumps(breaker_states(time.time(), broken="openalex <b>broke</b> down.")), encoding="utf-8"
    )
    names = "searxng,wikipedia,openalex"
    backend = own_backend(CLAIMLIGHT_ENGINES=names, CLAIMLIGHT_SEARXNG_URL="http://127.0.0.1:9")
    backend.start()
    page = browser.new_page()
    page.goto(f"{backend.url}/#status")
    expect(page.locator("#status-line")).to_have_text("Running. Paused: 1 of 3 search engines and sources.")
    rows = {name: page.locator("#health-rows tr", has_text=name) for name in names.split(",")}
    expect(rows["searxng"]).to_have_text(re.compile(r"searxng\s*ready\s*5 minutes ago\s*Nothing to report\."))
    expect(rows["wikipedia"]).to_contain_text(re.compile(r"paused for (1 hour|60 minutes), until \d"))
    expect(rows["wikipedia"]).to_contain_text("2 hours ago")
    expect(rows["wikipedia"]).to_contain_text(
        re.compile(r"Failures in a row: 1\.\s*Technical details\s*wikipedia refuses\.")
    )
    expect(rows["openalex"]).to_contain_text("trying again")
    expect(rows["openalex"]).to_contain_text("never")
    expect(rows["openalex"]).to_contain_text("Failures in a row: 3.")
    expect(rows["openalex"].locator("[lang=en]")).to_have_text("openalex <b>broke</b> down.")
    page.click("#tabs >> text=Check")
    expect(page.locator("#engines li", has_text="wikipedia")).to_contain_text("paused")
    page.close()


def test_refresh_can_be_started_and_its_failure_is_shown(
    browser: Browser, own_backend: Callable[..., BackendProcess]
) -> None:
    search = SlowSearch(fails=True)
    with serving(search.handler) as port:
        backend = own_backend(
            CLAIMLIGHT_ENGINES="searxng",
            CLAIMLIGHT_SEARXNG_URL=f"http://127.0.0.1:{port}",
            CLAIMLIGHT_REFRESH_QUERIES="halden",
        )
        backend.start()
        page = browser.new_page()
        page.clock.install()
        page.goto(f"{backend.url}/#status")
        expect(page.locator("#current-line")).to_have_text(
            "Nothing has been collected yet. Updated only when you ask for it."
        )
        page.click("#renew")
        expect(page.locator("#current-line")).to_contain_text("Updating: searching")
        expect(page.locator("#renew")).to_be_disabled()
        search.release.set()

        def text_after_next_poll() -> str:
            page.clock.run_for(10_000)
            return page.text_content("#current-detail") or ""

        until(lambda: "No search engine and no feed answered" in text_after_next_poll(), "the end of the renewal")
        expect(page.locator("#renew")).to_be_enabled()
        page.close()
