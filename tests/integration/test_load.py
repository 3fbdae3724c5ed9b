"""A small run of scripts/load: the real service and several clients, no errors, and one job per claim."""

from __future__ import annotations

import pytest

from backend.evaluation.frozen_server import FrozenServer
from scripts.loading import soak, table, world
from tests.evaluated_service import running

SMALL = {"CLAIMLIGHT_WORKERS": "1", "CLAIMLIGHT_QUEUE_SIZE": "1", "CLAIMLIGHT_PAGES_PER_TIER": "1"}
"""One claim is verified, one waits, and the next is refused."""
PATIENT = {"CLAIMLIGHT_DEADLINE_S": "120", "CLAIMLIGHT_SEARCH_TIMEOUT_S": "30", **SMALL}


@pytest.mark.timeout(400)
def test_clients_get_an_answer_or_a_retry_time_and_one_claim_is_one_job() -> None:
    chosen = world.cases(12)
    claims = iter(case.claim for case in chosen[1:])
    with FrozenServer(world.web(chosen)) as web, running(web.settings | PATIENT) as running_service:
        same = table.same_claim(running_service.url, web, chosen[0].claim, 5)
        found = table.measure(running_service.url, claims, 3, 0.1)
        end = soak.soak(running_service, [next(claims)], 2.0, lambda _: None)
    assert (same.answered, same.jobs) == (5, 1)
    assert 0 < same.searches == same.distinct
    assert (found.errors, found.unnamed) == (0, 0)
    assert found.answered + found.busy >= 3
    assert (end.errors, end.claims, end.held) == (0, 1, True)
    assert end.passages > 0
    assert end.rss_last_mb > 50
