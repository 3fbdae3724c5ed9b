"""The command line, `claimlight` or `scripts/start`. It serves, or runs one command and exits.

The exit status is 0 after success (whatever the verdict), 1 after a failure with a message, 2 for a command that was
not understood, and 130 after an interruption.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError

from backend import __version__, commands
from backend.domain.hygiene import printable
from backend.errors import ClaimlightError, UserError
from backend.settings import DEFAULT_PORT, EXTENSION_ID, Settings, installed_env_file
from backend.terminal import accept_every_character, write_json

_NOISY_LIBRARIES = (
    "httpx", "httpx2", "httpcore", "httpcore2", "chromadb", "trafilatura", "openai", "primp", "ddgs", "urllib3", "htmldate", "apscheduler",
    "mcp",
)  # fmt: skip
_EXIT_STATUS = "Exit status: 0 done, whatever the verdict; 1 failed, the message says why; 2 command not understood; 130 interrupted."


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Information on how the program was started.

    `program` is the name of the program in messages. `folder` is the folder that relative file names refer to. `clone`
    is the repository that the program runs from, or None if the program is installed.
    """

    program: str = "claimlight"
    env_file: Path = field(default_factory=installed_env_file)
    folder: Path = Path()
    clone: Path | None = None


@dataclass(slots=True)
class Call:
    """One run of the command line, with the options given before and after the command's name."""

    launch: Launch
    given: dict[str, object] = field(default_factory=dict)

    @property
    def as_json(self) -> bool:
        """Whether to print the result or the error as JSON on standard output."""
        return bool(self.given.get("json"))

    def settings(self, *, quiet: bool = True) -> Settings:
        """Read the settings from environment, settings file and options, and configure logging. Raises UserError."""
        options = {name: value for name, value in self.given.items() if name != "json"}
        settings = read_settings(options, self.launch)
        configure_logging(settings, quiet=quiet)
        return settings

    def file(self, name: Path) -> Path:
        """Return the file that a name on the command line refers to."""
        return self.launch.folder / name


pass_call = click.make_pass_decorator(Call)
Command = Callable[..., int]


def _store_option(context: click.Context, option: click.Parameter, value: object) -> None:
    """Store a given option. An option after the command's name overrides the same option before it."""
    if value is not None and option.name:
        context.ensure_object(Call).given[option.name] = value


def _stored_option(*names: str, **details: Any) -> Callable[[Command], Command]:
    return click.option(*names, expose_value=False, callback=_store_option, default=None, **details)


_PATH = click.Path(path_type=Path, readable=False)
"""The name of a file or folder, for completion in shells. It is not checked here, being relative to `Launch.folder`."""
_AS_JSON = _stored_option("--json", is_flag=True, help="Print the result, or the error, as JSON.")
_SHARED = (
    _stored_option("--port", type=int, metavar="N", help=f"Port to listen on (default {DEFAULT_PORT})."),
    _stored_option("--host", metavar="ADDRESS", help="Address to listen on (default 127.0.0.1)."),
    _stored_option("--offline", is_flag=True, help="Open no socket but the loopback one."),
    _stored_option("--data-dir", type=_PATH, metavar="FOLDER", help="Where the knowledge base and history live."),
)


def _with_shared_options(command: Command) -> Command:
    for option in reversed(_SHARED):
        command = option(command)
    return command


def variables(name: str) -> tuple[str, ...]:
    """Return the environment variables that set a field, with the most common one last."""
    alias = Settings.model_fields[name].validation_alias
    choices = getattr(alias, "choices", None)
    return tuple(str(c) for c in choices) if choices else (f"CLAIMLIGHT_{name.upper()}",)


def settings_help() -> str:
    """Return the help text for all settings, with the variable, purpose and default of each."""
    lines = []
    for name, setting in Settings.model_fields.items():
        default = setting.get_default(call_default_factory=True, validated_data={})
        shown = f" (default {default})" if default not in (None, "", False) else ""
        lines.append(f"  {variables(name)[-1]}\n      {setting.description}{shown}")
    return "\n".join(lines)


