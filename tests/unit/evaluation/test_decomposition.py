from __future__ import annotations

import pytest

from backend.evaluation.decomposition import agreement, score, similarity

BOTH = "Einstein was born in Ulm and died in Princeton."
HALVES = ["Einstein was born in Ulm.", "Einstein died in Princeton."]


def test_human_parts_score_one() -> None:
    found = score([{"text": BOTH, "claims": HALVES}], lambda _: HALVES)
    assert (found["n"], found["precision"], found["recall"], found["f1"], found["split_f1"]) == (1, 1, 1, 1, 1)
    assert found["soft_f1"] == pytest.approx(1.0)
    assert (found["kept_names"], found["kept_numbers"]) == (1.0, 1.0)


def test_unsplit_text_does_not_match_two_parts() -> None:
    found = score([{"text": BOTH, "claims": HALVES}], lambda text: [text])
    assert found["split_f1"] == 0.0
    assert found["left_whole"] == 1.0
    assert found["recall"] <= 0.5
    assert found["precision"] <= 1.0


def test_each_human_part_is_used_once() -> None:
    found = agreement([HALVES[0], HALVES[0]], HALVES)
    assert (found.predicted, found.human, found.matched) == (2, 2, 1)


def test_single_fact_should_not_be_split() -> None:
    rows = [{"text": HALVES[0], "claims": [HALVES[0]]}, {"text": HALVES[1], "claims": [HALVES[1]]}]
    found = score(rows, lambda text: [text] if "Ulm" in text else ["Einstein died", "in Princeton"])
    assert found["whole_when_single"] == 0.5


def test_lost_numbers_and_split_names_are_counted() -> None:
    text = "In 1906 the Food Agency bought 1,200 cars in New York."
    found = score(
        [{"text": text, "claims": [text]}], lambda _: ["The Food Agency bought cars in New", "in York in 1906"]
    )
    assert found["kept_numbers"] == 0.5
    assert found["kept_names"] == pytest.approx(1 / 2)


def test_rows_without_human_parts_do_not_count() -> None:
    assert score([{"text": BOTH, "claims": []}], lambda text: [text])["n"] == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Tesla moved to Texas in 2021", "It moved to Texas in 2021.", True),
        ("Ann Lee's first film was Rust", "Her first film was Rust.", True),
        ("Tesla moved to Texas in 2021", "Tesla moved to Texas in 2012.", False),
        ("Ann Lee is an American", "Ann Lee is an actress", False),
        ("He won two prizes", "He has won two prizes.", True),
    ],
)
def test_parts_are_matched_by_words_names_and_numbers_first(one: str, other: str, same: bool) -> None:
    assert (similarity(one, other) >= 0.7) is same
    assert similarity(one, other) == pytest.approx(similarity(other, one))
