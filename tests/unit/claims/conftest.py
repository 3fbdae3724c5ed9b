from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from backend.claims.intake import intake
from backend.claims.model import ClaimModel
from backend.claims.splitter import Splitter
from backend.domain.claim import Claim, PageContext, VerifyRequest
from backend.domain.run import Run
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED, SPLITTER
from backend.providers.tagger import OnnxTagger

FIXTURES = Path(__file__).parents[2] / "fixtures" / "claims"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines()]


def claim(text: str, **context: str) -> Claim:
    return intake(VerifyRequest(claim=text, context=PageContext(**context)))


@cache
def claim_model() -> ClaimModel:
    """Return the bundled claim model."""
    return ClaimModel(BUNDLED / "claims", OnnxEmbedder(BUNDLED / "embedder", 2))


@cache
def splitter() -> Splitter:
    """Return the bundled splitter."""
    return Splitter(OnnxTagger(BUNDLED / SPLITTER, 2))


@pytest.fixture(scope="module")
def model() -> ClaimModel:
    return claim_model()


@pytest.fixture
def run() -> Run:
    return Run(seconds=20)
