"""The OpenAPI 3.1 description of the API, at `/api/openapi.json`. A test compares it with the routes and responses."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from flask import Blueprint, Response

from backend import __version__
from backend.api import wire
from backend.api.io import json_response

_FILE = Path(__file__).with_name("openapi.json")


@cache
def description() -> wire.Json:
    """Return the OpenAPI document, with the version of this program."""
    document: wire.Json = json.loads(_FILE.read_text(encoding="utf-8"))
    return {**document, "info": {**document["info"], "version": __version__}}


def blueprint() -> Blueprint:
    """Return the route `/api/openapi.json`."""
    routes = Blueprint("description", __name__)

    @routes.get("/api/openapi.json")
    def openapi() -> Response:
        return json_response(description())

    return routes
