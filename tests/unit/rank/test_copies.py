from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from backend.domain.text import content_stems
from backend.rank.copies import without_copies
from tests.evidence_maker import evidence

words = st.sampled_from("bridge river town ship harbour tower repair storm winter engine captain crew cargo".split())
texts = st.lists(words, min_size=1, max_size=14).map(" ".join)


def are_near_copies(a: str, b: str) -> bool:
    one, other = set(content_stems(a)), set(content_stems(b))
    return len(one & other) / len(one | other) >= 0.85


def firsts_by_all_pairs(found):
    kept = []
    for text in found:
        if not any(text[:100] == other[:100] or are_near_copies(text, other) for other in kept):
            kept.append(text)
    return kept


@given(st.lists(texts, max_size=14))
def test_the_index_finds_exactly_what_comparing_all_pairs_finds(found):
    kept = without_copies([evidence(text=text) for text in found])
    assert [item.passage.text for item in kept] == firsts_by_all_pairs(found)


@given(st.lists(texts, max_size=14))
def test_kept_texts_are_not_copies_of_each_other(found):
    kept = [item.passage.text for item in without_copies([evidence(text=text) for text in found])]
    assert not any(are_near_copies(a, b) for a, b in combinations(kept, 2))


def test_texts_without_words_are_copies_only_of_themselves():
    kept = without_copies([evidence(text="…"), evidence(text="!!"), evidence(text="…")])
    assert [item.passage.text for item in kept] == ["…", "!!"]
