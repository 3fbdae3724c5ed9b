"""The Flask application, and the server that runs it on the loopback address."""

from __future__ import annotations

import errno
import http.client
import json
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import waitress
from flask import Flask
from waitress.server import BaseWSGIServer

from backend.api import (
    citation,
    description,
    errors,
    freshness,
    knowledge_data,
    pages,
    reader_data,
    scan,
    sources,
    status,
    verify,
    welcome,
)
from backend.api.connections import keep_room
from backend.api.guard import LARGEST_BODY, Guard
from backend.api.policy import AccessPolicy
from backend.api.services import ServicesView
from backend.errors import ConfigurationError, PortTaken
from backend.jobs.runner import JobRunner
from backend.settings import Settings

SPARE_THREADS = 8
"""Number of threads beyond one per waiting client. With them, /api/health never waits for a stream to end (R3)."""

_BACKLOG = 128
_HEALTH_TIMEOUT_S = 2.0
_DRAIN_S = 0.5
_FLUSH_S = 0.05


def create_app(services: ServicesView, *, port: int | None = None) -> Flask:
    """Return the application, with the guard in front of all routes.

    `port` is the port that the server listens on, if different from the port in the settings.
    """
    app = Flask(__name__, static_folder="web/static", template_folder="web/templates")
    # The guard has a lower limit for all other routes.
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    # Merging slashes would result in a redirect, and no route sends redirects.
    app.url_map.merge_slashes = False
    app.register_blueprint(verify.blueprint(services.jobs, services.history))
    app.register_blueprint(knowledge_data.blueprint(services.knowledge, services.history))
    app.register_blueprint(reader_data.blueprint(services.history))
    app.register_blueprint(sources.blueprint(services.sources))
    app.register_blueprint(scan.blueprint(services.scanner))
    app.register_blueprint(citation.blueprint(services.citations))
    app.register_blueprint(status.blueprint(services))
    app.register_blueprint(freshness.blueprint(services.freshness))
    app.register_blueprint(description.blueprint())
    app.register_blueprint(pages.blueprint(services))
    app.register_blueprint(welcome.blueprint(services))
    errors.register(app)
    guard = Guard(app.wsgi_app, AccessPolicy.of(services.settings, port=port))
    app.wsgi_app = guard  # type: ignore[method-assign]
    return app


def listen(settings: Settings) -> socket.socket:
    """Bind the port and start listening. Clients that connect before the server runs have to wait.

    Raises PortTaken, or ConfigurationError for an address that does not belong to this machine (S1).
    """
    _check_address(settings)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform == "win32":
        # On Windows, SO_REUSEADDR would let another program bind the same port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        # Two processes can bind the same port, but only one can listen. The other process fails here, before loading
        # anything.
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _bind_error(settings, error) from None
    return listener


def server_for(services: ServicesView, listener: socket.socket) -> BaseWSGIServer:
    """Return a server for an open port. The server's `run()` blocks until `close()` is called."""
    threads = services.jobs.limits.max_waiters + SPARE_THREADS
    # Browsers keep idle connections open, which must not keep other clients from connecting.
    max_connections = threads + 100
    server = waitress.create_server(
        create_app(services),
        sockets=[listener],
        threads=threads,
        # At this limit, the server itself refuses new connections. Idle connections are closed well before that.
        connection_limit=2 * max_connections,
        # Reading ahead detects that the client has closed the connection before the next write.
        channel_request_lookahead=1,
        # The server's limit is higher than the guard's limits of 64 KiB and 1 MiB. The client therefore receives status
        # 413 instead of a connection reset.
        max_request_body_size=2 * 1024 * 1024,
        max_request_header_size=16 * 1024,
        channel_timeout=120,
        ident="claimlight",
        clear_untrusted_proxy_headers=True,
        # select() fails for file descriptors of 1024 and more. Windows has no poll().
        asyncore_use_poll=hasattr(select, "poll"),
    )
    keep_room(server, max_connections)
    return server


