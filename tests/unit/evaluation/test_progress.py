from backend.evaluation.end_to_end_run import ProgressReporter


def test_progress_is_reported_for_the_last_claim_but_not_for_each() -> None:
    messages: list[str] = []
    progress = ProgressReporter(messages.append, 2)
    progress.step()
    assert messages == []
    progress.step()
    assert ["2 of 2 claims" in line for line in messages] == [True]
