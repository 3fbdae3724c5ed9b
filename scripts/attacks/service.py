"""Runs the real service on loopback with the shipped models, as the target of attacks."""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from backend.bootstrap import build
from backend.settings import Settings
from tests.api_world import World, running
from tests.models import bundled_models

UNCAPPED = {"searches_per_day": 0, "llm_calls_per_day": 0, "llm_tokens_per_day": 0}
"""Settings without daily limits, which an attack run would exceed. Without a search, an attack cannot influence a claim."""


@contextmanager
def real_service(**settings: Any) -> Iterator[World]:
    """Run the whole service in a temporary folder, offline unless `settings` specify otherwise."""
    with tempfile.TemporaryDirectory(prefix="claimlight-attack-") as folder:
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        chosen = {"offline": True, "queue_size": 64, **settings}
        built = build(Settings(_env_file=None, data_dir=Path(folder), port=port, **chosen), models=bundled_models())
        with closing(built), running(built, listener):
            yield World(port=port, services=built)


def verified(served: World, claim: str, **options: object) -> dict[str, Any]:
    """Verify the claim and return the answer. The answer is not stored, so that one attack does not affect the next."""
    connection = served.connect(timeout=120)
    try:
        body = json.dumps({"claim": claim, "options": {"remember": False, **options}}).encode()
        connection.request("POST", "/api/verify", body=body, headers={"Content-Type": "application/json"})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    return found
