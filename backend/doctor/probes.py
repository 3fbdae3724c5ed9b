"""Collects facts about the real machine. No other module of the doctor accesses the machine."""

from __future__ import annotations

import http.client
import os
import shutil
import sqlite3
import ssl
import sys
from contextlib import closing
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx

from backend.doctor.machine import Folder, Listener, Web
from backend.doctor.port_owner import owner_of
from backend.errors import ModelError, PortTaken, UserError
from backend.model_files import damaged_files, read_manifest
from backend.settings import Settings

SITE = "www.wikipedia.org"
"""The only public site that is contacted. The requests contain no user data."""
_TIMEOUT_S = 5.0
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")


class ThisMachine:
    """The `Machine` on which this process runs."""

    def __init__(self, site: str = SITE) -> None:
        self._site = site

    def python(self) -> tuple[int, int, int]:
        """Return the version of the running Python."""
        return sys.version_info[:3]

    def sqlite(self) -> tuple[int, int, int]:
        """Return the version of Python's SQLite."""
        return sqlite3.sqlite_version_info

    def model_faults(self) -> tuple[str, ...]:
        """Compare the checksum of every model file with its manifest, which takes about half a second."""
        try:
            from backend.providers.onnx_model import BUNDLED, JUDGE, SPLITTER
        except ImportError as error:
            return (f"A package that the models need does not load: {error}",)
        faults: list[str] = []
        for name in ("embedder", "claims", "time-frame", SPLITTER, "verifier", JUDGE):
            try:
                faults += damaged_files(BUNDLED / name, read_manifest(BUNDLED / name, frozenset()))
            except ModelError as error:
                faults.append(str(error))
        return tuple(faults)

    def listener(self, settings: Settings) -> Listener | None:
        """Try to bind the port as `claimlight serve` would, and release it again."""
        from backend.app import health_of, listen

        try:
            listen(settings).close()
        except UserError as error:
            if not isinstance(error, PortTaken):
                # The address does not belong to this machine, so a health check could reach another machine.
                return Listener(message=error.message, hint=error.hint)
            health, owner = health_of(settings), owner_of(settings.port)
            return Listener(message=error.message, hint=error.hint, health=health, owner=owner)
        return None

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        """Request the service's health as a web page of that origin would, and return whether the service refuses."""
        with closing(http.client.HTTPConnection(settings.host, settings.port, timeout=_TIMEOUT_S)) as connection:
            try:
                connection.request("GET", "/api/health", headers={"Origin": origin, "Sec-Fetch-Site": "cross-site"})
                return connection.getresponse().status == http.client.FORBIDDEN
            except (OSError, http.client.HTTPException):
                return False

    def folder(self, path: Path) -> Folder:
        """Return the state of the folder, or of its nearest existing parent if the folder does not exist yet."""
        there = next(place for place in (path, *path.absolute().parents) if _exists(place))
        return Folder(writable=there.is_dir() and os.access(there, os.W_OK | os.X_OK), free=_free_bytes(there))

    def proxies(self) -> tuple[str, ...]:
        """Return the names of environment variables that set a proxy, in lower or upper case."""
        return tuple(sorted(name for name, value in os.environ.items() if name.lower() in _PROXIES and value))

    def web(self, now: datetime) -> Web:
        """Request the page over HTTP and over TLS. HTTP gives the time even if a wrong clock breaks TLS."""
        with httpx.Client(trust_env=False, follow_redirects=False, timeout=_TIMEOUT_S) as client:
            skew = _clock_skew(client, f"http://{self._site}/", now)
            try:
                client.head(f"https://{self._site}/")
            except httpx.HTTPError as error:
                return Web(
                    error=str(error) or type(error).__name__,
                    certificate_refused=_is_certificate_error(error),
                    skew_s=skew,
                )
        return Web(skew_s=skew)


def _exists(place: Path) -> bool:
    """Return whether the path exists, or False if a parent folder is inaccessible or the name is too long."""
    try:
        return place.exists()
    except OSError:
        return False


def _free_bytes(there: Path) -> int:
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return 0


def _clock_skew(client: httpx.Client, url: str, now: datetime) -> float | None:
    try:
        said = client.head(url).headers.get("Date", "")
        return (now - parsedate_to_datetime(said)).total_seconds()
    except (httpx.HTTPError, ValueError, TypeError):
        return None


def _is_certificate_error(error: BaseException) -> bool:
    """Return whether a rejected certificate caused the error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
