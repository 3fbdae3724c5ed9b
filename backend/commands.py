"""The commands of the command line. Each is called after the command line has been parsed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backend import __version__
from backend.domain.hygiene import printable
from backend.errors import DataFolderLocked, FetchError, FileNotWritten, StorageError, UserError
from backend.settings import Settings
from backend.terminal import RefreshLine, show, show_scan, write_json

if TYPE_CHECKING:
    from backend.autostart.command import Autostart
    from backend.bootstrap import Services
    from backend.domain.article import FetchedPage

_PAGE_TIMEOUT_S = 10.0


def serve(settings: Settings, open_page: Callable[[str], None] | None = None) -> int:
    """Serve until SIGTERM or Ctrl+C.

    If the history is empty, `open_page` is called with the address of the first-run page.
    """
    # This object handles the signals until the server installs its own handlers.
    with _EarlyStop() as early:
        signal.signal(signal.SIGTERM, early)
        from backend.app import listen
        from backend.app import serve as run

        listener = listen(settings)
        # Import this after binding the port, because loading takes a while and a port in use should be reported first.
        from backend.bootstrap import build

        with listener, closing(build(settings, url=settings.url)) as services:
            greeting = f"Claimlight {__version__} is ready on {settings.url}"

            def ready() -> None:
                _print_greeting(greeting)
                if open_page and services.history.count() == 0:
                    open_page(f"{settings.url}/welcome")

            if not early.stop_requested:
                services.freshness.start()
                run(services, listener, ready=ready)
    return 0


def _print_greeting(greeting: str) -> None:
    # Ignore a failed write, for example to a log file on a full disk.
    with suppress(OSError):
        sys.stdout.write(f"{greeting}\n")
        sys.stdout.flush()


class _EarlyStop:
    """Aborts the start on SIGTERM.

    `stop_requested` records the signal, because a module that is being imported may catch the exception or raise a
    different one.
    """

    def __init__(self) -> None:
        self.stop_requested = False

    def __enter__(self) -> _EarlyStop:
        return self

    def __exit__(self, *_error: object) -> bool:
        return self.stop_requested

    def __call__(self, _signal: int, _frame: object) -> None:
        self.stop_requested = True
        raise SystemExit(0)


def check(text: str, settings: Settings, *, as_json: bool, language: str = "") -> int:
    """Verify one claim and print the verdict with its quotes, in the supported language closest to `language`."""
    from backend.api.shown import shown
    from backend.messages.catalogue import closest

    closest_language = closest(language)
    show(
        shown(_verify_claim(text, settings), closest_language),
        as_json=as_json,
        language=closest_language,
        stream=sys.stdout,
    )
    return 0


def _verify_claim(text: str, settings: Settings) -> dict[str, Any]:
    """Verify the claim in this process, or in the running Claimlight that owns the data folder, and return the result."""
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
        return _verify_as_job(text, services)


def _verify_as_job(text: str, services: Services) -> dict[str, Any]:
    """Verify the claim as a job, which stores the result in the history. Raises UserError."""
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


def scan(source: str, folder: Path, settings: Settings, *, as_json: bool) -> int:
    """Print the check-worthy sentences of a page or file, which is neither stored nor sent. Needs no data folder."""
    from backend.acquire.extract import extract
    from backend.api.scan import shape
    from backend.bootstrap import load_claim_model, load_embedder
    from backend.domain.scan import ScanRequest
    from backend.pipeline.scan import PageScanner

    try:
        article = extract(_read_page(source, folder, settings))
    except FetchError as error:
        raise UserError(f"{source} cannot be read: {error}") from None
    blocks = tuple(line for line in article.text.split("\n") if line)
    request = ScanRequest(blocks=blocks, title=article.title, language=article.language)
    scanner = PageScanner(load_claim_model(settings, load_embedder(settings)))
    found = shape(scanner.scan(request), request)
    show_scan({"url": article.url, "title": article.title, **found}, as_json=as_json, stream=sys.stdout)
    return 0


def _read_page(source: str, folder: Path, settings: Settings) -> FetchedPage:
    """Read the page from the web for an http or https address, otherwise from disk. Raises FetchError or UserError."""
    from backend.acquire.local_file import read_local
    from backend.bootstrap import page_fetcher

    if not source.lower().startswith(("http://", "https://")):
        return read_local(folder / source)
    if settings.offline:
        raise UserError("Offline, no page is read from the web.", hint="Save the page and give the file's name.")
    return page_fetcher(settings).fetch(source, timeout_s=_PAGE_TIMEOUT_S)


def refresh(settings: Settings, *, as_json: bool) -> int:
    """Refresh the current affairs in this process, or in the running Claimlight that owns the data folder."""
    from backend.bootstrap import build
    from backend.remote import refresh_running

    # With --json, standard output is only for the JSON.
    line = RefreshLine(sys.stderr if as_json else sys.stdout)
    try:
        services = build(settings)
    except DataFolderLocked as locked:
        state = refresh_running(settings, locked.url or settings.url, line.show_progress)
        if state is None:
            raise
        return _report_refresh(state["last"] or {}, line, as_json=as_json)
    with closing(services):
        job = services.freshness.job
        try:
            job.run_now(lambda progress: line.show_progress(asdict(progress)))
        except StorageError as error:
            raise UserError(f"Current affairs were not renewed: {error}") from None
        return _report_refresh(job.state().last, line, as_json=as_json)


def _report_refresh(last: Mapping[str, Any], line: RefreshLine, *, as_json: bool) -> int:
    if as_json:
        write_json(last, sys.stdout)
    return line.end(last)


def import_file(file: Path, settings: Settings, *, as_leads: bool, as_json: bool) -> int:
    """Import the passages from an exported file."""
    from backend.bootstrap import build

    with closing(build(settings)) as services:
        try:
            report = services.knowledge.take_in(file, as_leads=as_leads)
        except StorageError as error:
            raise UserError(f"{file} was not imported: {error}") from None
    words = f"{report.new} passages added, {report.unchanged} were there already or had been forgotten"
    return _print_outcome({"new": report.new, "unchanged": report.unchanged}, words, as_json=as_json)


def export_file(file: Path, settings: Settings, *, vectors: bool, as_json: bool) -> int:
    """Write the knowledge base to a file that only the user can read, atomically. Raises FileNotWritten."""
    from backend.bootstrap import build

    if not file.name or file.is_dir():
        raise FileNotWritten(f"{file} is a folder.", hint="Give the name of a file, such as knowledge.jsonl.")
    partial_file = file.with_name(f".{file.name}.part")
    with closing(build(settings)) as services:
        try:
            with partial_file.open("wb") as out:
                count = services.knowledge.export(out, vectors=vectors)
            partial_file.replace(file)
        except OSError as error:
            raise FileNotWritten(f"{file} cannot be written: {error.strerror}.") from None
        except StorageError as error:
            raise FileNotWritten(f"{file} was not written: {error}") from None
        finally:
            with suppress(OSError):
                partial_file.unlink(missing_ok=True)
    return _print_outcome(
        {"passages": count, "file": str(file)}, f"{count} passages written to {file}", as_json=as_json
    )


def extension(target: Path | None, *, as_json: bool) -> int:
    """Print the extension's folder, or copy the extension to a folder."""
    from backend.extension_folder import copy_extension, extension_folder

    if target is not None:
        copy_extension(target)
    folder = (target or extension_folder()).absolute()
    words = f"{folder}\nOpen chrome://extensions, switch on Developer mode, choose Load unpacked and pick this folder."
    return _print_outcome({"folder": str(folder)}, words, as_json=as_json)


