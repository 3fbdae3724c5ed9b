"""Adds the view in the reader's language to results (docs/api.md, `view`)."""

from __future__ import annotations

from dataclasses import asdict

from flask import request

from backend.api import wire
from backend.messages.catalogue import closest
from backend.messages.messages import messages
from backend.view.evidence import shown as shown_evidence
from backend.view.shape import view
from backend.view.translated_publishers import in_language

LANGUAGE_LIMIT = 40


def shown(result: wire.Json, language: str) -> wire.Json:
    """Return the result with its view. Stored results have no view, so that each reader gets one in their own language."""
    return {**result, "view": view(result, messages(language))}


def shown_event(kind: str, data: wire.Json, language: str) -> wire.Json:
    """Return an event as it is sent, with the view of the whole result or of one piece of evidence."""
    if kind == "evidence":
        m = messages(language)
        return {**data, "view": asdict(shown_evidence(in_language(data["evidence"], m), 0, m))}
    return shown(data, language) if kind == "result" else data


def reader_language(requested: str = "") -> str:
    """Return the supported language closest to `requested` (a BCP 47 tag), or else to the Accept-Language header."""
    accepted = (tag for tag, quality in request.accept_languages if quality > 0)
    return closest(requested, *accepted)
