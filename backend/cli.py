"""The command line: serve, or verify one claim and exit."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from backend import __version__
from backend.domain.hygiene import printable
from backend.errors import ClaimlightError, DataFolderLocked, StorageError, UserError
from backend.settings import DEFAULT_PORT, Settings

if TYPE_CHECKING:
    from backend.bootstrap import Services

_NOISY = (
    "httpx", "httpx2", "httpcore", "httpcore2", "chromadb", "trafilatura", "openai", "primp", "ddgs", "urllib3", "htmldate", "apscheduler",
)  # fmt: skip


def parser() -> argparse.ArgumentParser:
    """All options; the settings are listed below them."""
    found = argparse.ArgumentParser(
        prog="scripts/start",
        description="Start Claimlight, verify one claim with --claim, or renew current affairs with refresh.",
        epilog="Settings (environment variables or a .env file):\n" + settings_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument(
        "command",
        nargs="?",
        choices=["refresh", "export", "import"],
        help="refresh: renew current affairs now; export, import: the knowledge base to or from FILE; then exit",
    )
    found.add_argument("file", nargs="?", type=Path, metavar="FILE", help="with export and import")
    found.add_argument("--vectors", action="store_true", help="with export: with vectors, so that importing is quicker")
    found.add_argument(
        "--as-leads", action="store_true", help="with import: nothing of it may carry a verdict by itself"
    )
    found.add_argument("--claim", metavar="TEXT", help="verify this claim, print the verdict with its quotes, and exit")
    found.add_argument("--json", action="store_true", help="with --claim: print the whole result as JSON")
    found.add_argument("--port", type=int, metavar="N", help=f"port to listen on (default {DEFAULT_PORT})")
    found.add_argument("--host", metavar="ADDRESS", help="address to listen on (default 127.0.0.1)")
    found.add_argument("--offline", action="store_true", default=None, help="open no socket but the loopback one")
    found.add_argument("--data-dir", type=Path, metavar="FOLDER", help="where the knowledge base and history live")
    found.add_argument("--version", action="version", version=f"Claimlight {__version__}")
    return found


def settings_help() -> str:
    """One line per setting: its variable, what it does, its default."""
    lines = []
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True, validated_data={})
        shown = f" (default {default})" if default not in (None, "", False) else ""
        lines.append(f"  {variables(name)[-1]}\n      {field.description}{shown}")
    return "\n".join(lines)


def variables(name: str) -> tuple[str, ...]:
    """The environment variables that set a field, the usual one last."""
    alias = Settings.model_fields[name].validation_alias
    choices = getattr(alias, "choices", None)
    return tuple(str(c) for c in choices) if choices else (f"CLAIMLIGHT_{name.upper()}",)


def read_settings(options: argparse.Namespace) -> Settings:
    """Environment and .env, overridden by the command line. Raises UserError with the variable's name."""
    given = {n: getattr(options, n) for n in ("port", "host", "offline", "data_dir") if getattr(options, n) is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        raise UserError(
            f"The setting {name} cannot be used: {first['msg']}.",
            hint="scripts/start --help lists all settings.",
        ) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 fine, 1 something that the message explains, 130 interrupted."""
    options = parser().parse_args(arguments)
    # Whatever is written from here on is the reader's alone (S7).
    os.umask(0o077)
    try:
        settings = read_settings(options)
        configure_logging(settings, quiet=options.claim is not None or options.command is not None)
        if options.command:
            return _refresh_once(settings) if options.command == "refresh" else _transfer(options, settings)
        if options.claim is not None:
            return _verify_once(options.claim, settings, as_json=options.json)
        return _serve(settings)
    except UserError as error:
        print(printable(f"{error.message}\n{error.hint}".strip()), file=sys.stderr)
        return 1
    except ClaimlightError as error:
        print(f"Claimlight cannot start: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def configure_logging(settings: Settings, *, quiet: bool = False) -> None:
    """Ids, sizes and timings only; libraries that would log URLs are silenced (S7). `quiet`: warnings, unless a level was set."""
    level = "WARNING" if quiet and "log_level" not in settings.model_fields_set else settings.log_level
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    for noisy in _NOISY:
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")


def _serve(settings: Settings) -> int:
    # Until the server takes over the signals.
    early = _EarlyStop()
    signal.signal(signal.SIGTERM, early)
    from backend.app import listen, serve

    listener = listen(settings)
    # Loading takes a while: a port that is taken is told before.
    from backend.bootstrap import build

    with listener, closing(build(settings, url=settings.url)) as services:
        greeting = f"Claimlight {__version__} is ready on {settings.url}"
        if not early.asked:
            services.freshness.start()
            serve(services, listener, ready=lambda: _greet(greeting))
    return 0


def _greet(greeting: str) -> None:
    # A log on a full disk takes nothing, which is no reason not to serve.
    with suppress(OSError):
        print(greeting, flush=True)


class _EarlyStop:
    """Ends the start on SIGTERM; `asked` remembers it, since what is being imported may swallow the exception."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, _signal: int, _frame: object) -> None:
        self.asked = True
        raise SystemExit(0)


def _verify_once(text: str, settings: Settings, *, as_json: bool) -> int:
    from backend.terminal import show

    result = _result(text, settings)
    show(result, as_json=as_json, stream=sys.stdout)
    return 0


def _refresh_once(settings: Settings) -> int:
    """Here; or in the Claimlight that is already running and owns the data folder."""
    from backend.bootstrap import build
    from backend.remote import refresh_running
    from backend.terminal import RefreshLine

    line = RefreshLine(sys.stdout)
    try:
        services = build(settings)
    except DataFolderLocked as locked:
        state = refresh_running(settings, locked.url or settings.url, line.told)
        if state is None:
            raise
        return line.end(state["last"] or {})
    with closing(services):
        job = services.freshness.job
        try:
            job.run_now(lambda progress: line.told(asdict(progress)))
        except StorageError as error:
            raise UserError(f"Current affairs were not renewed: {error}") from None
        return line.end(job.state().last)


def _transfer(options: argparse.Namespace, settings: Settings) -> int:
    """Export or import; the file of an export appears whole or not at all, and is the reader's alone."""
    from backend.bootstrap import build

    if options.file is None:
        raise UserError(f"{options.command} needs the name of a file.", hint="scripts/start --help")
    with closing(build(settings)) as services:
        knowledge = services.knowledge
        try:
            if options.command == "import":
                report = knowledge.take_in(options.file, as_leads=options.as_leads)
                print(f"{report.new} passages added, {report.unchanged} were there already or had been forgotten")
                return 0
            half = options.file.with_name(f".{options.file.name}.part")
            with half.open("wb") as out:
                count = knowledge.export(out, vectors=options.vectors)
            half.replace(options.file)
        except OSError as error:
            raise UserError(f"{options.file} cannot be written: {error.strerror}.") from None
        print(f"{count} passages written to {options.file}")
    return 0


def _result(text: str, settings: Settings) -> dict[str, Any]:
    """Verified here; or by the Claimlight that is already running and owns the data folder."""
    from backend.bootstrap import build
    from backend.remote import ask_running

    try:
        services = build(settings)
    except DataFolderLocked as locked:
        found = ask_running(text, settings, locked.url or settings.url)
        if found is None:
            raise
        return found
    with closing(services):
        return _verified(text, services)


def _verified(text: str, services: Services) -> dict[str, Any]:
    """As a job like any other, so that it enters the history, too. Raises UserError."""
    from backend.api.errors import describe
    from backend.api.requests import verify_request
    from backend.api.wire import result
    from backend.jobs.job import Finished

    with services.jobs.submit(verify_request({"claim": text}), resumable=False) as waiting:
        outcome = waiting.outcome(gone=lambda: False)
    if isinstance(outcome, Finished):
        return result(outcome.verdict, job_id=waiting.job.id)
    error = describe(outcome.error, reference=outcome.reference) if outcome else None
    raise UserError(error.message if error else "The check was stopped.", hint=error.hint if error else "")
