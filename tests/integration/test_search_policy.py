"""The search policy with real components over loopback: phases, hops, use policy, date limit, deadline and cancellation."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from backend.bootstrap import Services, build
from backend.domain.claim import Mode, PageContext, VerifyOptions, VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.errors import Cancelled
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_pages import Page
from backend.evaluation.frozen_server import FrozenServer, WebTraffic
from backend.settings import Settings
from backend.trust.sufficiency import countable
from tests.models import bundled_models
from tests.time_limits import PATIENCE_S, when


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated(Page):
    """A page that states its publication date."""

    published: str = ""

    @property
    def html(self) -> bytes:
        head = f'<meta property="article:published_time" content="{self.published}T08:00:00Z">'
        return Page.html.fget(self).replace(b"</head>", f"{head}</head>".encode())  # type: ignore[attr-defined]


def page(host: str, title: str, *paragraphs: str, published: str = "2019-04-30") -> Dated:
    slug = title.lower().replace(" ", "-")
    return Dated(url=f"https://{host}/stories/{slug}-77", title=title, paragraphs=paragraphs, published=published)


FERRY = "The Tarnholm ferry carries twelve lorries on every crossing."
PAGES = (
    page("www.reddit.com", "The Tarnholm ferry", FERRY, "I have taken it for years and it never carries fewer."),
    page("www.quora.com", "The ferry of Tarnholm", FERRY, "Everybody on the island can tell you so."),
    page("medium.com", "Tarnholm by ferry", FERRY, "My blog has all about it."),
    page(
        "www.reuters.com",
        "Population of Ostwick",
        "The population of Ostwick is 5,000, the town council says.",
        "Ostwick lies on the northern coast.",
        published="2019-04-30",
    ),
    page(
        "apnews.com",
        "Ostwick has grown",
        "The population of Ostwick is 9,000, not 5,000, the town council says.",
        "Ostwick lies on the northern coast.",
        published="2024-02-01",
    ),
    page(
        "www.bbc.com",
        "A day at Marrow Lake",
        "The festival weekend drew thousands of visitors who came to hear music beside the water and to eat. "
        "The lake is 48 metres deep. Visitors stayed until the evening and left by the special trains.",
        "Marrow Lake is 48 metres deep, according to the survey of the water board.",
    ),
)


class PolicyWeb(FrozenServer):
    """A frozen web whose search never responds to queries with `marker`; "broad" stands for queries without sites."""

    def __init__(self, index: FrozenIndex) -> None:
        super().__init__(index)
        self.marker = ""
        self.hanging, self.released = threading.Event(), threading.Event()
        self.asked_later: list[str] = []
        """Queries received after the hanging query."""

    def hang(self, marker: str) -> None:
        self.marker = marker
        self.asked_later = []
        self.hanging.clear()
        self.released.clear()

    def _search(self, question: str) -> bytes:
        if self.hanging.is_set():
            self.asked_later.append(question)
        restricted = "site:" in question
        if self.marker and (self.marker in question or (self.marker == "broad" and not restricted)):
            self.hanging.set()
            self.released.wait(2 * PATIENCE_S)
        return super()._search(question)


@pytest.fixture(scope="module")
def web() -> Iterator[PolicyWeb]:
    with PolicyWeb(FrozenIndex(PAGES)) as running:
        yield running


def _settings(web: PolicyWeb, folder: Path) -> Settings:
    return Settings(
        _env_file=None,
        data_dir=folder,
        engines="searxng",
        searxng_url=web.url,
        resolve=f"*=127.0.0.1:{web.port}",
        seed_facts=False,
        search_timeout_s=20,
    )


@pytest.fixture(scope="module")
def services(web: PolicyWeb, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    with closing(build(_settings(web, tmp_path_factory.mktemp("data")), models=bundled_models())) as built:
        yield built


@pytest.fixture
def fresh_services(web: PolicyWeb, tmp_path: Path) -> Iterator[Services]:
    """Services for one test, because an engine that was too slow stays paused for all later searches."""
    with closing(build(_settings(web, tmp_path), models=bundled_models())) as built:
        yield built


@pytest.fixture(autouse=True)
def _reset_web(web: PolicyWeb) -> Iterator[None]:
    yield
    web.marker = ""
    web.hanging.clear()
    web.released.set()


def verify(
    services: Services, web: PolicyWeb, claim: str, *, mode: Mode = Mode.MAIN, url: str = "", run: Run | None = None
) -> tuple[Verdict, WebTraffic]:
    web.visit()
    request = VerifyRequest(claim=claim, context=PageContext(url=url), options=VerifyOptions(mode=mode, remember=False))
    verdict = services.pipeline.verify(request, run or Run(seconds=120))
    return verdict, web.visit()


def end_reason(verdict: Verdict) -> str:
    """Return why the search ended, according to the trace."""
    return next(step.message for step in verdict.steps if step.message.startswith("The search ends"))


def hop_messages(verdict: Verdict) -> list[str]:
    return [step.message for step in verdict.steps if step.message.startswith("Hop ")]


def test_main_mode_uses_one_hop_and_at_most_six_queries(services: Services, web: PolicyWeb) -> None:
    verdict, visit = verify(services, web, "The harbour of Selvik was closed by the mayor of Drosund in 2021")
    record = hop_messages(verdict)
    assert {line.split(",")[0] for line in record} == {"Hop 1"}
    phases = [line.split("(")[1].split(")")[0] for line in record]
    assert list(dict.fromkeys(phases)) == ["A", "A-origin", "D"]
    assert len(record) == len(visit.questions) <= 6
    assert all(line.endswith("→ NEED_FOLLOWUP") for line in record)
    assert end_reason(verdict).endswith("(max_hops_reached) (STOP).")


def test_poorly_parsed_claim_is_searched_as_thoroughly(services: Services, web: PolicyWeb) -> None:
    """Document 002 searches only phase A-light when confidence is low."""
    verdict, visit = verify(services, web, "harbours close in winter")
    phases = list(dict.fromkeys(line.split("(")[1].split(")")[0] for line in hop_messages(verdict)))
    assert phases == ["A-light", "A", "A-origin", "D"]
    assert len(visit.questions) == len(set(visit.questions))


def test_deep_mode_uses_three_hops_and_never_repeats_a_query(services: Services, web: PolicyWeb) -> None:
    claim = "The harbour of Selvik in Germany was closed by the mayor of Drosund in 2021"
    verdict, visit = verify(services, web, claim, mode=Mode.DEEP)
    record = hop_messages(verdict)
    phases = list(dict.fromkeys(line.split("(")[1].split(")")[0] for line in record))
    assert phases == ["A", "A-origin", "B", "C", "D"]
    assert sorted({line.split(",")[0] for line in record}) == ["Hop 1", "Hop 2", "Hop 3"]
    assert len(set(visit.questions)) == len(visit.questions) <= 12
    follow_ups = [line for line in record if "(local)" in line]
    assert [line.split(",")[0] for line in follow_ups][:1] == ["Hop 2"]


def test_search_ends_after_the_query_that_found_enough_evidence(services: Services, web: PolicyWeb) -> None:
    verdict, visit = verify(services, web, "Marrow Lake is 48 metres deep")
    assert verdict.label is Label.TRUE
    record = hop_messages(verdict)
    assert [line.endswith("→ ENOUGH") for line in record] == [False] * (len(record) - 1) + [True]
    assert len(visit.questions) == len(record)
    assert end_reason(verdict) == "The search ends: Independent sources decide it (ENOUGH)."


def test_main_mode_fetches_no_social_site(services: Services, web: PolicyWeb) -> None:
    verdict, visit = verify(services, web, FERRY)
    assert visit.found
    assert visit.read == ()
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE


def test_lead_only_sources_never_count(services: Services, web: PolicyWeb) -> None:
    verdict, visit = verify(services, web, FERRY, mode=Mode.DEEP)
    assert {url.split("/")[2] for url in visit.read} == {"www.reddit.com", "www.quora.com", "medium.com"}
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert verdict.evidence
    assert all(item.rating.lead_only and not countable(item) for item in verdict.evidence)


OSTWICK = "The population of Ostwick is currently 5,000"
THEN = "https://local.example/2019/05/12/ostwick-in-figures"


def test_pages_newer_than_the_claim_are_ignored_if_it_describes_its_present(services: Services, web: PolicyWeb) -> None:
    verdict, visit = verify(services, web, OSTWICK, url=THEN)
    assert any("apnews.com" in url for url in visit.found)
    assert {item.passage.domain for item in verdict.evidence} == {"reuters.com"}
    assert verdict.label is Label.TRUE
    assert [issue.code for issue in verdict.issues] == ["after_claim"]
    assert "2019-05-12" in verdict.issues[0].message


def test_newer_page_counts_for_a_claim_without_a_date(services: Services, web: PolicyWeb) -> None:
    verdict, _ = verify(services, web, OSTWICK)
    assert "apnews.com" in {item.passage.domain for item in verdict.evidence}
    assert not any("after_claim" in item.signals for item in verdict.evidence)


def test_later_pages_are_marked_for_a_claim_without_a_time(services: Services, web: PolicyWeb) -> None:
    verdict, _ = verify(services, web, "Ostwick lies on the northern coast", url=THEN)
    marked = {item.passage.domain: "after_claim" in item.signals for item in verdict.evidence}
    assert marked == {"reuters.com": False, "apnews.com": True}


def test_misspelt_name_is_corrected_from_found_pages(services: Services, web: PolicyWeb) -> None:
    verdict, _ = verify(services, web, "Ostwck lies on the nothern coast")
    assert verdict.classification.read_as == "Ostwick lies on the northern coast"
    assert verdict.label is Label.TRUE
    assert verdict.claim.text == "Ostwck lies on the nothern coast"


def test_quote_is_the_sentence_relevant_to_the_claim(services: Services, web: PolicyWeb) -> None:
    """Document 002 quotes the first sentence of at least 40 characters, whatever that sentence says."""
    verdict, _ = verify(services, web, "Marrow Lake is 48 metres deep")
    quotes = [item.quote for item in verdict.evidence if item.stance is Stance.SUPPORTS]
    assert quotes
    assert all("48 metres" in quote and "festival" not in quote for quote in quotes)


@pytest.mark.parametrize("marker", ["site:reuters.com", "site:snopes.com", "broad"])
def test_deadline_applies_in_every_phase(fresh_services: Services, web: PolicyWeb, marker: str) -> None:
    """The hanging query is the last one, so the result arrives while the query hangs, and no time is left for another query."""
    web.hang(marker)
    verdict, _ = verify(fresh_services, web, "The mayor of Drosund closed the harbour", run=Run(seconds=1.5))
    assert web.asked_later == []
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert {"deadline", "search_timeout"} & {issue.code for issue in verdict.issues}


@pytest.mark.parametrize("marker", ["site:reuters.com", "site:snopes.com", "broad"])
def test_cancelling_ends_every_phase_during_a_hanging_query(services: Services, web: PolicyWeb, marker: str) -> None:
    """If the search had waited for the query's time limit, the issues would include a timeout."""
    web.hang(marker)
    run = Run(seconds=PATIENCE_S)
    when(web.hanging, run.cancel)
    request = VerifyRequest(claim="The mayor of Drosund opened the harbour", options=VerifyOptions(remember=False))
    with pytest.raises(Cancelled):
        services.pipeline.verify(request, run)
    assert web.hanging.is_set()
    assert not any(issue.code == "search_timeout" for issue in run.issues)
    assert web.asked_later == []
