"""The checks, each for one kind of problem. The checks access the system only through a `Machine`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from backend import __version__
from backend.api.policy import AccessPolicy
from backend.doctor.findings import Finding, Status
from backend.doctor.machine import Listener, Machine
from backend.settings import EXTENSION_ID, Settings

OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 38)
FULL_BYTES = 100 * 2**20
"""Minimum free disk space. With less, the next migration or index may not fit."""
SCARCE_BYTES = 2**30
MOST_SKEW_S = 300.0
"""Maximum clock error. Certificates and page dates tolerate an error of a few minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The input of the checks. `program` is the command that the user types; `origin` is the browser origin to allow."""

    machine: Machine
    settings: Settings
    program: str = "claimlight"
    origin: str = f"chrome-extension://{EXTENSION_ID}"
    now: datetime


def examine(subject: Subject) -> tuple[Finding, ...]:
    """Run all checks and return their findings, in the order of `CHECKS`."""
    return tuple(finding for check in CHECKS for finding in check(subject))


def check_python(subject: Subject) -> Iterator[Finding]:
    """Check that Python and its SQLite library are new enough."""
    python, sqlite = subject.machine.python(), subject.machine.sqlite()
    versions = f"Python {_dotted(python)} with SQLite {_dotted(sqlite)}"
    if python[:2] < OLDEST_PYTHON or sqlite[:2] < OLDEST_SQLITE:
        required = f"Python {_dotted(OLDEST_PYTHON)} or newer with SQLite {_dotted(OLDEST_SQLITE)} or newer"
        repair = "Install a newer Python from python.org or your system's packages, then install Claimlight with it."
        yield _problem("Python", f"{versions} is too old: {required} is needed.", repair)
    else:
        yield _ok("Python", f"{versions}.")


def check_models(subject: Subject) -> Iterator[Finding]:
    """Check that the files of the bundled models are complete and undamaged."""
    clone = subject.program == "scripts/start"
    repair = (
        "git checkout -- backend/models" if clone else "pipx reinstall claimlight, or pip install --force-reinstall."
    )
    faults = subject.machine.model_faults()
    for fault in faults:
        yield _problem("Models", fault, repair)
    if not faults:
        yield _ok("Models", "every file has the checksum of its manifest.")


def check_folder(subject: Subject) -> Iterator[Finding]:
    """Check that the data folder is writable and has free space."""
    path = subject.settings.data_dir
    folder = subject.machine.folder(path)
    free_space = f"{folder.free // 2**20} MiB are free at {path}"
    if not folder.writable:
        repair = f"Make it yours, or choose another one: {subject.program} --data-dir FOLDER"
        yield _problem("Data folder", f"{path} cannot be written; answers are not kept.", repair)
    elif folder.free < FULL_BYTES:
        repair = f"Free some space, or choose a folder on another disk: {subject.program} --data-dir FOLDER"
        yield _problem("Data folder", f"the disk is full: {free_space}.", repair)
    elif folder.free < SCARCE_BYTES:
        yield _note(
            "Data folder", f"space is scarce: {free_space}.", "CLAIMLIGHT_KNOWLEDGE_CAP_MB limits what is kept."
        )
    else:
        yield _ok("Data folder", f"{free_space}.")


def check_service(subject: Subject) -> Iterator[Finding]:
    """Check that the port is free or used by Claimlight, and that the extension is allowed."""
    listener = subject.machine.listener(subject.settings)
    if listener is None:
        yield _ok("Port", f"{subject.settings.port} is free; Claimlight is not running.")
    elif listener.is_claimlight:
        yield _running_finding(subject, listener)
    else:
        owner = f" It is {listener.owner}." if listener.owner else ""
        yield _problem("Port", f"{listener.message}{owner}", listener.hint)
    yield _origin_finding(subject, runs=listener is not None and listener.is_claimlight)
    if subject.settings.token:
        yield _note("Token", "requests must carry CLAIMLIGHT_TOKEN.", "Enter it in the extension's options.")


def _running_finding(subject: Subject, listener: Listener) -> Finding:
    version = str(listener.health.get("version", "of an unknown version"))
    if version != __version__:
        message = f"Claimlight {version} is running on {subject.settings.url}; this is {__version__}."
        return _note("Port", message, "Stop the running one and start it again.")
    return _ok("Port", f"Claimlight {version} is running on {subject.settings.url}.")


def _origin_finding(subject: Subject, *, runs: bool) -> Finding:
    """Check the origin against the settings and, if the service is running, against the service."""
    origin, settings = subject.origin.rstrip("/"), subject.settings
    if origin not in AccessPolicy.of(settings).cors_origins:
        others = ",".join([*settings.extra_origins, origin])
        repair = f"Set CLAIMLIGHT_ALLOWED_ORIGINS={others} if you trust it, and start Claimlight again."
        return _problem("Origin", f"{origin} is refused: it is not in the settings.", repair)
    if runs and subject.machine.refuses_origin(settings, origin):
        message = f"{origin} is refused by the Claimlight that runs, which was started with other settings."
        return _problem("Origin", message, "Stop it and start it again.")
    return _ok("Origin", f"{origin} is let in.")


def check_web(subject: Subject) -> Iterator[Finding]:
    """Check that the web is reachable without a proxy and that the clock is right."""
    if subject.settings.offline:
        yield _note("Network", "not tried, since Claimlight is set to be offline.")
        return
    web, proxies = subject.machine.web(subject.now), subject.machine.proxies()
    if web.skew_s is not None and abs(web.skew_s) > MOST_SKEW_S:
        side = "ahead" if web.skew_s > 0 else "behind"
        message = f"it is {_duration(abs(web.skew_s))} {side}; secure pages will be refused and dates misread."
        yield _problem("Clock", message, "Let the system set its clock from the network.")
    elif web.skew_s is not None:
        yield _ok("Clock", "right.")
    if not web.error:
        yield _ok("Network", "a public site was reached.")
    elif web.certificate_refused:
        repair = "Correct the clock if it is wrong; else a filter reads along: let Claimlight pass it, or start with --offline."
        yield _problem("Network", f"the site's certificate was refused: {web.error}", repair)
    elif not proxies:
        repair = f"Check the connection and the firewall. Without a network: {subject.program} --offline"
        yield _problem("Network", f"no public site was reached: {web.error}", repair)
    if proxies:
        yield _proxy_finding(proxies, needed=bool(web.error) and not web.certificate_refused)


def _proxy_finding(proxies: tuple[str, ...], *, needed: bool) -> Finding:
    message = f"{', '.join(proxies)} is set; Claimlight connects directly and never uses it"
    if not needed:
        return _note("Proxy", f"{message}.")
    repair = "Allow Claimlight direct connections to the web, or start it with --offline."
    return _problem("Proxy", f"{message}, and no public site was reached.", repair)


CHECKS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    check_python, check_models, check_folder, check_service, check_web,
)  # fmt: skip


def _ok(check: str, message: str) -> Finding:
    return Finding(check=check, status=Status.OK, message=message)


def _note(check: str, message: str, repair: str = "") -> Finding:
    return Finding(check=check, status=Status.NOTE, message=message, repair=repair)


def _problem(check: str, message: str, repair: str) -> Finding:
    return Finding(check=check, status=Status.PROBLEM, message=message, repair=repair)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _duration(seconds: float) -> str:
    if seconds < 2 * 3600:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.0f} hours" if seconds < 2 * 86_400 else f"{seconds / 86_400:.0f} days"
