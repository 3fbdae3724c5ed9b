"""Fixtures for tests of the extension in a real Chromium, against the real backend."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from backend.jobs.runner import JobLimits
from tests.api_world import World, world
from tests.e2e import failure_report
from tests.e2e.backend_process import BackendMaker, BackendProcess
from tests.e2e.browser import CHROMIUM, Extension, PageUser, launch
from tests.e2e.gated import GatedPipeline
from tests.e2e.local_servers import pages, serving
from tests.e2e.patience import BACKEND_TEST_LIMIT_S, TEST_LIMIT_S, load_factor, set_expect_limit
from tests.e2e.shared_browser import SharedBrowser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests last, and large files first, to keep one process from running a long file after the others are done."""
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: -tests[item.path] if item.path.is_relative_to(HERE) else -math.inf)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop a browser test after half a minute, or after proportionally longer on a busy machine."""
    if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
        starts_backend = "own_backend" in getattr(item, "fixturenames", ())
        limit_s = BACKEND_TEST_LIMIT_S if starts_backend else TEST_LIMIT_S
        item.add_marker(pytest.mark.timeout(limit_s * load_factor()))
        set_expect_limit()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Name the folder with screenshots and logs in the report of a failed test."""
    report = yield
    if report.failed and report.when != "teardown":
        report.sections.append(("Screenshots, consoles and logs", str(failure_report.save(item.name, item.funcargs))))
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def plain_browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False)
    yield launched
    launched.close()


@pytest.fixture
def browser(plain_browser: Browser) -> Iterator[Browser]:
    """Chromium without the extension; each test opens a context of its own."""
    yield plain_browser
    for context in plain_browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def site_port() -> Iterator[int]:
    with serving(pages()) as port:
        yield port


@pytest.fixture(scope="session")
def site(site_port: int) -> str:
    """The address of the test pages, under a host name that looks public."""
    return f"http://news.example:{site_port}"


@pytest.fixture(scope="session")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackendProcess]:
    """An offline backend with the seed facts, shared by the tests that do not disturb it."""
    process = BackendProcess(tmp_path_factory.mktemp("backend") / "data")
    process.start()
    yield process
    process.kill()


@pytest.fixture
def own_backend(tmp_path: Path) -> Iterator[BackendMaker]:
    """Creates a backend for one test, without starting it."""
    make = BackendMaker(tmp_path / "data")
    yield make
    for process in make.made:
        process.kill()


@pytest.fixture(scope="session")
def launch_shared(
    playwright: Playwright, site_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., SharedBrowser]:
    """Makes a browser for many tests, with the keyword arguments of `launch`."""

    def make(**options: Any) -> SharedBrowser:
        return SharedBrowser(lambda: launch(playwright, tmp_path_factory.mktemp("profile"), site_port, **options))

    return make


@pytest.fixture(scope="session")
def default_browser(launch_shared: Callable[..., SharedBrowser]) -> Iterator[SharedBrowser]:
    """A light theme and a window of 1280 by 800 pixels."""
    shared = launch_shared()
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def shared_browser(default_browser: SharedBrowser) -> SharedBrowser:
    """The browser that `extension` uses; a module that needs another theme or size overrides this fixture."""
    return default_browser


@pytest.fixture
def own_extension(playwright: Playwright, tmp_path: Path, site_port: int) -> Iterator[Extension]:
    """A browser for a single test, for changes that a reset cannot undo (installation, update, private windows)."""
    context = launch(playwright, tmp_path / "profile", site_port)
    yield Extension(context)
    context.close()


@pytest.fixture
def extension(request: pytest.FixtureRequest, shared_browser: SharedBrowser) -> Iterator[Extension]:
    """The extension as just installed, in the shared browser, or in `own_extension` if the test requests it."""
    if "own_extension" in request.fixturenames:
        yield request.getfixturevalue("own_extension")
        return
    yield shared_browser.hand_out()
    shared_browser.reset()


@pytest.fixture
def reader(extension: Extension, site: str) -> PageUser:
    """A user on the page of an article."""
    person = PageUser(extension.context.pages[0])
    person.visit(f"{site}/article.html")
    return person


@pytest.fixture
def gate() -> GatedPipeline:
    return GatedPipeline()


@pytest.fixture
def limits() -> JobLimits:
    """Number of parallel jobs in `running_service`; a test that needs another number overrides this with `parametrize`."""
    return JobLimits()


@pytest.fixture
def running_service(tmp_path: Path, gate: GatedPipeline, limits: JobLimits) -> Iterator[World]:
    """A service whose results wait for the gate."""
    with world(tmp_path / "service", gate.answer, limits=limits) as running:
        yield running
        gate.open.set()


@pytest.fixture
def report(extension: Extension, site: str, running_service: World) -> PageUser:
    """A user on the page of a report with numbers."""
    extension.use(f"http://127.0.0.1:{running_service.port}")
    person = PageUser(extension.context.pages[0])
    person.visit(f"{site}/report.html")
    return person
