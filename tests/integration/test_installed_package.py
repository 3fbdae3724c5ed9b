"""The package as a user gets it: built, installed into an empty environment, run from another folder without the clone."""

from __future__ import annotations

import hashlib
import json
import os
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
from tests.e2e.backend_process import free_port

PAGE = "<title>Earth</title><article><p>" + "The Earth is 4.54 billion years old. " * 3 + "</p></article>"


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with nothing but the package, and a user who stands in an empty folder."""

    place: Path

    @property
    def program(self) -> Path:
        return self.place / "environment" / "bin" / "claimlight"

    @property
    def user(self) -> Path:
        return self.place / "user"

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
def place() -> Iterator[Path]:
    """Gone afterwards: 600 MB."""
    with tempfile.TemporaryDirectory(prefix="claimlight-package-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def built(place: Path, root: Path) -> tuple[Path, Path]:
    """Wheels of two builds at the same time: one from the source distribution, one from the tree."""
    folders = (place / "from-sdist", place / "from-tree")
    options = ([], ["--wheel"])
    builds = [
        subprocess.Popen(
            [sys.executable, "-m", "build", "--no-isolation", *more, "--outdir", str(folder), str(root)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for folder, more in zip(folders, options, strict=True)
    ]
    outputs = [build.communicate()[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], outputs
    first, second = (next(folder.glob("*.whl")) for folder in folders)
    return first, second


@pytest.fixture(scope="module")
def installed(place: Path, built: tuple[Path, Path]) -> Installed:
    """pip may download nothing: it finds the dependencies of the running environment, and must be content with them."""
    found = Installed(place)
    environment = found.program.parent.parent
    venv.create(environment, with_pip=False)
    library = next((environment / "lib").glob("python*/site-packages"))
    (library / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(environment), "--disable-pip-version-check", "install"]
    done = subprocess.run([*pip, "--no-index", "--no-compile", str(built[0])], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found.user.mkdir()
    return found


def test_two_builds_are_the_same_to_the_byte(built: tuple[Path, Path]) -> None:
    first, second = (hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in built)
    assert first == second


def test_the_wheel_holds_the_product_and_its_data_and_no_tool(built: tuple[Path, Path], root: Path) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    product = {
        path.relative_to(root).as_posix()
        for path in (root / "backend").rglob("*")
        if path.is_file() and not {"__pycache__", "evaluation"} & set(path.relative_to(root).parts)
    }
    assert packed == product


def test_the_source_distribution_holds_no_tests(built: tuple[Path, Path]) -> None:
    with tarfile.open(next(built[0].parent.glob("*.tar.gz"))) as source:
        tops = {name.split("/")[1] for name in source.getnames()}
    wanted = {"backend", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "PKG-INFO"}
    assert wanted <= tops <= wanted | {".gitignore"}


def test_a_claim_is_answered_with_a_quote(installed: Installed) -> None:
    shown = installed.run("check", "The Earth is flat", "--offline").stdout
    assert shown.startswith("Verdict: False")
    assert "[1] against · nasa.gov" in shown
    assert "“The Earth is not flat.”" in shown
    assert (installed.user / "data" / "claimlight").is_dir()


def test_a_file_is_scanned_where_the_user_stands(installed: Installed) -> None:
    (installed.user / "page.html").write_text(PAGE, encoding="utf-8")
    found = json.loads(installed.run("scan", "page.html", "--json").stdout)
    assert [claim["text"] for claim in found["claims"]] == ["The Earth is 4.54 billion years old."]


def test_the_doctor_finds_nothing_wrong(installed: Installed) -> None:
    report = json.loads(installed.run("doctor", "--offline", "--port", str(free_port()), "--json").stdout)
    assert report["ok"]


def test_without_a_command_it_serves_the_web_page(installed: Installed) -> None:
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
