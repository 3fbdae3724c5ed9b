"""From answers to metrics: verdict labels, the value of a quote, and the stage that caused a wrong answer."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from backend.evaluation.datasets import DatasetError, rows
from backend.evaluation.end_to_end import web_of, write_answers
from backend.evaluation.end_to_end_causes import World, cause, firm, predicted
from backend.evaluation.end_to_end_client import ServiceAnswer, ShownPassage, answer_of, events
from backend.evaluation.end_to_end_data import CONFLICTING, Case, LabelledPassage, cases, plain_words
from backend.evaluation.end_to_end_run import Outcome
from backend.evaluation.end_to_end_score import measurement
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_pages import Page
from backend.evaluation.frozen_server import WebTraffic

YES = LabelledPassage(text="Records show that the dam was finished in 1931. It is 40 metres high.", label="SUPPORTS")
NO = LabelledPassage(text="The dam was never finished, said the engineer.", label="REFUTES")
OTHER = LabelledPassage(text="The river has many fish, and the dam is old.", label="NEI")
SIBLING = "The dam by the mill was finished in 1931, too."
CASE = Case(id="1", claim="The dam was finished in 1931.", label="SUPPORTS", passages=(YES, NO, OTHER))
NOBODY_KNOWS = Case(id="2", claim="The dam is haunted.", label="NEI", passages=(OTHER,))
PAGES = tuple(
    Page(url=f"https://www.host{n}.example/articles/p{n}", title="Dam", paragraphs=(text,))
    for n, text in enumerate((YES.text, NO.text, OTHER.text, SIBLING))
)
WORLD = World(FrozenIndex(PAGES))
YES_URL, NO_URL, OTHER_URL, SIBLING_URL = (page.url for page in PAGES)
QUOTED = ShownPassage(YES_URL, "supports", "Records show that the dam was finished in 1931.")
TURNED = ShownPassage(YES_URL, "refutes", QUOTED.quote)
ALL_SEEN = WebTraffic(("q",), frozenset({YES_URL, NO_URL, OTHER_URL}), (YES_URL, NO_URL, OTHER_URL))
TRUE = ServiceAnswer(
    verdict="True", claim_type="FACTUAL", confidence=0.9, parts=("True",), evidence=frozenset({QUOTED}),
    citations=(QUOTED,), searched=True, data_source="web", first_s=0.1, seconds=2.0,
)  # fmt: skip
UNSURE = replace(TRUE, verdict="Not Enough Evidence", confidence=0.1, parts=("Not Enough Evidence",), citations=())


def outcome(
    answer: ServiceAnswer = TRUE, case: Case = CASE, visit: WebTraffic = ALL_SEEN, again: ServiceAnswer | None = None
) -> Outcome:
    second = (again, WebTraffic((), frozenset(), ())) if again else None
    return Outcome(case=case, answer=answer, visit=visit, again=second)


def figures(*outcomes: Outcome) -> dict[str, object]:
    return measurement("file", outcomes, WORLD, 1.0).figures.as_json()


@pytest.mark.parametrize(
    ("verdict", "parts", "label", "where_conflicting"),
    [
        ("True", ("True",), "SUPPORTS", "SUPPORTS"),
        ("False", ("False",), "REFUTES", "REFUTES"),
        ("Misleading", ("Misleading",), "REFUTES", "REFUTES"),
        ("Not Enough Evidence", ("Not Enough Evidence",), "NEI", "NEI"),
        ("Not Verifiable", ("Not Verifiable",), "NEI", "NEI"),
        ("Partially True", ("True", "False"), "REFUTES", "REFUTES"),
        ("Partially True", ("Partially True",), "NEI", CONFLICTING),
        ("", (), "NEI", "NEI"),
    ],
)
def test_verdict_labels_map_to_gold_labels(verdict, parts, label, where_conflicting):
    answer = ServiceAnswer(verdict=verdict, parts=parts)
    assert predicted(answer) == label
    assert predicted(answer, has_conflicting_label=True) == where_conflicting
    assert firm(answer) is (verdict in ("True", "False", "Misleading", "Partially True"))


def test_unknown_verdict_is_an_error():
    with pytest.raises(ValueError, match="Perhaps"):
        predicted(ServiceAnswer(verdict="Perhaps"))


@pytest.mark.parametrize(
    ("wanted", "made"),
    [
        ("", outcome()),
        ("failure", outcome(ServiceAnswer(failure="overloaded"))),
        ("classification", outcome(replace(UNSURE, claim_type="OPINION"))),
        ("firm_without_gold", outcome(case=NOBODY_KNOWS)),
        ("no_gold", outcome(UNSURE, case=replace(CASE, passages=(OTHER,)))),
        ("not_found", outcome(UNSURE, visit=WebTraffic(("q",), frozenset({NO_URL}), ()))),
        ("not_read", outcome(UNSURE, visit=WebTraffic(("q",), frozenset({YES_URL}), (NO_URL,)))),
        ("not_seen", outcome(replace(UNSURE, evidence=frozenset()))),
        ("gate", outcome(UNSURE)),
        ("stance", outcome(replace(UNSURE, evidence=frozenset({TURNED})))),
        ("outweighed", outcome(replace(TRUE, verdict="False", parts=("False",)))),
    ],
)
def test_first_failing_stage_is_found(wanted, made):
    assert cause(made, WORLD, predicted(made.answer)) == wanted


def test_leanings_count_as_answers_beside_firm_verdicts():
    false = replace(CASE, label="REFUTES")
    leans = replace(UNSURE, leaning="Probably true", leaning_probability=0.7)
    doubts = replace(UNSURE, leaning="Probably false", leaning_probability=0.8)
    found = figures(
        outcome(), outcome(leans), outcome(doubts, case=false), outcome(UNSURE, case=false), outcome(doubts)
    )
    assert (found["firm"], found["firm_right"]) == (0.2, 1.0)
    assert (found["told"], found["told_right"]) == (0.8, 0.75)
    assert found["false_found"] == 0.5
    assert found["ece_told"] == pytest.approx((0.1 + 0.3 + 2 * abs(0.5 - 0.8)) / 4, abs=1e-4)


def test_probably_partly_true_counts_as_a_refutation():
    partly = replace(UNSURE, leaning="Probably partly true", leaning_probability=0.7)
    assert figures(outcome(partly, case=replace(CASE, label="REFUTES")))["told_right"] == 1.0


def test_coverage_curve_starts_with_the_most_confident_answers_and_groups_ties():
    less = outcome(replace(TRUE, confidence=0.6))
    wrong = outcome(replace(TRUE, verdict="False", parts=("False",)))
    measured = measurement("file", (less, outcome(UNSURE), outcome(), wrong), WORLD, 1.0)
    assert measured.curve == ((0.5, 0.5), (0.75, 0.6667))
    assert measurement("file", (outcome(UNSURE),), WORLD, 1.0).curve == ()


def test_labels_and_confidence_give_the_usual_metrics():
    wrong = outcome(replace(TRUE, verdict="False", parts=("False",), confidence=0.6))
    found = figures(outcome(), wrong, outcome(UNSURE, case=NOBODY_KNOWS), outcome(UNSURE))
    assert found["n"] == 4
    assert found["accuracy"] == 0.5
    assert found["binary_accuracy"] == 0.5
    assert found["per_class"]["SUPPORTS"] == {"precision": 1.0, "recall": 0.3333, "f1": 0.5, "support": 3}
    assert found["per_class"]["NEI"]["f1"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["macro_f1"] == pytest.approx((0.5 + 2 / 3) / 2, abs=1e-4)
    assert found["ece"] == pytest.approx((0.1 + 0.6 + 2 * abs(0.5 - 0.1)) / 4, abs=1e-4)
    assert found["ece_firm"] == pytest.approx((0.1 + 0.6) / 2, abs=1e-4)
    assert (found["firm"], found["firm_on_nei"], found["firm_without_gold"], found["without_gold"]) == (
        0.5,
        0.0,
        0.0,
        0.25,
    )
    assert (found["cause: gate"], found["cause: outweighed"]) == (1, 1)


def test_ceiling_is_the_best_result_the_passages_allow():
    no_passage = outcome(case=replace(CASE, passages=(OTHER,)))
    assert figures(outcome(), outcome(case=NOBODY_KNOWS))["macro_f1_of_gold_passages"] == 1.0
    assert figures(outcome(), no_passage)["macro_f1_of_gold_passages"] == pytest.approx(2 / 3, abs=1e-4)


def test_the_rule_about_sources_lowers_the_ceiling():
    alone = {text: Page(url=f"https://{host}/articles/p", title="Dam", paragraphs=(text,)) for text, host in (
        (YES.text, "www.nasa.gov"), (NO.text, "www.dam.example"), (OTHER.text, "www.reddit.com"),
    )}  # fmt: skip
    world = World(FrozenIndex(tuple(alone.values())))
    assert world.independent((YES,))
    assert not world.independent((NO,))
    assert not world.independent((NO, OTHER))
    assert not WORLD.independent((NO, OTHER)), "two sites that nobody has rated"
    paper = Page(url="https://www.cnn.com/articles/p", title="Dam", paragraphs=(NO.text,))
    reputable = World(FrozenIndex((paper, *(page for page in PAGES if NO.text not in page.paragraphs))))
    assert not reputable.independent((NO,))
    assert reputable.independent((NO, OTHER))
    assert not WORLD.independent(())
    found = figures(outcome(), outcome(case=NOBODY_KNOWS))
    assert (found["macro_f1_of_gold_passages"], found["macro_f1_within_source_rule"]) == (
        1.0,
        pytest.approx(1 / 3, abs=1e-4),
    )


def test_quote_is_correct_if_its_passage_has_the_cited_label():
    elsewhere = ShownPassage(SIBLING_URL, "supports", SIBLING)
    beside = ShownPassage(OTHER_URL, "supports", "and the dam is old.")
    found = figures(outcome(replace(TRUE, citations=(QUOTED, TURNED, beside, elsewhere))))
    assert found["citations"] == 4
    assert found["citation_precision"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["citation_precision_strict"] == 0.25
    assert found["citations_unlabelled"] == 0.25
    assert found["citations_with_label"] == 0.75
    assert figures(outcome(UNSURE))["citation_precision"] is None


def test_quote_matches_ignoring_punctuation_and_only_at_whole_words():
    assert WORLD.quoted(ShownPassage(YES_URL, "supports", "records show that — the dam was finished in 1931")) == {
        YES.text
    }
    assert not WORLD.quoted(ShownPassage(YES_URL, "supports", "cords show that the dam"))
    assert not WORLD.quoted(ShownPassage(NO_URL, "supports", QUOTED.quote))
    assert not WORLD.quoted(ShownPassage("https://unknown.example/", "supports", QUOTED.quote))
    assert not WORLD.quoted(ShownPassage(YES_URL, "neutral", ""))


def test_recall_follows_the_deciding_passages_from_search_to_citation():
    lost = outcome(replace(UNSURE, evidence=frozenset()), visit=WebTraffic(("a", "b"), frozenset({YES_URL}), ()))
    found = figures(outcome(), lost)
    names = ("search_recall", "read_recall", "evidence_recall", "cited_recall")
    assert tuple(found[name] for name in names) == (1.0, 0.5, 0.5, 0.5)
    assert found["searches_per_claim"] == 1.5
    assert found["pages_per_claim"] == 1.5
    assert figures(outcome(UNSURE, case=NOBODY_KNOWS))["evidence_recall"] is None


def test_costs_failures_and_issues_are_counted():
    slow = replace(TRUE, seconds=30.0, issues=("deadline", "page_unreadable"))
    found = figures(outcome(), outcome(slow), outcome(ServiceAnswer(failure="overloaded", seconds=1.0)))
    assert (found["p50_s"], found["first_event_p50_s"]) == (2.0, 0.1)
    assert found["past_deadline"] == found["failed"] == pytest.approx(1 / 3, abs=1e-4)
    assert (found["issue: deadline"], found["issue: page_unreadable"], found["failure: overloaded"]) == (1, 1, 1)


def test_second_run_measures_the_knowledge_base():
    known = replace(TRUE, searched=False, data_source="knowledge_base", seconds=0.1)
    found = figures(outcome(again=known), outcome(again=UNSURE))
    assert found["repeat_from_knowledge_base"] == found["repeat_same_label"] == 0.5
    assert found["repeat_from_knowledge_base_of_firm"] == 0.5
    assert found["repeat_knowledge_base_p50_s"] == 0.1
    assert "repeat_same_label" not in figures(outcome())


def test_rows_are_read_with_errors_that_name_the_line(tmp_path: Path):
    file = tmp_path / "claims.jsonl.gz"
    good = {
        "claim": "A  claim",
        "label": CONFLICTING,
        "evidence": [{"text": " two\n words ", "label": "NEI", "title": None}],
    }
    for row, problem in (
        ({**good, "label": "MAYBE"}, "line 2: \"label\" is 'MAYBE'"),
        ({**good, "evidence": []}, 'line 2: "evidence" must have at least one'),
        ({**good, "evidence": [{"text": "x", "label": CONFLICTING}]}, "line 2: \"label\" is 'CONFLICTING'"),
        ({"claim": "no label"}, "line 2"),
    ):
        file.write_bytes(gzip.compress(f"{json.dumps(good)}\n{json.dumps(row)}\n".encode()))
        with pytest.raises(DatasetError, match=problem):
            cases(rows(file))
    file.write_bytes(gzip.compress(json.dumps(good).encode()))
    (read,) = cases(rows(file))
    assert (read.id, read.passages) == ("line-1", (LabelledPassage(text="two words", label="NEI"),))


def test_deciding_passages_have_the_claims_label():
    assert CASE.gold == (YES,)
    assert replace(CASE, label="REFUTES").gold == (NO,)
    assert replace(CASE, label=CONFLICTING).gold == (YES, NO)
    assert NOBODY_KNOWS.gold == ()


def test_web_contains_the_chosen_claims_and_the_requested_number_of_others():
    many = [replace(CASE, id=str(n)) for n in range(10)]
    assert web_of(many, many[4:6], None) == tuple(many)
    assert web_of(many, many[4:6], 0) == tuple(many[4:6])
    some = web_of(many, many[4:6], 3)
    assert len(some) == 5
    assert set(map(id, many[4:6])) <= set(map(id, some))
    assert list(some) == sorted(some, key=lambda one: int(one.id))


def test_event_stream_is_read_without_heartbeats():
    lines = [
        "id: 1",
        "event: accepted",
        'data: {"job_id": "j"}',
        "",
        "event: heartbeat",
        "data: {}",
        "",
        "event: result",
        "data: 3",
    ]
    assert list(events(iter(lines))) == [("accepted", {"job_id": "j"}), ("result", 3)]


def test_result_is_saved_with_all_progress_events():
    shown = {"source": NO_URL, "stance": "neutral", "quote": ""}
    result = {
        "verdict": "False", "claim_type": "FACTUAL", "confidence": 0.7, "evidence": [shown], "used_web_search": True,
        "sub_results": [{"verdict": "True"}, {"verdict": "False"}], "data_source": "web", "leaning": None,
        "citations": [{"url": YES_URL, "stance": "supports", "quote": "q"}],
        "issues": [{"code": "b"}, {"code": "a"}, {"code": "b"}],
    }  # fmt: skip
    kept = answer_of(result, {QUOTED}, first_s=0.1, seconds=2.0)
    assert kept.evidence == {QUOTED, ShownPassage(NO_URL, "neutral", "")}
    assert kept.parts == ("True", "False")
    assert kept.issues == ("a", "b")
    assert answer_of({**result, "sub_results": []}, set(), first_s=0, seconds=0).parts == ("False",)


def test_answers_are_written_as_readable_text(tmp_path: Path):
    file = tmp_path / "answers.jsonl"
    write_answers(file, [outcome(), outcome(UNSURE)], WORLD)
    first, second = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    assert (first["predicted"], first["cause"], second["cause"]) == ("SUPPORTS", "", "gate")
    assert first["passages"][0] == {"url": YES_URL, "label": "SUPPORTS", "text": YES.text}


def test_words_are_compared_without_punctuation():
    assert plain_words("The U.S. “dam”, (1931)!") == " the u s dam 1931 "
