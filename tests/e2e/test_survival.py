"""R7: the service worker is killed, or the backend is down, restarted, or replaced by another program."""

from __future__ import annotations

from collections.abc import Callable

from tests.api_world import World
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.local_servers import SlowSearch, Stranger, serving
from tests.e2e.patience import until

UNKNOWN = "secret"


def slow_search_settings(search_port: int) -> dict[str, str]:
    """Return settings under which an unknown claim waits for our slow search engine."""
    return {
        "CLAIMLIGHT_ENGINES": "searxng",
        "CLAIMLIGHT_SEARXNG_URL": f"http://127.0.0.1:{search_port}",
        "CLAIMLIGHT_SEARCH_TIMEOUT_S": "60",
        "CLAIMLIGHT_DEADLINE_S": "120",
    }


def history_size(running_service: World) -> int:
    return len(running_service.post("/api/history/list", {}).json()["entries"])


def test_a_killed_worker_resumes_the_same_job(
    extension: Extension, report: PageUser, running_service: World, gate: GatedPipeline
) -> None:
    options = extension.open("options/options.html")
    report.page.bring_to_front()
    report.check("water")
    until(lambda: gate.running == 1, "the check")
    report.see(".progress")
    extension.worker().evaluate("self.notYetKilled = true")
    extension.kill_worker(options)
    until(
        lambda: extension.worker().evaluate("self.notYetKilled === undefined"),
        "a new worker, without the old memory",
    )
    gate.open.set()
    assert report.see(".verdict h2") == "False"
    report.see(".decided")
    assert (len(gate.asked), history_size(running_service)) == (1, 1)


def test_check_continues_when_the_backend_starts_and_restarts(
    extension: Extension, reader: PageUser, own_backend: Callable[..., BackendProcess]
) -> None:
    """Here the backend shuts down normally and abandons the check; tests/e2e/test_side_panel.py kills the backend."""
    slow = SlowSearch()
    with serving(slow.handler) as port:
        backend = own_backend(**slow_search_settings(port))
        extension.use(backend.url)
        reader.hurry()
        reader.check(UNKNOWN)
        assert reader.see(".failure h2") == "Claimlight is not running"
        assert reader.text(".failure code") == f"scripts/start --port {backend.port}"
        backend.start()
        until(slow.asked.is_set, "the search")
        until(lambda: reader.box(".failure") is None, "the end of the failure")
        backend.stop()
        slow.release.set()
        backend.start()
        assert reader.see(".verdict h2") == "Not Enough Evidence"
        assert reader.box(".failure") is None


def test_another_program_on_the_port_never_receives_the_claim(extension: Extension, reader: PageUser) -> None:
    with serving(Stranger) as port:
        extension.use(f"http://127.0.0.1:{port}")
        reader.check("flat")
        assert reader.see(".failure h2") == "Another program is using Claimlight's port"
        with extension.context.expect_page() as opened:
            reader.click(".primary")
        assert opened.value.url.endswith("/options/options.html")


def test_closing_the_card_cancels_the_job(
    extension: Extension, report: PageUser, running_service: World, gate: GatedPipeline
) -> None:
    report.check("water")
    until(lambda: gate.running == 1, "the check")
    report.page.keyboard.press("Escape")
    until(lambda: gate.running == 0, "the end of the job")
    gate.open.set()
    assert (len(gate.asked), history_size(running_service)) == (1, 0)


def test_full_session_storage_does_not_break_a_check(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    gate.open.set()
    left = extension.worker().evaluate(
        """async () => {
          const left = async () => chrome.storage.session.QUOTA_BYTES - (await chrome.storage.session.getBytesInUse());
          for (let size = await left(); ; size -= 16) {
            const full = await chrome.storage.session.set({ filler: "x".repeat(size) }).then(() => true, () => false);
            if (full) return left();
          }
        }"""
    )
    assert left < 50
    report.check("water")
    assert report.see(".verdict h2") == "False"
    assert len(gate.asked) == 1
