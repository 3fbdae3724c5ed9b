"""The package as a user gets it: built, installed into an empty environment, and run outside the clone."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from backend import __version__
from backend.providers.onnx_model import BUNDLED, JUDGE
from tests.e2e.backend_process import free_port

COPIED_BYTES = 200_000
PAGE = "<title>Earth</title><article><p>" + "The Earth is 4.54 billion years old. " * 3 + "</p></article>"


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that contains only the package, and an empty working folder."""

    environment_folder: Path

    @property
    def program(self) -> Path:
        return self.environment_folder / "environment" / "bin" / "claimlight"

    @property
    def user(self) -> Path:
        return self.environment_folder / "Ünïcode user"

    @property
    def environment(self) -> Mapping[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "PYTHON_SOCKET_GUARD_LOG")}
        return {**kept, "HOME": str(self.user), "XDG_DATA_HOME": str(self.user / "data")}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.program), *arguments]
        done = subprocess.run(command, cwd=self.user, env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done


@pytest.fixture(scope="module")
def environment_folder() -> Iterator[Path]:
    """A temporary folder for the environment, which needs 300 MB."""
    with tempfile.TemporaryDirectory(prefix="claimlight-package-") as folder:
        yield Path(folder)


@dataclass(frozen=True, slots=True)
class Builds:
    """Two built wheels, from two copies of the sources with truncated models, whose compression would take ten seconds."""

    by_way_of_source: Path
    direct: Path


@pytest.fixture(scope="module")
def built(environment_folder: Path, root: Path) -> Builds:
    """Two builds that run at the same time."""
    sources = [copy_sources(root, environment_folder / name) for name in ("one copy", "another")]
    options = ([], ["--wheel"])
    folders = [environment_folder / f"built-{number}" for number in range(2)]
    builds = [
        subprocess.Popen(
            [sys.executable, "-m", "build", "--no-isolation", *more, "--outdir", str(folder), str(source)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for source, more, folder in zip(sources, options, folders, strict=True)
    ]
    outputs = [build.communicate()[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], outputs
    return Builds(*(next(folder.glob("*.whl")) for folder in folders))


def copy_sources(root: Path, folder: Path) -> Path:
    """Copy the files that the build reads, with models truncated to their first bytes, and some that it leaves out."""
    shutil.copytree(
        root / "backend",
        folder / "backend",
        copy_function=copy_first_bytes,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for name in ("chrome_extension", "scripts/crashes", "docs/decisions", "tests/architecture"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copyfile(root / name, folder / name)
    return folder


def copy_first_bytes(source: str, target: str) -> None:
    with Path(source).open("rb") as file:
        Path(target).write_bytes(file.read(COPIED_BYTES))


def restore_models(root: Path, library: Path) -> None:
    """Replace the truncated models of an installed package by the whole ones."""
    for file in (library / "backend" / "models").rglob("*"):
        if file.is_file():
            shutil.copyfile(root / file.relative_to(library), file)


def files_in_wheel(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel, except its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def installed(environment_folder: Path, root: Path, built: Builds) -> Installed:
    """The installed package, which uses the running environment's dependencies because pip may not download any."""
    found = Installed(environment_folder)
    environment = found.program.parent.parent
    venv.create(environment, with_pip=False)
    library = next((environment / "lib").glob("python*/site-packages"))
    (library / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(environment), "--disable-pip-version-check", "install"]
    done = subprocess.run([*pip, "--no-index", "--no-compile", str(built.direct)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    restore_models(root, library)
    found.user.mkdir()
    return found


def test_package_builds_are_reproducible(built: Builds) -> None:
    """One build starts from the source distribution, and all use folders with other names and files with other timestamps."""
    first, second = (hashlib.sha256(wheel.read_bytes()).digest() for wheel in (built.by_way_of_source, built.direct))
    assert first == second


def test_wheel_contains_the_product_and_its_data_without_tools(built: Builds, root: Path) -> None:
    earlier = {folder.name for folder in BUNDLED.glob("judge-*") if folder.name != JUDGE}
    product = {
        path.relative_to(root).as_posix()
        for path in (root / "backend").rglob("*")
        if path.is_file() and not ({"__pycache__", "evaluation"} | earlier) & set(path.relative_to(root).parts)
    }
    product |= {
        f"backend/{path.relative_to(root).as_posix()}"
        for path in (root / "chrome_extension").rglob("*")
        if path.is_file()
    }
    assert files_in_wheel(built.direct) == product
    assert files_in_wheel(built.by_way_of_source) == product


def test_source_distribution_contains_no_tests(built: Builds) -> None:
    with tarfile.open(next(built.by_way_of_source.parent.glob("*.tar.gz"))) as source:
        tops = {name.split("/")[1] for name in source.getnames()}
    assert tops == {"backend", "chrome_extension", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "PKG-INFO"}


def test_installed_program_answers_a_claim_with_its_source(installed: Installed) -> None:
    shown = installed.run("check", "The Earth is flat", "--offline").stdout
    assert shown.startswith("Verdict: False")
    assert "[1] Against · NASA" in shown
    assert "Claimlight's summary: The Earth is not flat." in shown
    assert (installed.user / "data" / "claimlight").is_dir()


def test_installed_program_scans_a_file_relative_to_the_working_folder(installed: Installed) -> None:
    (installed.user / "page.html").write_text(PAGE, encoding="utf-8")
    found = json.loads(installed.run("scan", "page.html", "--json").stdout)
    assert [claim["text"] for claim in found["claims"]] == ["The Earth is 4.54 billion years old."]


def test_installed_package_contains_the_extension(installed: Installed) -> None:
    folder = Path(json.loads(installed.run("extension", "--json").stdout)["folder"])
    assert folder.is_relative_to(installed.program.parent.parent)
    installed.run("extension", "my extension")
    assert json.loads((installed.user / "my extension" / "manifest.json").read_text(encoding="utf-8"))["name"]


def test_doctor_finds_no_problem_in_the_installed_package(installed: Installed) -> None:
    report = json.loads(installed.run("doctor", "--offline", "--port", str(free_port()), "--json").stdout)
    assert report["ok"]


def test_installed_program_without_a_command_serves_the_web_page(installed: Installed) -> None:
    port = free_port()
    command = [str(installed.program), "--offline", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=installed.user, env=installed.environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"Claimlight {__version__} is ready on http://127.0.0.1:{port}\n"
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=20) as client:
                assert client.get("/").status_code == 200
                assert client.get("/static/js/main.js").status_code == 200
        finally:
            process.terminate()
    assert process.returncode == 0
