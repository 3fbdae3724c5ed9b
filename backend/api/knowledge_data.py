"""The routes that browse the knowledge base and delete parts of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, json_response
from backend.api.projections import stars
from backend.api.services import Knowledge
from backend.domain.article import Passage
from backend.domain.evidence import Candidate
from backend.domain.trust import SourceRating
from backend.errors import InvalidRequest
from backend.knowledge.browse import BrowseOrder, BrowseQuery, FoundBy, PassageFilter
from backend.knowledge.history import History
from backend.knowledge.values import StoredPassage

_ID_LIMIT = 200
_NAME_LIMIT = 2_000
_MAX_SKIP = 1_000_000


def blueprint(knowledge: Knowledge, history: History) -> Blueprint:
    """Return the routes `/api/knowledge/*`. `history` supplies the texts of the claims that led to a passage."""
    routes = Blueprint("knowledge_data", __name__)
    _add_browse_routes(routes, knowledge, history)
    _add_statistics_routes(routes, knowledge)
    _add_delete_routes(routes, knowledge)
    return routes


def _add_browse_routes(routes: Blueprint, knowledge: Knowledge, history: History) -> None:
    @routes.post("/api/knowledge/search")
    def search() -> Response:
        fields = Fields(body())
        query = fields.text("query", limit=_NAME_LIMIT, required=True).strip()
        limit = fields.integer("limit", default=20, low=1, high=100)
        fields.done()
        if not query:
            raise InvalidRequest("query is empty.", hint="Write what to look for.")
        return json_response({"results": [_search_hit(item) for item in knowledge.search(query, limit)]})

    @routes.post("/api/knowledge/list")
    def page() -> Response:
        fields = Fields(body())
        browse_query = BrowseQuery(
            domain=fields.text("domain", limit=_NAME_LIMIT).strip().lower(),
            held=fields.choice("held", default=PassageFilter.ALL),
            order=fields.choice("order", default=BrowseOrder.NEWEST),
            skip=fields.integer("skip", default=0, low=0, high=_MAX_SKIP),
            limit=fields.integer("limit", default=20, low=1, high=100),
        )
        fields.done()
        rows, total = knowledge.browser.page(browse_query)
        return json_response({"passages": [learnt(row, knowledge.rate(row.passage)) for row in rows], "total": total})

    @routes.post("/api/knowledge/passage")
    def one() -> Response:
        fields = Fields(body())
        passage_id = fields.text("passage_id", limit=_ID_LIMIT, required=True)
        fields.done()
        row = knowledge.passage(passage_id)
        found = learnt(row, knowledge.rate(row.passage))
        origins = _origins_json(knowledge.browser.origins(passage_id), history)
        return json_response({**found, "statements": knowledge.browser.statements(passage_id), "origins": origins})


def _add_statistics_routes(routes: Blueprint, knowledge: Knowledge) -> None:
    @routes.post("/api/knowledge/stats")
    def stats() -> Response:
        Fields(body()).done()
        return json_response({**knowledge.stats(), "revision": knowledge.revision})

    @routes.post("/api/knowledge/growth")
    def growth() -> Response:
        Fields(body()).done()
        return json_response({"growth": [asdict(step) for step in knowledge.browser.growth()]})


def _add_delete_routes(routes: Blueprint, knowledge: Knowledge) -> None:
    @routes.post("/api/knowledge/forget")
    def forget() -> Response:
        fields = Fields(body())
        names = {name: fields.text(name, limit=_NAME_LIMIT).strip() for name in ("domain", "passage_id", "claim")}
        preview = fields.flag("preview")
        fields.done()
        if sum(map(bool, names.values())) != 1:
            raise InvalidRequest("Name exactly one of domain, passage_id and claim.")
        if preview:
            return json_response({"forgotten": 0, "matching": knowledge.held(**names)})
        return json_response({"forgotten": knowledge.forget(**names)})


def learnt(row: StoredPassage, rating: SourceRating) -> wire.Json:
    """Return a stored passage with its metadata as JSON."""
    return {
        **_passage_json(row.passage, rating, quarantined=row.quarantined),
        "namespace": str(row.namespace),
        "learnt": row.timestamp,
        "access_count": row.access_count,
        "verification_count": row.verification_count,
        "avg_relevance": round(row.avg_relevance, 4),
        # Until a passage is first used, `last_accessed` is the time at which the passage was stored.
        "last_accessed": row.last_accessed if row.access_count else "",
    }


def _search_hit(item: Candidate) -> wire.Json:
    passage_json = _passage_json(item.passage, item.rating, quarantined=item.quarantined)
    return {**passage_json, "similarity": round(item.similarity, 4)}


def _passage_json(item: Passage, rating: SourceRating, *, quarantined: bool) -> wire.Json:
    """Return a passage as the knowledge browser shows it."""
    return {
        "id": item.id,
        "text": item.text,
        "source": item.source,
        "title": item.title,
        "domain": item.domain,
        "published": item.published,
        "retrieved": item.retrieved,
        "kind": str(item.kind),
        "verbatim": item.verbatim,
        "tier": str(rating.tier),
        "credibility": rating.credibility,
        "stars": stars(rating.credibility),
        "source_type": str(rating.type),
        "lead_only": rating.lead_only,
        "quarantined": quarantined,
    }


def _origins_json(found: Sequence[FoundBy], history: History) -> list[wire.Json]:
    """Return how the passage was found.

    The text of a claim is included only if the claim is still in the user's history.
    """
    claims_by_hash = history.asked_for([origin.claim_hash for origin in found])
    shown = []
    for origin in found:
        session_id, claim = claims_by_hash.get(origin.claim_hash, ("", ""))
        how = {"engine": origin.engine, "tier": origin.tier, "first_seen": origin.first_seen}
        shown.append({**how, "claim": claim, "session_id": session_id})
    return shown
