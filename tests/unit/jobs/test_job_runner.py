"""Sharing, resuming, cancelling, limits and failures of verification jobs, with real threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from backend.domain.claim import PageContext, VerifyOptions, VerifyRequest
from backend.domain.issue import Issue
from backend.domain.run import Run, StageEvent
from backend.domain.verdict import Verdict
from backend.errors import Cancelled, InvalidRequest, NotFound, Overloaded, StorageError, StorageReadOnly
from backend.jobs.job import Accepted, Failed, Finished, JobState
from backend.jobs.runner import Archive, JobLimits, JobRunner, keep_nothing
from tests.api_world import Script, answer_false, make_verdict


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Gate:
    """A pipeline that waits to be opened and notices cancelling."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.started = threading.Semaphore(0)
        self.cancelled = threading.Event()
        self.claims: list[str] = []

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        self.claims.append(request.claim)
        run.step("recall", "Looking")
        self.started.release()
        while not self.opened.wait(0.01):
            if run.cancelled:
                self.cancelled.set()
                raise Cancelled
        return make_verdict(request)

    def wait_for_start(self) -> None:
        assert self.started.acquire(timeout=5)


def claim(text: str = "The Earth is flat", **options: object) -> VerifyRequest:
    return VerifyRequest(claim=text, options=VerifyOptions(**options))  # type: ignore[arg-type]


@contextmanager
def runner(
    script: Script, *, archive: Archive = keep_nothing, clock: Callable[[], float] = time.monotonic, **limits: float
) -> Iterator[JobRunner]:
    made = JobRunner(script, limits=JobLimits(**limits), archive=archive, clock=clock)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.close()


def never() -> bool:
    return False


def eventually(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < until, "it did not happen within 5 seconds"
        time.sleep(0.005)


def test_a_job_tells_what_it_does_and_ends_with_the_answer() -> None:
    with runner(answer_false) as jobs, jobs.submit(claim(), resumable=True) as reader:
        events = [event for event in reader.events() if event]
    assert [event.id for event in events] == [1, 2, 3]
    assert isinstance(events[0].payload, Accepted)
    assert isinstance(events[1].payload, StageEvent)
    assert isinstance(events[2].payload, Finished)
    assert events[2].payload.verdict.session_id == events[0].payload.session_id


def test_identical_claims_in_flight_share_one_run() -> None:
    gate = Gate()
    with runner(gate) as jobs:
        with jobs.submit(claim("The  Earth is ﬂat"), resumable=True) as one:
            gate.wait_for_start()
            with jobs.submit(claim("The Earth is flat "), resumable=True) as two:
                assert one.job is two.job
                gate.opened.set()
                assert isinstance(two.outcome(gone=never), Finished)
        assert gate.claims == ["The  Earth is ﬂat"]


@pytest.mark.parametrize(
    "other",
    [
        claim("The Earth is round"),
        claim(top_k=7),
        claim(remember=False),
        VerifyRequest(claim="The Earth is flat", context=PageContext(url="https://a.example/")),
        VerifyRequest(claim="The Earth is flat", context=PageContext(title="Ceres")),
        VerifyRequest(claim="The Earth is flat", context=PageContext(surrounding="About Ceres.")),
    ],
    ids=["claim", "options", "incognito", "page", "title", "surrounding"],
)
def test_different_requests_do_not_share(other: VerifyRequest) -> None:
    gate = Gate()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as one, jobs.submit(other, resumable=True) as two:
        assert one.job is not two.job
        gate.opened.set()


def test_an_answered_claim_is_verified_anew() -> None:
    with runner(answer_false) as jobs:
        with jobs.submit(claim(), resumable=True) as one:
            one.outcome(gone=never)
        eventually(lambda: jobs.state().running == 0)
        with jobs.submit(claim(), resumable=True) as two:
            assert two.job is not one.job


def test_a_stream_resumes_after_the_last_event_seen() -> None:
    gate = Gate()
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


def test_a_finished_job_can_be_read_again_for_ten_minutes() -> None:
    clock = Clock()
    with runner(answer_false, clock=clock) as jobs:
        with jobs.submit(claim(), resumable=True) as reader:
            reader.outcome(gone=never)
        clock.now = 599
        assert jobs.get(reader.job.id).state is JobState.DONE
        clock.now = 601
        with pytest.raises(NotFound):
            jobs.get(reader.job.id)


def test_a_lost_connection_has_a_grace_period_and_then_the_work_stops() -> None:
    clock, gate = Clock(), Gate()
    with runner(gate, clock=clock, grace_s=6) as jobs:
        with jobs.submit(claim(), resumable=True) as reader:
            gate.wait_for_start()
        clock.now = 5.9
        jobs.sweep()
        assert reader.job.state is JobState.RUNNING
        clock.now = 6.1
        jobs.sweep()
        assert reader.job.state is JobState.CANCELLED
        assert gate.cancelled.wait(2)


def test_coming_back_within_the_grace_period_keeps_the_work_alive() -> None:
    clock, gate = Clock(), Gate()
    with runner(gate, clock=clock, grace_s=6) as jobs:
        with jobs.submit(claim(), resumable=True) as reader:
            gate.wait_for_start()
        with jobs.attach(reader.job.id) as again:
            clock.now = 100
            jobs.sweep()
            gate.opened.set()
            assert isinstance(again.outcome(gone=never), Finished)


def test_a_caller_who_cannot_resume_stops_the_work_at_once_by_hanging_up() -> None:
    gate = Gate()
    with runner(gate) as jobs:
        with jobs.submit(claim(), resumable=False) as reader:
            gate.wait_for_start()
            assert reader.outcome(gone=lambda: True, tick_s=0.01) is None
        assert gate.cancelled.wait(2)


def test_cancelling_stops_at_once_when_nobody_else_waits() -> None:
    gate = Gate()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as reader:
        gate.wait_for_start()
        assert jobs.cancel(reader.job.id)
        outcome = reader.outcome(gone=never)
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, Cancelled)
        assert gate.cancelled.wait(2)


