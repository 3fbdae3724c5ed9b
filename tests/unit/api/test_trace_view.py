"""Chart and trace: they show what was weighed, also as text."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from backend.api import wire
from backend.api.trace_view import AXIS, MAX_BARS, REACH, WIDTH, charts, gauges, judged, seconds, spent, steps
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.verdict import Voice
from tests.api_world import make_evidence, make_verdict
from tests.each_row import each_row

Voices = list[tuple[str, float]]


def _result(voices: Voices) -> wire.Json:
    whole = wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j")
    heard = [{"domain": domain, "passage": domain, "log_odds": odds} for domain, odds in voices]
    return {**whole, "belief": {**whole["belief"], "voices": heard}}


def test_supporting_bars_go_right_and_the_heaviest_come_first() -> None:
    (chart,) = charts(_result([("b.gov", -0.5), ("a.gov", 1.0), ("c.gov", -2.0)]))
    assert [(bar["name"], bar["side"], bar["weight"]) for bar in chart["bars"]] == [
        ("c.gov", "against", "2.0"), ("a.gov", "for", "1.0"), ("b.gov", "against", "0.5"),
    ]  # fmt: skip
    against, pro, _ = chart["bars"]
    assert (against["x"], against["x"] + against["width"]) == (AXIS - REACH, AXIS)
    assert (pro["x"], pro["width"]) == (AXIS, REACH / 2)


def test_chart_text_names_every_source_with_its_weight() -> None:
    (chart,) = charts(_result([("a.gov", 1.04), ("b.gov", 0.3)]))
    assert chart["words"].startswith("For it: a.gov 1.0, b.gov 0.3. Against it: no source.")


def test_a_publisher_is_named_instead_of_its_domain() -> None:
    refuted = make_verdict(VerifyRequest(claim="The Earth is flat"))
    voice = Voice(domain="apnews.com", passage="p", log_odds=-1.5)
    (chart,) = charts(
        wire.result(replace(refuted, parts=(), belief=replace(refuted.belief, voices=(voice,))), job_id="j")
    )
    assert chart["bars"][0]["name"] == "AP News"
    assert "Against it: AP News 1.5." in chart["words"]


def test_no_chart_without_a_source_that_takes_a_side() -> None:
    assert charts(_result([])) == []
    assert charts(_result([("a.gov", 0.0)])) == []


def test_sources_that_do_not_fit_are_counted() -> None:
    (chart,) = charts(_result([(f"s{n}.gov", 1 + n / 100) for n in range(MAX_BARS + 2)]))
    assert len(chart["bars"]) == MAX_BARS
    assert chart["more"] == "2 weaker sources are not drawn."
    assert chart["words"].count(".gov") == MAX_BARS + 2


def test_every_part_of_a_claim_has_its_chart() -> None:
    result = _result([("a.gov", 1.0)])
    parts = [
        {"claim": "One\u202e", "belief": {"voices": [{"domain": "a.gov", "passage": "", "log_odds": 1.0}]}},
        {"claim": "Two", "belief": {"voices": [{"domain": "b.gov", "passage": "", "log_odds": -1.0}]}},
        {"claim": "Three"},
    ]
    drawn = charts({**result, "sub_results": parts})
    assert [(chart["title"], chart["id"]) for chart in drawn] == [("“One”", "chart-0"), ("“Two”", "chart-1")]


@given(st.lists(st.tuples(st.text(max_size=60), st.floats(-9, 9)), max_size=12))
def test_every_bar_stays_inside_the_drawing(voices: Voices) -> None:
    for chart in charts(_result(voices)):
        for bar in chart["bars"]:
            assert AXIS - REACH <= bar["x"] <= bar["x"] + bar["width"] <= AXIS + REACH
            assert 0 < bar["weight_x"] < WIDTH
            assert bar["y"] + 20 <= chart["height"]


def test_every_step_shows_stage_and_time() -> None:
    trace = [{"stage": "recall", "message": "Looked\x07.", "elapsed_ms": 1249.9, "part": "p2"},
             {"stage": "weighing", "message": "Done.", "elapsed_ms": 1250.0, "part": ""}]  # fmt: skip
    assert steps({"trace": trace, "sub_results": [{"id": "p1"}, {"id": "p2"}]}) == [
        {"stage": "Knowledge base", "part": "Part 2", "message": "Looked.", "time": "1.2 s"},
        {"stage": "Weighing", "part": "", "message": "Done.", "time": "1.3 s"},
    ]
    assert steps({"trace": trace, "sub_results": []})[0]["part"] == ""


def test_time_spent_is_listed_longest_first() -> None:
    said = spent({"timings_ms": {"recall": 3.0, "stance": 120.04, "total": 130.0}})
    assert said == "Time spent: judging 120.0 ms, knowledge base 3.0 ms."
    assert spent({"timings_ms": {}}) == ""


def test_gauges_name_the_figures_behind_the_verdict() -> None:
    shown = gauges(_result([]))
    assert shown[0] == {"name": "Belief that it is true", "value": "5%"}
    assert shown[-4:] == [
        {"name": "Trust", "value": "Confirmed"},
        {"name": "Gate", "value": "one authoritative source"},
        {"name": "“The Earth is”", "value": "Refuted"},
        {"name": "“flat”", "value": "Partly refuted"},
    ]
    assert len(gauges({**_result([]), "trust": None})) == 1


def test_answers_of_earlier_versions_show_no_state() -> None:
    result = _result([])
    old = {name: value for name, value in result["trust"].items() if name not in {"state", "segments"}}
    assert gauges({**result, "trust": old})[-1]["name"] == "Gate"


@each_row(
    ("signals", "told"),
    [
        ({"topicality": 0.875}, "About the claim: 88%."),
        ({"llm": 1.0}, "The language model decided"),
        ({"passes": 1.0}, "The second reading agrees."),
        ({"passes": -1.0}, "The second reading disagrees, so it counts less."),
    ],
)
def test_signals_of_a_passage_are_explained(signals: dict[str, float], told: str) -> None:
    shown = judged({**wire.evidence(make_evidence(Stance.SUPPORTS)), "signals": signals})
    assert shown.startswith("Supports 90%, contradicts 4%, neither 6%.")
    assert told in shown


def test_clear_stance_that_does_not_count_is_explained() -> None:
    near = wire.evidence(make_evidence(Stance.REFUTES))
    assert "too close to each other" not in judged(near)
    assert "The two sides are too close to each other to take one." in judged({**near, "stance": "neutral"})
    assert "too close to each other" not in judged(wire.evidence(make_evidence(Stance.NEUTRAL)))


def test_signals_of_earlier_versions_are_passed_over() -> None:
    """Answers in the history may carry `rule` and `overlap`."""
    item = wire.evidence(make_evidence(Stance.SUPPORTS))
    assert judged({**item, "signals": {"rule": -1.0, "overlap": 0.5}}) == judged({**item, "signals": {}})


@each_row(("ms", "said"), [(0, "0.0 s"), (49.9, "0.0 s"), (50, "0.1 s"), (61_000, "61.0 s")])
def test_seconds_round_halves_up(ms: float, said: str) -> None:
    assert seconds(ms) == said
