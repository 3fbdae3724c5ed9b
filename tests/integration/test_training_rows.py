"""Training rows of a verifier: contrastive pairs except those of the development split, and replayed rows of all other sources."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from backend.bootstrap import MODELS
from backend.providers.embedder import OnnxEmbedder
from scripts.training.batching import BATCH_TOKENS, TOKENS_OF_A_ROW, by_length
from scripts.training.contrast import NEI
from scripts.training.development import development_sets, figures, overall
from scripts.training.held_out import held_out
from scripts.training.other_pages import OtherPages
from scripts.training.replay import Replay, TrainingMix, drawn
from scripts.training.twins import TWINS, Fields, append_twins, for_development, headed, rows_of, twins, windows

LABELS = ("SUPPORTS", "REFUTES", "NEI")


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))


def pair(source: str, number: int, **more: Any) -> dict[str, Any]:
    return {
        "src": source,
        "claim": f"{source} claim {number}",
        "evidence": f"{source} passage {number}",
        "label": LABELS[number % 3],
    } | more


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, which no test changes."""
    root = tmp_path_factory.mktemp("data")
    folder = root / "verifier"
    write(folder / "phenomena_train.jsonl.gz", [pair("written", n) for n in range(20)])
    split = [pair("later", n, split="dev" if n % 4 == 0 else "train") for n in range(40)]
    write(folder / "phenomena_train_2.jsonl.gz", split)
    write(folder / "train.jsonl.gz", [pair(source, n) for source in ("fever", "vitaminc") for n in range(60)])
    write(folder / "train_more.jsonl.gz", [pair("omit", n) for n in range(30)])
    write(folder / "eval" / "factcheck_bench_a.jsonl.gz", [pair("web", n) for n in range(30)])
    write(folder / "dev.jsonl.gz", [pair("mnli", n) for n in range(12)])
    many = {"claim": "many", "label": "SUPPORTS", "evidence": [{"text": "yes", "label": "SUPPORTS"}, {"text": "aside"}]}
    write(folder / "claims_many.jsonl.gz", [many])
    return root


@pytest.fixture(scope="module")
def written(data: Path) -> list[Fields]:
    """All contrastive pairs, those of the development split included."""
    return twins(data)


@pytest.fixture(scope="module")
def whole(data: Path) -> Replay:
    """Passes that replay every other row."""
    return Replay(data, TrainingMix(replay=10), seed=1)


@pytest.fixture(scope="module")
def replayed(whole: Replay) -> frozenset[str]:
    """The claims of the first pass of `whole`."""
    return frozenset(claim for _, claim, _ in whole.one_pass(0))


@pytest.fixture
def few_twins(tmp_path: Path) -> Path:
    """A file like `TWINS` with three passages."""
    with gzip.open(TWINS, "rb") as file:
        body = b"".join(file.readline() for _ in range(3))
    packed = tmp_path / "twins.jsonl.gz"
    packed.write_bytes(gzip.compress(body, mtime=0))
    return packed


def test_the_development_split_of_the_twins_is_never_trained_on(
    written: list[Fields], replayed: frozenset[str]
) -> None:
    kept_out = {row["claim"] for row in written if for_development(row)}
    assert sum(claim.startswith("later") for claim in kept_out) == 10
    assert len(kept_out) > 100, "the project's own twins have a development split as well"
    assert not kept_out & replayed


def test_every_training_twin_is_read_once_per_pass_with_the_requested_share_of_other_rows(
    data: Path, written: list[Fields]
) -> None:
    rows = Replay(data, TrainingMix(replay=0.005), seed=1).one_pass(0)
    own = [claim for _, claim, _ in rows if claim.startswith(("written", "later"))]
    assert len(own) == len(set(own)) == 50
    every = [row for row in written if not for_development(row)]
    assert len(rows) == len(every) + int(len(every) * 0.005)


def test_pass_samples_twins_and_reworded_claims_if_requested(data: Path, written: list[Fields]) -> None:
    rows = Replay(data, TrainingMix(twins=0.001, replay=0, own_words=2), seed=1).one_pass(0)
    count = round(sum(not for_development(row) for row in written) / 1000)
    assert count < len(rows) <= 3 * count
    assert len(rows) > 2 * count


def test_claim_is_shown_with_similar_passages_of_other_pages_that_do_not_decide_it() -> None:
    bridge = "The Corn Mill Bridge reopened in March after repairs that took fourteen months."
    other = "Bridges of the county: the stone bridge at Ashcombe carries two lanes and was built in 1911."
    cake = "German chocolate cake is named after Samuel German."
    written = [
        {"evidence": bridge, "claim": "The Corn Mill Bridge is open again.", "label": "SUPPORTS"},
        {"evidence": other, "claim": "A ferry used to run there.", "label": "NEI"},
        {"evidence": cake, "claim": "Samuel German gave the cake its name.", "label": "SUPPORTS"},
    ]
    pages = OtherPages(written, OnnxEmbedder(MODELS / "embedder", threads=1))
    rows = pages.rows(2, random.Random(1))
    assert (other, "The Corn Mill Bridge is open again.", NEI) in rows
    assert not [passage for passage, claim, _ in rows if "cake" in claim and passage != cake], "no page is similar"


