"""References in code and documents are valid: design sections, requirements, pages, headings and decision records."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

TEXT = {".py", ".md", ".js", ".ts", ".json", ".toml", ".html", ".css", ".yml", ".txt", ".example", ""}
# A section of a published standard.
STANDARD = re.compile(r"\b(?:RFC \d+|WCAG [\d.]+|WHATWG \w+|FIPS [\d-]+)[^\n]*")
SECTION = re.compile(r"§ ?\d")
OUTSIDE = re.compile(r"\bseed[- ]systems\b|\bdesign §|\bFR-\d{3}\b|\bM104\b|\bplatform facts\b")
DESIGN = re.compile(r"docs/design\.md#([\w-]+)")
ORIGIN = re.compile(r"[\"`](?:00[0124]|ours)(?: #([\w-]+))")
REQUIREMENT = re.compile(r"(?<![\w\"'#-])([SR]\d{1,2})(?![\w-])")
DECISION = re.compile(r"decisions?[ /](\d{1,4})\b")
FOUNDING = re.compile(r"\b[Dd]ocuments? 00[0-4]\b")
# Files that may name the original designs, because they keep a format, table or rule of a design. Other code refers to docs/design.md.
NAMES_THEM = (
    "backend/api/",
    "backend/evaluation/designs.py",
    "backend/sources/documents.py",
    "backend/knowledge/seeds.py",
    "backend/rank/settings.py",
)
NAMED_FILE = re.compile(
    r"(?<![\w/.-])((?:backend|scripts|tests|docs|chrome_extension)/[\w/.-]+\.(?:py|jsonl?|md|js|css|html|png|svg|gz))\b"
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
THIS = "tests/architecture/test_references.py"
Found = tuple[str, re.Match[str]]


@cache
def texts() -> dict[str, str]:
    """Return every tracked text file by path, except generated texts, model data and fixtures."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    kept = [name for name in listed if name and name != THIS and not re.search(r"(^|/)(fixtures|data|models)/", name)]
    return {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in kept
        if Path(name).suffix in TEXT and (ROOT / name).is_file() and (ROOT / name).stat().st_size < 500_000
    }


def anchors(page: str) -> set[str]:
    """Return the anchors of a page's headings, in GitHub's format."""
    headings = re.findall(r"^#{1,6} (.+)$", page, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def matches(pattern: re.Pattern[str], *suffixes: str, without: re.Pattern[str] | None = None) -> Iterator[Found]:
    """Yield ("path:line", match) for every match in files with these suffixes; without suffixes, in all files.

    Text that matches `without` is not searched.
    """
    for name, text in texts().items():
        if not suffixes or Path(name).suffix in suffixes:
            searched = without.sub("", text) if without and pattern.search(text) else text
            for match in pattern.finditer(searched):
                yield f"{name}:{searched.count(chr(10), 0, match.start()) + 1}", match


def dangling_links(page: str, text: str) -> list[str]:
    """Return the links to missing files, and to headings that are missing on their page."""
    found = []
    for target in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        file, _, heading = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        other = (ROOT / page).parent / file if file else ROOT / page
        if not other.exists() or (heading and heading not in anchors(other.read_text(encoding="utf-8"))):
            found.append(f"{page}: {target}")
    return found


def test_no_reference_to_a_document_outside_the_repository() -> None:
    strange = [*matches(OUTSIDE), *matches(SECTION, without=STANDARD)]
    assert [f"{where}: {match.group()}" for where, match in strange] == []


def test_earlier_designs_are_named_only_where_their_shapes_are_kept() -> None:
    others = {name for name in texts() if name.startswith("backend/") and not name.startswith(NAMES_THEM)}
    assert [name for name in others if FOUNDING.search(texts()[name])] == []


def test_referenced_design_sections_exist() -> None:
    known = anchors(texts()["docs/design.md"])
    named = [(where, match[1]) for where, match in (*matches(DESIGN), *matches(ORIGIN)) if match[1]]
    assert [f"{where}: {name}" for where, name in named if name not in known] == []


def test_referenced_requirements_are_in_the_design() -> None:
    known = set(re.findall(r"^\| ([SR]\d+) \|", texts()["docs/design.md"], flags=re.MULTILINE))
    assert {"S1", "S18", "R1", "R8"} <= known
    named = [(where, match[1]) for where, match in matches(REQUIREMENT, ".py", ".md")]
    assert [f"{where}: {name}" for where, name in named if name not in known] == []


def test_referenced_decisions_exist() -> None:
    known = {int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("*.md")}
    named = [(where, match[1]) for where, match in matches(DECISION)]
    assert [f"{where}: {number}" for where, number in named if int(number) not in known] == []


def test_referenced_files_exist() -> None:
    named = [(where, match[1]) for where, match in matches(NAMED_FILE)]
    # MODEL, NAME and similar words are placeholders.
    real = [(where, name) for where, name in named if not re.search(r"[A-Z]{3}", name)]
    assert [f"{where}: {name}" for where, name in real if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", [name for name in texts() if name.endswith(".md")])
def test_links_between_pages_resolve(page: str) -> None:
    assert dangling_links(page, texts()[page]) == []


def test_reference_checks_find_dangling_references() -> None:
    assert anchors("# One\n## What's *new* in C?\n") == {"one", "whats-new-in-c"}
    assert dangling_links("README.md", "[a](docs/design.md#belief) [b](docs/design.md#nowhere) [c](docs/gone.md)") == [
        "README.md: docs/design.md#nowhere",
        "README.md: docs/gone.md",
    ]
    assert SECTION.search("document 000 §6.1")
    assert not SECTION.search(STANDARD.sub("", "RFC 9110 §10.2.3"))
    assert REQUIREMENT.findall("(S13, R4) S3-S5") == ["S13", "R4"]