def doctor(settings: Settings, program: str, origin: str, *, as_json: bool) -> int:
    """Check this machine and print the findings. Return 1 if a problem keeps Claimlight from working, else 0."""
    from backend.doctor import findings
    from backend.doctor.checks import Subject, examine
    from backend.doctor.probes import ThisMachine

    now = datetime.now(UTC)
    found = examine(Subject(machine=ThisMachine(), settings=settings, program=program, origin=origin, now=now))
    if as_json:
        write_json(findings.as_json(found), sys.stdout)
    else:
        sys.stdout.write(f"{findings.as_text(found)}\n")
    return 0 if findings.healthy(found) else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """The user's consent to a change. `yes` gives it and `dry_run` withholds it; otherwise, the user is asked.

    `ask` is None if no user can answer.
    """

    yes: bool
    dry_run: bool
    ask: Callable[[str], bool] | None


def autostart(switch: str, login: Autostart, consent: Consent, *, as_json: bool) -> int:
    """Enable or disable the start at login, after printing the changes. "status" only prints the state."""
    if switch == "status":
        state = login.state()
        words = f"Claimlight {'starts' if state['on'] else 'does not start'} at login ({state['file']})."
        return _print_outcome(state, words, as_json=as_json)
    on = switch == "on"
    steps = login.preview(on=on)
    if not as_json:
        told = "\n".join(["This will", *(f"  {step}" for step in steps), *(["", login.content()] if on else [])])
        sys.stdout.write(f"{printable(told).rstrip()}\n")
    if consent.dry_run:
        return _print_outcome({"steps": steps, "done": False}, "Nothing was changed.", as_json=as_json)
    if not consent.yes and (as_json or consent.ask is None):
        raise UserError(
            "Nothing was changed: this needs a yes.", hint="Add --yes, or --dry-run to see what it would do."
        )
    if not consent.yes and consent.ask and not consent.ask("Go on?"):
        return _print_outcome({"steps": steps, "done": False}, "Nothing was changed.", as_json=as_json)
    login.switch(on=on)
    words = f"Claimlight {'starts' if on else 'no longer starts'} at login."
    return _print_outcome({"steps": steps, "done": True}, words, as_json=as_json)


def _print_outcome(values: Mapping[str, Any], words: str, *, as_json: bool) -> int:
    if as_json:
        write_json(values, sys.stdout)
    else:
        sys.stdout.write(f"{printable(words)}\n")
    return 0
