"""Links between the parts of a claim, derived from the wording or by the language model."""

from backend.claims.decompose import Decomposer
from backend.claims.graph import from_wording
from backend.domain.claim import AtomicClaim, ClaimEdge, ClaimType, Classification, EdgeKind
from backend.domain.run import Run
from tests.each_row import each_row
from tests.fakes import ScriptedLanguageModel
from tests.unit.claims.conftest import claim, splitter

TEXT = "The mayor of Ulm resigned in May and the council of Ulm met in June"
PARTS = ["The mayor of Ulm resigned in May", "the council of Ulm met in June"]
SUPPORTS, DEPENDS, CONTRADICTS = EdgeKind.SUPPORTS, EdgeKind.DEPENDS_ON, EdgeKind.CONTRADICTS


def _edges(*texts: str) -> list[tuple[str, str, EdgeKind]]:
    parts = [AtomicClaim(id=f"c{n}", text=text) for n, text in enumerate(texts, 1)]
    return [(e.source, e.target, e.kind) for e in from_wording(" ".join(texts), parts)]


@each_row(
    ("first", "second", "edge"),
    [
        ("The mayor resigned", "The mayor resigned in May 2020", ("c2", "c1", DEPENDS)),
        ("The mayor resigned in May 2020", "The mayor resigned", ("c1", "c2", DEPENDS)),
        ("The bridge is closed", "The bridge is not closed", ("c1", "c2", CONTRADICTS)),
        ("The club has 5 members", "The club has 7 members", ("c1", "c2", CONTRADICTS)),
        ("The dam broke in the storm", "So the town was flooded", ("c1", "c2", SUPPORTS)),
    ],
)
def test_wording_links_two_parts(first, second, edge):
    assert _edges(first, second) == [edge]


@each_row(
    ("first", "second"),
    [
        ("Einstein was born in Ulm", "Einstein died in Princeton"),
        ("Prices rose by 5 percent in 2020", "Prices rose by 7 percent in 2021"),
        ("The bridge is closed", "The tunnel is not closed"),
        ("Water boils at 100 degrees", "Water freezes at 0 degrees"),
    ],
)
def test_parts_that_only_share_words_are_not_linked(first, second):
    assert _edges(first, second) == []


def _decomposed(*links: dict) -> tuple[ClaimEdge, ...]:
    answer = {"parts": PARTS, "links": list(links)}
    classification = Classification(
        type=ClaimType.FACTUAL, factual_part=TEXT, reason="", check_worthiness=0.5, method="llm"
    )
    found = Decomposer(ScriptedLanguageModel(answer), splitter()).decompose(claim(TEXT), classification, Run(seconds=9))
    assert len(found.parts) == 2
    return tuple(ClaimEdge(source=e.source[:2], target=e.target[:2], kind=e.kind, weight=e.weight) for e in found.edges)


def test_model_links_are_kept_from_a_score_of_0_6():
    sure = {"source": 1, "target": 2, "kind": "supports", "score": 0.6}
    unsure = {"source": 2, "target": 1, "kind": "contradicts", "score": 0.59}
    assert _decomposed(sure, unsure) == (ClaimEdge(source="c1", target="c2", kind=SUPPORTS, weight=0.6),)


def test_model_link_to_a_missing_part_is_kept():
    (edge,) = _decomposed({"source": 1, "target": 9, "kind": "depends_on", "score": 1.0})
    assert edge.target == "pa"


def test_wording_is_used_when_the_model_gives_no_links():
    assert _decomposed() == ()
