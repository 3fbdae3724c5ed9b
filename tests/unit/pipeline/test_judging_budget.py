"""Judging stops in time on an overloaded machine and keeps its results."""

from dataclasses import replace

import pytest

from backend.domain.run import Run
from backend.errors import Cancelled, DeadlineExceeded
from backend.pipeline.judging_budget import JudgingBudget
from tests.evidence_maker import evidence


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def passages(page, count):
    made = [evidence(text=f"Passage {n} of {page}.").candidate for n in range(count)]
    return [replace(c, passage=replace(c.passage, source=f"https://{page}.example/")) for c in made]


def judge(budget, clock, candidates, seconds_each, done=None):
    """Return the pages that were judged, by batch."""
    done = [] if done is None else done
    for batch in budget.batches(candidates):
        clock.now += seconds_each * len(batch)
        done.append([c.passage.source.split("//")[1].split(".")[0] for c in batch])
    return done


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def run(clock):
    return Run(seconds=25, clock=clock)


def test_everything_is_judged_in_one_batch_when_time_suffices(run, clock):
    budget, found = JudgingBudget(run), [*passages("a", 2), *passages("b", 1)]
    assert judge(budget, clock, found, 0.05) == [["a", "a", "b"]]
    assert judge(budget, clock, [*found, *passages("c", 21)], 0.05) == [["a", "a", "b", *["c"] * 21]]


def test_slow_machine_judges_in_batches_and_stops_before_the_deadline(run, clock):
    budget, seen = JudgingBudget(run), []
    judge(budget, clock, passages("known", 8), 1.0)
    mixed = [c for group in zip(passages("a", 6), passages("b", 6), passages("c", 6), strict=True) for c in group]
    with pytest.raises(DeadlineExceeded):
        judge(budget, clock, mixed, 1.0, seen)
    assert seen == [["a"] * 6, ["b"] * 6]
    assert clock.now <= 25


def test_model_loading_time_does_not_end_the_search(run, clock):
    budget = JudgingBudget(run)
    judge(budget, clock, passages("known", 1), 8.0)
    assert judge(budget, clock, [*passages("a", 4), *passages("b", 4)], 0.05) == [["a"] * 4, ["b"] * 4]


def test_slow_large_first_batch_does_not_end_the_search(run, clock):
    budget = JudgingBudget(run)
    judge(budget, clock, passages("known", 24), 0.4)
    clock.now = 20
    assert judge(budget, clock, [*passages("a", 13), *passages("b", 12)], 0.05) == [["a"] * 13, ["b"] * 12]


def test_fastest_batch_determines_the_estimate(run, clock):
    budget = JudgingBudget(run)
    judge(budget, clock, passages("known", 24), 0.4)
    judge(budget, clock, passages("warm", 4), 0.05)
    clock.now = 20
    assert judge(budget, clock, [*passages("a", 12), *passages("b", 12)], 0.05) == [["a"] * 12 + ["b"] * 12]


def test_cancelled_run_stops_judging(run, clock):
    run.cancel()
    with pytest.raises(Cancelled):
        judge(JudgingBudget(run), clock, passages("a", 2), 0.05)


def test_nothing_to_judge_takes_no_time(run, clock):
    clock.now = 30
    assert judge(JudgingBudget(run), clock, [], 1.0) == []