def test_pass_contains_all_twins_of_a_focused_phenomenon(data: Path, written: list[Fields]) -> None:
    focus = {row["claim"] for row in written if row.get("phenomenon") == "dates" and not for_development(row)}
    rows = Replay(data, TrainingMix(twins=0.02, replay=0, focus=frozenset({"dates"})), seed=1).one_pass(0)
    assert len(focus) > 100
    assert focus <= {claim for _, claim, _ in rows}
    assert len(rows) < len(focus) + len(written) / 20


def test_claims_that_are_held_out_are_not_replayed(replayed: frozenset[str]) -> None:
    assert any(held_out("fever", f"fever claim {n}") for n in range(60))
    assert not any(claim.startswith("fever") and held_out("fever", claim) for claim in replayed)
    assert not any(claim.startswith("web") and held_out("factcheck_bench", claim) for claim in replayed)


def test_passes_are_deterministic_and_differ_from_each_other(data: Path, whole: Replay) -> None:
    first, second = whole.one_pass(0), whole.one_pass(1)
    assert Replay(data, TrainingMix(replay=10), seed=1).one_pass(1) == second
    assert first != second


def test_no_source_gives_more_than_its_share_of_the_pool() -> None:
    rows = [pair("scone", n) for n in range(700)] + [pair("unlisted", n) for n in range(1100)]
    sources = [row["src"] for row in drawn(rows, random.Random(1))]
    assert sources.count("scone") == 500
    assert sources.count("unlisted") == 1000


def test_half_of_the_passages_have_title_and_date_in_front() -> None:
    row = {"title": "Bridge opens", "date": "2018-09-14", "evidence": "It is open."}
    rng = random.Random(1)
    forms = [headed(row, rng) for _ in range(1000)]
    assert 450 < forms.count("It is open.") < 550
    assert set(forms) == {
        "It is open.",
        "Bridge opens. It is open.",
        "Bridge opens. (2018-09-14) It is open.",
    }


def test_a_passage_without_title_and_date_stands_alone() -> None:
    assert headed({"title": None, "date": "", "evidence": "It is open."}, random.Random(1)) == "It is open."


def test_window_has_a_deciding_passage_and_no_contradicting_one() -> None:
    aside = [{"text": f"aside {n}", "label": "NEI"} for n in range(6)]
    clear = {"claim": "c", "label": "REFUTES", "evidence": [*aside, {"text": "decides", "label": "REFUTES"}]}
    torn = {"claim": "torn", "label": "REFUTES", "evidence": [*clear["evidence"], {"text": "x", "label": "SUPPORTS"}]}
    open_claim = {"claim": "open", "label": "NEI", "evidence": aside}
    found = windows([clear, torn, open_claim] * 20, 100, random.Random(1))
    assert {claim for _, claim, _ in found} == {"c"}
    assert all("decides" in text and len(text.split()) == 5 for text, _, _ in found)


def test_batches_contain_every_row_once_and_stay_small() -> None:
    lengths = [random.Random(n).randrange(8, 224) for n in range(4000)]
    batches = by_length(lengths, random.Random(1))
    assert sorted(place for batch in batches for place in batch) == list(range(4000))
    assert all(len(batch) <= BATCH_TOKENS // TOKENS_OF_A_ROW for batch in batches)
    assert all(len(batch) * max(lengths[place] for place in batch) <= BATCH_TOKENS for batch in batches)


def test_appended_twins_follow_the_earlier_ones_in_a_file_without_name_and_time(
    tmp_path: Path, few_twins: Path
) -> None:
    passage = {"phenomenon": "dates", "evidence": "Café Lys opened in 1990.", "claims": [["S", "It opened in 1990."]]}
    (tmp_path / "new.jsonl").write_text(json.dumps(passage) + "\n")
    packed = [tmp_path / "one.jsonl.gz", tmp_path / "other.jsonl.gz"]
    for file in packed:
        file.write_bytes(few_twins.read_bytes())
        append_twins(tmp_path / "new.jsonl", file)
    assert rows_of(packed[0]) == [*rows_of(few_twins), passage]
    assert packed[0].read_bytes() == packed[1].read_bytes()
    assert {file.read_bytes()[3:8] for file in (TWINS, *packed)} == {bytes(5)}, "flags and time"


def test_twins_with_an_unknown_label_are_not_appended(tmp_path: Path, few_twins: Path) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps({"evidence": "It opened.", "claims": [["X", "It closed."]]}))
    before = few_twins.read_bytes()
    with pytest.raises(KeyError):
        append_twins(tmp_path / "new.jsonl", few_twins)
    assert few_twins.read_bytes() == before


def test_a_run_is_watched_on_rows_that_it_does_not_train_on(data: Path, replayed: frozenset[str]) -> None:
    sets = {one.name: one.rows for one in development_sets(data)}
    assert sets.keys() == {"twins", "public", "web", "own words"}
    assert not replayed & {claim for rows in sets.values() for _, claim, _ in rows}


def test_development_metrics_of_known_answers() -> None:
    import numpy as np

    rows = (("p", "c", 0), ("p", "c", 1), ("p", "c", 2))
    found = figures(np.array([[0.8, 0.1, 0.1], [0.6, 0.3, 0.1], [0.1, 0.1, 0.8]]), rows)
    assert found == {"accuracy": 0.667, "macro_f1": 0.556, "sides": 0.5}
    assert overall({"one": found}) == pytest.approx(0.528)
