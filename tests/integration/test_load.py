"""A small run of scripts/load: the real service and several clients, no errors, and one job per claim."""

from __future__ import annotations

import pytest

from backend.evaluation.end_to_end_service import running
from backend.evaluation.frozen_server import FrozenServer
from scripts.loading import soak, table, world
from scripts.loading.reader import ask, client

PATIENT = {"CLAIMLIGHT_DEADLINE_S": "120", "CLAIMLIGHT_SEARCH_TIMEOUT_S": "30", "CLAIMLIGHT_QUEUE_SIZE": "2"}


@pytest.mark.timeout(400)
def test_clients_get_an_answer_or_a_retry_time_and_one_claim_is_one_job() -> None:
    chosen = world.cases(30)
    claims = iter(case.claim for case in chosen[1:])
    with FrozenServer(world.web(chosen)) as web, running(web.settings | PATIENT) as running_service:
        same = table.same_claim(running_service.url, web, chosen[0].claim, 5)
        found = table.measure(running_service.url, claims, 6, 0.1)
        with client(running_service.url) as http:
            one = ask(http, next(claims), patient=lambda: True)
        end = soak.soak(running_service, [next(claims) for _ in range(3)], 5.0, lambda _: None)
    assert (same.answered, same.jobs) == (5, 1)
    assert 0 < same.searches == same.distinct
    assert (found.errors, found.unnamed) == (0, 0)
    assert found.answered + found.busy >= 6
    assert (one.error, one.verdict != "") == ("", True)
    assert (end.errors, end.claims, end.held) == (0, 3, True)
    assert end.passages > 0
    assert end.rss_last_mb > 50
