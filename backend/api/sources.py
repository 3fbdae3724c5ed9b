"""The routes for the user's own ratings of sources."""

from __future__ import annotations

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, json_response
from backend.api.projections import stars
from backend.errors import InvalidRequest
from backend.sources.documents import views
from backend.sources.overrides import read_override
from backend.sources.reader import ReaderSources
from backend.sources.registry import SourceRegistry

_SITE_LIMIT = 300
_ADDRESS_LIMIT = 4_096
_HINT = "See docs/sources.md for tiers and what belongs to them."


def blueprint(sources: ReaderSources) -> Blueprint:
    """Return the routes `/api/sources/*`, which look up, list, set and remove ratings."""
    routes = Blueprint("sources", __name__)

    @routes.post("/api/sources/rate")
    def rate() -> Response:
        fields = Fields(body())
        source = fields.text("source", limit=_ADDRESS_LIMIT, required=True)
        fields.done()
        return json_response(rating(source, sources.registry))

    @routes.post("/api/sources/list")
    def entries() -> Response:
        Fields(body()).done()
        return json_response(
            {"sources": [_user_rating(site, sources.registry) for site in sorted(sources.registry.overrides)]}
        )

    @routes.post("/api/sources/set")
    def change() -> Response:
        values = body()
        fields = Fields({"site": values.pop("site", None)})
        site = fields.text("site", limit=_SITE_LIMIT, required=True)
        try:
            saved_site = sources.put(site, read_override(values))
        except ValueError as error:
            raise InvalidRequest(f"{error}.", hint=_HINT) from error
        return json_response(_user_rating(saved_site, sources.registry))

    @routes.post("/api/sources/remove")
    def remove() -> Response:
        fields = Fields(body())
        site = fields.text("site", limit=_SITE_LIMIT, required=True)
        fields.done()
        try:
            removed = sources.remove(site)
        except ValueError as error:
            raise InvalidRequest(f"{error}.", hint=_HINT) from error
        return json_response({"removed": int(removed), "now": rating(site, sources.registry)})

    return routes


def rating(source: str, registry: SourceRegistry) -> wire.Json:
    """Return the rating of a source with its reason.

    `rule` is reader, listed, suffix or unlisted. `matched` is the name that matched. `views` contains the source's
    ratings in the tables of the four original designs.
    """
    found, ground = registry.rate(source), registry.ground(source)
    return {
        "domain": found.domain,
        "tier": str(found.tier),
        "credibility": found.credibility,
        "stars": stars(found.credibility),
        "channel": str(found.channel),
        "use": str(found.use),
        "source_type": str(found.type),
        "rule": str(ground.rule),
        "matched": ground.matched,
        "because": ground.because,
        "views": views(source, registry),
    }


def _user_rating(site: str, registry: SourceRegistry) -> wire.Json:
    return {"site": site, **rating(site, registry)}
