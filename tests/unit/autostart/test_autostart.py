"""Starting at login: the files and commands of each platform, announced before they take effect, and reversible."""

from __future__ import annotations

import configparser
import plistlib
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import pytest

from backend.autostart.command import Autostart, start_command
from backend.autostart.entry import Account, entry_for, systemd_quoted
from backend.autostart.switch import CommandResult, run_command
from backend.errors import AutostartFailed

PLATFORMS = ("linux", "darwin", "win32")
COMMAND = ("/opt/Ünïcode & tools/claimlight", "serve", "--port", "9000")


@dataclass
class FakePlatform:
    """Records the commands. A command fails if one of its words is `refuses`."""

    refuses: str = ""
    known: bool = False
    ran: list[str] = field(default_factory=list)

    def __call__(self, words: Sequence[str]) -> CommandResult:
        self.ran.append(words[0])
        if self.refuses and self.refuses in words:
            return CommandResult(1, "refused")
        if {"is-enabled", "print", "/Query"} & set(words):
            return CommandResult(0 if self.known else 1, "")
        self.known = self.known or bool({"enable", "bootstrap", "/Create"} & set(words))
        return CommandResult(0, "")


def login(tmp_path: Path, platform: str, run: FakePlatform) -> Autostart:
    return Autostart(COMMAND, account(tmp_path), platform, run)


def account(home: Path) -> Account:
    return Account(home=home, environment={}, name="PC\\anna", uid=501)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_enabling_writes_a_file_and_disabling_removes_it(tmp_path: Path, platform: str) -> None:
    run = FakePlatform()
    start = login(tmp_path, platform, run)
    assert start.state()["on"] is False
    start.switch(on=True)
    file = Path(str(start.state()["file"]))
    assert start.state()["on"] is True
    assert "9000" in start.content()
    assert start.content().encode() in (
        file.read_bytes(),
        file.read_bytes().decode("utf-16").encode() if platform == "win32" else b"",
    )
    start.switch(on=False)
    assert not file.exists()


@pytest.mark.parametrize("platform", PLATFORMS)
def test_file_is_removed_when_the_platform_refuses(tmp_path: Path, platform: str) -> None:
    refuses = {"linux": "enable", "darwin": "bootstrap", "win32": "/Create"}[platform]
    with pytest.raises(AutostartFailed, match="refused"):
        login(tmp_path, platform, FakePlatform(refuses=refuses)).switch(on=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_step_is_announced_before_it_runs(tmp_path: Path, platform: str) -> None:
    run = FakePlatform()
    start = login(tmp_path, platform, run)
    assert str(tmp_path) in start.preview(on=True)[0]
    assert any(line.startswith("remove") for line in start.preview(on=False))
    assert run.ran == []


def test_launch_agent_and_task_contain_the_whole_command(tmp_path: Path) -> None:
    agent = plistlib.loads(entry_for("darwin", COMMAND, account(tmp_path)).content)
    assert agent["ProgramArguments"] == list(COMMAND)
    task = ElementTree.fromstring(entry_for("win32", COMMAND, account(tmp_path)).content)
    texts = [element.text for element in task.iter()]
    assert COMMAND[0] in texts
    assert "serve --port 9000" in texts
    assert "PC\\anna" in texts


def test_systemd_unit_does_not_expand_the_command(tmp_path: Path) -> None:
    assert systemd_quoted('a "b" 100% $HOME') == '"a \\"b\\" 100%% $$HOME"'
    unit = configparser.RawConfigParser()
    unit.read_string(entry_for("linux", COMMAND, account(tmp_path)).content.decode())
    assert unit["Service"]["ExecStart"] == '"/opt/Ünïcode & tools/claimlight" "serve" "--port" "9000"'


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "Ünïcode tools" / "claimlight"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o700)
    entry = entry_for("linux", (str(program), "serve"), account(tmp_path))
    entry.file.parent.mkdir(parents=True)
    entry.file.write_bytes(entry.content)
    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(entry.file)],
        capture_output=True, text=True, timeout=60, env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)},
    )  # fmt: skip
    assert (verified.returncode, verified.stderr) == (0, "")


def test_command_is_the_clone_s_script_or_the_installed_program(tmp_path: Path) -> None:
    (tmp_path / "claimlight").write_text("", encoding="utf-8")
    called_as = str(tmp_path / "claimlight")
    options = {"port": 9000, "offline": True, "data_dir": Path("data")}
    words = ("serve", "--data-dir", str(Path("data").absolute()), "--offline", "--port", "9000")
    assert start_command(called_as, None, options, "linux") == (called_as, *words)
    assert start_command("x", tmp_path, options, "linux") == (str(tmp_path / "scripts" / "start"), *words)
    assert start_command("x", tmp_path, {}, "win32")[-2:] == (str(tmp_path / "scripts" / "start.ps1"), "serve")


def test_missing_program_is_reported() -> None:
    with pytest.raises(AutostartFailed, match="no-such-program was not found"):
        run_command(["no-such-program"])
