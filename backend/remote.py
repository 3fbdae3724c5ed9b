"""Sends commands from the command line to a Claimlight service that is already running on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from backend.errors import UserError
from backend.knowledge.past_answers import as_today
from backend.settings import Settings

_EXTRA_TIMEOUT_S = 10.0
_POLL_S = 0.5


def ask_running(claim: str, settings: Settings, url: str, *, patience_s: float = 5.0) -> dict[str, Any] | None:
    """Verify the claim with the service at `url`, which may be an earlier version, and return the result.

    `patience_s` is the time limit of the health check. Returns None if no Claimlight service responds at `url`. Raises
    UserError if a Claimlight service refuses or does not respond in time.
    """
    headers = token_header(settings)
    body = {"claim": claim, "options": {"offline": settings.offline}}
    try:
        with httpx.Client(base_url=url, trust_env=False) as client:
            if not _is_claimlight(client, patience_s):
                return None
            # The claim and the token are sent only after checking that this is Claimlight.
            answer = client.post(
                "/api/verify", json=body, headers=headers, timeout=settings.deadline_s + _EXTRA_TIMEOUT_S
            )
            found: dict[str, Any] = answer.json()
    except httpx.TimeoutException:
        hint = "It may still be starting, or be busy with other claims. Try again, or stop it first."
        raise UserError(f"The Claimlight at {url} did not answer in time.", hint=hint) from None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return None
    if answer.is_error:
        raise _refusal_error(found)
    return as_today(found)


def refresh_running(
    settings: Settings, url: str, on_progress: Callable[[Mapping[str, Any]], None]
) -> Mapping[str, Any] | None:
    """Refresh the current affairs of the service at `url`, and return the field `refresh` of its status at the end.

    During the refresh, `on_progress` is called with this field every half second. Returns None if no Claimlight service
    responds at `url`. Raises UserError if the service refuses or stops responding.
    """
    with httpx.Client(
        base_url=url, trust_env=False, headers=token_header(settings), timeout=_EXTRA_TIMEOUT_S
    ) as client:
        try:
            if not _is_claimlight(client, _EXTRA_TIMEOUT_S):
                return None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return None
        try:
            answer = client.post("/api/knowledge/refresh", json={})
            state: dict[str, Any] = answer.json()
            if answer.is_error:
                raise _refusal_error(state)
            while state["running"]:
                on_progress(state)
                time.sleep(_POLL_S)
                state = client.get("/api/status").json()["refresh"]
        except (httpx.HTTPError, ValueError, KeyError):
            raise UserError(f"The Claimlight at {url} stopped answering.", hint="Its log says why.") from None
    return state


def is_claimlight_at(url: str, *, patience_s: float) -> bool:
    """Return whether a Claimlight service responds at `url` in time."""
    try:
        with httpx.Client(base_url=url, trust_env=False) as client:
            return _is_claimlight(client, patience_s)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return False


def token_header(settings: Settings) -> dict[str, str]:
    """Return the authorization header for requests, or {} if no token is set."""
    return {"Authorization": f"Bearer {settings.token.get_secret_value()}"} if settings.token else {}


def _refusal_error(answer: Mapping[str, Any]) -> UserError:
    error = answer.get("error", {})
    return UserError(str(error.get("message", "The running Claimlight refused.")), hint=str(error.get("hint", "")))


def _is_claimlight(client: httpx.Client, patience_s: float) -> bool:
    health = client.get("/api/health", timeout=patience_s).json()
    return isinstance(health, dict) and health.get("service") == "claimlight"
