"""Runs a Claimlight backend in this process, on a loopback port, for an assistant that finds no backend running."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from backend.app import in_thread, listen, server_for
from backend.bootstrap import build
from backend.errors import DataFolderLocked, PortTaken
from backend.remote import is_claimlight_at
from backend.settings import Settings

log = logging.getLogger("claimlight.mcp")

STARTING_S = 30.0
"""The time, in seconds, for the process that holds the data folder to respond; it may still be loading its models."""
_ANY_PORT = 0
ALONE = (
    "Another Claimlight uses the data folder and cannot be asked. "
    "These answers come from the built-in facts and the web, and are not kept."
)


@dataclass(frozen=True, slots=True)
class Embedded:
    """The URL of the service, and a `notice` for the user if the service is limited ("" otherwise).

    `close` stops the service only if the service was started in this process.
    """

    url: str
    notice: str
    stack: ExitStack

    def close(self) -> None:
        """Stop the jobs and release the data folder, if the service was started in this process."""
        self.stack.close()


def start(settings: Settings) -> Embedded:
    """Start a service on the usual port or, if that port is taken, on any free port.

    If another process holds the data folder, return that process's URL or, if the process does not respond, start a
    service with a temporary folder. Raises ConfigurationError or ModelError.
    """
    with ExitStack() as undo:
        at = settings.model_copy(update={"host": "127.0.0.1", "allow_remote": False})
        try:
            listener = undo.enter_context(listen(at))
        except PortTaken:
            listener = undo.enter_context(listen(at.model_copy(update={"port": _ANY_PORT})))
        at = at.model_copy(update={"port": listener.getsockname()[1]})
        notice = ""
        try:
            services = build(at, url=at.url)
        except DataFolderLocked as locked:
            if locked.url and is_claimlight_at(locked.url, patience_s=STARTING_S):
                return Embedded(locked.url, "", ExitStack())
            log.warning("the data folder is in use: starting with a temporary one")
            folder = undo.enter_context(TemporaryDirectory(prefix="claimlight-", ignore_cleanup_errors=True))
            services, notice = build(at.model_copy(update={"data_dir": Path(folder)}), url=at.url), ALONE
        undo.callback(services.close)
        undo.enter_context(in_thread(server_for(services, listener)))
        # Callbacks run in reverse order: the jobs stop first, so the server can still send the ends of their streams.
        undo.callback(services.jobs.close)
        log.info("started a Claimlight on port %d", at.port)
        return Embedded(at.url, notice, undo.pop_all())