def _epilog() -> str:
    # click does not rewrap a paragraph that begins with \b.
    head = "Settings (environment variables, or lines of .env in a clone and of claimlight.env in the configuration folder):"
    return f"{_EXIT_STATUS}\n\n\b\n{head}\n{settings_help()}"


@click.group(invoke_without_command=True, epilog=_epilog())
@_with_shared_options
@_AS_JSON
@click.option("--no-browser", is_flag=True, help="Do not open the page with the first steps.")
@click.option("--claim", metavar="TEXT", help="Verify this claim and exit: the same as the command check.")
@click.version_option(__version__, message="Claimlight %(version)s")
@pass_call
@click.pass_context
def program(context: click.Context, call: Call, claim: str | None, no_browser: bool) -> int:
    """Start Claimlight, or run one COMMAND and exit. Without a command it serves."""
    if context.invoked_subcommand:
        if claim is not None:
            raise click.UsageError(
                f"--claim cannot be combined with the command {context.invoked_subcommand}.", context
            )
        return 0
    if claim is not None:
        return commands.check(claim, call.settings(), as_json=call.as_json)
    return commands.serve(call.settings(quiet=False), None if no_browser else page_opener(sys.platform, os.environ))


def page_opener(platform: str, environment: Mapping[str, str]) -> Callable[[str], None] | None:
    """Return a function that opens a page in the user's browser, or None without a terminal or a desktop."""
    desktop = platform in ("darwin", "win32") or environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if not (desktop and sys.stdout.isatty()):
        return None
    import webbrowser

    # Use a thread, because for some browsers the call returns only when the browser is closed.
    return lambda url: threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _add_command(name: str) -> Callable[[Command], click.Command]:
    """Return a decorator that adds a command with the shared options and --json.

    The command receives the Call as its first argument.
    """

    def register(run: Command) -> click.Command:
        command: Command = pass_call(run)
        return program.command(name=name)(_with_shared_options(_AS_JSON(command)))

    return register


@program.command()
@_with_shared_options
@pass_call
def serve(call: Call) -> int:
    """Serve the extension and the web page until Ctrl+C."""
    return commands.serve(call.settings(quiet=False))


@_add_command("check")
@click.argument("claim")
@click.option(
    "--language", default="", metavar="TAG", help="Language of the answer: en (default), de, es, fr, hi, zh or ar."
)
def check(call: Call, claim: str, language: str) -> int:
    """Verify CLAIM and print the verdict with its quotes."""
    return commands.check(claim, call.settings(), as_json=call.as_json, language=language)


@_add_command("scan")
@click.argument("source", metavar="FILE|URL", type=click.Path(readable=False))
def scan(call: Call, source: str) -> int:
    """Print the sentences of a page or text file that are worth checking."""
    return commands.scan(source, call.launch.folder, call.settings(), as_json=call.as_json)


@_add_command("import")
@click.argument("file", type=_PATH)
@click.option("--as-leads", is_flag=True, help="Nothing of it may carry a verdict by itself.")
def import_file(call: Call, file: Path, as_leads: bool) -> int:
    """Add the passages of an exported FILE to the knowledge base."""
    return commands.import_file(call.file(file), call.settings(), as_leads=as_leads, as_json=call.as_json)


@_add_command("export")
@click.argument("file", type=_PATH)
@click.option("--vectors", is_flag=True, help="With vectors, so that importing is quicker.")
def export_file(call: Call, file: Path, vectors: bool) -> int:
    """Write the knowledge base to FILE."""
    return commands.export_file(call.file(file), call.settings(), vectors=vectors, as_json=call.as_json)


@_add_command("refresh")
def refresh(call: Call) -> int:
    """Renew current affairs now; sends queries to the web."""
    return commands.refresh(call.settings(), as_json=call.as_json)


@program.command()
@_with_shared_options
@pass_call
def mcp(call: Call) -> int:
    """Serve an assistant: the Model Context Protocol on standard input and output. Needs the extra claimlight[mcp]."""
    from backend.mcp_server.command import run

    return run(call.settings())


