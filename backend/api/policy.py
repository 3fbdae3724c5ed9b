"""Decides whether a request may pass from its headers alone: host, origin, fetch metadata and token (S2–S4)."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from backend.settings import EXTENSION_ID, Settings

OPEN_ROUTES = frozenset({"/api/health", "/health", "/api/openapi.json", "/healthz"})
"""Routes that need no token, because they reveal only that this is Claimlight and which API it has."""

READ_ROUTES = OPEN_ROUTES | {"/api/status", "/status"}
_OTHER_API_ROUTES = ("/verify", "/worker/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The reason for rejecting a request before its body is read. `allow` is the method that would be accepted (405)."""

    status: int
    code: str
    message: str
    hint: str = ""
    allow: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessPolicy:
    """The access rules, as lists of exact names.

    `hosts` include the port. `cors_origins` are the extension's origin and the origins in the settings.
    """

    hosts: frozenset[str]
    cors_origins: frozenset[str]
    token: str = ""

    @classmethod
    def of(cls, settings: Settings, *, port: int | None = None) -> AccessPolicy:
        """Return the rules for these settings. `port` is the actual port of the service, if different from the settings."""
        names = {"127.0.0.1", "localhost", "[::1]", f"[{settings.host}]" if ":" in settings.host else settings.host}
        listening = port or settings.port
        hosts = {f"{name}:{listening}" for name in names} | (names if listening == 80 else set())
        extension = f"chrome-extension://{EXTENSION_ID}"
        token = settings.token.get_secret_value() if settings.token else ""
        return cls(hosts=frozenset(hosts), cors_origins=frozenset({extension, *settings.extra_origins}), token=token)

    def refuse(self, request: Caller) -> Refusal | None:
        """Return the refusal for the first rule that the request breaks, or None if the request may pass."""
        return (
            self._check_host(request)
            or self._check_origin(request)
            or self._check_fetch_metadata(request)
            or self._check_token(request)
        )

    def _check_host(self, request: Caller) -> Refusal | None:
        if request.host.lower() in self.hosts:
            return None
        hint = "Use http://127.0.0.1 with Claimlight's port."
        return Refusal(status=403, code="wrong_host", message="Claimlight does not answer under this name.", hint=hint)

    def _check_origin(self, request: Caller) -> Refusal | None:
        if not request.origin or self.cors(request) or request.own_origin:
            return None
        hint = "Add it to CLAIMLIGHT_ALLOWED_ORIGINS if you trust it."
        return Refusal(status=403, code="wrong_origin", message="This website may not call Claimlight.", hint=hint)

    def _check_fetch_metadata(self, request: Caller) -> Refusal | None:
        if self.cors(request):
            return None
        opened_by_reader = request.is_page and request.method in ("GET", "HEAD") and request.mode in ("", "navigate")
        if request.site not in ("", "none", "same-origin") and not opened_by_reader:
            return Refusal(status=403, code="cross_site", message="Another website may not use Claimlight.")
        if request.is_api and request.mode == "navigate":
            return Refusal(status=403, code="navigation", message="This address is for programs, not for the browser.")
        if request.has_form and request.method == "POST" and not (request.site == "same-origin" or request.own_origin):
            return Refusal(status=403, code="cross_site", message="This form belongs to Claimlight's own page.")
        return None

    def _check_token(self, request: Caller) -> Refusal | None:
        if not self.token or request.path in OPEN_ROUTES or request.method == "OPTIONS" or not request.needs_token:
            return None
        given = request.authorization.removeprefix("Bearer ").encode("utf-8", "replace")
        if hmac.compare_digest(given, self.token.encode()):
            return None
        hint = "Send Authorization: Bearer with the value of CLAIMLIGHT_TOKEN."
        return Refusal(status=401, code="token", message="This Claimlight needs its token.", hint=hint)

    def cors(self, request: Caller) -> bool:
        """Whether the request comes from a browser origin that may read responses."""
        return request.origin in self.cors_origins


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The headers that identify the caller. `site` and `mode` are Sec-Fetch-Site and Sec-Fetch-Mode.

    An absent header is "".
    """

    method: str
    path: str
    host: str
    origin: str
    site: str
    mode: str
    authorization: str

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Caller:
        """Read the headers of a WSGI environment."""
        return cls(
            method=environ.get("REQUEST_METHOD", ""),
            path=environ.get("PATH_INFO", ""),
            host=environ.get("HTTP_HOST", ""),
            # A blank origin becomes "null", which matches no allowed origin.
            origin=(environ["HTTP_ORIGIN"].strip() or "null") if "HTTP_ORIGIN" in environ else "",
            site=environ.get("HTTP_SEC_FETCH_SITE", ""),
            mode=environ.get("HTTP_SEC_FETCH_MODE", ""),
            authorization=environ.get("HTTP_AUTHORIZATION", ""),
        )

    @property
    def own_origin(self) -> bool:
        """Whether the request comes from a page that this service serves."""
        return bool(self.origin) and self.origin == f"http://{self.host}"

    @property
    def is_page(self) -> bool:
        """Whether the route is the web page or the first-run page."""
        return self.path in ("/", "/welcome")

    @property
    def has_form(self) -> bool:
        """Whether the route is a page with a form."""
        return self.path == "/"

    @property
    def is_api(self) -> bool:
        """Whether the route responds in JSON."""
        return self.path.startswith(("/api/", *_OTHER_API_ROUTES)) or self.path in READ_ROUTES

    @property
    def needs_token(self) -> bool:
        """Whether the route shows data or starts work, as every API route and the page's form do."""
        return self.is_api or self.method == "POST"
