from __future__ import annotations

from dataclasses import replace

import pytest

from backend.domain.search import Depth, SearchQuery, SearchTier
from backend.domain.trust import SourceTier
from backend.search.decide import (
    ComparisonStopRule,
    EvidenceState,
    SearchCosts,
    SearchDecision,
    judge,
    speaks_of_comparator,
)
from backend.search.settings import MAIN, Comparison, Quality, SearchBudget, SufficiencyThresholds

SETTLED = EvidenceState(
    settled=True, why="Sources decide it.", relevance=0.8, coverage=1.0, diversity=1.0, trust=0.8, quotes=2, domains=2,
    best_tier=SourceTier.B, hits=4, strong=1,
)  # fmt: skip
QUESTION = SearchQuery(text="x", tier=SearchTier.BROAD)


def test_settled_evidence_ends_the_search() -> None:
    assert judge(SETTLED, MAIN) == (SearchDecision.ENOUGH, "Sources decide it.")


@pytest.mark.parametrize(
    "lack",
    [
        {"settled": False},
        {"quotes": 0},
        {"domains": 0},
        {"best_tier": SourceTier.D},
        {"best_tier": None},
        {"relevance": 0.14},
        {"coverage": 0.49},
    ],
)
def test_every_unmet_profile_threshold_requires_a_follow_up(lack: dict[str, object]) -> None:
    assert judge(replace(SETTLED, **lack), MAIN)[0] is SearchDecision.NEED_FOLLOWUP  # type: ignore[arg-type]


def test_thresholds_come_from_the_profile() -> None:
    stricter = replace(MAIN, quality=Quality(min_diversity=0.5))
    assert judge(replace(SETTLED, diversity=0.4), MAIN)[0] is SearchDecision.ENOUGH
    assert judge(replace(SETTLED, diversity=0.4), stricter)[0] is SearchDecision.NEED_FOLLOWUP
    wide = replace(MAIN, sufficiency=SufficiencyThresholds(domains=3))
    assert judge(SETTLED, wide)[0] is SearchDecision.NEED_FOLLOWUP


def test_profile_may_continue_after_settled_evidence() -> None:
    assert judge(SETTLED, replace(MAIN, stop_on_sufficiency=False))[0] is SearchDecision.NEED_FOLLOWUP


def test_search_costs_count_queries_credits_and_pages() -> None:
    costs = SearchCosts(SearchBudget(questions=3, credits=320), pages=5)
    costs.asked(QUESTION)
    assert costs.used_up() == ""
    costs.asked(replace(QUESTION, depth=Depth.ADVANCED))
    assert costs.used_up() == ""
    costs.asked(QUESTION)
    assert "3 questions" in costs.used_up()
    rich = SearchCosts(SearchBudget(questions=0, credits=160), pages=5)
    rich.asked(QUESTION)
    rich.asked(QUESTION)
    assert "budget" in rich.used_up()
    assert [costs.pages(3), costs.pages(9)] == [3, 5]
    costs.read(4)
    assert [costs.pages(3), SearchCosts(SearchBudget(questions=0), pages=0).pages(3)] == [1, 0]
    assert SearchCosts(SearchBudget(questions=0), pages=0).used_up() == ""


LITTLE = EvidenceState(settled=False, why="", diversity=0.0, hits=1, trust=0.1, comparators=1)


def test_a_comparison_ends_after_two_rounds_without_anything_new() -> None:
    comparing = ComparisonStopRule(Comparison(calls=99))
    assert comparing.reason_to_stop(LITTLE, found=True) == ""
    assert comparing.reason_to_stop(LITTLE, found=True) == ""
    assert "compared" in comparing.reason_to_stop(LITTLE, found=True)


@pytest.mark.parametrize("hope", [replace(LITTLE, comparators=2), replace(LITTLE, diversity=0.11)])
def test_anything_new_or_a_second_source_keeps_a_comparison_going(hope: EvidenceState) -> None:
    comparing = ComparisonStopRule(Comparison(calls=99))
    for standing in (LITTLE, LITTLE, hope):
        assert comparing.reason_to_stop(standing, found=True) == ""


def test_a_comparison_ends_after_four_calls_with_hardly_anything() -> None:
    comparing = ComparisonStopRule(Comparison(rounds=99))
    assert [bool(comparing.reason_to_stop(LITTLE, found=True)) for _ in range(4)] == [False, False, False, True]
    trusted = ComparisonStopRule(Comparison(rounds=99))
    assert not any(trusted.reason_to_stop(replace(LITTLE, trust=0.4), found=True) for _ in range(6))


def test_comparison_continues_when_chosen_sites_find_nothing() -> None:
    comparing = ComparisonStopRule(Comparison())
    assert not any(comparing.reason_to_stop(LITTLE, found=False) for _ in range(9))


def test_passages_about_the_compared_thing_are_counted() -> None:
    claim = "Coal kills more people than nuclear power"
    texts = ["Nuclear power is safe.", "Coal is dirty.", "The power of coal."]
    assert speaks_of_comparator(claim, texts) == 2
    assert speaks_of_comparator("Coal is dirty", texts) == 0
