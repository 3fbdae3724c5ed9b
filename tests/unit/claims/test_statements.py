from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.claims.agreement import finite, main_verb
from backend.claims.decompose import split_fully, split_locally
from backend.claims.phrases import mask
from backend.claims.refine import Depth, is_safe, statements, stays_whole
from backend.domain.claim import MAX_ATOMIC_CLAIMS
from tests.each_row import each_row
from tests.unit.claims.conftest import rows

EXAMPLES = rows("statements.jsonl")
WHOLE = [row["text"] for row in EXAMPLES if len(row["parts"]) == 1]


@each_row("example", EXAMPLES)
def test_hard_sentences_come_apart_where_they_may_and_only_there(example: dict) -> None:
    assert [part.text for part in split_fully(example["text"])] == example["parts"]


@each_row("text", WHOLE)
def test_what_must_stay_whole_stays_so_in_the_product(text: str) -> None:
    assert [part.text for part in split_locally(text)] == [text]


@each_row("example", EXAMPLES)
def test_spans_hold_for_every_part_that_was_not_rewritten(example: dict) -> None:
    for part in split_fully(example["text"]):
        if part.start >= 0:
            assert example["text"][part.start : part.end] == part.text


LIFE = (
    "Ann Lee (born 5 May 1970 in Ulm) is a German singer, actress, and painter who lives in Bern, and she "
    "starred in several films, including Rust (2001), Ash (2003), and Dust (2005)."
)


def test_a_sentence_is_taken_apart_as_deep_as_five_parts_allow() -> None:
    fully, product = split_fully(LIFE), split_locally(LIFE)
    assert len(fully) > MAX_ATOMIC_CLAIMS
    assert 1 < len(product) <= MAX_ATOMIC_CLAIMS
    together = " ".join(part.text for part in product)
    for word in ("1970", "Ulm", "singer", "actress", "painter", "Bern", "Rust", "Ash", "Dust", "2005"):
        assert word in together


def test_a_short_claim_keeps_its_lists_in_the_product() -> None:
    text = "He played for Ajax, Barcelona, and Milan."
    assert len(split_fully(text)) == 3
    assert [part.text for part in split_locally(text)] == [text]


def test_nothing_deeper_than_asked_for() -> None:
    text = "Ann Lee, a singer, was born on 5 May 1970 in Ulm and died in Bern."
    assert statements(text, Depth.SENTENCE) == (text,)
    assert statements(text, Depth.ASIDES)[0] == "Ann Lee was a singer"
    assert "Ann Lee was born on 5 May 1970" in statements(text, Depth.DETAILS)
    assert "Ann Lee was born on 5 May 1970" not in statements(text, Depth.ASIDES)


@each_row(
    "parts",
    [
        ("Tesla was founded in 2003", "Tesla makes cars"),
        ("Tesla was founded in 2004", "Tesla does not make cars"),
        ("Tesla was founded", "Tesla does not make cars"),
        ("Tesla was founded in 2003", "does not make cars"),
        ("Tesla was founded in 2003", "Tesla does not make fast cars"),
        ("Tesla was founded in 2003", "Tesla does not"),
    ],
)
def test_the_gate_refuses_what_loses_invents_or_states_nothing(parts: tuple[str, ...]) -> None:
    text = "Tesla was founded in 2003 and does not make cars"
    assert is_safe(("Tesla was founded in 2003", "Tesla does not make cars"), text)
    assert not is_safe(parts, text)


@each_row(
    ("text", "whole"),
    [
        ("She left because he lied and drank", True),
        ("Reportedly he lied and drank", True),
        ("NASA said that Mars is dry and cold", True),
        ("The plane landed or it crashed into the sea", True),
        ("The dose is two or three pills and it costs 5 dollars", False),
        ("The film was shot in Rome and it won a prize", False),
    ],
)
def test_reports_causes_and_alternatives_are_not_taken_apart(text: str, whole: bool) -> None:
    assert stays_whole(text) is whole


@each_row(
    ("gerund", "clause", "expected"),
    [
        ("earning", "He played for Peru", "earned"),
        ("winning", "She has played for Peru", "won"),
        ("causing", "The virus spreads", "causes"),
        ("living", "They are farmers", "live"),
        ("zorbing", "They are farmers", ""),
    ],
)
def test_a_gerund_takes_the_tense_of_its_main_verb(gerund: str, clause: str, expected: str) -> None:
    assert finite(gerund, clause.split(maxsplit=1)[0], main_verb(clause)) == expected


def test_quotations_dates_and_places_hold_no_commas_for_the_rules() -> None:
    text = 'Born in Ulm, Germany, on May 5, 1970, he wrote "Up, up, and away" (sung, not read).'
    masked = mask(text)
    assert len(masked) == len(text)
    assert masked.count(",") < text.count(",") - 4


@given(st.text(alphabet="ABab ,.;()\"'- 19", max_size=120))
def test_any_text_gives_at_least_one_part(text: str) -> None:
    assert split_fully(text) or not text
