"""The bundled models, loaded once for all tests of a process. They keep scores and vectors of texts that they have read."""

from __future__ import annotations

from functools import cache

from backend.bootstrap import BundledModels, load_models
from backend.settings import Settings


@cache
def bundled_models() -> BundledModels:
    """Embedder, verifier and claim model as shipped."""
    return load_models(Settings(_env_file=None))
