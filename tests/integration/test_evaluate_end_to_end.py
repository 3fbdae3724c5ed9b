"""`scripts/evaluate end-to-end` as a user runs it: real services, a frozen web of invented claims, and complete clean-up."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from scripts.evaluate import main
from tests.architecture.source import ROOT

LIMIT_S = 150
SCRIPT = str(ROOT / "scripts" / "evaluate.py")
SUPPORTED = "The Welm tunnel was opened in 1931"
REFUTED = "The Orsava observatory stands at a height of 900 metres"
UNKNOWN = "The founder of Harrowgate brewery owned four horses"
OPINION = "Pizza tastes better than burgers"


def row(claim: str, label: str, *passages: tuple[str, str]) -> dict[str, Any]:
    return {
        "id": claim.replace(" ", "-"),
        "claim": claim,
        "label": label,
        "evidence": [{"text": text, "label": side} for text, side in passages],
    }


# The text of a passage determines its site on the frozen web. Every claim has a passage on a rated site.
ROWS = (
    row(
        SUPPORTED, "SUPPORTS",
        ("The Welm tunnel was opened in 1931. It took four years to dig and is five kilometres long.", "SUPPORTS"),
        ("After long delays the Welm tunnel was opened in 1931, and the first train passed on the same day.", "SUPPORTS"),
        ("A guide to the north: the Welm tunnel was opened in 1931 and widened much later.", "SUPPORTS"),
        ("The Welm valley is known for its cheese, its goats and its wooden churches.", "NEI"),
    ),
    row(
        REFUTED, "REFUTES",
        ("The Orsava observatory stands at a height of 2400 metres. Its largest mirror measures two metres, the others three.", "REFUTES"),
        ("Travellers know that the Orsava observatory stands at a height of 2400 metres above the sea.", "REFUTES"),
        ("High above the town, the Orsava observatory stands at a height of 2400 metres, with three domes and six telescopes.", "REFUTES"),
        ("The Orsava observatory offers guided tours on Sundays in spring and in autumn.", "NEI"),
    ),
    row(
        UNKNOWN, "NEI",
        ("Harrowgate brewery sells eleven kinds of beer and keeps a small museum in its cellar.", "NEI"),
        ("The museum of Harrowgate brewery opens on Fridays; its founder's desk can be seen there.", "NEI"),
    ),
    row(OPINION, "NEI", ("Burgers and pizza are sold at the station of Lisvik until ten in the evening.", "NEI")),
)  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "claims.jsonl.gz"
    file.write_bytes(gzip.compress("".join(f"{json.dumps(one)}\n" for one in ROWS).encode()))
    return file


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment whose temporary folders the test can inspect."""
    (tmp_path / "room").mkdir()
    return {**os.environ, "TMPDIR": str(tmp_path / "room")}


def remaining_folders_and_processes(tmp_path: Path) -> list[str]:
    """Return the temporary folders and processes that the measurement left behind."""
    room = tmp_path / "room"
    running = [text for file in Path("/proc").glob("[0-9]*/cmdline") if str(room) in (text := _read(file))]
    return [*running, *(path.name for path in room.glob("claimlight-evaluation-*"))]


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def test_claims_are_answered_by_the_service_and_then_from_its_knowledge_base(data, environment, tmp_path):
    answers = tmp_path / "answers.jsonl"
    part = tmp_path / "undecided.txt"
    part.write_text("\n".join(claim.replace(" ", "-") for claim in (UNKNOWN, OPINION)))
    words = ["--data", str(data), "--repeat", "--json", "--answers", str(answers), "--part", str(part)]
    command = [sys.executable, SCRIPT, "end-to-end", *words]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stderr
    found, undecided = map(json.loads, done.stdout.splitlines())
    assert (undecided["n"], undecided["firm"], undecided["accuracy"]) == (2, 0.0, 1.0)
    assert undecided["file"].endswith("(undecided)")
    given = {one["claim"]: one for one in map(json.loads, answers.read_text(encoding="utf-8").splitlines())}
    assert {claim: one["verdict"] for claim, one in given.items()} == {
        SUPPORTED: "True", REFUTED: "False", UNKNOWN: "Not Enough Evidence", OPINION: "Not Verifiable",
    }  # fmt: skip
    assert (found["n"], found["accuracy"], found["macro_f1"], found["failed"]) == (4, 1.0, 1.0, 0.0)
    assert found["citation_precision"] == 1.0
    assert found["search_recall"] == found["read_recall"] == found["evidence_recall"] == 1.0
    assert (found["firm_on_nei"], found["told_right"], found["false_found"]) == (0.0, 1.0, 1.0)
    assert given[OPINION]["questions"] == []
    assert sum(bool(one["read"]) for one in given.values()) >= 2, "the same knowledge cannot answer everything"
    assert found["repeat_from_knowledge_base_of_firm"] == found["repeat_same_label"] == 1.0
    assert "4 claims, a web of" in done.stderr
    assert remaining_folders_and_processes(tmp_path) == []


def test_signal_ends_the_evaluation_and_cleans_up(data, environment, tmp_path):
    """SIGTERM raises the same exception as Ctrl+C, so this test covers both. One claim is verified by a single service."""
    command = [sys.executable, SCRIPT, "end-to-end", "--data", str(data), "--rows", "1"]
    process = subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr:
        assert "claims, a web of" in process.stderr.readline()
        until = time.monotonic() + 30
        while (
            not any("-m\0backend" in text for text in remaining_folders_and_processes(tmp_path))
            and time.monotonic() < until
        ):
            time.sleep(0.05)
        process.terminate()
        assert process.wait(LIMIT_S) == 130
        assert "Traceback" not in process.stderr.read()
    assert remaining_folders_and_processes(tmp_path) == []


def test_unusable_file_is_reported_with_its_line(tmp_path, capsys):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(row("A claim", "SUPPORTS", ("A text.", "PERHAPS"))) + "\n")
    assert main(["end-to-end", "--data", str(file)]) == 1
    assert "bad.jsonl, line 1" in capsys.readouterr().err
