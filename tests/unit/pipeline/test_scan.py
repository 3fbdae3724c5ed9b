"""The check-worthy sentences of a page, with the real models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.claims.worthiness import WORTHY, may_state, worth_by_figures
from backend.domain.claim import ClaimType
from backend.domain.scan import PageScan, ScanRequest
from backend.errors import Cancelled
from backend.pipeline.scan import MOST_CHARACTERS, MOST_CLAIMS, MOST_READ, MOST_SENTENCES, TOP
from tests.api_world import real_scanner

ARTICLES = json.loads((Path(__file__).parents[2] / "fixtures" / "claims" / "articles.json").read_text(encoding="utf-8"))
BRIDGE = "The bridge cost 3.2 billion euros and took six years to build."
VOTE = "Residents voted in favour of the plan by 58% to 42% in a referendum last September."


def scan(*blocks: str, language: str = "", title: str = "") -> PageScan:
    return real_scanner().scan(ScanRequest(blocks=blocks, language=language, title=title))


def texts(found: PageScan) -> list[str]:
    return [claim.text for claim in found.claims]


def test_statements_with_numbers_are_found_and_small_talk_is_not() -> None:
    found = scan(f"I love this town. {BRIDGE} Isn't it lovely?", "Read more: our ten best beaches", VOTE)
    assert texts(found) == [BRIDGE, VOTE]
    assert all(claim.score >= WORTHY and claim.type is ClaimType.FACTUAL for claim in found.claims)


def test_span_contains_exactly_the_sentence() -> None:
    block = f"  Good morning.  {BRIDGE}\t And so on."
    [claim] = scan("Hello there.", block).claims
    assert claim.block == 1
    assert block[claim.start : claim.end] == BRIDGE


def test_claims_come_in_page_order_and_the_five_best_are_ranked() -> None:
    found = scan(*(article["text"] for article in ARTICLES))
    places = [(claim.block, claim.start) for claim in found.claims]
    ranked = sorted((claim for claim in found.claims if claim.rank), key=lambda claim: claim.rank)
    assert places == sorted(places)
    assert [claim.rank for claim in ranked] == list(range(1, TOP + 1))
    assert ranked[-1].score >= max(claim.score for claim in found.claims if not claim.rank)
    assert [claim.score for claim in ranked] == sorted((claim.score for claim in ranked), reverse=True)


def test_small_talk_around_a_claim_is_not_marked() -> None:
    chat = "Come in and sit down. We had tea. Nobody said much. It was getting late, and the dog slept by the fire. "
    found = scan(*(chat for _ in range(40)), BRIDGE)
    assert texts(found) == [BRIDGE]
    assert found.sentences > 100


def test_repeated_claim_is_marked_once() -> None:
    assert [claim.block for claim in scan(BRIDGE, VOTE, BRIDGE).claims] == [0, 1]


def test_opinion_is_not_marked() -> None:
    assert texts(scan("Pizza is the best and most delicious food in Italy and France, I think.")) == []


def test_scan_of_another_language_reports_its_limitation() -> None:
    german = "Die Brücke kostete 3,2 Milliarden Euro und wurde in sechs Jahren gebaut. Ist sie nicht schön? Guten Tag."
    found = scan(german)
    assert found.language == "de"
    assert not found.understood
    assert [issue.code for issue in found.issues] == ["language_limited"]
    assert texts(found) == [german.partition(" Ist")[0]]
    assert found.claims[0].type is None


def test_undetectable_language_is_taken_from_the_page() -> None:
    assert scan("Xyzzy plugh 1995 Qwghlm.", language="cy").language == "cy"
    assert scan(BRIDGE, language="de").language == "en"


def test_chinese_sentences_are_found_by_their_numbers() -> None:
    found = scan("这座桥于2019年开通，耗资32亿欧元，历时六年建成，全长5.5公里。你好。")
    assert found.language == "zh"
    assert [claim.text[:4] for claim in found.claims] == ["这座桥于"]


def test_scan_ends_when_its_client_disconnects() -> None:
    with pytest.raises(Cancelled):
        real_scanner().scan(ScanRequest(blocks=(BRIDGE,)), gone=lambda: True)


def test_empty_page_has_no_claims() -> None:
    for blocks in ((), ("",), ("   \n ", "\u200b"), ("…", "!!!", "😀😀")):
        assert scan(*blocks).claims == ()


def test_very_long_page_is_truncated() -> None:
    found = scan(BRIDGE, "a. " * (MOST_SENTENCES + 100))
    assert found.sentences == MOST_SENTENCES
    assert [issue.code for issue in found.issues] == ["page_cut"]
    assert texts(found) == [BRIDGE]
    assert "page_cut" in {issue.code for issue in scan("x" * MOST_CHARACTERS, BRIDGE).issues}


def test_only_the_most_promising_statements_reach_the_model() -> None:
    found = scan(*(f"Bridge {n} of the county was built in 1{n % 900 + 100}." for n in range(MOST_READ + 20)))
    assert [issue.code for issue in found.issues] == ["page_sampled"]
    assert len(found.claims) == MOST_CLAIMS
    assert found.worthy <= MOST_READ


@pytest.mark.parametrize(
    "text",
    ["Was the bridge built in 1990?", "Bridge news, 1990", "He went.", "1 2 3 4 5 6", "word " * 100],
)
def test_what_cannot_be_checked_never_reaches_the_model(text: str) -> None:
    assert not may_state(text)


def test_numbers_and_names_count_in_any_language() -> None:
    assert worth_by_figures("In 2019 eröffnete Jonas Lind die Brücke für 3,2 Milliarden Euro.") > WORTHY
    assert worth_by_figures("Wir gehen jetzt nach hause und schlafen.") < WORTHY
    assert worth_by_figures("Hat die Brücke 2019 wirklich 3,2 Milliarden gekostet?") == 0.0


@settings(max_examples=60)
@given(st.lists(st.text(max_size=300), max_size=6), st.text(alphabet="abcDE-", max_size=5))
def test_any_text_can_be_scanned_and_spans_lie_in_their_block(blocks: list[str], language: str) -> None:
    for claim in scan(*blocks, language=language).claims:
        assert 0 <= claim.start < claim.end <= len(blocks[claim.block])
        assert blocks[claim.block][claim.start : claim.end].strip()
