"""The command line: where options may be placed, how errors are reported, the exit status, and shell completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from backend.cli import Call, Launch, main, page_opener, program, read_settings
from backend.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
LAUNCH = Launch(env_file=Path("no.env"))


@pytest.mark.parametrize("words", [["--port", "0", "check", "x"], ["check", "x", "--port", "0"], ["serve", "--port=0"]])
def test_shared_options_stand_before_or_after_the_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words, launch=LAUNCH) == 1
    assert capsys.readouterr().err.startswith("The setting port cannot be used")


def test_command_option_overrides_the_global_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "1", "check", "x", "--port", "70000"], launch=LAUNCH) == 1
    assert "65535" in capsys.readouterr().err


def test_hint_names_the_called_program(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--port", "0"], launch=LAUNCH)
    main(["--port", "0"], launch=Launch(program="scripts/start", env_file=Path("no.env")))
    hints = [line for line in capsys.readouterr().err.splitlines() if "--help" in line]
    assert hints == ["claimlight --help lists all settings.", "scripts/start --help lists all settings."]


def test_with_json_an_error_is_json_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "x", "--port", "0", "--json"], launch=LAUNCH) == 1
    shown = capsys.readouterr()
    error = json.loads(shown.out)["error"]
    assert (error["code"], error["hint"]) == ("user_error", "claimlight --help lists all settings.")
    assert shown.err == ""


@pytest.mark.parametrize("words", [["bogus"], ["check"], ["--port", "x"], ["check", "a", "b"], ["--bogus"]])
def test_invalid_arguments_exit_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words, launch=LAUNCH) == 2
    assert "Usage: claimlight" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["bogus", "--json"], ["--bogus", "--json"], ["check", "--json"], ["--json", "--port", "x"]]
)
def test_invalid_arguments_with_json_are_reported_as_json(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words, launch=LAUNCH) == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out)["error"]["code"] == "usage"
    assert shown.err == ""


def test_claim_before_a_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--claim", "The Earth is flat", "doctor"], launch=LAUNCH) == 2
    assert "--claim cannot be combined" in capsys.readouterr().err


@pytest.mark.parametrize("name", [".", "..", "folder"])
def test_export_into_a_folder_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["export", name, "--json"], launch=Launch(env_file=Path("no.env"), folder=tmp_path)) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "file_not_written"
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["--version"]])
def test_help_and_version_end_with_0(words: list[str]) -> None:
    assert main(words, launch=LAUNCH) == 0


@pytest.mark.parametrize(
    ("typed", "last", "offered"),
    [([], "", {"serve", "check", "scan", "import", "export", "refresh"}), (["check"], "--of", {"--offline"})],
)
def test_a_shell_completes_commands_and_options(typed: list[str], last: str, offered: set[str]) -> None:
    complete = ShellComplete(program, {"obj": Call(LAUNCH)}, "claimlight", "_CLAIMLIGHT_COMPLETE")
    assert offered <= {item.value for item in complete.get_completions(typed, last)}


@pytest.mark.parametrize("typed", [["import"], ["export"], ["scan"], ["check", "--data-dir"]])
def test_a_shell_completes_names_of_files(typed: list[str]) -> None:
    complete = ShellComplete(program, {"obj": Call(LAUNCH)}, "claimlight", "_CLAIMLIGHT_COMPLETE")
    assert [item.type for item in complete.get_completions(typed, "a")] == ["file"]


def test_web_page_is_not_fetched_offline(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "https://example.org/", "--offline"], launch=LAUNCH) == 1
    assert "Offline" in capsys.readouterr().err


def test_unscannable_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "none.txt"], launch=Launch(env_file=Path("no.env"), folder=tmp_path)) == 1
    assert capsys.readouterr().err.startswith("none.txt cannot be read: The file cannot be opened")


def test_invalid_address_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "http://[x"], launch=LAUNCH) == 1
    assert capsys.readouterr().err.startswith("http://[x cannot be read: ")


def test_settings_file_is_taken_from_the_launch_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user's folder must not configure the installed command."""
    (tmp_path / ".env").write_text("CLAIMLIGHT_PORT=1111\n")
    (tmp_path / "mine.env").write_text("CLAIMLIGHT_PORT=2222\n")
    monkeypatch.chdir(tmp_path)
    assert read_settings({}, Launch(env_file=tmp_path / "mine.env")).port == 2222
    assert read_settings({}, Launch()).port == 8737


def test_a_value_out_of_range_is_refused_with_its_name() -> None:
    with pytest.raises(UserError, match="The setting port"):
        read_settings({"port": 0}, LAUNCH)


@pytest.mark.parametrize(("words", "status", "told"), [(["--dry-run"], 0, "Nothing was changed"), ([], 1, "")])
def test_autostart_changes_nothing_without_confirmation(
    words: list[str],
    status: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    launch = Launch(env_file=Path("no.env"), clone=tmp_path)
    assert main(["autostart", "on", *words], launch=launch) == status
    shown = capsys.readouterr()
    assert "This will" in shown.out
    assert told in shown.out
    assert ("--yes" in shown.err) is bool(status)
    assert list(tmp_path.rglob("*.service")) == []


def test_error_is_printed_on_a_console_without_its_characters() -> None:
    command = [sys.executable, "-m", "backend", "scan", "水 ✔ “x”.txt"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert b".txt cannot be read" in done.stderr


def test_no_browser_is_opened_without_a_terminal_or_a_desktop() -> None:
    assert page_opener("linux", {"DISPLAY": ":0"}) is None
    assert page_opener("linux", {}) is None
