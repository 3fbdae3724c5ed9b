"""Clients that lose the connection, reconnect, close their stream or cancel (R4), with real threads."""

from __future__ import annotations

import threading

import pytest

from backend.errors import Cancelled, Overloaded
from backend.jobs.job import Failed, Finished, JobState
from backend.jobs.runner import JobRunner
from tests.api_world import answer_false
from tests.job_world import BlockingPipeline, Clock, claim, never, runner
from tests.time_limits import PATIENCE_S


def test_a_stream_resumes_after_the_last_event_seen() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs:
        with jobs.submit(claim(), resumable=True) as first:
            gate.wait_for_start()
            stream = first.events()
            seen = next(stream)
            assert seen is not None
        with jobs.attach(first.job.id) as again:
            gate.opened.set()
            rest = [event.id for event in again.events(after=seen.id) if event]
    assert rest == [2, 3]


def test_work_stops_after_the_grace_period_of_a_lost_connection() -> None:
    clock, gate = Clock(), BlockingPipeline()
    with runner(gate, clock=clock, grace_s=6) as jobs:
        with jobs.submit(claim(), resumable=True) as reader:
            gate.wait_for_start()
        clock.now = 5.9
        jobs.sweep()
        assert reader.job.state is JobState.RUNNING
        clock.now = 6.1
        jobs.sweep()
        assert reader.job.state is JobState.CANCELLED
        assert gate.cancelled.wait(PATIENCE_S)


def test_reconnecting_within_the_grace_period_keeps_the_work_running() -> None:
    clock, gate = Clock(), BlockingPipeline()
    with runner(gate, clock=clock, grace_s=6) as jobs:
        with jobs.submit(claim(), resumable=True) as reader:
            gate.wait_for_start()
        with jobs.attach(reader.job.id) as again:
            clock.now = 100
            jobs.sweep()
            gate.opened.set()
            assert isinstance(again.outcome(gone=never), Finished)


def test_disconnect_of_a_client_that_cannot_resume_stops_the_work_at_once() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs:
        with jobs.submit(claim(), resumable=False) as reader:
            gate.wait_for_start()
            assert reader.outcome(gone=lambda: True, tick_s=0.01) is None
        assert gate.cancelled.wait(PATIENCE_S)


def test_cancel_of_the_only_client_stops_the_work_at_once() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as reader:
        gate.wait_for_start()
        assert jobs.cancel(reader.job.id)
        outcome = reader.outcome(gone=never)
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, Cancelled)
        assert gate.cancelled.wait(PATIENCE_S)


def test_work_continues_until_every_waiting_client_has_cancelled() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as one, jobs.submit(claim(), resumable=True) as two:
        gate.wait_for_start()
        assert not jobs.cancel(one.job.id, reader=one.reader)
        one.close()
        assert one.job.state is JobState.RUNNING
        assert jobs.cancel(one.job.id, reader=two.reader)


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("order", ["ccx", "cxc", "xcc", "x.c", "cc"], ids=lambda order: f"order {order}")
def test_cancelling_twice_does_not_affect_other_clients(order: str, named: bool) -> None:
    """In `order`, c cancels, x closes the stream, and . lets the grace period pass."""
    clock, gate = Clock(), BlockingPipeline()
    with runner(gate, clock=clock, grace_s=6) as jobs, jobs.submit(claim(), resumable=True) as other:
        gate.wait_for_start()
        leaving = jobs.submit(claim(), resumable=True)
        for step in order:
            if step == "c":
                assert not jobs.cancel(leaving.job.id, reader=leaving.reader if named else "")
            elif step == "x":
                leaving.close()
            else:
                clock.now = 10
                jobs.sweep()
        gate.opened.set()
        assert isinstance(other.outcome(gone=never), Finished)
        leaving.close()


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
def test_cancelling_right_after_closing_the_stream_stops_the_work_at_once(named: bool) -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs:
        reader = jobs.submit(claim(), resumable=True)
        gate.wait_for_start()
        reader.close()
        assert jobs.cancel(reader.job.id, reader=reader.reader if named else "")
        assert gate.cancelled.wait(PATIENCE_S)


def test_cancel_spares_a_client_that_just_lost_its_connection() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs:
        one, two = jobs.submit(claim(), resumable=True), jobs.submit(claim(), resumable=True)
        gate.wait_for_start()
        two.close()
        one.close()
        assert not jobs.cancel(one.job.id, reader=one.reader)
        with jobs.attach(two.job.id, reader=two.reader) as again:
            assert again.reader == two.reader
            gate.opened.set()
            assert isinstance(again.outcome(gone=never), Finished)


def test_client_that_reconnects_without_a_name_is_the_same_client() -> None:
    gate = BlockingPipeline()
    with runner(gate) as jobs:
        first = jobs.submit(claim(), resumable=True)
        gate.wait_for_start()
        first.close()
        with jobs.attach(first.job.id) as again:
            assert jobs.cancel(again.job.id)


def test_cancelling_a_finished_job_has_no_effect() -> None:
    with runner(answer_false) as jobs, jobs.submit(claim(), resumable=True) as reader:
        reader.outcome(gone=never)
        assert not jobs.cancel(reader.job.id, reader=reader.reader)
        assert reader.job.state is JobState.DONE


def test_cancelled_queued_job_never_runs_and_frees_its_slot() -> None:
    gate = BlockingPipeline()
    with runner(gate, workers=1, queue_size=1) as jobs, jobs.submit(claim("a"), resumable=True):
        gate.wait_for_start()
        with jobs.submit(claim("b"), resumable=True) as waiting:
            jobs.cancel(waiting.job.id)
            with jobs.submit(claim("c"), resumable=True) as third:
                gate.opened.set()
                third.outcome(gone=never)
    assert gate.claims == ["a", "c"]


def test_closing_cancels_running_jobs_and_ends_the_threads() -> None:
    gate = BlockingPipeline()
    before = threading.active_count()
    jobs = JobRunner(gate)
    reader = jobs.submit(claim(), resumable=True)
    gate.wait_for_start()
    jobs.close()
    assert reader.job.state is JobState.CANCELLED
    assert threading.active_count() == before
    with pytest.raises(Overloaded):
        jobs.submit(claim(), resumable=True)