def test_cancelling_goes_on_while_another_reader_waits_until_that_one_cancels_too() -> None:
    gate = Gate()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as one, jobs.submit(claim(), resumable=True) as two:
        gate.wait_for_start()
        assert not jobs.cancel(one.job.id, reader=one.reader)
        one.close()
        assert one.job.state is JobState.RUNNING
        assert jobs.cancel(one.job.id, reader=two.reader)


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("order", ["ccx", "cxc", "xcc", "x.c", "cc"], ids=lambda order: f"order {order}")
def test_a_reader_who_cancels_in_any_order_and_twice_never_stops_anothers_work(order: str, named: bool) -> None:
    """c: cancel, x: close the stream, .: the grace period passes."""
    clock, gate = Clock(), Gate()
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
    gate = Gate()
    with runner(gate) as jobs:
        reader = jobs.submit(claim(), resumable=True)
        gate.wait_for_start()
        reader.close()
        assert jobs.cancel(reader.job.id, reader=reader.reader if named else "")
        assert gate.cancelled.wait(2)


def test_a_cancel_spares_another_reader_who_has_just_lost_the_connection() -> None:
    gate = Gate()
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


def test_one_who_comes_back_without_a_name_is_still_the_only_reader() -> None:
    gate = Gate()
    with runner(gate) as jobs:
        first = jobs.submit(claim(), resumable=True)
        gate.wait_for_start()
        first.close()
        with jobs.attach(first.job.id) as again:
            assert jobs.cancel(again.job.id)


def test_there_is_nothing_to_cancel_in_a_finished_job() -> None:
    with runner(answer_false) as jobs, jobs.submit(claim(), resumable=True) as reader:
        reader.outcome(gone=never)
        assert not jobs.cancel(reader.job.id, reader=reader.reader)
        assert reader.job.state is JobState.DONE


def test_a_queued_job_that_is_cancelled_never_runs_and_frees_its_place() -> None:
    gate = Gate()
    with runner(gate, workers=1, queue_size=1) as jobs, jobs.submit(claim("a"), resumable=True):
        gate.wait_for_start()
        with jobs.submit(claim("b"), resumable=True) as waiting:
            jobs.cancel(waiting.job.id)
            with jobs.submit(claim("c"), resumable=True) as third:
                gate.opened.set()
                third.outcome(gone=never)
    assert gate.claims == ["a", "c"]


def test_a_full_queue_says_when_to_come_back() -> None:
    gate = Gate()
    with runner(gate, workers=1, queue_size=1) as jobs, jobs.submit(claim("a"), resumable=True):
        gate.wait_for_start()
        with jobs.submit(claim("b"), resumable=True):
            with pytest.raises(Overloaded) as caught:
                jobs.submit(claim("c"), resumable=True)
            assert 1 <= caught.value.retry_after <= 60
            jobs.submit(claim("b"), resumable=True).close()


def test_the_whole_queue_can_be_used_each_place_with_its_own_reader() -> None:
    gate = Gate()
    with runner(gate, workers=2, queue_size=60) as jobs:
        readers = [jobs.submit(claim(f"claim {n}"), resumable=True) for n in range(2)]
        gate.wait_for_start()
        gate.wait_for_start()
        readers += [jobs.submit(claim(f"claim {n}"), resumable=True) for n in range(2, 62)]
        assert jobs.state().queued == 60
        with pytest.raises(Overloaded):
            jobs.submit(claim("claim 62"), resumable=True)
        assert jobs.submit(claim("claim 61"), resumable=True).job is readers[-1].job
        gate.opened.set()


