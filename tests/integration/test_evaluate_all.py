"""scripts/evaluate all on a small data folder measures every available set, and writes the report and its plots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scripts.evaluate import main
from scripts.evaluation.sets import SETS, TARGETS
from scripts.evaluation.store import MeasurementStore
from scripts.training.held_out import held_out

TOWNS = ("Paris", "Rome", "Oslo", "Lima")


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON lines. The name ends in gz as in the data folder, but readers do not rely on the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def unseen_claim(source: str, wanted: bool) -> str:
    """Return a claim that is held out of training, or one that is not."""
    return next(text for n in count() if held_out(source, text := f"Town {n} lies in France.") is wanted)


def pair(claim: str, label: str = "SUPPORTS", src: str = "made") -> dict[str, str]:
    """Return a pair that is easy to judge."""
    return {
        "claim": claim,
        "evidence": claim if label == "SUPPORTS" else "Bees make honey.",
        "label": label,
        "src": src,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with four verifier files, one file of texts and one file of parts."""
    place = tmp_path_factory.mktemp("data")
    towns = [pair(f"{town} is a town.", label) for town in TOWNS for label in ("SUPPORTS", "NEI")]
    write(place / "verifier" / "dev.jsonl.gz", [*towns, *(pair(f"Town {n} is old.", "NEI") for n in range(20))])
    write(place / "verifier" / "eval" / "scifact_dev.jsonl.gz", towns)
    seen, fresh = unseen_claim("fever", False), unseen_claim("fever", True)
    fm2 = unseen_claim("fm2", True)
    rows = [pair(seen, src="fever"), pair(fresh, src="fever"), pair(fresh, "NEI", src="fever"), pair(fm2, src="fm2")]
    write(place / "verifier" / "train.jsonl.gz", rows)
    texts = [("Paris is the capital of France.", "FACTUAL"), ("I love this wonderful film!", "OPINION")]
    write(place / "claim_type" / "subj_movies_dev.jsonl.gz", [{"text": t, "label": y} for t, y in texts])
    parts = {"text": "Rome is old and Rome is large.", "claims": ["Rome is old.", "Rome is large."]}
    write(place / "decomposition" / "wikisplit.jsonl.gz", [parts])
    return place


@dataclass(frozen=True)
class Done:
    """The exit status and the output of one run."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def report(folder: Path) -> tuple[Done, Path]:
    """The output and files of one run."""
    out = folder.parent / "docs" / "evaluation.md"
    words = ["all", "--data-folder", folder, "--out", out, "--json", "--keep", folder / "kept.jsonl"]
    with redirect_stdout(StringIO()) as said, redirect_stderr(StringIO()) as told:
        status = main([str(word) for word in words])
    return Done(status, said.getvalue(), told.getvalue()), out


def test_evaluation_writes_the_reliability_data_of_the_page(
    report: tuple[Done, Path],
) -> None:
    data = json.loads((report[1].parent / "reliability.json").read_text(encoding="utf-8"))
    assert data["verifier"]
    assert "dev, not calibrated on" in [one["name"] for one in data["sets"]]
    for one in data["sets"]:
        assert one["of"] == "passages"
        assert sum(each["count"] for each in one["bins"]) == one["rows"]


def test_every_available_data_set_is_measured(report: tuple[Done, Path]) -> None:
    done, _ = report
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["file"].rpartition("/")[2], one["n"]) for one in found if "train" in one["file"]] == [
        ("train.jsonl.gz", 2),
        ("train.jsonl.gz", 1),
    ]
    assert {one["file"].partition("/")[0] for one in found} == {"verifier", "claim_type", "decomposition"}
    assert "skipped, not found: verifier/eval/vitaminc_dev.jsonl.gz" in done.stderr


def test_report_contains_metrics_and_plots(report: tuple[Done, Path]) -> None:
    done, out = report
    text = out.read_text(encoding="utf-8")
    assert not re.search(r"\{[a-z-]+\}", text)
    scifact = next(json.loads(line) for line in done.stdout.splitlines() if "scifact" in line)
    assert f"| scifact_dev | 8 | {scifact['accuracy']:.3f} |" in text
    assert "| vitaminc_dev | accuracy | 0.590 | ≥ 0.70 | – | – |" in text
    shown = re.findall(r"\]\((images/[^)]+)\)", text)
    assert {"images/evaluation/targets.png", "images/evaluation/reliability-verifier.png"} <= set(shown)
    assert all((out.parent / name).read_bytes().startswith(b"\x89PNG") for name in shown)


def test_saved_measurements_give_the_same_report(
    folder: Path, report: tuple[Done, Path], capfd: pytest.CaptureFixture[str]
) -> None:
    _, out = report
    before = {path.name: path.read_bytes() for path in (out, *(out.parent / "images" / "evaluation").iterdir())}
    kept = folder / "kept.jsonl"
    assert main(["all", "--data-folder", str(folder), "--out", str(out), "--keep", str(kept)]) == 0
    assert "==" not in capfd.readouterr().err
    assert {path.name: path.read_bytes() for path in (out, *(out.parent / "images" / "evaluation").iterdir())} == before


def test_saved_measurement_is_read_unchanged(folder: Path, tmp_path: Path, report: tuple[Done, Path]) -> None:
    assert report[0].returncode == 0
    kept = MeasurementStore(folder / "kept.jsonl").get("scifact_dev")
    assert kept is not None
    copy = MeasurementStore(tmp_path / "copy.jsonl")
    copy.put("again", kept)
    assert MeasurementStore(tmp_path / "copy.jsonl").get("again") == kept


def test_folder_without_data_sets_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["all", "--data-folder", str(tmp_path), "--out", str(tmp_path / "evaluation.md")]) == 1
    assert "none of the data sets" in capfd.readouterr().err
    assert not (tmp_path / "evaluation.md").exists()


def test_every_target_belongs_to_a_data_set() -> None:
    names = [one.name for one in SETS]
    assert len(names) == len(set(names))
    assert {target.set for target in TARGETS} <= set(names)
    assert [target.met(target.bound) for target in TARGETS] == [True] * len(TARGETS)
    assert [target.met(target.bound + 0.01) for target in TARGETS] == [not target.at_most for target in TARGETS]
