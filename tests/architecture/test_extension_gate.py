"""The extension's gate (S8, S10): no way to run or inject untrusted code, and no listener for messages from pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

EXTENSION = ROOT / "chrome_extension"
BACKEND_WEB = ROOT / "backend" / "web"
FORBIDDEN = {
    "markup from text": r"\.(inner|outer)HTML\s*[+]?=|AdjacentHTML|document\.write|ContextualFrag|HTMLUnsafe|srcdoc",
    "code from text": r"\beval\s*\(|new\s+Function\b|set(Timeout|Interval)\s*\(\s*[\"'`]|javascript:",
    "an ear for pages": r"EventListener\s*\(\s*[\"']message[\"']|\bonmessage\s*=|onMessageExternal|onConnectExternal",
    "foreign code": r"\bimportScripts\s*\(\s*[\"']https?:|<script[^>]+src=[\"']https?:|@import\s+url\([\"']?https?:",
}
INLINE_HANDLER = re.compile(r"<[^>]+\son\w+\s*=", re.IGNORECASE)


def sources() -> Iterator[Path]:
    """Yield the scripts and pages of the extension and of the web page."""
    for folder in (EXTENSION, BACKEND_WEB):
        for kind in ("*.js", "*.html", "*.css"):
            yield from folder.rglob(kind)


def without_comments(text: str) -> str:
    """Remove block comments and whole-line comments, which may name a rule."""
    return re.sub(r"^\s*(//|\*).*$", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), flags=re.MULTILINE)


def offences(text: str) -> list[str]:
    """Return the rules that the source breaks."""
    code = without_comments(text)
    return [rule for rule, pattern in FORBIDDEN.items() if re.search(pattern, code)]


def test_extension_sources_pass_the_gate() -> None:
    broken = {str(path.relative_to(ROOT)): offences(path.read_text(encoding="utf-8")) for path in sources()}
    assert {path: rules for path, rules in broken.items() if rules} == {}


@pytest.mark.parametrize(
    "code",
    [
        "box.innerHTML = claim",
        "box.insertAdjacentHTML('beforeend', x)",
        "eval(x)",
        "new Function(x)",
        "setTimeout('go()', 1)",
        "window.addEventListener('message', f)",
        "chrome.runtime.onMessageExternal.addListener(f)",
        "link.href = 'javascript:go()'",
    ],
)
def test_gate_detects_each_violation(code: str) -> None:
    assert offences(code)


def test_pages_have_no_inline_handlers() -> None:
    pages = [path for path in sources() if path.suffix == ".html"]
    assert [path.name for path in pages if INLINE_HANDLER.search(path.read_text(encoding="utf-8"))] == []


def test_manifest_requests_few_permissions() -> None:
    manifest = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["manifest_version"] == 3
    assert "externally_connectable" not in manifest
    assert all(host.startswith(("http://127.0.0.1", "http://localhost")) for host in manifest["host_permissions"])
    assert not {"tabs", "history", "cookies", "webRequest", "debugger", "<all_urls>"} & set(manifest["permissions"])
