"""Implements `claimlight autostart on|off|status` for the command line."""

from __future__ import annotations

import getpass
import os
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from backend.autostart.entry import Account, entry_for
from backend.autostart.switch import Run, is_on, preview, run_command, turn_off, turn_on
from backend.errors import AutostartFailed


def this_account() -> Account:
    """Return the account of the user who runs this process."""
    domain = os.environ.get("USERDOMAIN", "")
    name = f"{domain}\\{getpass.getuser()}" if domain else getpass.getuser()
    uid = getattr(os, "getuid", lambda: 0)()
    return Account(home=Path.home(), environment=dict(os.environ), name=name, uid=uid)


def start_command(called_as: str, clone: Path | None, options: Mapping[str, object], platform: str) -> tuple[str, ...]:
    """Return the `serve` command with these options, from the clone or the installation. Raises AutostartFailed."""
    words = [word for name, value in sorted(options.items()) for word in _option_words(name, value)]
    if clone is not None and platform == "win32":
        script = str(clone / "scripts" / "start.ps1")
        return ("powershell.exe", "-ExecutionPolicy", "Bypass", "-File", script, "serve", *words)
    if clone is not None:
        return (str(clone / "scripts" / "start"), "serve", *words)
    suffix = ".exe" if platform == "win32" else ""
    installed = Path(sysconfig.get_path("scripts")) / f"claimlight{suffix}"
    for program in (Path(called_as).absolute(), installed):
        if program.is_file() and program.stem == "claimlight":
            return (str(program), "serve", *words)
    raise AutostartFailed("The program claimlight was not found.", hint="Install the package again: pipx install .")


def _option_words(name: str, value: object) -> list[str]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag] if value else []
    # Make paths absolute, because the service that starts at login has a different working folder.
    return [flag, str(Path(value).expanduser().absolute()) if isinstance(value, Path) else str(value)]


class Autostart:
    """Turns the start of Claimlight at login on or off, for one account on one platform."""

    def __init__(
        self, command: tuple[str, ...], account: Account, platform: str = sys.platform, run: Run = run_command
    ) -> None:
        self._entry = entry_for(platform, command, account)
        self._run = run

    def preview(self, *, on: bool) -> tuple[str, ...]:
        """Return the steps of `switch`, one line each."""
        return preview(self._entry, on=on)

    def content(self) -> str:
        """Return the content of the file that `switch(on=True)` writes."""
        encoding = "utf-16" if self._entry.content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
        return self._entry.content.decode(encoding)

    def state(self) -> Mapping[str, object]:
        """Return `on` (whether Claimlight starts at login) and `file` (the path of the entry's file).

        Raises AutostartFailed.
        """
        return {"on": is_on(self._entry, self._run), "file": str(self._entry.file)}

    def switch(self, *, on: bool) -> None:
        """Enable or disable the start at login. Raises AutostartFailed."""
        (turn_on if on else turn_off)(self._entry, self._run)
