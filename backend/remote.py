"""Asks the Claimlight that already runs on this machine, for the command line."""

from __future__ import annotations

from typing import Any

import httpx

from backend.errors import UserError
from backend.settings import Settings


def ask_running(claim: str, settings: Settings) -> dict[str, Any] | None:
    """The result from the service on the configured port; None when no Claimlight listens there. Raises UserError."""
    base = f"http://{settings.host}:{settings.port}"
    headers = {"Authorization": f"Bearer {settings.token.get_secret_value()}"} if settings.token else {}
    with httpx.Client(base_url=base, headers=headers, trust_env=False, timeout=settings.deadline_s + 10) as client:
        try:
            health = client.get("/api/health").json()
            if health.get("service") != "claimlight":
                return None
            answer = client.post("/api/verify", json={"claim": claim, "options": {"offline": settings.offline}})
        except (httpx.HTTPError, ValueError):
            return None
    found: dict[str, Any] = answer.json()
    if answer.is_error:
        error = found.get("error", {})
        raise UserError(str(error.get("message", "The running Claimlight refused.")), hint=str(error.get("hint", "")))
    return found
