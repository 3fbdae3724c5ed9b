"""Finds the process that listens on a port, if the system reveals it to this user."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LISTENING = "0A"
_TIMEOUT_S = 5.0


def owner_of(port: int, proc: Path = Path("/proc")) -> str:
    """Return the name and id of the process, from /proc on Linux and from lsof elsewhere, or "" if unknown."""
    if (proc / "net" / "tcp").exists():
        # Some systems hide these tables from ordinary users.
        with suppress(OSError):
            return next(_from_proc(port, proc), "")
        return ""
    program = shutil.which("lsof")
    return _from_lsof(program, port) if program else ""


def _from_proc(port: int, proc: Path) -> Iterator[str]:
    sockets = {
        f"socket:[{inode}]" for table in ("tcp", "tcp6") for inode in _listening_inodes(proc / "net" / table, port)
    }
    if not sockets:
        return
    for process in proc.iterdir():
        # A process may end meanwhile, and the processes of other users are inaccessible.
        with suppress(OSError):
            if process.name.isdigit() and any(str(link.readlink()) in sockets for link in (process / "fd").iterdir()):
                yield f"{_process_name(process)} (process {process.name})"


def _process_name(process: Path) -> str:
    """Return the name of the process, which Linux truncates after 15 bytes, possibly inside a character."""
    return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()


def _listening_inodes(table: Path, port: int) -> Iterator[str]:
    """Yield the inodes of the sockets that listen on the port.

    The columns used are 2 (address:port in hexadecimal), 4 (state) and 10 (inode).
    """
    if not table.exists():
        return
    for line in table.read_text(encoding="ascii").splitlines()[1:]:
        columns = line.split()
        if columns[3] == _LISTENING and int(columns[1].rpartition(":")[2], 16) == port:
            yield columns[9]


def _from_lsof(program: str, port: int) -> str:
    command = [program, "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program and a number
            command, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return parse_lsof(done.stdout)


def parse_lsof(output: str) -> str:
    """Return the process from lsof output.

    Lines that start with `p` contain its id, and lines that start with `c` its name.
    """
    fields = {line[0]: line[1:] for line in reversed(output.splitlines()) if line}
    return f"{fields['c']} (process {fields['p']})" if {"c", "p"} <= fields.keys() else ""
