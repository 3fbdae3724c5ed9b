"""pyproject.toml, the requirement files and the constraints name the same packages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from backend import __version__


@pytest.fixture
def project(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def requirements(path: Path) -> list[str]:
    """Return the lines of a requirement file without comments or options."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-"))]


def test_package_and_clone_have_the_same_requirements(root: Path, project: dict[str, Any]) -> None:
    assert project["dependencies"] == requirements(root / "requirements.txt")


@pytest.mark.parametrize("extra", ["models", "postgres", "mcp"])
def test_each_extra_matches_its_requirements_file(root: Path, project: dict[str, Any], extra: str) -> None:
    assert project["optional-dependencies"][extra] == requirements(root / f"requirements-{extra}.txt")


def test_package_version_matches_the_program(project: dict[str, Any]) -> None:
    assert project["version"] == __version__
