"""Builds the view as JSON for the API (docs/api.md, `view`)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from backend.messages.messages import Messages
from backend.view.answer import answer_view
from backend.view.evidence import Json
from backend.view.export import copies


def view(result: Json, m: Messages) -> dict[str, Any]:
    """Build the view of a result, which may have been stored by an earlier version."""
    answer = answer_view(result, m)
    return {**asdict(answer), "copies": asdict(copies(answer, m))}
