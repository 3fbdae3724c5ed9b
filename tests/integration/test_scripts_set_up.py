"""The set-up does only what is missing, allows one process at a time, and recovers from interruptions."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import set_up


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Path:
    """Create a checkout that needs no packages, in a folder with a space in its name."""
    folder = tmp_path / "my checkout"
    (folder / "scripts").mkdir(parents=True)
    shutil.copy(root / "scripts" / "set_up.py", folder / "scripts")
    for name in (*set_up.FILES.values(), "constraints.txt"):
        (folder / name).write_text("# nothing\n")
    return folder


def run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as scripts/lib.sh does."""
    command = [sys.executable, "-I", str(checkout / "scripts" / "set_up.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_concurrent_set_ups_run_once(checkout: Path) -> None:
    command = [sys.executable, "-I", str(checkout / "scripts" / "set_up.py"), "runtime"]
    pipe = subprocess.PIPE
    both = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    told = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    said = [errors for _, errors in told]
    assert sum("[1/2] virtual environment" in text for text in said) == 1
    assert sum("[2/2] packages for the backend" in text for text in said) == 1
    assert sum("waiting for it" in text for text in said) == 1
    assert [output for output, _ in told] == ["", ""]
    later = run(checkout, "runtime")
    assert (later.returncode, later.stdout, later.stderr) == (0, "", "")


def test_changed_requirements_are_installed_again(checkout: Path) -> None:
    environment = made(checkout, "runtime")
    (checkout / "constraints.txt").write_text("# something else\n")
    assert [step.title for step in environment.steps(["runtime"])] == ["packages for the backend (requirements.txt)"]


def test_only_the_missing_set_is_installed(checkout: Path) -> None:
    environment = made(checkout, "runtime")
    assert [step.sets for step in environment.steps(["runtime", "dev"])] == [["dev"]]


def test_missing_sets_are_installed_together_and_compiled(checkout: Path) -> None:
    environment = made(checkout)
    library = environment.folder / "lib"
    library.mkdir()
    (library / "site-packages" / "kubernetes").mkdir(parents=True)
    for name, text in (
        ("good", "import re"),
        ("wrong", "import ("),
        ("warned", 're = "\\d"'),
        ("site-packages/kubernetes/unused", ""),
    ):
        (library / f"{name}.py").write_text(text)
    done = run(checkout, "runtime", "dev")
    assert (done.returncode, "SyntaxWarning" in done.stderr) == (0, False)
    assert environment.log.read_text().count("$ ") == 1
    assert {path.name.partition(".")[0] for path in library.rglob("*.pyc")} == {"good", "warned"}
    assert environment.is_ready("runtime")
    assert environment.is_ready("dev")


def test_broken_environment_is_recreated(checkout: Path) -> None:
    environment = made(checkout, "runtime")
    environment.python.unlink()
    titles = [step.title for step in environment.steps(["runtime"])]
    assert titles[0].startswith("virtual environment")
    assert not environment.folder.exists()


def test_an_interrupted_set_up_starts_with_an_empty_environment(checkout: Path) -> None:
    environment = made(checkout, "runtime")
    environment.unfinished.touch()
    assert run(checkout, "--only-check", "runtime").returncode == 1
    assert environment.steps(["runtime"])[0].title.startswith("virtual environment")
    assert not environment.folder.exists()


def test_failing_step_shows_the_output_of_the_tool(checkout: Path) -> None:
    made(checkout)
    (checkout / "requirements.txt").write_text("not a requirement !\n")
    done = run(checkout, "runtime")
    assert done.returncode == 1
    assert "Invalid requirement" in done.stderr
    assert "this step did not work: packages for the backend" in done.stderr
    assert "set-up.log" in done.stderr
    assert "Traceback" not in done.stderr
    (checkout / "requirements.txt").write_text("# repaired\n")
    again = set_up.Environment(checkout).steps(["runtime"])
    assert [step.sets for step in again] == [["runtime"]], "the environment itself is kept"


def test_pip_is_pinned_by_the_constraints(checkout: Path) -> None:
    environment = set_up.Environment(checkout)
    assert environment.pip_pin() == ""
    (checkout / "constraints.txt").write_text("# first\npip==26.3\nnumpy==2.4.6\n")
    assert environment.pip_pin() == "pip==26.3"
    assert [step.title for step in environment.steps(["runtime"])][1] == "pip==26.3"


def test_long_download_shows_progress() -> None:
    now = [0.0]
    out = io.StringIO()
    progress = set_up.Progress(out, clock=lambda: now[0])
    for second, line in (
        (1, "Collecting a==1"),
        (12, "Collecting b==1 (from c)"),
        (13, "Collecting d"),
        (14, "Installing collected packages: a"),
    ):
        now[0] = float(second)
        progress.heard(line)
    assert out.getvalue().splitlines() == [
        "          12 s  collecting b==1",
        "          14 s  installing what was downloaded",
    ]


def made(checkout: Path, *sets: str) -> set_up.Environment:
    """Create a complete environment cheaply, by linking this interpreter."""
    environment = set_up.Environment(checkout)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    for name in sets:
        environment.stamp(name).write_text(environment.wanted(name))
    return environment
