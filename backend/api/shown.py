"""Adds the view (docs/api.md, `view`) in the reader's language to results."""

from __future__ import annotations

from dataclasses import asdict

from flask import request

from backend.api import wire
from backend.messages.catalogue import closest
from backend.messages.messages import messages
from backend.view.evidence import shown as shown_evidence
from backend.view.shape import view

LANGUAGE_LIMIT = 40


def shown(result: wire.Json, language: str) -> wire.Json:
    """The result with its view. Stored results have no view, so that each reader gets it in their own language."""
    return {**result, "view": view(result, messages(language))}


def shown_event(kind: str, data: wire.Json, language: str) -> wire.Json:
    """An event as it is sent: a result with its view, or evidence in the form in which the answer shows it."""
    if kind == "evidence":
        return {**data, "view": asdict(shown_evidence(data["evidence"], 0, messages(language)))}
    return shown(data, language) if kind == "result" else data


def reader_language(wanted: str = "") -> str:
    """The catalogue's language that is closest to `wanted` (a BCP 47 tag) or, without it, to the request's Accept-Language header."""
    accepted = (tag for tag, quality in request.accept_languages if quality > 0)
    return closest(wanted, *accepted)
