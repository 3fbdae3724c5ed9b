"""The Flask application, and the server that runs it on the loopback address."""

from __future__ import annotations

import errno
import http.client
import json
import socket

import waitress
from flask import Flask
from waitress.server import BaseWSGIServer

from backend.api import errors, pages, reader_data, status, verify
from backend.api.guard import MAX_BODY, Guard
from backend.api.policy import Policy
from backend.api.services import Services
from backend.errors import ConfigurationError, PortTaken
from backend.settings import Settings

SERVER_THREADS = 32
"""R3. Streams hold at most JobLimits.max_waiters of them; the rest answers everything else at once."""


def create_app(services: Services, *, port: int | None = None) -> Flask:
    """All routes behind the guard; `port` where it listens, if that is not the settings' port."""
    app = Flask(__name__, static_folder="web/static", template_folder="web/templates")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.register_blueprint(verify.blueprint(services.jobs))
    app.register_blueprint(reader_data.blueprint(services.knowledge, services.history))
    app.register_blueprint(status.blueprint(services))
    app.register_blueprint(pages.blueprint(services))
    errors.register(app)
    guard = Guard(app.wsgi_app, Policy.of(services.settings, port=port))
    app.wsgi_app = guard  # type: ignore[method-assign]
    return app


def listen(settings: Settings) -> socket.socket:
    """Take the port. Raises PortTaken, or ConfigurationError for an address that is not this machine's (S1)."""
    _check_address(settings)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise _not_free(settings, error) from None
    return listener


def server_for(app: Flask, listener: socket.socket) -> BaseWSGIServer:
    """A server on an open port: `run()` blocks, `close()` ends it."""
    return waitress.create_server(
        app,
        sockets=[listener],
        threads=SERVER_THREADS,
        # Reading ahead is how a closed connection is noticed before the next write.
        channel_request_lookahead=1,
        # The guard's limit is 64 KiB; reading somewhat more lets its 413 arrive instead of a reset connection.
        max_request_body_size=2 * 1024 * 1024,
        max_request_header_size=16 * 1024,
        channel_timeout=120,
        ident="claimlight",
        clear_untrusted_proxy_headers=True,
    )


def serve(app: Flask, settings: Settings, *, listener: socket.socket | None = None) -> None:
    """Run until interrupted. Raises as `listen` does when no listener is handed over."""
    server = server_for(app, listener or listen(settings))
    try:
        server.run()
    finally:
        server.close()


def _check_address(settings: Settings) -> None:
    if settings.host in ("127.0.0.1", "localhost", "::1"):
        return
    if not (settings.allow_remote and settings.token):
        hint = "Set CLAIMLIGHT_ALLOW_REMOTE=1 and CLAIMLIGHT_TOKEN, or leave CLAIMLIGHT_HOST at 127.0.0.1."
        raise ConfigurationError("Listening beyond this machine needs an explicit permission and a token.", hint=hint)


def _not_free(settings: Settings, error: OSError) -> Exception:
    if error.errno == errno.EACCES:
        hint = "Ports below 1024 belong to the system. Try --port 8737."
        return PortTaken(f"This system does not allow port {settings.port}.", hint=hint)
    if error.errno != errno.EADDRINUSE:
        return ConfigurationError(f"{settings.host} is not an address of this machine.", hint="Use 127.0.0.1.")
    if _is_claimlight(settings):
        hint = f"Open http://127.0.0.1:{settings.port}/ or stop it first."
        return PortTaken(f"Claimlight is already running on port {settings.port}.", hint=hint)
    free = settings.port + 1 if settings.port < 65_535 else 8737
    hint = f"Try --port {free} (and the same port in the extension's options)."
    if settings.port == 5000:
        hint += " On a Mac, AirPlay Receiver holds port 5000."
    return PortTaken(f"Another program already uses port {settings.port}.", hint=hint)


def _is_claimlight(settings: Settings) -> bool:
    connection = http.client.HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        connection.request("GET", "/api/health")
        answer = json.loads(connection.getresponse().read(10_000))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.get("service") == "claimlight"
