"""What starting at login takes on each platform, as plain values: nothing here touches the machine."""

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
class Step:
    """One command; `optional` when its failure only means that there was nothing to do."""

    words: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The file that describes the start to the platform, and the commands that make it known, or forgotten.

    `query` succeeds while the platform knows the entry.
    """

    file: Path
    content: bytes
    enable: tuple[Step, ...]
    disable: tuple[Step, ...]
    forgotten: tuple[Step, ...] = ()
    query: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The user for whom Claimlight starts. `uid` is 0 where the platform has none; `name` may begin with a Windows domain."""

    home: Path
    environment: Mapping[str, str]
    name: str = ""
    uid: int = 0


def entry_for(platform: str, command: Sequence[str], account: Account) -> Entry:
    """The entry on a platform as `sys.platform` names it."""
    if platform == "darwin":
        return _launchd(command, account)
    return _scheduled_task(command, account) if platform == "win32" else _systemd(command, account)


def _systemd(command: Sequence[str], account: Account) -> Entry:
    """A start that failed with a message is not repeated; a crash is."""
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
    reload = Step((*manager, "daemon-reload"))
    return Entry(
        file=configuration / "systemd" / "user" / UNIT,
        content=content.encode(),
        enable=(reload, Step((*manager, "enable", "--now", UNIT))),
        disable=(Step((*manager, "disable", "--now", UNIT), optional=True),),
        forgotten=(reload,),
        query=Step((*manager, "is-enabled", UNIT)),
    )


def systemd_quoted(word: str) -> str:
    """One word of `ExecStart`, in which systemd expands neither specifiers nor variables."""
    for character, escaped in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(character, escaped)
    return f'"{word}"'


def _launchd(command: Sequence[str], account: Account) -> Entry:
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
    unload = Step(("launchctl", "bootout", f"{domain}/{LABEL}"), optional=True)
    return Entry(
        file=file,
        content=plistlib.dumps(agent),
        enable=(unload, Step(("launchctl", "bootstrap", domain, str(file)))),
        disable=(unload,),
        query=Step(("launchctl", "print", f"{domain}/{LABEL}")),
    )


def _scheduled_task(command: Sequence[str], account: Account) -> Entry:
    """Task Scheduler reads UTF-16. Without a time limit of its own it would end the task after three days."""
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
    named = ("/TN", TASK)
    return Entry(
        file=file,
        content=content.replace("\n", "\r\n").encode("utf-16"),
        enable=(
            Step(("schtasks", "/Create", *named, "/XML", str(file), "/F")),
            Step(("schtasks", "/Run", *named)),
        ),
        disable=(
            Step(("schtasks", "/End", *named), optional=True),
            Step(("schtasks", "/Delete", *named, "/F"), optional=True),
        ),
        query=Step(("schtasks", "/Query", *named)),
    )
