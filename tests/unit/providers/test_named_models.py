"""Models named in the settings: in offline mode, they are loaded from this machine or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guarded import socket_guard

LOADS = """
import sys
from backend.errors import ModelError
from backend.providers.sentence_transformers_models import SentenceTransformerEmbedder, SentenceTransformerVerifier

kind = {"embedder": SentenceTransformerEmbedder, "verifier": SentenceTransformerVerifier}[sys.argv[1]]
try:
    kind("someone/a-model-that-is-not-here", offline=True)
except ModelError:
    print("refused")
"""


@pytest.mark.models
@pytest.mark.parametrize("kind", ["embedder", "verifier"])
def test_named_model_is_searched_locally_only(kind: str, root: Path, tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    log = tmp_path / "reached.log"
    guarded = Path(socket_guard.__file__).parent
    environment = {
        **os.environ,
        "PYTHONPATH": f"{guarded}{os.pathsep}{root}",
        "PYTHON_SOCKET_GUARD_LOG": str(log),
        "HF_HOME": str(tmp_path),
    }
    done = subprocess.run([sys.executable, "-c", LOADS, kind], env=environment, capture_output=True, text=True)
    assert not log.exists()
    assert done.stdout.split() == ["refused"], done.stderr
