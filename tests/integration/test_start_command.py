"""scripts/start as a user runs it: from any folder, with any arguments, in a folder with spaces. The backend is a stub."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import set_up

SHELL = ("scripts/start", "scripts/test", "scripts/check", "scripts/lib.sh", "scripts/fresh_clone_check", ".ci/run")
STAND_IN = "import os, sys\nprint(os.getcwd())\nprint(os.environ.get('CLAIMLIGHT_DATA_DIR', ''))\nprint(*sys.argv[1:], sep='\\n')\n"


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Path:
    """A complete checkout whose backend prints the arguments that it received."""
    folder = tmp_path / "a folder"
    (folder / "scripts").mkdir(parents=True)
    (folder / "backend").mkdir()
    for name in ("start", "lib.sh", "set_up.py"):
        shutil.copy(root / "scripts" / name, folder / "scripts")
    for name in ("requirements.txt", "constraints.txt"):
        shutil.copy(root / name, folder)
    (folder / "backend" / "__init__.py").touch()
    (folder / "backend" / "__main__.py").write_text(STAND_IN)
    environment = set_up.Environment(folder)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    environment.stamp("runtime").write_text(environment.wanted("runtime"))
    return folder


def start(checkout: Path, *arguments: str, **more: str) -> list[str]:
    """Return the lines that the stub prints: working folder, data folder, arguments."""
    command = [str(checkout / "scripts" / "start"), *arguments]
    elsewhere = checkout.parent
    done = subprocess.run(
        command, cwd=elsewhere, env={**os.environ, **more}, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_start_command_passes_arguments_unchanged(checkout: Path) -> None:
    words = ["--claim", 'The "Earth" is  $flat; `x` *', "--offline", "--port", "8740", ""]
    assert start(checkout, *words)[2:] == words


def test_start_command_without_arguments_passes_none(checkout: Path) -> None:
    assert start(checkout)[2:] in ([], [""])


def test_start_command_uses_the_env_file_of_the_checkout(checkout: Path) -> None:
    assert start(checkout)[0] == str(checkout.resolve())


@pytest.mark.parametrize("form", [("--data-dir", "my data"), ("--data-dir=my data",)])
def test_relative_data_folder_is_relative_to_the_working_folder(checkout: Path, form: tuple[str, ...]) -> None:
    given = "=".join(start(checkout, *form, "--offline")[2:])
    assert given == f"--data-dir={checkout.parent}/my data=--offline"


def test_relative_data_folder_from_the_environment_is_resolved(checkout: Path) -> None:
    assert start(checkout, CLAIMLIGHT_DATA_DIR="kb")[1] == f"{checkout.parent}/kb"
    assert start(checkout, CLAIMLIGHT_DATA_DIR="/kb")[1] == "/kb"


def test_foreign_python_folders_are_ignored(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "argparse.py").write_text("raise SystemExit('foreign code ran')")
    assert start(checkout, "--offline", PYTHONPATH=str(tmp_path / "foreign"))[2:] == ["--offline"]


def bare_machine(checkout: Path, folder: Path, **fakes: str) -> subprocess.CompletedProcess[str]:
    """Run scripts/start on a machine without Python: PATH contains only the shell's own tools and the named stubs."""
    shutil.rmtree(checkout / ".venv")
    tools = folder / "tools"
    tools.mkdir()
    for name in ("bash", "dirname", "uname", "mktemp", "tail", "rm", "env", "ln"):
        (tools / name).symlink_to(str(shutil.which(name)))
    for name, body in fakes.items():
        program = tools / name.replace("_", "-")
        program.write_text(f"#!{tools}/bash\n{body}\n")
        program.chmod(0o755)
    # Python interpreters of this machine must not be found by absolute paths either.
    library = checkout / "scripts" / "lib.sh"
    library.write_text(re.sub(r"/\S+/bin/python3", "/nonexistent/python3", library.read_text()))
    command = [str(tools / "bash"), str(checkout / "scripts" / "start")]
    return subprocess.run(command, env={"PATH": str(tools), "HOME": str(folder)}, capture_output=True, text=True)


def test_missing_python_is_reported_with_the_package_to_install(checkout: Path, tmp_path: Path) -> None:
    done = bare_machine(checkout, tmp_path, id="echo 1000")
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr or "brew install" in done.stderr
    assert not (checkout / ".venv").exists()


def test_python_is_installed_for_root_on_debian(checkout: Path, tmp_path: Path) -> None:
    """The apt-get stub "installs" a Python that cannot install packages into an environment, so the set-up step runs."""
    log = tmp_path / "apt.log"
    apt = f'echo "$@" >> "{log}"; case "$1" in install) ln -s "{sys.executable}" "{tmp_path}/tools/python3" ;; esac'
    (checkout / "requirements.txt").write_text("no requirement !")
    (checkout / "constraints.txt").write_text("")
    done = bare_machine(checkout, tmp_path, id="echo 0", apt_get=apt)
    assert log.read_text().splitlines() == ["update", "install -y --no-install-recommends python3 python3-venv"]
    assert "[1/2] virtual environment .venv" in done.stderr
    assert "this step did not work: packages for the backend" in done.stderr


def test_old_python_is_refused(checkout: Path, tmp_path: Path) -> None:
    log = tmp_path / "apt.log"
    done = bare_machine(checkout, tmp_path, id="echo 0", apt_get=f'echo "$@" >> {log}', python3="exit 1")
    assert done.returncode == 1
    assert log.read_text().splitlines()[-1].endswith("python3.11 python3.11-venv")
    assert "On Ubuntu 22.04" in done.stderr


def test_failing_apt_is_shown(checkout: Path, tmp_path: Path) -> None:
    done = bare_machine(checkout, tmp_path, id="echo 0", apt_get='echo "E: no space left"; exit 100')
    assert done.returncode == 1
    assert "E: no space left" in done.stderr
    assert "sudo apt-get install python3 python3-venv" in done.stderr


@pytest.mark.parametrize("name", SHELL)
def test_shell_scripts_are_valid(root: Path, name: str) -> None:
    assert subprocess.run(["bash", "-n", str(root / name)], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize("name", SHELL)
def test_shell_scripts_are_compatible_with_bash_3(root: Path, name: str) -> None:
    """macOS ships bash 3.2, which has no associative arrays, no mapfile and no case conversion."""
    text = (root / name).read_text()
    assert [word for word in ("declare -A", "mapfile", "readarray", "^^}", ",,}", "&>>", "|&") if word in text] == []


def test_continuous_integration_calls_the_tests(root: Path) -> None:
    assert "scripts/test" in (root / ".ci" / "run").read_text()
    assert os.access(root / ".ci" / "run", os.X_OK)
