"""The bundled models, loaded once per test process. They cache the scores and vectors of all texts that they process."""

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
"""The manifests contain the calibration, and the checksums of all weights, which are verified on loading."""


@cache
def bundled_models() -> BundledModels:
    """Return embedder, verifier and claim model as shipped; the verifier uses recorded scores."""
    models = load_models(Settings(_env_file=None))
    recorded = RecordedScores(RECORD, MANIFESTS)
    if "CLAIMLIGHT_TEST_RECORD" in os.environ:
        atexit.register(recorded.write)
    return models._replace(verifier=RecordedVerifier(models.verifier, recorded))
