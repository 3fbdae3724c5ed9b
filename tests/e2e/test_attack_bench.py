"""The short version of scripts/attack in Chromium, and proof that it detects attacks on vulnerable pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from scripts.attacks import AttackOptions, crosssite_browser, xss
from scripts.attacks.report import AttackRow
from scripts.attacks.suites import Suites
from scripts.attacks.surfaces import _LOOK, _compared, _Watched
from scripts.attacks.target import target
from tests.e2e.patience import until
from tests.each_row import each_row

ROWS = 8


def options(rows: int) -> AttackOptions:
    return AttackOptions(suites=Suites(rows=rows), browser=True, llm="", llm_model="", tell=print)


def assert_no_regressions(rows: list[AttackRow]) -> None:
    assert rows
    assert [f"{row.attack}, {row.variant}: {row.examples}" for row in rows if row.regression] == []


def test_no_attack_string_is_executed_as_code(playwright: Playwright, tmp_path: Path) -> None:
    rows = list(xss._all(playwright, tmp_path, options(ROWS).suites.texts("xss"), options(ROWS)))
    assert_no_regressions(rows)
    assert {row.attack for row in rows} >= {"web page", "overlay", "popup"}
    assert all(row.tried == ROWS for row in rows)


@pytest.fixture
def naive(browser: Browser) -> Page:
    """A page that shows text as markup."""
    context = browser.new_context()
    context.add_init_script(xss.HOOKS)
    page = context.new_page()
    page.route("http://naive.example/", lambda route: route.fulfill(content_type="text/html", body="<div id=a></div>"))
    page.goto("http://naive.example/")
    return page


@each_row(
    ("text", "sign"),
    [
        ("<img src=x onerror=alert(1)>", "alert"),
        ("<details open ontoggle=alert(1)>x</details>", "alert"),
        ("<b onclick=alert(1)>x</b>", "handlers"),
        ("<a href='javascript:alert(1)'>x</a>", "links"),
        ("<iframe></iframe>", "dangerous"),
        ("<img src=http://127.0.0.1:1/spy>", "request"),
    ],
)
def test_attack_on_a_vulnerable_page_is_detected(naive: Page, text: str, sign: str) -> None:
    naive.reload()
    watched = _Watched(naive.context, naive, ("http://naive.example",))
    clean = naive.evaluate(f"({_LOOK})([document])")
    naive.evaluate("(text) => { document.getElementById('a').innerHTML = text; }", text)
    seen: list[str] = []

    def shows_sign() -> bool:
        seen.extend((watched.noticed(), _compared(naive.evaluate(f"({_LOOK})([document])"), clean)))
        return sign in " ".join(seen)

    until(shows_sign, sign)


def test_requests_from_the_services_own_page_succeed_and_are_detected(browser: Browser) -> None:
    """The control test: requests forbidden to other origins succeed from the page itself, which proves that attacks send requests."""
    with target() as victim:
        own = f"http://127.0.0.1:{victim.served.port}"
        tally = crosssite_browser._tried(victim, browser, (f"{own}/", own), options(4))
    came = tally._through
    assert any("claims verified" in what for what in came)
    assert any("history changed" in what for what in came)
    assert any("read " in what for what in came)
