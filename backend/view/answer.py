"""Prepares one result for display, with every sentence, score and heading in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.claim import ClaimType
from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.messages.messages import Messages
from backend.view.certainty import certainty
from backend.view.evidence import Json, ShownEvidence, credible, first, publisher, shown, sides_in_order
from backend.view.grades import ShownGrade, grade
from backend.view.limits import ShownLimit, limits
from backend.view.links import place
from backend.view.missing import missing_evidence
from backend.view.sentences import found, sided, summary
from backend.view.text import clean
from backend.view.translated_publishers import in_language
from backend.view.weights import WeightChart, weights

_LABELS = {
    "claim": "view_claim",
    "evidence": "card_evidence",
    "further": "card_more_evidence",
    "parts": "card_parts",
    "missing": "card_missing",
    "change": "card_change",
    "sources": "view_sources",
    "limits": "card_limits",
    "decided": "card_decided",
    "how_sure": "card_how_sure",
    "weights": "card_chart",
    "for": "stance_supports",
    "against": "stance_refutes",
    "log": "card_steps",
    "passage": "view_whole_passage",
    "verdict": "card_verdict",
    "checked": "copy_checked_with",
    "edit": "card_edit",
    "share": "view_share",
    "text": "card_copy_text",
    "copy": "action_copy",
    "download": "view_download",
    "copy_link": "view_copy_link",
    "print": "view_print",
    "again": "action_recheck",
}
"""The headings and labels around a result, each with its message key."""
_SCORES = (("coverage", "coverage"), ("agreement", "agreement"), ("diversity", "diversity"), ("trust", "trust_post"))
_STAGES = frozenset(
    {
        "intake", "classify", "decompose", "recall", "search", "acquire", "rank", "stance", "sufficiency", "verdict", "learn"
    }
)  # fmt: skip
_SHORT_SIDES = {Stance.SUPPORTS: "for", Stance.REFUTES: "against"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    """The claim as selected or as checked. `label` is "" if the two texts are the same."""

    label: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """One part of the claim. `best` contains the numbers of the evidence to show with the part."""

    id: str
    claim: str
    grade: ShownGrade
    certainty: str
    says: str
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherSide:
    """The numbers of the evidence with one stance that is initially collapsed."""

    stance: str
    side: str
    words: str
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSource:
    """A source that the verdict rests on."""

    n: int
    publisher: str
    title: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFigure:
    """A score behind the verdict. `value` is 0..100."""

    name: str
    words: str
    value: float
    value_words: str
    means: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One step of the technical log. `message` is in English."""

    stage: str
    part: str
    message: str
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """The view of one result.

    `best` contains the numbers of the evidence to show first, and is empty if the parts show evidence. `further`
    contains the rest of the evidence, and `further_words` states its amount. `figures` is empty unless the verdict is
    firm, because a percentage would suggest more precision than there is.
    """

    language: str
    direction: str
    labels: dict[str, str]
    claim: tuple[ClaimLine, ...]
    grade: ShownGrade
    certainty: str
    says: str
    best: tuple[int, ...]
    parts: tuple[ShownPart, ...]
    evidence: tuple[ShownEvidence, ...]
    further: tuple[FurtherSide, ...]
    further_words: str
    sources: tuple[CitedSource, ...]
    missing: tuple[str, ...]
    change: tuple[str, ...]
    limits: tuple[ShownLimit, ...]
    figures: tuple[ShownFigure, ...]
    weights: tuple[WeightChart, ...]
    facts: tuple[str, ...]
    log: tuple[LogLine, ...]


def answer_view(result: Json, m: Messages) -> AnswerView:
    """Build the view of a result."""
    result = in_language(result, m)
    evidence = result["evidence"]
    claim_grade = grade(result, m, result["sub_results"])
    parts = _shown_parts(result, m)
    shown_with_parts = {n for part in parts for n in part.best}
    missing, change = missing_evidence(result, _decision_rule(result, claim_grade, m), m)
    best = () if shown_with_parts else first(claim_grade.key, evidence, range(1, len(evidence) + 1))
    further = _further_evidence(claim_grade.key, evidence, {*best, *shown_with_parts}, m)
    return AnswerView(
        language=m.tag,
        direction=m.direction,
        labels={name: m.text(key) for name, key in _label_keys(claim_grade).items()},
        claim=_claim_lines(result, m),
        grade=claim_grade,
        certainty=_certainty(result, m),
        says=summary(result, m),
        best=best,
        parts=parts,
        evidence=tuple(shown(item, n, m) for n, item in enumerate(evidence, 1)),
        further=further,
        further_words=m.listed([side.words for side in further]) if further else "",
        sources=_cited_sources(result),
        missing=missing,
        change=change,
        limits=limits(result["issues"], m),
        figures=_score_figures(result, m) if claim_grade.firm else (),
        weights=weights(result, m),
        facts=_answer_facts(result, m),
        log=_log_lines(result, m),
    )


def _label_keys(claim_grade: ShownGrade) -> dict[str, str]:
    """Return the message keys of the headings. Missing evidence would only make a firm verdict more certain."""
    return _LABELS | {"missing": "card_more_certain"} if claim_grade.firm else _LABELS


