"""Context managers that run PostgreSQL and Chroma servers on free loopback ports with temporary folders."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 60.0
_UNPRIVILEGED = ("postgres", "nobody")


class Unavailable(RuntimeError):
    """The server cannot run on this machine. The message gives the reason."""


def postgres_folder() -> Path:
    """Return the folder with the programs initdb and postgres, preferring the newest version. Raises Unavailable."""
    places = [Path(found).parent] if (found := shutil.which("initdb")) else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise Unavailable("PostgreSQL is not installed (Debian: apt-get install postgresql)")


@contextmanager
def postgres() -> Iterator[str]:
    """Run PostgreSQL and yield the URL of an empty database. Never runs as root, which PostgreSQL refuses."""
    programs, user = postgres_folder(), _user()
    folder = _scratch(user)
    port = free_port()
    data, log = folder / "data", folder / "log"
    try:
        init = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "claimlight",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        done = subprocess.run(list(map(str, init)), user=user, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"initdb failed: {done.stderr[-500:]}")
        command = [programs / "postgres", "-D", data, "-p", str(port)]
        for setting in ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "fsync=off"):
            command += ["-c", setting]
        # On SIGQUIT, PostgreSQL shuts down immediately. On SIGTERM, it would wait for its clients.
        with running(mortal(list(map(str, command)), "QUIT"), log, port, user=user, stop=signal.SIGQUIT):
            address = f"postgresql://claimlight@127.0.0.1:{port}/postgres"
            _wait_for_postgres(address, log)
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def chroma(folder: Path | None = None, *, port: int = 0) -> Iterator[str]:
    """Run a Chroma server and yield its URL. The database is empty unless `folder` was used before. Port 0 selects a free port."""
    scratch = folder or Path(tempfile.mkdtemp(prefix="claimlight-chroma-"))
    port = port or free_port()
    program = Path(sysconfig.get_path("scripts")) / "chroma"
    command = [str(program), "run", "--host", "127.0.0.1", "--port", str(port), "--path", str(scratch / "data")]
    if not program.exists():
        raise Unavailable("chroma's command is not installed beside this Python")
    try:
        with running(mortal(command, "TERM"), scratch / "log", port, user=None):
            yield f"http://127.0.0.1:{port}"
    finally:
        if folder is None:
            shutil.rmtree(scratch, ignore_errors=True)


def free_port() -> int:
    """Return a port that is currently free."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str], log: Path, port: int, *, user: str | None, stop: signal.Signals = signal.SIGTERM
) -> Iterator[None]:
    """Run a server that listens on the port, and send the signal `stop` to the server at the end of the block."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(log.parent), "LC_ALL": "C"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, user=user, cwd=log.parent, env=environment)
    try:
        _wait_for_port(process, port, log)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)


def mortal(command: Sequence[str], signal_name: str) -> Sequence[str]:
    """Return the command, wrapped so that it receives the signal when the thread that started it ends.

    The command is unchanged where the system does not support this.
    """
    wrapper = ["setpriv", "--pdeathsig", signal_name]
    try:
        able = subprocess.run([*wrapper, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        able = False
    return [*wrapper, *command] if able else command


def _wait_for_port(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise Unavailable(f"it does not listen: {_tail(log)}")


def _wait_for_postgres(address: str, log: Path) -> None:
    """Wait until the server accepts queries. Its port opens earlier."""
    import psycopg

    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(address, connect_timeout=5).close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise Unavailable(f"it takes no questions: {_tail(log)}") from None
            time.sleep(0.1)
        else:
            return


def _user() -> str | None:
    """Return the name of an unprivileged user if this process runs as root, otherwise None. Raises Unavailable."""
    if sys.platform == "win32" or os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in _UNPRIVILEGED:
        if name in known:
            return name
    raise Unavailable("there is no unprivileged user to run PostgreSQL as")


def _scratch(user: str | None) -> Path:
    # The folder is not inside pytest's temporary folder, which only its owner may enter.
    folder = Path(tempfile.mkdtemp(prefix="claimlight-postgres-"))
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    return folder


def _tail(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")[-800:]
