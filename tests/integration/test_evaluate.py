"""scripts/evaluate as a user runs it, with the real models on a few rows written for this test."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scripts import set_up
from scripts.evaluate import main
from tests.each_row import each_row

AGREED = {"file", "n", "accuracy", "macro_f1", "binary_accuracy", "ece", "per_class", "claim_only_accuracy", "seconds"}
PAIRS = [
    {"claim": "Paris lies in France.", "evidence": "Paris is the capital of France.", "label": "SUPPORTS"},
    {"claim": "Paris lies in Spain.", "evidence": "Paris is the capital of France, not of Spain.", "label": "REFUTES"},
    {"claim": "Paris has five airports.", "evidence": "Honey bees live in hives.", "label": "NEI"},
]
TEXTS = [
    {"text": "Paris is the capital of France.", "label": "FACTUAL"},
    {"text": "Paris is the most wonderful city, I love it!", "label": "OPINION"},
]
WORTH = [
    {"text": "Unemployment fell to 4 percent last year.", "label": "CHECKWORTHY"},
    {"text": "Thank you very much.", "label": "NOT_CHECKWORTHY"},
]
PARTS = [
    {
        "text": "Marie Curie was born in Warsaw and won two Nobel Prizes.",
        "claims": ["Marie Curie was born in Warsaw.", "Marie Curie won two Nobel Prizes."],
    }
]
OWN = [{"claim": "Paris lies in France.", "candidates": ["Bees make honey.", PAIRS[0]["evidence"]], "relevant": [1]}]
CORPUS = [
    {"doc_id": "bees", "title": "Bees", "sentences": ["Honey bees live in hives.", "They make honey."]},
    {"doc_id": "paris", "title": "Paris", "sentences": ["Paris is the capital of France."]},
]
QUERIES = [
    {"claim": "Paris lies in France.", "relevant_docs": ["paris"], "split": "dev"},
    {"claim": "Bees make honey.", "relevant_docs": ["bees"], "split": "train"},
    {"claim": "Mars is a planet.", "relevant_docs": [], "split": "dev"},
]


def written(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    """Write a file of gzipped JSON lines."""
    path.write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    return path


class Done(NamedTuple):
    """The exit status and output of a command."""

    returncode: int
    stdout: str
    stderr: str


Evaluate = Callable[..., Done]


@pytest.fixture
def evaluate(capfd: pytest.CaptureFixture[str]) -> Evaluate:
    """Runs the Python part of scripts/evaluate in this process, because starting Python takes longer than most commands."""

    def run(*words: str | Path) -> Done:
        capfd.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as wrong_options:
            code = int(str(wrong_options.code))
        return Done(code, *capfd.readouterr())

    return run


def objects(done: Done) -> list[dict[str, Any]]:
    """Return the JSON objects that --json prints. Any other text on standard output fails the test here."""
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_verifier_prints_one_json_object_per_file(root: Path, tmp_path: Path) -> None:
    """Runs the command as a separate process in another folder."""
    first, second = written(tmp_path / "one.jsonl.gz", PAIRS), written(tmp_path / "two.jsonl.gz", PAIRS[:1])
    command = [sys.executable, root / "scripts" / "evaluate.py", "verifier", "--json", "--data", first, second]
    run = subprocess.run(list(map(str, command)), cwd=tmp_path, capture_output=True, text=True, timeout=120)
    done = Done(run.returncode, run.stdout, run.stderr)
    one, two = objects(done)
    assert one.keys() >= AGREED
    assert (one["file"], one["n"], two["n"]) == (str(first), 3, 1)
    assert one["accuracy"] == one["macro_f1"] == one["binary_accuracy"] == 1.0
    assert one["firm_share_nei"] == 0.0
    assert two["firm_share_nei"] is None
    assert one["per_class"]["REFUTES"]["support"] == 1
    assert "claimlight-verifier" in done.stderr


def test_model_folder_can_be_chosen_and_an_invalid_one_is_reported(
    evaluate: Evaluate, root: Path, tmp_path: Path
) -> None:
    data = written(tmp_path / "one.jsonl.gz", PAIRS)
    folder = root / "backend" / "models" / "verifier"
    assert objects(evaluate("verifier", "--json", "--model", str(folder), "--data", data))[0]["accuracy"] == 1.0
    done = evaluate("verifier", "--model", str(tmp_path / "none"), "--data", data)
    assert (done.returncode, done.stdout) == (1, "")
    assert "manifest.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_text_table_contains_files_and_labels(evaluate: Evaluate, tmp_path: Path) -> None:
    data = written(tmp_path / "one.jsonl.gz", PAIRS)
    done = evaluate("verifier", "--model", "screen", "--rows", "2", "--data", data)
    head, line, *classes = done.stdout.splitlines()
    assert head.startswith("file")
    assert line.split()[:2] == ["one.jsonl.gz", "2"]
    assert sum("recall" in each for each in classes) == 2


def test_claim_type_evaluates_type_and_check_worthiness_separately(evaluate: Evaluate, tmp_path: Path) -> None:
    kinds, worth = written(tmp_path / "kinds.jsonl.gz", TEXTS), written(tmp_path / "worth.jsonl.gz", WORTH)
    one, two = objects(evaluate("claim-type", "--json", "--data", kinds, worth))
    assert one.keys() & two.keys() >= AGREED
    assert set(one["per_class"]) == {"FACTUAL", "OPINION"}
    assert set(two["per_class"]) == {"CHECKWORTHY", "NOT_CHECKWORTHY"}
    assert one["accuracy"] == two["accuracy"] == 1.0
    assert two["ece"] is not None
    assert one["binary_accuracy"] is one["claim_only_accuracy"] is None


def test_claim_type_refuses_a_file_with_both_tasks(evaluate: Evaluate, tmp_path: Path) -> None:
    done = evaluate("claim-type", "--data", written(tmp_path / "both.jsonl.gz", [*TEXTS, *WORTH]))
    assert done.returncode == 1
    assert "mixed in one file" in done.stderr


def test_decompose_compares_parts_with_human_parts(evaluate: Evaluate, tmp_path: Path) -> None:
    (one,) = objects(evaluate("decompose", "--json", "--data", written(tmp_path / "parts.jsonl.gz", PARTS)))
    assert one.keys() >= AGREED
    assert one["n"] == 1
    assert one["f1"] == 1.0


def test_retrieve_ranks_candidates_and_corpora(evaluate: Evaluate, tmp_path: Path) -> None:
    own, corpus = written(tmp_path / "own.jsonl.gz", OWN), written(tmp_path / "set_corpus.jsonl.gz", CORPUS)
    queries = written(tmp_path / "set_queries.jsonl.gz", QUERIES)
    one, two = objects(evaluate("retrieve", "--json", "--data", own, queries))
    assert one.keys() >= AGREED
    assert one["embedder_recall_1"] == one["product_mrr"] == 1.0
    assert (two["n"], two["embedder_ndcg_10"]) == (1, 1.0)
    assert objects(evaluate("retrieve", "--json", "--data", corpus, queries))[0]["product_recall_1"] == 1.0
    (every,) = objects(evaluate("retrieve", "--json", "--profiles", "--data", own))
    assert {"hybrid_mrr", "mix_mrr", "provider_mrr", "credibility_mrr", "candidates_mrr"} <= every.keys() - one.keys()
    assert every["claimlight_mrr"] == every["product_mrr"]
    alone = evaluate("retrieve", "--data", corpus)
    assert alone.returncode == 1
    assert "queries" in alone.stderr


@each_row("command", ["verifier", "claim-type", "decompose", "retrieve"])
def test_invalid_file_is_reported_with_its_line(evaluate: Evaluate, tmp_path: Path, command: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"claim": "a", "text": "a"}\n{"claim": \n', encoding="utf-8")
    done = evaluate(command, "--json", "--data", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "broken.jsonl, line" in done.stderr
    assert "Traceback" not in done.stderr


@each_row("words", [[], ["verifier"], ["verifier", "--data", "x", "--rows", "0"], ["unknown"]])
def test_wrong_options_are_explained(evaluate: Evaluate, words: list[str]) -> None:
    done = evaluate(*words)
    assert done.returncode == 2
    assert "usage: scripts/evaluate" in done.stderr


def test_evaluate_command_runs_set_up_and_keeps_relative_paths(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    (folder / "scripts").mkdir(parents=True)
    for name in ("evaluate", "lib.sh", "set_up.py"):
        shutil.copy(root / "scripts" / name, folder / "scripts")
    for name in ("requirements.txt", "constraints.txt"):
        shutil.copy(root / name, folder)
    (folder / "scripts" / "evaluate.py").write_text(
        "import os, sys\nprint(os.getcwd())\nprint(*sys.argv[1:], sep='|')\n"
    )
    environment = set_up.Environment(folder)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    environment.stamp("runtime").write_text(environment.wanted("runtime"))
    command = [str(folder / "scripts" / "evaluate"), "verifier", "--data", "a b.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str(tmp_path), "verifier|--data|a b.jsonl"]