def _certainty(result: Json, m: Messages) -> str:
    """Return the certainty of the whole claim, or "" if its parts have different verdicts, each with its own certainty."""
    if not result.get("leaning") and any(part["verdict"] != result["verdict"] for part in result["sub_results"]):
        return ""
    return certainty(result, m, (result.get("fingerprint") or {}).get("verifier", ""))


def _decision_rule(result: Json, claim_grade: ShownGrade, m: Messages) -> tuple[str, ...]:
    """Return the rule by which claims are decided, or nothing for a firm verdict.

    Also return nothing if a credible source takes a side, because the summary then says why that source is not enough.
    """
    explained, sided_evidence = result.get("explanation"), sided(result["evidence"])
    if claim_grade.firm or any(map(credible, sided_evidence)) or not explained:
        return ()
    only_past = explained.get("past") and not sided_evidence
    return (m.text("view_change_recent" if only_past else "view_change_rule"),)


def _claim_lines(result: Json, m: Messages) -> tuple[ClaimLine, ...]:
    original, read_as = clean(result["original_claim"]), clean(result.get("read_as") or "")
    if not read_as and result["claim"] == result["original_claim"]:
        return (ClaimLine(label="", words=original),)
    facts = "card_checked_facts" if result["claim_type"] == ClaimType.MIXED else "card_checked"
    return (
        ClaimLine(label=m.text("card_selected"), words=original),
        ClaimLine(label=m.text("card_read_as" if read_as else facts), words=read_as or clean(result["claim"])),
    )


def _shown_parts(result: Json, m: Messages) -> tuple[ShownPart, ...]:
    """Return the parts with their evidence. A passage shown with an earlier part is not shown again."""
    evidence, shown_numbers, parts = result["evidence"], set[int](), []
    for part in result["sub_results"]:
        part_numbers = {n for n, item in enumerate(evidence, 1) if item["id"] in part["evidence_ids"]}
        graded = grade(part, m)
        best = first(graded.key, evidence, part_numbers - shown_numbers)[:1]
        shown_numbers |= set(best)
        parts.append(
            ShownPart(
                id=part["id"],
                claim=clean(part["claim"]),
                grade=graded,
                certainty=certainty(part, m),
                says=found(part, [evidence[n - 1] for n in sorted(part_numbers)], m),
                best=best,
            )
        )
    return tuple(parts)


def _further_evidence(
    key: str, evidence: Sequence[Json], shown_numbers: set[int], m: Messages
) -> tuple[FurtherSide, ...]:
    shown_stances = {evidence[n - 1]["stance"] for n in shown_numbers}
    sides = []
    for stance in sides_in_order(key):
        numbers = tuple(n for n, item in enumerate(evidence, 1) if n not in shown_numbers and item["stance"] == stance)
        if numbers:
            size = "more" if stance in shown_stances and stance in _SHORT_SIDES else "some"
            words = m.text(f"view_{size}_{_SHORT_SIDES.get(stance, 'neutral')}", len(numbers))
            side = m.text(f"stance_{stance}")
            sides.append(FurtherSide(stance=str(stance), side=side, words=words, evidence=numbers))
    return tuple(sides)


def _cited_sources(result: Json) -> tuple[CitedSource, ...]:
    evidence = result["evidence"]
    numbered = [(cited.get("n") or 0, cited) for cited in result["citations"]]
    return tuple(
        CitedSource(n=n, publisher=publisher(evidence[n - 1]), title=clean(cited["title"]), link=place(cited["url"])[1])
        for n, cited in numbered
        if 1 <= n <= len(evidence)
    )


def _score_figures(result: Json, m: Messages) -> tuple[ShownFigure, ...]:
    """Return the scores behind the verdict, for readers who want details."""
    trust = result["trust"] or {}
    scores = [(name, trust[field]) for name, field in _SCORES if field in trust]
    scores.append(("quality", result["evidence_quality_percent"] / 100))
    shares = [("card_confidence", result["confidence"]), ("card_truthfulness", result["truthfulness_percent"] / 100)]
    shares += [(f"card_score_{name}", share) for name, share in scores]
    return tuple(
        ShownFigure(
            name=key.removeprefix("card_").removeprefix("score_"),
            words=m.text(key),
            value=round(100 * share, 1),
            value_words=m.percent(share),
            means=m.text(f"{key}_means"),
        )
        for key, share in shares
    )


def _answer_facts(result: Json, m: Messages) -> tuple[str, ...]:
    """Return sentences about the result: its data source, how long the check took, and whether the result was saved."""
    known = (
        [m.text(f"answered_{result['data_source']}")] if Label(result["verdict"]) is not Label.NOT_VERIFIABLE else []
    )
    total = result["timings_ms"].get("total")
    took = [] if total is None else [m.text("time_s", m.number(total / 1000, digits=1))]
    return (*known, *took, *(() if result["saved"] else (m.text("view_not_kept"),)))


def _log_lines(result: Json, m: Messages) -> tuple[LogLine, ...]:
    parts = {part["id"]: clean(part["claim"]) for part in result["sub_results"] if "id" in part}
    return tuple(
        LogLine(
            stage=m.text(f"card_stage_{step['stage']}") if step["stage"] in _STAGES else clean(step["stage"]),
            part=parts.get(step["part"], ""),
            message=clean(step["message"]),
            time=m.text("time_s", m.number(step["elapsed_ms"] / 1000, digits=1)),
        )
        for step in result["trace"]
    )
