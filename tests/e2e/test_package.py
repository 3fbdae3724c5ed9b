"""scripts/package_extension builds reproducibly, omits files that a browser does not need, and creates a working extension."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.e2e.browser import EXTENSION, EXTENSION_ID, ROOT, Extension, launch

SCRIPT = ROOT / "scripts" / "package_extension"
VERSION = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))["version"]
SHORTCUTS = {
    "next-mark": "Alt+Shift+J",
    "open-panel": "Alt+Shift+L",
    "previous-mark": "Alt+Shift+K",
    "verify-selection": "Alt+Shift+V",
}


def pack(folder: Path, *options: str, **environment: str) -> Path:
    command = [sys.executable, str(SCRIPT), "--out", str(folder), *options]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    (zipped,) = folder.glob("*.zip")
    return zipped


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(tmp_path_factory.mktemp("package") / "out")


def test_builds_are_reproducible(zipped: Path, tmp_path: Path) -> None:
    again = pack(tmp_path / "again", TZ="Asia/Tokyo", PYTHONHASHSEED="7")
    assert zipped.name == again.name == f"claimlight-{VERSION}.zip"
    assert zipped.read_bytes() == again.read_bytes()


def test_package_contains_only_files_the_browser_needs(zipped: Path) -> None:
    names = zipfile.ZipFile(zipped).namelist()
    assert names == sorted(names)
    assert {Path(name).suffix for name in names} <= {".js", ".json", ".html", ".css", ".png", ".svg"}
    needed = {
        path.relative_to(EXTENSION).as_posix()
        for kind in ("*.js", "*.json", "*.html", "*.css", "*.png")
        for path in EXTENSION.rglob(kind)
    }
    assert {name for name in needed if "node_modules" not in name} <= set(names)


def test_store_package_has_no_manifest_key(zipped: Path, tmp_path: Path) -> None:
    def manifest(path: Path) -> dict[str, object]:
        found: dict[str, object] = json.loads(zipfile.ZipFile(path).read("manifest.json"))
        return found

    own, store = manifest(zipped), manifest(pack(tmp_path / "store", "--store"))
    assert own.pop("key")
    assert store == own


def test_packed_extension_runs_without_errors_and_has_its_shortcuts(
    zipped: Path, tmp_path: Path, playwright: Playwright
) -> None:
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(zipped).extractall(unpacked)
    context = launch(playwright, tmp_path / "profile", 1, extension=unpacked)
    try:
        page = context.pages[0]
        page.goto(f"chrome-extension://{EXTENSION_ID}/options/options.html")
        expect(page.locator("#shortcuts li").first).to_be_visible()
        page.goto(f"chrome-extension://{EXTENSION_ID}/popup/popup.html")
        expect(page.locator("#check")).to_have_text("Check")
        page.goto("chrome://extensions")
        infos = page.evaluate("chrome.developerPrivate.getExtensionsInfo()")
        (found,) = [info for info in infos if info["id"] == EXTENSION_ID]
        assert (found["name"], found["state"]) == ("Claimlight", "ENABLED")
        assert (found["manifestErrors"], found["runtimeErrors"], found.get("installWarnings", [])) == ([], [], [])
        commands = Extension(context).worker().evaluate("chrome.commands.getAll()")
        # Chromium silently assigns no shortcut if it uses the suggested key combination itself, as with Alt+Shift+C.
        assert {each["name"]: each["shortcut"] for each in commands if each["name"] != "_execute_action"} == SHORTCUTS
    finally:
        context.close()
