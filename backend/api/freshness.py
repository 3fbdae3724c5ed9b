"""Reports the state of the current-affairs passages, and serves the route that refreshes them."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, json_response
from backend.api.services import Freshness


def blueprint(freshness: Freshness) -> Blueprint:
    """Return the route `/api/knowledge/refresh`."""
    routes = Blueprint("freshness", __name__)

    @routes.post("/api/knowledge/refresh")
    def refresh() -> Response:
        Fields(body()).done()
        freshness.job.start()
        return json_response(freshness_report(freshness), 202)

    return routes


def freshness_report(freshness: Freshness) -> wire.Json:
    """Return the schedule, the progress, the generation in use, and the outcome of the last refresh."""
    state = freshness.job.state()
    return {
        "hours": freshness.hours,
        "next": freshness.next_time(),
        "running": state.running,
        **asdict(state.progress),
        **asdict(state.current),
        "last": dict(state.last) or None,
    }
