"""Enables and disables the start at login, and previews the steps of both."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.autostart.entry import AutostartCommand, AutostartEntry
from backend.errors import AutostartFailed

_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The outcome of a command: its exit status and its output."""

    status: int
    output: str


Run = Callable[[Sequence[str]], CommandResult]


def run_command(words: Sequence[str]) -> CommandResult:
    """Run a command on this machine. Raises AutostartFailed if the program is missing, cannot run or does not exit."""
    program = shutil.which(words[0])
    if program is None:
        raise AutostartFailed(
            f"The program {words[0]} was not found.", hint="Start Claimlight by hand: claimlight serve"
        )
    try:
        completed = subprocess.run(  # noqa: S603 - a system program with fixed arguments
            [program, *words[1:]], capture_output=True, text=True, errors="replace", timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AutostartFailed(f"{words[0]} did not do its work: {error}") from None
    return CommandResult(completed.returncode, (completed.stderr or completed.stdout).strip())


def preview(entry: AutostartEntry, *, on: bool) -> tuple[str, ...]:
    """Return the steps in order, one line each."""
    return tuple(_preview_lines(entry, on=on))


def _preview_lines(entry: AutostartEntry, *, on: bool) -> Iterator[str]:
    if on:
        yield f"write {entry.file}"
    for step in entry.enable if on else entry.disable:
        yield f"run   {shlex.join(step.words)}"
    if not on:
        yield f"remove {entry.file}"
        for step in entry.after_removal:
            yield f"run   {shlex.join(step.words)}"


def turn_on(entry: AutostartEntry, run: Run) -> None:
    """Write the file and register it. If registering fails, remove the file. Raises AutostartFailed."""
    try:
        entry.file.parent.mkdir(parents=True, exist_ok=True)
        entry.file.write_bytes(entry.content)
    except OSError as error:
        raise AutostartFailed(f"{entry.file} cannot be written: {error.strerror}.") from None
    try:
        for step in entry.enable:
            _run_step(step, run)
    except AutostartFailed:
        _remove_file(entry)
        raise


def turn_off(entry: AutostartEntry, run: Run) -> None:
    """Stop and unregister the service, if registered, and remove the file. Raises AutostartFailed."""
    if not is_on(entry, run):
        _remove_file(entry)
        return
    for step in entry.disable:
        _run_step(step, run)
    _remove_file(entry)
    for step in entry.after_removal:
        _run_step(step, run)


def is_on(entry: AutostartEntry, run: Run) -> bool:
    """Return whether the entry's file exists and is registered with the platform. Raises AutostartFailed."""
    return entry.file.exists() and run(entry.query.words).status == 0


def _run_step(step: AutostartCommand, run: Run) -> None:
    result = run(step.words)
    if result.status and not step.optional:
        raise AutostartFailed(f"{shlex.join(step.words)} failed: {result.output or f'exit status {result.status}'}")


def _remove_file(entry: AutostartEntry) -> None:
    try:
        entry.file.unlink(missing_ok=True)
    except OSError as error:
        raise AutostartFailed(f"{entry.file} cannot be removed: {error.strerror}.") from None
