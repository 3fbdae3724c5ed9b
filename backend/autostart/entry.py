"""Describes the start at login on each platform in plain values. This module changes nothing on the machine."""

from __future__ import annotations

import plistlib
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

UNIT = "claimlight.service"
LABEL = "org.claimlight.backend"
TASK = "Claimlight"


@dataclass(frozen=True, slots=True)
class AutostartCommand:
    """One command. If it is `optional`, a failure only means that there was nothing to do."""

    words: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AutostartEntry:
    """The file that defines the start at login for the platform, and the commands that register and unregister it.

    `query` succeeds while the entry is registered. `after_removal` runs after the file has been removed.
    """

    file: Path
    content: bytes
    enable: tuple[AutostartCommand, ...]
    disable: tuple[AutostartCommand, ...]
    after_removal: tuple[AutostartCommand, ...] = ()
    query: AutostartCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The user at whose login Claimlight starts. `uid` is 0 on Windows; `name` may start with a Windows domain."""

    home: Path
    environment: Mapping[str, str]
    name: str = ""
    uid: int = 0


def entry_for(platform: str, command: Sequence[str], account: Account) -> AutostartEntry:
    """Return the entry for a platform, named as in `sys.platform`."""
    if platform == "darwin":
        return _launchd(command, account)
    return _scheduled_task(command, account) if platform == "win32" else _systemd(command, account)


def _systemd(command: Sequence[str], account: Account) -> AutostartEntry:
    """Return a systemd unit that restarts after a crash, but not after a start that failed with a message."""
    configuration = Path(account.environment.get("XDG_CONFIG_HOME") or account.home / ".config")
    content = f"""\
[Unit]
Description=Claimlight, a local claim verifier

[Service]
ExecStart={" ".join(map(systemd_quoted, command))}
Restart=on-failure
RestartPreventExitStatus=1 2
RestartSec=5

[Install]
WantedBy=default.target
"""
    manager = ("systemctl", "--user")
    reload = AutostartCommand((*manager, "daemon-reload"))
    return AutostartEntry(
        file=configuration / "systemd" / "user" / UNIT,
        content=content.encode(),
        enable=(reload, AutostartCommand((*manager, "enable", "--now", UNIT))),
        disable=(AutostartCommand((*manager, "disable", "--now", UNIT), optional=True),),
        after_removal=(reload,),
        query=AutostartCommand((*manager, "is-enabled", UNIT)),
    )


def systemd_quoted(word: str) -> str:
    """Quote one word of `ExecStart`, so that systemd expands neither specifiers nor variables in it."""
    for character, escaped in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(character, escaped)
    return f'"{word}"'


def _launchd(command: Sequence[str], account: Account) -> AutostartEntry:
    library = account.home / "Library"
    file = library / "LaunchAgents" / f"{LABEL}.plist"
    agent = {
        "Label": LABEL,
        "ProgramArguments": list(command),
        "RunAtLoad": True,
        "KeepAlive": {"Crashed": True},
        "StandardErrorPath": str(library / "Logs" / "Claimlight.log"),
    }
    domain = f"gui/{account.uid}"
    unload = AutostartCommand(("launchctl", "bootout", f"{domain}/{LABEL}"), optional=True)
    return AutostartEntry(
        file=file,
        content=plistlib.dumps(agent),
        enable=(unload, AutostartCommand(("launchctl", "bootstrap", domain, str(file)))),
        disable=(unload,),
        query=AutostartCommand(("launchctl", "print", f"{domain}/{LABEL}")),
    )


def _scheduled_task(command: Sequence[str], account: Account) -> AutostartEntry:
    """Return a scheduled task, whose file is in UTF-16.

    PT0S means no time limit. By default, Task Scheduler would end the task after three days.
    """
    local = Path(account.environment.get("LOCALAPPDATA") or account.home / "AppData" / "Local")
    file = local / "Claimlight" / "autostart.xml"
    user = escape(account.name)
    content = f"""\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Claimlight, a local claim verifier</Description></RegistrationInfo>
  <Triggers><LogonTrigger><UserId>{user}</UserId></LogonTrigger></Triggers>
  <Principals><Principal id="user">
    <UserId>{user}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel>
  </Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="user"><Exec>
    <Command>{escape(command[0])}</Command>
    <Arguments>{escape(subprocess.list2cmdline(command[1:]))}</Arguments>
  </Exec></Actions>
</Task>
"""
    task_option = ("/TN", TASK)
    return AutostartEntry(
        file=file,
        content=content.replace("\n", "\r\n").encode("utf-16"),
        enable=(
            AutostartCommand(("schtasks", "/Create", *task_option, "/XML", str(file), "/F")),
            AutostartCommand(("schtasks", "/Run", *task_option)),
        ),
        disable=(
            AutostartCommand(("schtasks", "/End", *task_option), optional=True),
            AutostartCommand(("schtasks", "/Delete", *task_option, "/F"), optional=True),
        ),
        query=AutostartCommand(("schtasks", "/Query", *task_option)),
    )
