from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from backend.claims.intake import intake
from backend.domain.claim import Claim, PageContext, VerifyRequest
from backend.domain.run import Run

FIXTURES = Path(__file__).parents[2] / "fixtures" / "claims"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines()]


def claim(text: str, **context: str) -> Claim:
    return intake(VerifyRequest(claim=text, context=PageContext(**context)))


@pytest.fixture
def run() -> Run:
    return Run(seconds=20)
