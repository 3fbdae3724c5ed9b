"""Results in the API's format are complete and strict JSON, and so are their projections."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from backend.api import wire
from backend.api.projections import news_headline, news_verdict, stars
from backend.api.strict_json import dump, parse_object
from backend.domain.claim import ClaimEdge, ClaimType, Classification, EdgeKind, VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.verdict import Belief, Label, Rgba, Verdict, Voice
from backend.messages.messages import messages
from backend.view.shape import view
from tests.api_world import make_evidence, make_part, make_verdict
from tests.each_row import each_row

REQUEST = VerifyRequest(claim="The Earth is flat")
RESULT = wire.result(make_verdict(REQUEST), job_id="j")


def two_parts() -> Verdict:
    one, two = make_evidence(), make_evidence(Stance.SUPPORTS, "Water is wet.", domain="who.int")
    lead = make_evidence(Stance.SUPPORTS, "They say so.", domain="blog.example")
    lead = replace(lead, candidate=replace(lead.candidate, rating=replace(lead.rating, lead_only=True)))
    parts = (
        make_part(Label.FALSE, (one,), text="The Earth is flat"),
        make_part(Label.TRUE, (two, lead), text="Water is wet", n=2),
    )
    return replace(make_verdict(REQUEST, label=Label.PARTIALLY_TRUE, evidence=(one, two, lead)), parts=parts)


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("## The result", {*RESULT, "view"}),
        ("`view` is the result, ready to render:", {*view(RESULT, messages("en"))}),
    ],
)
def test_result_and_view_have_exactly_the_documented_fields(root: Path, heading: str, fields: set[str]) -> None:
    documented = re.search(rf"{heading}\n```\n(.*?)```", (root / "docs/api.md").read_text(), re.DOTALL)
    assert documented
    flat = documented.group(1)
    while (inner := re.sub(r"\[[^\[\]]*\]|\{[^{}]*\}|\([^()]*\)", "", flat)) != flat:
        flat = inner
    names = {re.split(r"[\s:]", name.strip())[0] for name in flat.replace("\n", " ").split(",") if name.strip()}
    assert names == fields


def test_every_documented_evidence_field_is_there(root: Path) -> None:
    documented = re.search(r"evidence\[\{(.*?)\}\],", (root / "docs/api.md").read_text(), re.DOTALL)
    assert documented
    flat = re.sub(r"\{[^{}]*\}|\([^()]*\)|: [a-z_|]+", "", documented.group(1))
    names = {name.strip() for name in flat.split(",")}
    assert names == set(wire.evidence(make_evidence(), n=1))


@each_row("label", Label)
def test_every_label_is_written_as_strict_json(label: Label) -> None:
    shown = wire.result(make_verdict(REQUEST, label=label, evidence=()), job_id="j")
    assert parse_object(dump(shown).encode())["verdict"] == str(label)
    assert shown["ranking"] == {"top": 0.0, "avg": 0.0, "scores": {}}


def test_mixed_claim_shows_the_original_and_the_checked_part() -> None:
    verdict = replace(
        make_verdict(VerifyRequest(claim="Minecraft is the best 2D game")),
        classification=Classification(
            type=ClaimType.MIXED, factual_part="Minecraft is a 2D game", reason="", check_worthiness=0.5, method="local"
        ),
    )
    shown = wire.result(verdict, job_id="j")
    assert (shown["original_claim"], shown["claim"]) == ("Minecraft is the best 2D game", "Minecraft is a 2D game")


def test_citations_are_decisive_passages_once_per_address_with_their_number() -> None:
    shown = wire.result(two_parts(), job_id="j")
    assert [(c["n"], c["domain"], c["stance"]) for c in shown["citations"]] == [
        (1, "nasa.gov", "refutes"),
        (2, "who.int", "supports"),
    ]


def test_breakdown_and_evidence_map_cover_every_part() -> None:
    shown = wire.result(two_parts(), job_id="j")
    assert [part["verdict"] for part in shown["sub_results"]] == ["False", "True"]
    assert [part["citations"][0]["n"] for part in shown["sub_results"]] == [1, 2]
    assert [segment["status"] for segment in shown["claim_breakdown"]] == ["INVALID", "STRONGLY_VALID"]
    assert [row["relation"] for row in shown["evidence_map"]] == ["CONTRADICTS", "SUPPORTS", "SUPPORTS"]
    assert wire.result(make_verdict(REQUEST), job_id="j")["sub_results"] == []


def test_counts_include_the_admissible_ratio() -> None:
    counts = wire.counts(two_parts().evidence)
    assert counts == {
        "evidence": 3, "supports": 2, "refutes": 1, "neutral": 0, "domains": 3, "admissible_evidence_ratio": 0.6667
    }  # fmt: skip


@each_row(("credibility", "expected"), [(0.0, 0.0), (0.5, 2.5), (0.95, 5.0), (0.9, 4.5), (1.0, 5.0), (0.33, 1.5)])
def test_stars_are_rounded_to_halves(credibility: float, expected: float) -> None:
    assert stars(credibility) == pytest.approx(expected, abs=0.26)
    assert stars(credibility) * 2 == int(stars(credibility) * 2)


def test_result_has_rgba_values_and_a_graph_of_its_parts() -> None:
    edges = (ClaimEdge(source="p1", target="p2", kind=EdgeKind.SUPPORTS, weight=0.5),)
    verdict = replace(two_parts(), rgba=Rgba(danger=0.1, veracity=0.05), edges=edges)
    shown = wire.result(verdict, job_id="j")
    assert shown["rgba"] == [0.1, 0.05, 0.5, 0.5]
    assert shown["claim_graph"] == [{"source": "p1", "target": "p2", "kind": "supports", "weight": 0.5}]
    assert [part["id"] for part in shown["sub_results"]] == ["p1", "p2"]


def test_belief_has_the_documented_fields() -> None:
    voice = Voice(domain="nasa.gov", passage="x", log_odds=-1.96123)
    value = Belief(log_odds=-1.96123, probability=0.12, consensus=0.02, certainty=0.62, voices=(voice,))
    assert wire.belief(value) == {
        "log_odds": -1.9612, "probability": 0.12, "consensus": 0.02, "certainty": 0.62,
        "voices": [{"domain": "nasa.gov", "publisher": "NASA", "passage": "x", "log_odds": -1.9612}],
    }  # fmt: skip


@each_row(
    ("labels", "word"),
    [
        ([Label.TRUE, Label.FALSE], Label.FALSE),
        ([Label.FALSE, Label.PARTIALLY_TRUE], Label.FALSE),
        ([Label.TRUE, Label.MISLEADING], Label.PARTIALLY_TRUE),
        ([Label.TRUE, Label.TRUE], Label.TRUE),
        ([Label.NOT_ENOUGH_EVIDENCE, Label.NOT_VERIFIABLE], Label.NOT_ENOUGH_EVIDENCE),
        ([Label.TRUE, Label.NOT_ENOUGH_EVIDENCE], Label.PARTIALLY_TRUE),
        ([], Label.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_news_headline_follows_the_documented_order_of_labels(labels: list[Label], word: Label) -> None:
    assert news_headline(labels) == news_verdict(word)