def test_too_many_waiting_readers_are_refused() -> None:
    gate = Gate()
    with runner(gate, workers=1, queue_size=1, sharing=0) as jobs, jobs.submit(claim(), resumable=True) as one:
        with jobs.attach(one.job.id), pytest.raises(Overloaded):
            jobs.attach(one.job.id)
        jobs.attach(one.job.id).close()


def test_an_unexpected_error_ends_the_job_with_a_reference_and_keeps_its_words_out_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(request: VerifyRequest, run: Run) -> Verdict:
        raise RuntimeError(f"could not parse {request.claim}")

    with runner(broken) as jobs, jobs.submit(claim("canary claim"), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
        assert isinstance(outcome, Failed)
        assert outcome.reference
        with jobs.submit(claim("b"), resumable=True) as second:
            assert isinstance(second.outcome(gone=never), Failed)
    assert outcome.reference in caplog.text
    assert "RuntimeError" in caplog.text
    assert "canary" not in caplog.text


def test_an_expected_error_ends_the_job_in_its_own_words() -> None:
    def picky(request: VerifyRequest, run: Run) -> Verdict:
        raise InvalidRequest("no words in it")

    with runner(picky) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Failed)
    assert str(outcome.error) == "no words in it"
    assert outcome.reference == ""


def test_a_history_that_fails_costs_a_note_and_never_the_answer() -> None:
    def full(verdict: Verdict, job_id: str) -> None:
        raise StorageError("disk full")

    with runner(answer_false, archive=full) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert not outcome.verdict.saved
    assert [issue.code for issue in outcome.verdict.issues] == ["not_saved"]


@pytest.mark.parametrize("history_fails", [True, False])
def test_a_full_disk_is_told_once(history_fails: bool) -> None:
    """The learn stage may have told it already; then the answer is not saved whatever the history says."""

    def unlearned(request: VerifyRequest, run: Run) -> Verdict:
        told = Issue(code="not_saved", stage="learn", message="The knowledge base is full.")
        return replace(make_verdict(request), saved=False, issues=(told,))

    def archive(verdict: Verdict, job_id: str) -> None:
        if history_fails:
            raise StorageReadOnly("The history is full.")

    with runner(unlearned, archive=archive) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert not outcome.verdict.saved
    assert [issue.message for issue in outcome.verdict.issues] == ["The knowledge base is full."]


def test_a_read_only_history_is_named_as_the_reason_and_is_no_unexpected_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def read_only(verdict: Verdict, job_id: str) -> None:
        raise StorageReadOnly("The data folder cannot be written.")

    with runner(answer_false, archive=read_only) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert "The data folder cannot be written." in outcome.verdict.issues[0].message
    assert "failure" not in caplog.text


def test_answers_are_archived_unless_the_reader_says_no() -> None:
    kept: list[str] = []
    with runner(answer_false, archive=lambda verdict, _: kept.append(verdict.claim.text)) as jobs:
        for request in (claim("a"), claim("b", remember=False)):
            with jobs.submit(request, resumable=True) as reader:
                outcome = reader.outcome(gone=never)
                assert isinstance(outcome, Finished)
                assert outcome.verdict.saved is request.options.remember
    assert kept == ["a"]


def test_old_results_beyond_the_limit_are_forgotten() -> None:
    with runner(answer_false, keep_jobs=2) as jobs:
        readers = []
        for text in "abcd":
            with jobs.submit(claim(text), resumable=True) as reader:
                reader.outcome(gone=never)
                readers.append(reader)
        jobs.sweep()
        with pytest.raises(NotFound):
            jobs.get(readers[0].job.id)
        assert jobs.get(readers[3].job.id).state is JobState.DONE


def test_a_run_has_the_configured_deadline() -> None:
    seconds: list[float] = []

    def look(request: VerifyRequest, run: Run) -> Verdict:
        seconds.append(run.remaining())
        return make_verdict(request)

    with runner(look, deadline_s=7) as jobs, jobs.submit(claim(), resumable=True) as reader:
        reader.outcome(gone=never)
    assert 6 < seconds[0] <= 7


def test_closing_cancels_what_runs_and_ends_the_threads() -> None:
    gate = Gate()
    before = threading.active_count()
    jobs = JobRunner(gate)
    reader = jobs.submit(claim(), resumable=True)
    gate.wait_for_start()
    jobs.close()
    assert reader.job.state is JobState.CANCELLED
    assert threading.active_count() == before
    with pytest.raises(Overloaded):
        jobs.submit(claim(), resumable=True)
