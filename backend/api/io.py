"""Reads request bodies and writes responses with Flask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Response, request

from backend.api.strict_json import dump, parse_object


def body() -> dict[str, Any]:
    """Return the JSON object in the request. An empty body counts as `{}`. Raises InvalidRequest."""
    data = request.get_data(cache=False)
    return parse_object(data) if data else {}


def json_response(value: object, status: int = 200) -> Response:
    """Return a response with strict JSON."""
    return Response(dump(value), status, mimetype="application/json")


def client_gone() -> Callable[[], bool]:
    """Return a function that returns whether the client has disconnected.

    The function also works outside the request context.
    """
    is_disconnected = request.environ.get("waitress.client_disconnected")
    return cast("Callable[[], bool]", is_disconnected) if is_disconnected else _never


def _never() -> bool:
    return False
