"""The routes for the health and the status of the service."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from flask import Blueprint, Response, request

from backend import __version__
from backend.api import wire
from backend.api.extension import LastSeenExtension
from backend.api.freshness import freshness_report
from backend.api.io import json_response
from backend.api.legacy import news_status
from backend.api.services import ServicesView
from backend.knowledge.capacity import RULE


def blueprint(services: ServicesView) -> Blueprint:
    """Return the routes `/api/health` and `/api/status`, and their older aliases (docs/design.md#older-answers)."""
    routes = Blueprint("status", __name__)
    started = time.monotonic()
    extension = LastSeenExtension()

    def report() -> wire.Json:
        return {**status_report(services), "uptime_s": int(time.monotonic() - started), "extension": extension.report()}

    @routes.get("/api/health")
    @routes.get("/health")
    @routes.get("/healthz")
    def health() -> Response:
        extension.note(request.args.get("extension", ""))
        return json_response(health_report(services))

    @routes.get("/api/status")
    def status() -> Response:
        return json_response(report())

    @routes.get("/status")
    def older_status() -> Response:
        return json_response(news_status(report(), tavily=bool(services.settings.tavily_api_key)))

    return routes


def health_report(services: ServicesView) -> wire.Json:
    """Return the health of the service. The call is cheap, because no model runs."""
    size = int(services.knowledge.stats()["passages"])
    return {"service": "claimlight", "status": "ok", "version": __version__, "ready": True, "kb_size": size}


def status_report(services: ServicesView) -> wire.Json:
    """Return the status of the models, knowledge base, search engines, queue and disk. It never contains a key."""
    settings = services.settings
    return {
        **health_report(services),
        "models": {"embedder": services.embedder_id, "verifier": services.verifier_id, "llm": services.llm_id or None},
        "knowledge": {**services.knowledge.stats(), "revision": services.knowledge.revision},
        "engines": [] if settings.offline else [asdict(state) for state in services.searcher.states()],
        "queue": asdict(services.jobs.state()),
        "disk": {
            "free_mb": _free_bytes(settings.data_dir) // 2**20,
            "used_mb": _used_bytes(services) // 2**20,
            **_capacity(services),
        },
        "today": {
            spending.purpose: {"used": spending.used, "cap": spending.cap} for spending in services.budget.states()
        },
        "refresh": freshness_report(services.freshness),
        "history_entries": services.history.count(),
        "offline": settings.offline,
        "resolve": settings.resolve,
        "deadline_s": settings.deadline_s,
    }


def _capacity(services: ServicesView) -> wire.Json:
    """Return the disk space that the knowledge base uses, its limit, and the rule by which passages are removed."""
    state = services.knowledge.capacity
    return {
        "knowledge_mb": round(state.used / 2**20, 1),
        "cap_mb": state.cap // 2**20,
        "dropped": state.dropped,
        "full": state.full,
        "rule": RULE,
    }


def _free_bytes(folder: Path) -> int:
    """Return the free bytes on the folder's disk. The folder may not exist, because all data may be on servers."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    return shutil.disk_usage(there).free


def _used_bytes(services: ServicesView) -> int:
    total = 0
    for file in services.settings.data_dir.rglob("*"):
        # The index may replace files while their sizes are summed.
        with suppress(OSError):
            total += file.stat().st_size
    return total