def serve(services: ServicesView, listener: socket.socket, *, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl+C, then stop the jobs and the server. Only the main thread may call this.

    `ready` is called once, just before the server runs.
    """
    server = server_for(services, listener)
    stop = _StopSignal(services.jobs, server)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    ready()
    try:
        server.run()
    finally:
        server.close()


@contextmanager
def in_thread(server: BaseWSGIServer) -> Iterator[None]:
    """Run the server in a thread during the `with` block, then stop its workers and close its connections."""
    thread = threading.Thread(target=server.run, name="claimlight-server", daemon=True)
    thread.start()
    try:
        yield
    finally:
        # Stop the workers first. A worker that pulls a closed trigger would write to whichever file has reused the
        # trigger's descriptor.
        server.task_dispatcher.shutdown()
        # Hold the lock to keep the loop from running the thunk and closing the trigger before this thread pulls it.
        with server.trigger.lock:
            server.trigger.thunks.append(partial(_close_all, server))
            server.trigger.pull_trigger()
        thread.join(5)


def _close_all(server: BaseWSGIServer) -> None:
    """Close the listener and every connection. The server's own loop calls this function, and then ends."""
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    server.close()


class _StopSignal:
    """Signal handler that stops the jobs before the server, so the server can still send the ends of the streams.

    A second signal ends the process at once.
    """

    def __init__(self, jobs: JobRunner, server: BaseWSGIServer) -> None:
        self._jobs = jobs
        self._server = server
        self._stopping = self._exiting = False

    def __call__(self, number: int, _frame: object) -> None:
        if self._exiting:
            return
        if self._stopping:
            self._exiting = True
            raise SystemExit(0)
        self._stopping = True
        threading.Thread(target=self._shut_down, args=(number,), name="claimlight-stop", daemon=True).start()

    def _shut_down(self, number: int) -> None:
        self._jobs.close()
        until = time.monotonic() + _DRAIN_S
        while self._jobs.state().waiters and time.monotonic() < until:
            time.sleep(_FLUSH_S)
        time.sleep(_FLUSH_S)
        signal.raise_signal(number)
        # Wake the main thread, because Python runs signal handlers only in the main thread.
        self._server.pull_trigger()


def _check_address(settings: Settings) -> None:
    if settings.host in ("127.0.0.1", "localhost", "::1"):
        return
    if not (settings.allow_remote and settings.token):
        hint = "Set CLAIMLIGHT_ALLOW_REMOTE=1 and CLAIMLIGHT_TOKEN, or leave CLAIMLIGHT_HOST at 127.0.0.1."
        raise ConfigurationError("Listening beyond this machine needs an explicit permission and a token.", hint=hint)


def _bind_error(settings: Settings, error: OSError) -> Exception:
    if error.errno == errno.EACCES:
        hint = "Ports below 1024 belong to the system. Try --port 8737."
        return PortTaken(f"This system does not allow port {settings.port}.", hint=hint)
    if error.errno != errno.EADDRINUSE:
        return ConfigurationError(f"{settings.host} is not an address of this machine.", hint="Use 127.0.0.1.")
    answer = health_of(settings)
    if answer.get("service") == "claimlight":
        hint = f"Open {settings.url}/ or stop it first."
        return PortTaken(f"Claimlight is already running on port {settings.port}.", hint=hint)
    free = settings.port + 1 if settings.port < 65_535 else 8737
    hint = f"Try --port {free} (and the same port in the extension's options)."
    if settings.port == 5000:
        hint += " On a Mac, AirPlay Receiver holds port 5000."
    who = "Another program, or a Claimlight that is still starting," if answer.get("silent") else "Another program"
    return PortTaken(f"{who} already uses port {settings.port}.", hint=hint)


def health_of(settings: Settings) -> dict[str, Any]:
    """Return the response to a health check on the port.

    Return {"silent": True} if no program responds in time, and {} if another program responds.
    """
    connection = http.client.HTTPConnection(settings.host, settings.port, timeout=_HEALTH_TIMEOUT_S)
    try:
        connection.request("GET", "/api/health")
        answer = json.loads(connection.getresponse().read(10_000))
    except TimeoutError:
        return {"silent": True}
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        connection.close()
    return answer if isinstance(answer, dict) else {}
