"""The web page's text about current affairs: age, progress and result of the last refresh."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from backend.api.page_text import script_words

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
SCRIPT = """
const [current, words] = process.argv.slice(1);
const { currentView } = await import(current);
const chunks = []; for await (const chunk of process.stdin) chunks.push(chunk);
const [status, now, table] = JSON.parse(Buffer.concat(chunks).toString());
(await import(words)).use(table);
process.stdout.write(JSON.stringify(currentView(status, now)));
"""
EMPTY: dict[str, Any] = {
    "hours": 0, "next": "", "running": False, "stage": "", "done": 0, "total": 0, "generation": 0, "passages": 0, "since": "",
    "last": None,
}  # fmt: skip


def rendered(root: Path, *, offline: bool = False, **refresh: Any) -> dict[str, Any]:
    modules = [(root / f"backend/web/static/js/{name}.js").as_uri() for name in ("current", "words")]
    status = {"offline": offline, "refresh": {**EMPTY, **refresh}}
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, *modules],
        input=json.dumps([status, NOW.timestamp(), script_words("en")]), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def ago(**span: float) -> str:
    return (NOW - timedelta(**span)).isoformat(timespec="seconds")


def test_text_before_the_first_refresh(root: Path) -> None:
    found = rendered(root)
    assert found == {
        "line": "Nothing has been collected yet. Updated only when you ask for it.",
        "last": "",
        "detail": "",
        "may": True,
    }
    offline = rendered(root, offline=True)
    assert offline["line"] == "Nothing has been collected yet. Offline mode: no updates."
    assert offline["may"] is False


def test_text_names_age_and_next_refresh(root: Path) -> None:
    found = rendered(root, passages=1_234, since=ago(hours=3), hours=24, next=ago(hours=-21), last={"ok": True})
    assert (
        found["line"]
        == "Collected 3 hours ago: 1,234 passages. Updated automatically (interval: 24 hours), next in 21 hours."
    )
    assert found["last"] == ""


def test_text_shows_the_progress_of_a_refresh(root: Path) -> None:
    found = rendered(root, running=True, stage="reading", done=12, total=90, passages=1, since=ago(minutes=2))
    assert found["line"].startswith("Updating: reading pages, 12 of 90. Collected 2 minutes ago: 1 passage.")
    assert found["may"] is False
    assert "Updating: starting." in rendered(root, running=True)["line"]


def test_text_of_a_failed_refresh_names_reason_and_kept_data(root: Path) -> None:
    message = "No search engine and no feed answered\u202e, so nothing was renewed."
    last = {"ok": False, "finished": ago(minutes=5), "message": message}
    told = rendered(root, last=last)
    assert told["last"] == "The last update, 5 minutes ago, failed. The earlier news is still in use."
    assert told["detail"] == "No search engine and no feed answered, so nothing was renewed."
    assert rendered(root, last=last, running=True)["last"] == ""
