"""Verification jobs are shared, limited, and reported when they fail. The tests use real threads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.domain.claim import PageContext, VerifyRequest
from backend.domain.issue import Issue
from backend.domain.run import Run, StageEvent
from backend.domain.verdict import Verdict
from backend.errors import InvalidRequest, NotFound, Overloaded, StorageError, StorageReadOnly
from backend.jobs.job import Accepted, Failed, Finished, JobState
from tests.api_world import answer_false, make_verdict
from tests.job_world import BlockingPipeline, Clock, claim, eventually, never, runner


def test_job_reports_its_progress_and_ends_with_the_answer() -> None:
    with runner(answer_false) as jobs, jobs.submit(claim(), resumable=True) as reader:
        events = [event for event in reader.events() if event]
    assert [event.id for event in events] == [1, 2, 3]
    assert isinstance(events[0].payload, Accepted)
    assert isinstance(events[1].payload, StageEvent)
    assert isinstance(events[2].payload, Finished)
    assert events[2].payload.verdict.session_id == events[0].payload.session_id


def test_identical_claims_in_flight_share_one_run() -> None:
    gate = BlockingPipeline()
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
    gate = BlockingPipeline()
    with runner(gate) as jobs, jobs.submit(claim(), resumable=True) as one, jobs.submit(other, resumable=True) as two:
        assert one.job is not two.job
        gate.opened.set()


def test_answered_claim_is_verified_again() -> None:
    with runner(answer_false) as jobs:
        with jobs.submit(claim(), resumable=True) as one:
            one.outcome(gone=never)
        eventually(lambda: jobs.state().running == 0)
        with jobs.submit(claim(), resumable=True) as two:
            assert two.job is not one.job


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


def test_full_queue_gives_a_retry_time() -> None:
    gate = BlockingPipeline()
    with runner(gate, workers=1, queue_size=1) as jobs, jobs.submit(claim("a"), resumable=True):
        gate.wait_for_start()
        with jobs.submit(claim("b"), resumable=True):
            with pytest.raises(Overloaded) as caught:
                jobs.submit(claim("c"), resumable=True)
            assert 1 <= caught.value.retry_after <= 60
            jobs.submit(claim("b"), resumable=True).close()


def test_whole_queue_can_be_used_by_separate_clients() -> None:
    gate = BlockingPipeline()
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


def test_excess_waiting_clients_are_refused() -> None:
    gate = BlockingPipeline()
    with runner(gate, workers=1, queue_size=1, sharing=0) as jobs, jobs.submit(claim(), resumable=True) as one:
        with jobs.attach(one.job.id), pytest.raises(Overloaded):
            jobs.attach(one.job.id)
        jobs.attach(one.job.id).close()


def test_unexpected_error_ends_the_job_with_a_reference_and_logs_no_claim_text(
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


def test_expected_error_ends_the_job_with_its_own_message() -> None:
    def refuse(request: VerifyRequest, run: Run) -> Verdict:
        raise InvalidRequest("no words in it")

    with runner(refuse) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Failed)
    assert str(outcome.error) == "no words in it"
    assert outcome.reference == ""


def test_failing_history_never_loses_the_answer() -> None:
    def full(verdict: Verdict, job_id: str) -> None:
        raise StorageError("disk full")

    with runner(answer_false, archive=full) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert not outcome.verdict.saved
    assert [issue.code for issue in outcome.verdict.issues] == ["not_saved"]


@pytest.mark.parametrize("history_fails", [True, False])
def test_full_disk_is_reported_once(history_fails: bool) -> None:
    """The learn stage may already have reported the failure. In that case the answer is not saved, whatever the history reports."""

    def answer_not_saved(request: VerifyRequest, run: Run) -> Verdict:
        told = Issue(code="not_saved", stage="learn", message="The knowledge base is full.")
        return replace(make_verdict(request), saved=False, issues=(told,))

    def archive(verdict: Verdict, job_id: str) -> None:
        if history_fails:
            raise StorageReadOnly("The history is full.")

    with runner(answer_not_saved, archive=archive) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert not outcome.verdict.saved
    assert [issue.message for issue in outcome.verdict.issues] == ["The knowledge base is full."]


def test_read_only_history_is_reported_as_an_expected_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def read_only(verdict: Verdict, job_id: str) -> None:
        raise StorageReadOnly("The data folder cannot be written.")

    with runner(answer_false, archive=read_only) as jobs, jobs.submit(claim(), resumable=True) as reader:
        outcome = reader.outcome(gone=never)
    assert isinstance(outcome, Finished)
    assert "The data folder cannot be written." in outcome.verdict.issues[0].message
    assert "failure" not in caplog.text


def test_answers_are_archived_unless_the_client_opts_out() -> None:
    kept: list[str] = []
    with runner(answer_false, archive=lambda verdict, _: kept.append(verdict.claim.text)) as jobs:
        for request in (claim("a"), claim("b", remember=False)):
            with jobs.submit(request, resumable=True) as reader:
                outcome = reader.outcome(gone=never)
                assert isinstance(outcome, Finished)
                assert outcome.verdict.saved is request.options.remember
    assert kept == ["a"]


def test_old_results_beyond_the_limit_are_removed() -> None:
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

    def read_deadline(request: VerifyRequest, run: Run) -> Verdict:
        seconds.append(run.remaining())
        return make_verdict(request)

    with runner(read_deadline, deadline_s=7000) as jobs, jobs.submit(claim(), resumable=True) as reader:
        reader.outcome(gone=never)
    assert 6000 < seconds[0] <= 7000
