from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.claims.agreement import finite, main_verb
from backend.claims.decompose import split_fully, split_locally
from backend.claims.phrases import mask
from backend.claims.refine import SplitDepth, is_safe, statements, stays_whole
from backend.domain.claim import MAX_ATOMIC_CLAIMS
from tests.each_row import each_row
from tests.unit.claims.conftest import rows

EXAMPLES = rows("statements.jsonl")
WHOLE = [row["text"] for row in EXAMPLES if len(row["parts"]) == 1]


@each_row("example", EXAMPLES)
def test_sentences_are_split_into_the_expected_statements(example: dict) -> None:
    assert [part.text for part in split_fully(example["text"])] == example["parts"]


@each_row("text", WHOLE)
def test_sentences_that_must_stay_whole_are_not_split(text: str) -> None:
    assert [part.text for part in split_locally(text)] == [text]


@each_row("example", EXAMPLES)
def test_spans_of_verbatim_statements_point_into_the_sentence(example: dict) -> None:
    for part in split_fully(example["text"]):
        if part.start >= 0:
            assert example["text"][part.start : part.end] == part.text


LIFE = (
    "Ann Lee (born 5 May 1970 in Ulm) is a German singer, actress, and painter who lives in Bern, and she "
    "starred in several films, including Rust (2001), Ash (2003), and Dust (2005)."
)


def test_long_sentence_is_split_into_at_most_five_parts() -> None:
    fully, product = split_fully(LIFE), split_locally(LIFE)
    assert len(fully) > MAX_ATOMIC_CLAIMS
    assert 1 < len(product) <= MAX_ATOMIC_CLAIMS
    together = " ".join(part.text for part in product)
    for word in ("1970", "Ulm", "singer", "actress", "painter", "Bern", "Rust", "Ash", "Dust", "2005"):
        assert word in together


def test_list_in_a_short_claim_is_not_split() -> None:
    text = "He played for Ajax, Barcelona, and Milan."
    assert len(split_fully(text)) == 3
    assert [part.text for part in split_locally(text)] == [text]


def test_splitting_stops_at_the_requested_depth() -> None:
    text = "Ann Lee, a singer, was born on 5 May 1970 in Ulm and died in Bern."
    assert statements(text, SplitDepth.SENTENCE) == (text,)
    assert statements(text, SplitDepth.ASIDES)[0] == "Ann Lee was a singer"
    assert "Ann Lee was born on 5 May 1970" in statements(text, SplitDepth.DETAILS)
    assert "Ann Lee was born on 5 May 1970" not in statements(text, SplitDepth.ASIDES)


@each_row(
    "parts",
    [
        ("Tesla was founded in 2003", "Tesla makes cars"),
        ("Tesla was founded in 2004", "Tesla does not make cars"),
        ("Tesla was founded", "Tesla does not make cars"),
        ("Tesla was founded in 2003", "does not make cars"),
        ("Tesla was founded in 2003", "Tesla does not make fast cars"),
        ("Tesla was founded in 2003", "Tesla does not"),
        ("Tesla was founded in 2003", "Tesla does not make cars in"),
    ],
)
def test_split_that_loses_or_invents_something_is_unsafe(parts: tuple[str, ...]) -> None:
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
def test_reports_causes_and_alternatives_stay_whole(text: str, whole: bool) -> None:
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


def test_commas_in_quotations_dates_and_places_are_masked() -> None:
    text = 'Born in Ulm, Germany, on May 5, 1970, he wrote "Up, up, and away" (sung, not read).'
    masked = mask(text)
    assert len(masked) == len(text)
    assert masked.count(",") < text.count(",") - 4


@given(st.text(alphabet="ABab ,.;()\"'- 19", max_size=120))
def test_any_text_gives_at_least_one_part(text: str) -> None:
    assert split_fully(text) or not text
