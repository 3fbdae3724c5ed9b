"""Fixtures for tests that build whole services, each with its own models."""

from __future__ import annotations

import gc

import pytest

from tests.unit.knowledge.conftest import opener, registry  # noqa: F401 - fixtures


@pytest.fixture(scope="module", autouse=True)
def _models_go_with_their_module() -> None:
    """Collect closed services: they are in reference cycles that Python collects too rarely (44 embedders, 5 GB, had accumulated).

    Freeze objects that outlive a module until the end of the run, because scanning them again took a second each time.
    """
    gc.collect()
    gc.freeze()
