"""The bundled models, loaded once for all tests of a process. They cache scores and vectors of the texts that they have read."""

from __future__ import annotations

import atexit
import os
from functools import cache
from pathlib import Path

from backend.bootstrap import BundledModels, load_models
from backend.providers.onnx_model import BUNDLED, JUDGE
from backend.settings import Settings
from tests.recorded_scores import RecordedScores, RecordedVerifier

RECORD = Path(__file__).parent / "fixtures" / "models" / "recorded_scores.npz"
MANIFESTS = tuple(BUNDLED / name / "manifest.json" for name in ("verifier", JUDGE))
"""They contain the checksums of all weights, which are verified on loading, and the calibration."""


@cache
def bundled_models() -> BundledModels:
    """Embedder, verifier and claim model as shipped; the verifier uses the recorded scores."""
    models = load_models(Settings(_env_file=None))
    recorded = RecordedScores(RECORD, MANIFESTS)
    if "CLAIMLIGHT_TEST_RECORD" in os.environ:
        atexit.register(recorded.write)
    return models._replace(verifier=RecordedVerifier(models.verifier, recorded))
