"""In every generated sentence, only text fetched from a page is in quotation marks."""

from __future__ import annotations

import io
from dataclasses import replace

from backend.api import wire
from backend.domain.article import PassageKind
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.verdict import Label
from backend.knowledge.past_answers import as_today
from backend.knowledge.seeds import seed_passages
from backend.messages.messages import messages
from backend.rank.copies import without_copies
from backend.rank.order import presented, ranked
from backend.rank.settings import RankProfile
from backend.terminal import show
from backend.verdict.explain import explain
from backend.verdict.grounds import Grounds
from backend.verdict.wording import flaw_in
from backend.view.answer import answer_view
from backend.view.evidence import ShownEvidence
from tests.api_world import make_evidence, make_verdict
from tests.each_row import each_row
from tests.evidence_maker import evidence

FACT = "The Earth is an oblate spheroid, a nearly round ball."
OWN = [kind for kind in PassageKind if kind is not PassageKind.ARTICLE]


def of_kind(kind: PassageKind) -> Evidence:
    item = make_evidence(Stance.REFUTES, FACT)
    return replace(item, candidate=replace(item.candidate, passage=replace(item.passage, kind=kind)))


def result_with(kind: PassageKind) -> wire.Json:
    return wire.result(make_verdict(VerifyRequest(claim="c"), evidence=(of_kind(kind),)), job_id="j")


def on_surfaces(result: wire.Json) -> ShownEvidence:
    return answer_view(result, messages("en")).evidence[0]


def in_terminal(result: wire.Json) -> str:
    stream = io.StringIO()
    show(result, as_json=False, stream=stream)
    return stream.getvalue()


def test_no_built_in_fact_is_verbatim() -> None:
    assert not any(passage.verbatim for passage in seed_passages())


@each_row("kind", OWN)
def test_text_not_fetched_from_its_page_is_never_quoted(kind: PassageKind) -> None:
    result = result_with(kind)
    view = on_surfaces(result)
    assert [result[name][0]["verbatim"] for name in ("evidence", "citations")] == [False, False]
    assert (view.quoted, view.words) == (False, FACT)
    assert ":~:text=" not in view.link
    assert f"“{FACT}" not in in_terminal(result)
    assert f"“{FACT}" not in explain(Label.FALSE, [of_kind(kind)], Grounds(refuting=("nasa.gov",))).text


def test_text_fetched_from_a_page_is_quoted_and_linked() -> None:
    result = result_with(PassageKind.ARTICLE)
    view = on_surfaces(result)
    assert (view.quoted, view.words, view.badge) == (True, FACT, "")
    assert ":~:text=" in view.link
    assert f"“{FACT}”" in in_terminal(result)


@each_row("kind", [PassageKind.SEED, PassageKind.RECORD])
def test_summaries_are_labelled(kind: PassageKind) -> None:
    assert on_surfaces(result_with(kind)).badge == "Claimlight's summary"
    assert f"Claimlight's summary: {FACT}" in in_terminal(result_with(kind))
    why = explain(Label.FALSE, [of_kind(kind)], Grounds(refuting=("nasa.gov",), summarised=True))
    assert why.found == f"Contradicted by NASA [1]. Claimlight's summary: {FACT}"
    assert "words read on a page (it rests on Claimlight's own summary)" in why.missing


def test_paragraphs_are_quoted_separately() -> None:
    passage = of_kind(PassageKind.ARTICLE).passage
    assert passage.quoted("One.\nTwo.") == "“One.”\n“Two.”"
    assert replace(passage, kind=PassageKind.SEED).quoted("One.\nTwo.") == "One.\nTwo."


def test_language_model_may_not_quote_a_summary() -> None:
    text = f"It is false: “{FACT}” [1]."
    assert "quotes words" in flaw_in(text, "c", Label.FALSE, [of_kind(PassageKind.SEED)])
    assert not flaw_in(text, "c", Label.FALSE, [of_kind(PassageKind.ARTICLE)])


def test_page_that_confirms_a_built_in_fact_comes_first() -> None:
    fact = evidence(Stance.REFUTES, text="Bats are not blind.", kind=PassageKind.SEED, relevance=0.99)
    weak = evidence(Stance.REFUTES, text="Bats, we believe, can see a little.", strength=0.65)
    page = evidence(Stance.REFUTES, text="No bat species is blind, and some see better than people.", domain="usgs.gov")
    shown = presented(ranked([fact, weak, page], 20), 5, RankProfile.CREDIBILITY)
    assert [item.passage.text for item in shown] == [page.passage.text, fact.passage.text, weak.passage.text]


def test_contradicting_or_unrated_pages_do_not_come_first() -> None:
    fact = evidence(Stance.REFUTES, text="Bats are not blind.", kind=PassageKind.SEED, relevance=0.99)
    other = evidence(Stance.SUPPORTS, text="Every bat is as blind as a stone wall.", domain="usgs.gov")
    blog = evidence(Stance.REFUTES, text="My bat at home watches television with me.", tier="C")
    shown = presented(ranked([fact, other, blog], 20), 5, RankProfile.CREDIBILITY)
    assert shown[0].passage.id == fact.passage.id


def test_page_with_the_exact_built_in_fact_replaces_it() -> None:
    fact, page = evidence(kind=PassageKind.SEED), evidence(kind=PassageKind.ARTICLE)
    moved = replace(page.passage, id="page", source="https://www.nasa.gov/other")
    page = replace(page, candidate=replace(page.candidate, passage=moved))
    assert without_copies([fact, page]) == (page,)


def test_answers_of_earlier_versions_lose_quotation_marks_around_summaries() -> None:
    for kind in (PassageKind.SEED, PassageKind.ARTICLE):
        today = result_with(kind)
        older = {
            **today,
            "reasoning": f"Contradicted by nasa.gov [1]: “{FACT}”",
            "explanation": {"found": f"Contradicted by nasa.gov [1]: “{FACT}”"},
            "evidence": [{k: v for k, v in item.items() if k != "verbatim"} for item in today["evidence"]],
            "citations": [{k: v for k, v in item.items() if k != "verbatim"} for item in today["citations"]],
        }
        found = as_today(older)
        assert (found["evidence"], found["citations"]) == (today["evidence"], today["citations"])
        assert (f"“{FACT}”" in found["reasoning"]) is (kind is PassageKind.ARTICLE)
        assert (f"“{FACT}”" in found["explanation"]["found"]) is (kind is PassageKind.ARTICLE)
        assert as_today(today) is today


def test_abstracts_in_answers_of_earlier_versions_are_not_quoted() -> None:
    item = result_with(PassageKind.ARTICLE)["evidence"][0]
    del item["verbatim"]
    known = {**item, "source": "https://doi.org/10.1234/7"}
    older = {"evidence": [known], "citations": [], "reasoning": f"Contradicted [1]: “{FACT}”", "sub_results": []}
    found = as_today(older)
    assert (found["evidence"][0]["kind"], found["evidence"][0]["verbatim"]) == ("handout", False)
    assert found["reasoning"] == f"Contradicted [1]: {FACT}"
