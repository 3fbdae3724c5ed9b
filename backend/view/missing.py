"""Describes the evidence that is missing, and what would decide an undecided claim."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.messages.messages import Messages
from backend.view.evidence import Json, lead_kind
from backend.view.sentences import UNSEARCHED, capital, clauses, implied_kinds, lacks_only_second_source
from backend.view.text import clean


def missing_evidence(result: Json, rule: Sequence[str], m: Messages) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sentences about the missing evidence or, if there are none, the `rule` by which claims are decided.

    The other of the two values is empty, because the rule is shown only if there is nothing more specific to say.
    """
    missing = _missing_sentences(result, rule, m)
    return (_missing_sentences(result, (), m), ()) if missing and rule else (missing, tuple(rule))


def _missing_sentences(result: Json, rule: Sequence[str], m: Messages) -> tuple[str, ...]:
    """Return sentences about the evidence that is missing for the claim or, if the claim has parts, for each part.

    The decided parts of an undecided claim are left out. Results from earlier versions have no `lacks`.
    """
    parts = result["sub_results"]
    if not parts:
        return tuple(map(capital, _missing_evidence(result, result["evidence"], result, rule, m)))
    lacking = [_missing_for_part(part, result, rule, m) for part in parts]
    if len(parts) > 1 and lacking[0] and len(set(lacking)) == 1:
        return (capital(m.text("view_missing_each", clauses(lacking[0], m))),)
    return tuple(
        capital(m.text("view_missing_on", clauses(lacks, m), clean(part["claim"])))
        for part, lacks in zip(parts, lacking, strict=True)
        if lacks
    )


def _missing_for_part(part: Json, result: Json, rule: Sequence[str], m: Messages) -> tuple[str, ...]:
    """Return the evidence that is missing for one part, or nothing if the part is decided but the whole claim is not."""
    if _is_firm(part) and not _is_firm(result):
        return ()
    return _missing_evidence(
        part, [item for item in result["evidence"] if item["id"] in part["evidence_ids"]], result, rule, m
    )


def _is_firm(graded: Json) -> bool:
    return Label(graded["verdict"]).firm


def _missing_evidence(
    graded: Json, evidence: Sequence[Json], result: Json, rule: Sequence[str], m: Messages
) -> tuple[str, ...]:
    """Return the evidence that is missing for the claim or a part, unless another sentence mentions it."""
    unsearched = UNSEARCHED & {issue["code"] for issue in result["issues"]}
    mentioned_kinds = {*implied_kinds(evidence), *(["any_source"] if rule else []), *(["web"] if unsearched else [])}
    explained = graded.get("explanation") or {}
    # The summary already says that the earlier sources are too old.
    mentioned_kinds |= {"recent"} if explained.get("past") else set()
    lacks = [lack for lack in explained.get("lacks", ()) if lack["kind"] not in mentioned_kinds]
    stored = sum(lead_kind(item) == "stored" and item["stance"] != Stance.NEUTRAL for item in evidence)
    lacks = [{**lack, "count": stored} if lack["kind"] == "leads" else lack for lack in lacks]
    lacks = [lack for lack in lacks if lack["kind"] != "leads" or stored]
    # The summary already says that a second source is missing, so this is repeated only in a longer list.
    if [lack["kind"] for lack in lacks] == ["same_side"] and lacks_only_second_source(evidence):
        return ()
    return tuple(_missing_clause(lack, m) for lack in lacks)


def _missing_clause(lack: Json, m: Messages) -> str:
    if lack["kind"] == "leads":
        return m.plural("view_missing_leads", lack["count"])
    if lack["kind"] == "newer":
        return m.text("view_missing_newer", m.date(clean(lack["newest"])))
    return m.text(f"view_missing_{lack['kind']}")
