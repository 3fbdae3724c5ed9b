"""The routes for the user's history of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from flask import Blueprint, Response

from backend.api.fields import Fields
from backend.api.io import body, json_response
from backend.api.shown import LANGUAGE_LIMIT, reader_language, shown
from backend.domain.verdict import Label, LeaningLabel
from backend.errors import InvalidRequest
from backend.knowledge.history import History
from backend.knowledge.history_filter import NO_LEANING, HistoryFilter
from backend.knowledge.retention import FOR_EVER, LONGEST_DAYS

_ID_LIMIT = 200
_QUERY_LIMIT = 2_000
_SITE_LIMIT = 300
_MAX_ID = 2**53
_UNCHANGED = -1


def blueprint(history: History) -> Blueprint:
    """Return the routes `/api/history/*`, which list, search, open and delete results, and set the retention time."""
    routes = Blueprint("reader_data", __name__)

    @routes.post("/api/history/list")
    def entries() -> Response:
        fields = Fields(body())
        limit = fields.integer("limit", default=50, low=1, high=200)
        before = fields.integer("before", default=_MAX_ID, low=1, high=_MAX_ID)
        sought = _history_filter(fields)
        fields.done()
        found = history.entries(limit=limit, before=before, sought=sought)
        return json_response({"entries": [asdict(entry) for entry in found], "total": history.count(sought)})

    @routes.post("/api/history/get")
    def get_entry() -> Response:
        fields = Fields(body())
        session_id = fields.text("session_id", limit=_ID_LIMIT, required=True)
        language = reader_language(fields.text("language", limit=LANGUAGE_LIMIT))
        fields.done()
        return json_response(shown(history.result(session_id), language))

    @routes.post("/api/history/delete")
    def delete_entries() -> Response:
        fields = Fields(body())
        session_id = fields.text("session_id", limit=_ID_LIMIT)
        everything = fields.flag("all")
        fields.done()
        if bool(session_id) == everything:
            raise InvalidRequest("Name either session_id or all.")
        if everything:
            return json_response({"deleted": history.clear()})
        history.delete(session_id)
        return json_response({"deleted": 1})

    @routes.post("/api/history/keep")
    def set_retention() -> Response:
        fields = Fields(body())
        days = fields.integer("days", default=_UNCHANGED, low=FOR_EVER, high=LONGEST_DAYS)
        fields.done()
        deleted = 0 if days == _UNCHANGED else history.keep_days(days)
        return json_response({"days": history.kept_days(), "deleted": deleted})

    return routes


def _history_filter(fields: Fields) -> HistoryFilter:
    return HistoryFilter(
        words=fields.text("query", limit=_QUERY_LIMIT),
        verdict=_one_of(fields, "verdict", [str(label) for label in Label]),
        leaning=_one_of(fields, "leaning", [*map(str, LeaningLabel), NO_LEANING]),
        site=fields.text("site", limit=_SITE_LIMIT),
        since=_since_time(fields),
    )


def _since_time(fields: Fields) -> datetime | None:
    """Read the time in the field `since`, in ISO 8601. A time without a time zone is in UTC."""
    text = fields.text("since", limit=40)
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidRequest("since must be a date.", hint='For example "since": "2026-11-01"') from None


def _one_of(fields: Fields, key: str, choices: Sequence[str]) -> str:
    """Read one of the choices, or "" if the field is absent."""
    name = fields.text(key, limit=40)
    if name and name not in choices:
        raise InvalidRequest(f"{key} must be one of: {', '.join(choices)}.")
    return name
