"""Results of many kinds, for tests of how results are presented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from backend.api import wire
from backend.domain.article import PassageKind, review_sentence
from backend.domain.claim import ClaimType, VerifyRequest
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.explanation import Lack, LackKind, Past, PastKind, VerdictExplanation
from backend.domain.issue import Issue
from backend.domain.trust import SourceTier
from backend.domain.verdict import AtomicVerdict, DataSource, Label, Leaning, LeaningLabel
from backend.view.limits import CODES
from tests.api_world import make_evidence, make_part, make_verdict

FOR, AGAINST, NEITHER = Stance.SUPPORTS, Stance.REFUTES, Stance.NEUTRAL
TRUE_ONE = Leaning(label=LeaningLabel.PROBABLY_TRUE, probability=0.78)
FALSE_ONE = Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=0.78)
PARTLY_TRUE_ONE = Leaning(label=LeaningLabel.PROBABLY_PARTLY_TRUE, probability=0.66)


def passage(stance: Stance, domain: str, *, tier: SourceTier = SourceTier.A, **changes: Any) -> Evidence:
    """Return a judged passage; `changes` may set `kind`, `published`, `title`, `origin`, `quarantined`, `lead_only`, `text`."""
    item = make_evidence(stance, changes.pop("text", f"{domain} says so."), domain=domain)
    rating = replace(item.rating, tier=tier, lead_only=changes.pop("lead_only", False))
    placed = {name: changes.pop(name) for name in ("origin", "quarantined") if name in changes}
    return replace(
        item, candidate=replace(item.candidate, passage=replace(item.passage, **changes), rating=rating, **placed)
    )


def result(
    label: Label,
    evidence: Sequence[Evidence] = (),
    *,
    parts: Sequence[AtomicVerdict] = (),
    why: VerdictExplanation | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """Return a result in the API's format. Without parts, it is the result for a single claim."""
    verdict = make_verdict(VerifyRequest(claim="The bridge is old"), label=label, evidence=tuple(evidence))
    kind = changes.pop("type", None)
    if kind is not None:
        changes["classification"] = replace(verdict.classification, type=kind)
    verdict = replace(verdict, explanation=why or VerdictExplanation(found="So it is."), **changes)
    return wire.result(replace(verdict, parts=tuple(parts) or verdict.parts), job_id="j")


def part(label: Label, evidence: Sequence[Evidence] = (), *, n: int = 1, **changes: Any) -> AtomicVerdict:
    """Return one part of a claim."""
    made = make_part(label, tuple(evidence), text=f"part {n}", n=n)
    return replace(made, **{"explanation": VerdictExplanation(found="So it is."), **changes})


def parts_of(*labels: Label) -> list[AtomicVerdict]:
    """Return parts with the given labels."""
    return [part(label, n=n) for n, label in enumerate(labels, 1)]


def every_kind() -> list[dict[str, Any]]:
    """Return results that together use every message of a view."""
    return [*_decided(), *_undecided(), *_of_parts(), *_surroundings()]


RATED = passage(
    AGAINST, "snopes.com", kind=PassageKind.REVIEW, text=review_sentence("snopes.com", "Cats can fly", "False")
)


def _decided() -> list[dict[str, Any]]:
    pro, con = passage(FOR, "nasa.gov"), passage(AGAINST, "bbc.com")
    many = [passage(AGAINST, f"site{n}.example") for n in range(5)]
    pillars = VerdictExplanation(found="So it is.", pillars=("nasa.gov",))
    return [
        result(Label.TRUE, [pro, passage(FOR, "reuters.com"), con], why=pillars),
        result(Label.TRUE, [pro, *many, passage(FOR, "nist.gov"), passage(NEITHER, "who.int")]),
        result(Label.FALSE, [con, pro, RATED]),
        *(_opposed_by_itself_and_a_lead(label, firm, other) for label, firm, other in _FIRM),
        result(Label.FALSE, [con, pro, passage(FOR, "who.int")]),
        result(Label.MISLEADING, [con]),
        result(Label.PARTIALLY_TRUE, [pro, con]),
        result(Label.PARTIALLY_TRUE, [pro]),
        result(Label.PARTIALLY_TRUE, [pro, passage(AGAINST, "nasa.gov")]),
        result(Label.NOT_VERIFIABLE, type=ClaimType.OPINION, data_source=DataSource.NONE) | {"explanation": None},
        result(Label.NOT_ENOUGH_EVIDENCE, type=ClaimType.AMBIGUOUS) | {"explanation": None},
    ]


_FIRM = ((Label.TRUE, FOR, AGAINST), (Label.FALSE, AGAINST, FOR))


def _opposed_by_itself_and_a_lead(label: Label, firm: Stance, other: Stance) -> dict[str, Any]:
    lead = passage(other, "who.int", kind=PassageKind.SNIPPET)
    return result(label, [passage(firm, "nasa.gov"), passage(other, "nasa.gov"), lead])


