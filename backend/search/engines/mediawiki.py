"""Handles the errors that Wikipedia and Wikidata send with status 200."""

from __future__ import annotations

from collections.abc import Mapping

from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.base import field

SLOW_DOWN_S = 60.0


def raise_for_error(engine: str, answer: Mapping[str, object]) -> None:
    """Raise EngineBlocked or EngineFailed if a response from MediaWiki contains an error."""
    code = field(answer.get("error"), "code")
    if code in ("ratelimited", "maxlag"):
        raise EngineBlocked(f"{engine} asks us to slow down.", engine=engine, retry_after=SLOW_DOWN_S)
    if "error" in answer:
        raise EngineFailed(f"{engine} reports an error ({code or 'unknown'}).", engine=engine)