@_add_command("doctor")
@click.option("--origin", default=f"chrome-extension://{EXTENSION_ID}", help="Browser origin that must be let in.")
def doctor(call: Call, origin: str) -> int:
    """Find what keeps Claimlight from working, and how to repair it. Asks www.wikipedia.org unless offline."""
    return commands.doctor(call.settings(), call.launch.program, origin, as_json=call.as_json)


@_add_command("extension")
@click.argument("folder", type=_PATH, required=False)
def extension(call: Call, folder: Path | None) -> int:
    """Print the path of the browser extension, or copy it to FOLDER."""
    return commands.extension(call.file(folder) if folder else None, as_json=call.as_json)


@_add_command("autostart")
@click.argument("switch", metavar="on|off|status", type=click.Choice(["on", "off", "status"]))
@click.option("--yes", is_flag=True, help="Do not ask before it is done.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be done.")
def autostart(call: Call, switch: str, yes: bool, dry_run: bool) -> int:
    """Start Claimlight at login, with the options given here; or no longer."""
    from backend.autostart.command import Autostart, start_command, this_account

    call.settings()
    options = {name: value for name, value in call.given.items() if name != "json"}
    command = start_command(sys.argv[0], call.launch.clone, options, sys.platform)
    chosen = commands.Consent(yes=yes, dry_run=dry_run, ask=click.confirm if sys.stdin.isatty() else None)
    return commands.autostart(switch, Autostart(command, this_account()), chosen, as_json=call.as_json)


def read_settings(options: Mapping[str, object], launch: Launch | None = None) -> Settings:
    """Read the settings from the environment and the settings file, overridden by the options.

    Raises UserError with the name of the faulty setting.
    """
    launch = launch or Launch(program="scripts/start", env_file=Path(".env"))
    try:
        return Settings(_env_file=launch.env_file, **options)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        raise UserError(
            f"The setting {name} cannot be used: {first['msg']}.",
            hint=f"{launch.program} --help lists all settings.",
        ) from None


def main(arguments: Sequence[str] | None = None, *, launch: Launch | None = None) -> int:
    """Run the program and return the exit status. The installed command `claimlight` calls this without arguments."""
    call = Call(launch or Launch())
    # Make all files written from now on readable only by the user (S7).
    os.umask(0o077)
    accept_every_character(sys.stdout, sys.stderr)
    try:
        status = program.main(arguments, prog_name=call.launch.program, obj=call, standalone_mode=False)
        return int(status or 0)
    except click.ClickException as error:
        given = sys.argv[1:] if arguments is None else arguments
        return _report_usage_error(error, as_json=call.as_json or _wants_json(given))
    except UserError as error:
        return _report_failure(call, error)
    except ClaimlightError as error:
        return _report_failure(call, UserError(f"Claimlight cannot start: {error}"))
    except (KeyboardInterrupt, click.Abort):
        return 130


def _wants_json(arguments: Sequence[str]) -> bool:
    """Return whether --json was given, even if click stopped parsing before it."""
    return "--json" in arguments[: arguments.index("--") if "--" in arguments else None]


def _report_usage_error(error: click.ClickException, *, as_json: bool) -> int:
    if not as_json:
        error.show()
        return error.exit_code
    context = getattr(error, "ctx", None)
    help_line = f"{context.command_path} --help says what is understood." if context else ""
    write_json({"error": {"code": "usage", "message": error.format_message(), "hint": help_line}}, sys.stdout)
    return error.exit_code


def _report_failure(call: Call, error: UserError) -> int:
    if call.as_json:
        write_json({"error": {"code": error.code, "message": error.message, "hint": error.hint}}, sys.stdout)
    else:
        click.echo(printable(f"{error.message}\n{error.hint}".strip()), err=True)
    return 1


def configure_logging(settings: Settings, *, quiet: bool = False) -> None:
    """Set the log level, and silence libraries that would log URLs (S7).

    `quiet` logs only warnings, unless the settings set a level.
    """
    level = "WARNING" if quiet and "log_level" not in settings.model_fields_set else settings.log_level
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    for noisy in _NOISY_LIBRARIES:
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    # Do not log requests that wait briefly for a thread. An overloaded service responds with 503 and gives the reason.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