def _undecided() -> list[dict[str, Any]]:
    unknown = SourceTier.C
    found: list[dict[str, Any]] = [
        result(Label.NOT_ENOUGH_EVIDENCE),
        result(Label.NOT_ENOUGH_EVIDENCE, [passage(NEITHER, "a.example")]),
        result(Label.NOT_ENOUGH_EVIDENCE, [replace(passage(NEITHER, "a.example"), signals={"outdated": 1.0})]),
        result(Label.NOT_ENOUGH_EVIDENCE, issues=(Issue(code="offline", stage="search", message="Offline."),)),
    ]
    for side in (FOR, AGAINST):
        one, other = passage(side, "nasa.gov"), passage(side, "bbc.com")
        strangers = [passage(side, f"{name}.example", tier=unknown) for name in ("a", "b")]
        lead = passage(side, "x.example", lead_only=True)
        for evidence in ([one], [one, other], strangers[:1], strangers, [lead]):
            found.append(result(Label.NOT_ENOUGH_EVIDENCE, evidence))
    found.append(result(Label.NOT_ENOUGH_EVIDENCE, [passage(FOR, "a.example"), passage(AGAINST, "b.example")]))
    stored = [passage(FOR, f"{name}.example", origin=Origin.KNOWLEDGE, quarantined=True) for name in ("a", "b")]
    unrated = [[passage(side, "a.example", tier=unknown)] for side in (FOR, AGAINST)]
    leading: list[list[Evidence]] = [[], [passage(FOR, "nasa.gov")], *unrated]
    found += [result(Label.NOT_ENOUGH_EVIDENCE, evidence, leaning=TRUE_ONE) for evidence in leading]
    rechecked = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.LEADS, count=2),))
    found += [result(Label.NOT_ENOUGH_EVIDENCE, stored[:count], why=rechecked) for count in (1, 2)]
    undecided = parts_of(Label.NOT_ENOUGH_EVIDENCE, Label.NOT_ENOUGH_EVIDENCE)
    leanings = (TRUE_ONE, FALSE_ONE, PARTLY_TRUE_ONE)
    found += [result(Label.NOT_ENOUGH_EVIDENCE, parts=undecided, leaning=leaning) for leaning in leanings]
    against = [replace(each, leaning=FALSE_ONE) for each in undecided]
    found.append(result(Label.NOT_ENOUGH_EVIDENCE, parts=against, leaning=FALSE_ONE))
    before = Past(kind=PastKind.WAS_TRUE, published="2023-01-25", domain="bbc.com")
    lacks = tuple(Lack(kind=kind, count=2, newest="2023-01-25") for kind in LackKind)
    found.append(
        result(Label.NOT_ENOUGH_EVIDENCE, why=VerdictExplanation(found="So it was.", past=(before,), lacks=lacks))
    )
    found.append(
        result(Label.NOT_ENOUGH_EVIDENCE, [passage(FOR, "nasa.gov")], why=VerdictExplanation(found="", lacks=lacks))
    )
    return found


def _of_parts() -> list[dict[str, Any]]:
    labels = (Label.TRUE, Label.FALSE, Label.PARTIALLY_TRUE, Label.MISLEADING, Label.NOT_ENOUGH_EVIDENCE)
    same = [result(label, parts=parts_of(*[label] * count)) for label in labels for count in (2, 3)]
    other = [result(Label.MISLEADING, parts=parts_of(Label.TRUE, label)) for label in labels[1:]]
    other += [result(Label.MISLEADING, parts=parts_of(label, Label.NOT_ENOUGH_EVIDENCE)) for label in labels[1:4]]
    other.append(result(Label.MISLEADING, parts=parts_of(*labels)))
    lacking = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.WEB),))
    silent = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.ANY_SOURCE),))
    beside = [part(Label.TRUE, [passage(FOR, "nasa.gov")]), part(Label.NOT_ENOUGH_EVIDENCE, n=2, explanation=silent)]
    undecided = [part(Label.TRUE), *(part(Label.NOT_ENOUGH_EVIDENCE, n=n, explanation=lacking) for n in (2, 3))]
    whole = [result(Label.NOT_ENOUGH_EVIDENCE, parts=parts) for parts in (undecided, undecided[1:])]
    whole.append(result(Label.NOT_ENOUGH_EVIDENCE, [passage(FOR, "nasa.gov")], parts=beside))
    return [*same, *other, *whole]


def _surroundings() -> list[dict[str, Any]]:
    kinds = [passage(FOR, f"{kind}.example", kind=kind, published="") for kind in PassageKind]
    stored = passage(FOR, "a.example", quarantined=True, origin=Origin.KNOWLEDGE)
    issues = [
        Issue(code=code, stage="search", message="It failed.", subject="de" if code.startswith("language") else code)
        for code in sorted(CODES)
    ]
    whole = result(Label.TRUE, [*kinds, stored], issues=tuple(issues), saved=False, timings_ms={"total": 4210.0})
    return [
        whole,
        whole | {"read_as": "The bridge is bold"},
        whole | {"original_claim": "I love it: the bridge is old"},
    ]
