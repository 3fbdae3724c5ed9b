"""Regression tests for the search defects of the original designs, one test each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from backend.acquire.reader import Reader
from backend.domain.article import FetchedPage
from backend.domain.claim import Mode
from backend.domain.evidence import Evidence, Stance
from backend.domain.patience import Stop, never
from backend.domain.run import Run
from backend.domain.search import Depth, SearchQuery, SearchStatus
from backend.domain.trust import SourceTier
from backend.rank.order import logit
from backend.search.breaker import Breaker
from backend.search.brief import Comprehension, SearchBrief
from backend.search.decide import EvidenceState, SearchCosts, SearchDecision, judge
from backend.search.follow_up import FollowUp
from backend.search.found_urls import FoundUrls
from backend.search.plan import key_phrase, queries
from backend.search.policy import SearchPolicy, key
from backend.search.rate_limiter import RateLimiter
from backend.search.route import fit, route
from backend.search.searcher import Searcher
from backend.search.settings import DEEP, MAIN, PHASES, PROFILES, PhaseId
from backend.sources.registry import SourceRegistry
from backend.trust.adaptive import Question, assess
from backend.trust.sufficiency import countable, may_stop
from tests.evidence_maker import PassageKind, evidence
from tests.fake_search import Clock, FakeSearchEngine, Memory, result
from tests.phase_search import ask, phase_of

CLAIM = "The Halden bridge reopened in March 2024"


def _searcher(*engines: FakeSearchEngine, limiter: RateLimiter | None = None) -> Searcher:
    return Searcher(engines, Breaker(Memory()), SearchPolicy(SourceRegistry()), timeout_s=3.0, limiter=limiter)


def _asked(claim: SearchBrief, mode: Mode = Mode.MAIN) -> list[SearchQuery]:
    """Return every query of a search that finds nothing."""
    policy = SearchPolicy(SourceRegistry())
    asked: list[SearchQuery] = []
    for place in route(claim, PROFILES[mode]):
        asked += policy.questions(place, claim, asked=asked)
    return asked


# Document 001, planner.


@pytest.mark.parametrize(
    "claim", ['The minister said "we will win" on Monday', 'Is ""this"" so', "He said “we will win”"]
)
def test_quoted_claims_are_not_quoted_twice(claim: str) -> None:
    for phase in PhaseId:
        assert not any('""' in text for text in queries(claim, phase))


def test_lower_case_claims_are_searched_unquoted() -> None:
    claim = "the olympics from 1900 had live pigeon shooting"
    assert key_phrase(claim) == ("olympics 1900 live pigeon shooting", False)
    assert not any('"' in text for phase in PhaseId for text in queries(claim, phase))


def test_single_word_names_are_key_phrases() -> None:
    assert key_phrase("People say that NASA faked it") == ("NASA", True)


def test_queries_use_the_cleaned_claim() -> None:
    asked = queries("  The  Halden\u200b bridge „reopened“ in March 2024!! ", PhaseId.D)
    assert asked[0] == 'The Halden bridge "reopened" in March 2024'


class _Together(FakeSearchEngine):
    """Responds only while the other engine is being queried too."""

    def __init__(self, name: str, party: threading.Barrier) -> None:
        super().__init__([result(f"https://{name}.example/story")], name=name)
        self._party = party

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never):  # type: ignore[no-untyped-def]
        self._party.wait(timeout_s)
        return super().search(query, timeout_s=timeout_s, stop=stop)


def test_independent_engines_are_queried_concurrently() -> None:
    party = threading.Barrier(2)
    searcher = _searcher(_Together("web", party), _Together("europepmc", party))
    outcomes = ask(searcher, PhaseId.D, "Vaccines cause autism", Run(seconds=10), limit=1)
    assert [outcome.status for outcome in outcomes] == [SearchStatus.OK, SearchStatus.OK]


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "claim",
    [
        SearchBrief(text=CLAIM, fallbacks=("de",)),
        SearchBrief(text="water is wet", comprehension=Comprehension.LOW),
        SearchBrief(text="Anna Vogt said „the mine will close“", fallbacks=("uk",)),
    ],
)
def test_no_query_is_sent_twice(mode: Mode, claim: SearchBrief) -> None:
    keys = [key(query) for query in _asked(claim, mode)]
    assert keys
    assert len(set(keys)) == len(keys)


def test_domain_of_the_claim_chooses_the_sites() -> None:
    general = _asked(SearchBrief(text=CLAIM))[0].sites
    health = _asked(SearchBrief(text=CLAIM, domain="health"))[0].sites
    assert "who.int" in health
    assert "who.int" not in general


# Document 004, staged search.


def test_unread_and_unrelated_snippets_do_not_end_a_search() -> None:
    """The original design skipped stage three after two snippets of any content. Here only admissible evidence ends a search."""
    snippets = [
        evidence(text=f"{CLAIM}, says number {n}.", domain=f"d{n}.example", kind=PassageKind.SNIPPET) for n in range(5)
    ]
    unrelated = [evidence(Stance.NEUTRAL, text=f"Vinegar story {n}.", domain=f"n{n}.example") for n in range(5)]
    assert not any(countable(item) for item in (*snippets, *unrelated))
    both = [*snippets, *unrelated]
    assert not may_stop(assess(Question(), both), both, logit(0.9)).stop


def test_results_of_other_sites_are_dropped() -> None:
    lax = FakeSearchEngine(
        [result("https://reuters.com.evil.example/story"), result("https://some-blog.example/story")]
    )
    outcomes = ask(_searcher(lax), PhaseId.A, CLAIM, Run(seconds=5))
    assert not any(outcome.results for outcome in outcomes)


def test_rate_limited_engine_is_skipped_without_waiting() -> None:
    """A rate-limited engine is skipped and reported, and the search does not wait."""
    clock = Clock(0.0)
    searcher = _searcher(FakeSearchEngine(), limiter=RateLimiter({"fake": (2.0, 2.0)}, clock=clock))
    statuses = [outcome.status for outcome in ask(searcher, PhaseId.D, CLAIM, Run(seconds=5))]
    assert statuses == [SearchStatus.EMPTY, SearchStatus.EMPTY, SearchStatus.SKIPPED]
    assert clock.now == 0.0


# Document 002, policy.


def test_sufficiency_thresholds_are_applied() -> None:
    settled = EvidenceState(
        settled=True, why="", relevance=1.0, coverage=1.0, quotes=1, domains=1, best_tier=SourceTier.C
    )
    assert judge(settled, MAIN)[0] is SearchDecision.ENOUGH
    below = EvidenceState(
        settled=True, why="", relevance=1.0, coverage=1.0, quotes=1, domains=1, best_tier=SourceTier.D
    )
    assert judge(below, MAIN)[0] is SearchDecision.NEED_FOLLOWUP


def test_profile_depth_is_only_an_upper_limit() -> None:
    """In the original design, `deep` also made phase A advanced."""
    deep = [fit(phase, DEEP) for phase in PHASES.values()]
    assert {phase.id for phase in deep if phase.depth is Depth.ADVANCED} == {PhaseId.B, PhaseId.D}
    assert {fit(phase, MAIN).depth for phase in PHASES.values()} == {Depth.BASIC}


def test_phase_d_is_searched_when_there_are_fallback_languages() -> None:
    places = route(SearchBrief(text=CLAIM, fallbacks=("de", "fr")), DEEP)
    assert [place.id for place in places] == [PhaseId.A, PhaseId.A_ORIGIN, PhaseId.B, PhaseId.C, PhaseId.D]
    assert max(place.spec.hop for place in places) == DEEP.max_hops


@pytest.mark.parametrize("profile", [MAIN, DEEP])
def test_poorly_parsed_claim_adds_the_light_phase(profile) -> None:  # type: ignore[no-untyped-def]
    well = [place.id for place in route(SearchBrief(text=CLAIM), profile)]
    hardly = [place.id for place in route(SearchBrief(text=CLAIM, comprehension=Comprehension.LOW), profile)]
    assert hardly == [PhaseId.A_LIGHT, *well]


def test_urls_are_deduplicated_across_hops() -> None:
    pool = FoundUrls(lambda url: url)
    pool.add([result("https://site.example/1")])
    pool.read(["https://site.example/1"])
    assert pool.add([result("http://www.site.example/1/?utm_source=x")]) == 0
    assert pool.ordered(lambda _: True, lambda found: [0.0] * len(found)) == ()


def _next(brief: SearchBrief, found: Sequence[Evidence], asked: Sequence[str] = ()) -> str:
    question = FollowUp(None, 1.0).next(brief, found, Run(seconds=5), asked=asked)
    return question.text if question else ""


def test_follow_up_queries_keep_non_ascii_words() -> None:
    brief = SearchBrief(text="Міст у Галдені коштував 40 мільйонів", language="uk")
    text = _next(brief, [evidence(Stance.NEUTRAL, text="Міст у Галдені дорогий, кажуть у місті Осло.")])
    assert {"Галдені", "міст"} <= set(text.replace("Міст", "міст").split())
    assert text.endswith("точна кількість")
    assert not any(word.isascii() and word.isalpha() for word in text.split())


def test_follow_up_queries_are_not_repeated() -> None:
    brief = SearchBrief(text="The Halden bridge carries 18,000 vehicles a day")
    found = [evidence(Stance.NEUTRAL, text="The Halden bridge is busy.")]
    asked: list[str] = []
    while (text := _next(brief, found, asked)) and len(asked) < 20:
        asked.append(text)
    assert 1 < len(asked) < 20
    assert len({frozenset(text.lower().split()) for text in asked}) == len(asked)


def test_follow_up_queries_use_passages_about_the_claim() -> None:
    first = evidence(Stance.NEUTRAL, text="Cookie notice of Example Media Group, Oslo.")
    aside = Evidence(
        candidate=first.candidate, stance=Stance.NEUTRAL, scores=first.scores, quote="", relevance=0.0, score=0.0
    )
    near = evidence(Stance.NEUTRAL, text="The engineer Anna Vogt calls the Halden bridge busy.")
    text = _next(SearchBrief(text="The Halden bridge is closed"), [aside, near])
    assert "Vogt" in text
    assert "Media" not in text


# Document 002, acquisition.


class _Counting:
    """A page fetcher that records what it fetched."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        self.asked.append(url)
        body = f"<html><body><article><p>{'The bridge is closed to lorries today. ' * 8}</p></article></body></html>"
        return FetchedPage(url=url, body=body.encode(), content_type="text/html", charset="utf-8")


def test_pages_with_known_text_are_not_fetched() -> None:
    """In the original design, any source without a quote was fetched. Here a result that includes its text is never fetched."""
    fetcher = _Counting()
    whole = replace(result("https://a.example/paper"), text="The bridge is closed to lorries, the survey says.")
    Reader(fetcher).read([whole, result("https://b.example/story")], CLAIM, Run(seconds=20), limit=3)
    assert fetcher.asked == ["https://b.example/story"]


def test_page_budget_can_be_used_up() -> None:
    """With the constants of document 002, the limit of 18 pages could not be reached."""
    costs = SearchCosts(MAIN.budget, pages=18)
    read = 0
    while more := costs.pages(phase_of(PhaseId.D).spec.k):
        costs.read(more)
        read += more
    assert read == 18
