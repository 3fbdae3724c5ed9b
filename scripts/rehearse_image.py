"""Run the steps of the Dockerfile without a container engine: scripts/rehearse_image [--install] [--keep FOLDER].

Files, compilation, environment variables, command and health check are those of the Dockerfile. A folder stands in for
the container, and its files are made read-only. By default, the packages of the running environment are used. With
--install, packages are installed into a separate environment, as in the image. The script prints the steps that it
omits, such as the user and the base image.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STARTING_S = 120.0


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of the Dockerfile, with continued lines joined."""

    word: str
    text: str


def steps(dockerfile: Path) -> list[Instruction]:
    """Return the instructions of the Dockerfile in order, without comments."""
    lines = [line for line in dockerfile.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", "")
    found = [line.partition(" ") for line in joined.splitlines() if line.strip()]
    return [Instruction(word, text.strip()) for word, _, text in found]


@dataclass(frozen=True, slots=True)
class Container:
    """A folder that stands in for `/` in the container.

    If `install` is true, the folder has a separate environment. Otherwise the running environment is used.
    """

    folder: Path
    install: bool

    @property
    def python(self) -> Path:
        """Return the Python interpreter that stands in for the image's."""
        return self.folder / "opt/claimlight/bin/python" if self.install else Path(sys.executable)

    def shell(self, command: str) -> None:
        """Run a command of the Dockerfile, with its paths changed to paths in the folder."""
        inside = command if self.install else command.replace("/opt/claimlight/bin/python", sys.executable)
        inside = inside.replace("/opt/claimlight", str(self.folder / "opt/claimlight"))
        inside = inside.replace("python -m venv", f"{sys.executable} -m venv")
        subprocess.run(inside, shell=True, check=True, cwd=self.folder / "app")

    def copy(self, names: Sequence[str], target: str) -> None:
        """Copy files to the working folder under the same names, or copy a single file to the name `target`."""
        for name in names:
            to = self.folder / "app" / (name if target == "./" else target)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns("__pycache__", "evaluation"))
            else:
                shutil.copyfile(ROOT / name, to)


def rehearse(folder: Path, *, install: bool) -> int:
    """Run all steps and return the exit status of the health check."""
    container = Container(folder, install)
    (folder / "app").mkdir(parents=True)
    environment, text_by_word = dict(os.environ), {}
    for step in steps(ROOT / "Dockerfile"):
        done = _step(step, container, environment)
        print(f"{'done    ' if done else 'left out'} {step.word} {step.text[:100]}", flush=True)
        text_by_word[step.word] = step.text
    for path in (folder / "app").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return _run(container, environment, text_by_word)


def _step(step: Instruction, container: Container, environment: dict[str, str]) -> bool:
    """Run one step and return True, or return False if the step needs a container engine."""
    if step.word == "COPY" and "--from" not in step.text:
        *names, target = step.text.split()
        container.copy(names, target)
    elif step.word == "RUN" and ("compileall" in step.text or (container.install and "/opt/claimlight" in step.text)):
        container.shell(step.text)
    elif step.word == "ENV":
        pairs = (pair.partition("=")[::2] for pair in step.text.split())
        environment.update({name: value for name, value in pairs if name not in ("PATH", "HOME")})
    else:
        return step.word in ("WORKDIR", "HEALTHCHECK", "ENTRYPOINT", "CMD")
    return True


def _run(container: Container, environment: dict[str, str], text_by_word: dict[str, str]) -> int:
    command = [str(container.python), *json.loads(text_by_word["ENTRYPOINT"])[1:], *json.loads(text_by_word["CMD"])]
    command[command.index("/data")] = str(container.folder / "data")
    check = json.loads(text_by_word["HEALTHCHECK"].partition(" CMD ")[2])
    home = {"HOME": str(container.folder / "home"), "CLAIMLIGHT_TOKEN": "rehearsal"}
    with subprocess.Popen(command, cwd=container.folder / "app", env={**environment, **home}) as backend:
        try:
            until = time.monotonic() + STARTING_S
            while (status := _health_check(container, check)) and backend.poll() is None and time.monotonic() < until:
                time.sleep(1)
        finally:
            backend.terminate()
    print(f"health check: {'healthy' if status == 0 else 'NOT healthy'}")
    return status


def _health_check(container: Container, check: list[str]) -> int:
    return subprocess.run([str(container.python), *check[1:]], check=False, capture_output=True).returncode


def main() -> int:
    """Run the steps in a temporary folder or in the --keep folder, and return the exit status of the health check."""
    parser = argparse.ArgumentParser(description="Run the steps of the Dockerfile without a container engine.")
    parser.add_argument("--install", action="store_true", help="install the packages anew, as the image does")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="a new folder, which stays")
    options = parser.parse_args()
    if options.keep:
        return rehearse(options.keep.absolute(), install=options.install)
    with tempfile.TemporaryDirectory(prefix="claimlight-image-") as folder:
        return rehearse(Path(folder) / "root", install=options.install)


if __name__ == "__main__":
    sys.exit(main())
