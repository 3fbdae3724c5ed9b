"""The README is correct: its commands exist, their options are accepted, and its settings are the program's settings."""

from __future__ import annotations

import io
import os
import re
import runpy
import shlex
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path

import pytest

from backend import cli
from backend.settings import Settings
from scripts import update_readme
from tests.architecture.source import ROOT

DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
ELSEWHERE = frozenset({"cd", "git", "curl", "pip", "pipx"})
"""Commands of other programs; tests/integration/test_installed_package.py shows that the package installs."""


def commands(text: str) -> list[list[str]]:
    """Return every command in the fenced sh blocks, as a list of words without comments or leading variables."""
    blocks = re.findall(r"^```(?:sh|bash)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    parsed = (shlex.split(line.removeprefix("$ "), comments=True) for line in lines)
    return [bare for words in parsed if (bare := without_variables(words))]


def without_variables(words: list[str]) -> list[str]:
    """Remove leading NAME=value words."""
    while words and re.match(r"^[A-Z_]+=", words[0]):
        words = words[1:]
    return words


def published() -> list[tuple[str, list[str]]]:
    """Return (document, command) for every command in the documentation."""
    return [
        (str(path.relative_to(ROOT)), command)
        for path in DOCUMENTS
        for command in commands(path.read_text(encoding="utf-8"))
    ]


def program(words: list[str]) -> Path:
    """Return the file in this repository that the command runs."""
    if words[0] == "claimlight":
        return ROOT / "scripts" / "start"
    runs_python = words[0].endswith(("/python", "python3"))
    return ROOT / (words[1] if runs_python else words[0])


def subcommand(script: Path, words: list[str]) -> str:
    """Return "check" for `claimlight check`, or "" for any other command."""
    return words[1] if script.name == "start" and len(words) > 1 and not words[1].startswith("-") else ""


def help_from_main(script: Path, command_name: str) -> str:
    """Return the output of --help of a program that other tests start as a process, without starting one."""
    path, out = sys.path[:], io.StringIO()
    try:
        with redirect_stdout(out), suppress(SystemExit):
            if command_name:
                cli.main([command_name, "--help"])
            else:
                runpy.run_path(str(script))["main"](["--help"])
    finally:
        sys.path[:] = path
    return out.getvalue()


@cache
def help_of(script: Path, command_name: str) -> str:
    """Return the output of --help; scripts/start and claimlight forward it to `python -m backend`."""
    if command_name or script.name == "calibrate_verifier":
        return help_from_main(script, command_name)
    if script.name == "start":
        command = [sys.executable, "-m", "backend", "--help"]
    elif b"python" in script.read_bytes().splitlines()[0] or script.suffix == ".py":
        command = [sys.executable, str(script), "--help"]
    else:
        return script.read_text(encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


OURS = [(document, words) for document, words in published() if words[0] not in ELSEWHERE]


@pytest.mark.parametrize(("document", "words"), OURS, ids=[" ".join(words)[:60] for _, words in OURS])
def test_published_commands_work_as_written(document: str, words: list[str]) -> None:
    script = program(words)
    assert script.is_file(), f"{document} names {script.name}, which does not exist"
    assert script.suffix == ".py" or os.access(script, os.X_OK), f"{script.name} cannot be executed"
    if script.name == "test":
        paths = [word for word in words[1:] if not word.startswith("-") and word != "fast"]
        assert [path for path in paths if not (ROOT / path).exists()] == []
        return
    options = {word.partition("=")[0] for word in words[1:] if word.startswith("-")}
    name = subcommand(script, words)
    known = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", help_of(script, name))) if options or name else set()
    assert options - known == set(), f"{document}: {script.name} does not know these options"


def test_the_two_commands_are_in_the_readme() -> None:
    ran = [words[0] for document, words in published() if document == "README.md"]
    assert {"scripts/start", "scripts/test"} <= set(ran)


def test_commands_are_read_from_blocks() -> None:
    text = "```sh\nA=1 scripts/x --y 'a b' # why\n\n$ scripts/z \\\n  -q\n```\n```json\n{}\n```\n"
    assert commands(text) == [["scripts/x", "--y", "a b"], ["scripts/z", "-q"]]


def test_settings_table_matches_the_program() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme == update_readme.with_table(readme), "run: .venv/bin/python -m scripts.update_readme"


def test_every_setting_is_in_the_example_file() -> None:
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == update_readme.env_example()


def test_example_settings_file_gives_the_defaults() -> None:
    """Uncommenting every line of the file changes no setting."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    given = dict(line[2:].split("=", 1) for line in lines if re.match(r"^# [A-Z_]+=", line))
    names = {row.variable: name for row, name in zip(update_readme.rows(), Settings.model_fields, strict=True)}
    values = {names[variable]: value for variable, value in given.items() if value}
    assert Settings(_env_file=None, **values).fingerprint == Settings(_env_file=None).fingerprint


def test_start_help_lists_every_setting() -> None:
    shown = help_of(ROOT / "scripts" / "start", "")
    assert [row.variable for row in update_readme.rows() if row.variable not in shown] == []


def test_links_and_pictures_exist() -> None:
    missing = []
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#\s]+)\)", path.read_text(encoding="utf-8")):
            if "://" not in target and not (path.parent / target).exists():
                missing.append(f"{path.name}: {target}")
    assert missing == []


def test_readme_sections_are_in_order() -> None:
    titles = re.findall(r"^## (.+)$", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    wanted = ["Start", "Load the extension", "What leaves", "How a verdict", "Measured", "Configuration", "Limits"]
    places = [next(place for place, title in enumerate(titles) if title.startswith(start)) for start in wanted]
    assert places == sorted(places)
