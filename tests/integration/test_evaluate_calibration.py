"""scripts/calibrate_verifier on a copy of the shipped model, with rows written for this test."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from backend.domain.evidence import StanceThresholds
from backend.errors import ClaimlightError
from backend.providers.verifier import OnnxVerifier

CITIES = ("Paris", "Rome", "Oslo", "Lima", "Cairo", "Quito", "Delhi", "Tokyo", "Dublin", "Vienna", "Athens", "Madrid")
LANDS = (
    "France",
    "Italy",
    "Norway",
    "Peru",
    "Egypt",
    "Ecuador",
    "India",
    "Japan",
    "Ireland",
    "Austria",
    "Greece",
    "Spain",
)


def rows() -> list[dict[str, str]]:
    """Return rows with all three labels for each city."""
    found = []
    for place, (city, land) in enumerate(zip(CITIES, LANDS, strict=True)):
        passage = f"{city} is the capital of {land}."
        found += [
            {"claim": passage, "evidence": f"{city}, the capital of {land}, is a large city.", "label": "SUPPORTS"},
            {"claim": f"{city} is not in {land}.", "evidence": passage, "label": "REFUTES"},
            {"claim": f"{city} was founded by {LANDS[place - 1]}.", "evidence": "Bees make honey.", "label": "NEI"},
        ]
    return found


@pytest.fixture(scope="module")
def script(root: Path) -> Path:
    return root / "scripts" / "calibrate_verifier"


@pytest.fixture(scope="module")
def calibrate(script: Path) -> Callable[..., None]:
    """Run the script in this process."""
    main = runpy.run_path(str(script))["main"]
    return lambda *words: main([str(word) for word in words])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An uncompressed file of rows."""
    path = tmp_path_factory.mktemp("rows") / "dev.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows()), encoding="utf-8")
    return path


@pytest.fixture
def model(root: Path, tmp_path: Path) -> Path:
    """A copy of the model that the test may change."""
    return Path(shutil.copytree(root / "backend" / "models" / "verifier", tmp_path / "model"))


@dataclass(frozen=True)
class Calibrated:
    """A copy of the model after a calibration, its printed output, and its plot."""

    model: Path
    printed: str
    picture: Path


@pytest.fixture(scope="module")
def calibrated(root: Path, script: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> Calibrated:
    """The exit status and output of the script as a separate process."""
    folder = tmp_path_factory.mktemp("calibrated")
    model, picture = folder / "model", folder / "calibration.png"
    shutil.copytree(root / "backend" / "models" / "verifier", model)
    words = ["--data", data, "--web", data, "--model", model, "--plot", picture]
    command = [sys.executable, str(script), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return Calibrated(model, done.stdout, picture)


def test_product_reads_the_calibration_file(calibrated: Calibrated) -> None:
    model = calibrated.model
    manifest = json.loads((model / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["bias"]) == {"supports", "refutes", "neutral"}
    assert manifest["temperature"] > 0
    verifier = OnnxVerifier(model, 1)
    assert verifier.thresholds == StanceThresholds(**manifest["thresholds"])
    assert verifier.judge([("Bees make honey.", "Bees make honey.")])[0].supports > 0.3
    assert calibrated.picture.read_bytes().startswith(b"\x89PNG")
    assert "web snippets, after (not fitted on)" in calibrated.printed
    assert "<- chosen" in calibrated.printed


def test_calibrating_twice_gives_the_same(
    calibrate: Callable[..., None], data: Path, calibrated: Calibrated, tmp_path: Path
) -> None:
    first = json.loads((calibrated.model / "manifest.json").read_text(encoding="utf-8"))
    model = Path(shutil.copytree(calibrated.model, tmp_path / "again"))
    calibrate("--data", data, "--web", data, "--model", model, "--plot", tmp_path / "calibration.png")
    second = json.loads((model / "manifest.json").read_text(encoding="utf-8"))
    assert second["temperature"] == pytest.approx(first["temperature"], abs=0.002)
    assert second["thresholds"] == first["thresholds"]


def test_calibration_dry_run_changes_nothing(calibrate: Callable[..., None], data: Path, model: Path) -> None:
    before = (model / "manifest.json").read_bytes()
    calibrate("--data", data, "--model", model, "--dry-run")
    assert (model / "manifest.json").read_bytes() == before


def test_invalid_calibration_file_is_named(calibrate: Callable[..., None], model: Path, tmp_path: Path) -> None:
    with pytest.raises(ClaimlightError, match=r"absent\.jsonl"):
        calibrate("--data", tmp_path / "absent.jsonl", "--model", model, "--dry-run")
