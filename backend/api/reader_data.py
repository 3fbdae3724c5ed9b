"""Routes to the reader's own data: the knowledge base and the history."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, json_response
from backend.api.projections import stars
from backend.api.services import Knowledge
from backend.domain.evidence import Candidate
from backend.errors import InvalidRequest
from backend.knowledge.history import History

_ID_LIMIT = 200
_LARGEST = 2**53


def blueprint(knowledge: Knowledge, history: History) -> Blueprint:
    """`/api/knowledge/*` and `/api/history/*`."""
    routes = Blueprint("reader_data", __name__)
    _knowledge_routes(routes, knowledge)
    _history_routes(routes, history)
    return routes


def _knowledge_routes(routes: Blueprint, knowledge: Knowledge) -> None:
    @routes.post("/api/knowledge/search")
    def search() -> Response:
        fields = Fields(body())
        query = fields.text("query", limit=2_000, required=True).strip()
        limit = fields.whole("limit", default=20, low=1, high=100)
        fields.done()
        if not query:
            raise InvalidRequest("query is empty.", hint="Write what to look for.")
        return json_response({"results": [passage(found) for found in knowledge.search(query, limit)]})

    @routes.post("/api/knowledge/stats")
    def stats() -> Response:
        Fields(body()).done()
        return json_response({**knowledge.stats(), "revision": knowledge.revision})

    @routes.post("/api/knowledge/forget")
    def forget() -> Response:
        fields = Fields(body())
        names = {name: fields.text(name, limit=2_000).strip() for name in ("domain", "passage_id", "claim")}
        fields.done()
        if sum(map(bool, names.values())) != 1:
            raise InvalidRequest("Name exactly one of domain, passage_id and claim.")
        return json_response({"forgotten": knowledge.forget(**names)})


def _history_routes(routes: Blueprint, history: History) -> None:
    @routes.post("/api/history/list")
    def entries() -> Response:
        fields = Fields(body())
        limit = fields.whole("limit", default=50, low=1, high=200)
        before = fields.whole("before", default=_LARGEST, low=1, high=_LARGEST)
        fields.done()
        found = history.entries(limit=limit, before=before)
        return json_response({"entries": [asdict(entry) for entry in found], "total": history.count()})

    @routes.post("/api/history/get")
    def get() -> Response:
        fields = Fields(body())
        session_id = fields.text("session_id", limit=_ID_LIMIT, required=True)
        fields.done()
        return json_response(history.result(session_id))

    @routes.post("/api/history/delete")
    def delete() -> Response:
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


def passage(found: Candidate) -> wire.Json:
    """A stored passage as the knowledge browser shows it."""
    item, rating = found.passage, found.rating
    return {
        "id": item.id,
        "text": item.text,
        "source": item.source,
        "title": item.title,
        "domain": item.domain,
        "published": item.published,
        "retrieved": item.retrieved,
        "kind": str(item.kind),
        "tier": str(rating.tier),
        "credibility": rating.credibility,
        "stars": stars(rating.credibility),
        "source_type": str(rating.type),
        "lead_only": rating.lead_only,
        "quarantined": found.quarantined,
        "similarity": round(found.similarity, 4),
    }
