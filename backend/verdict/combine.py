"""The headline over several parts (document 001 §8, in its order of priority)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.domain.evidence import Evidence
from backend.domain.trust import TrustReport
from backend.domain.verdict import AtomicVerdict, Belief, DataSource, Label
from backend.verdict.explain import resolving
from backend.verdict.figures import CONFLICT_CAP

MAX_CITATIONS = 25
"""Document 001 §8."""


def headline(labels: Sequence[Label]) -> Label:
    """Any false part makes the whole false, unless another part holds: then it is partially true (seed-systems §16)."""
    found = set(labels)
    if Label.FALSE in found:
        return Label.PARTIALLY_TRUE if found & {Label.TRUE, Label.PARTIALLY_TRUE} else Label.FALSE
    for label in (Label.MISLEADING, Label.PARTIALLY_TRUE):
        if label in found:
            return label
    if found == {Label.TRUE}:
        return Label.TRUE
    return Label.NOT_ENOUGH_EVIDENCE


def merged_evidence(parts: Sequence[AtomicVerdict]) -> tuple[Evidence, ...]:
    """Evidence of all parts, each passage once, at most 25; a passage that decides one part is kept as it decides it."""
    seen: dict[str, Evidence] = {}
    for item in (item for part in parts for item in part.evidence):
        if item.passage.id not in seen or (item.decisive and not seen[item.passage.id].decisive):
            seen[item.passage.id] = item
    ordered = sorted(seen.values(), key=lambda e: not e.decisive)
    return tuple(ordered[:MAX_CITATIONS])


def reasoning(parts: Sequence[AtomicVerdict], evidence: Sequence[Evidence]) -> str:
    """Each part with its label and text, its citations renumbered to the merged list."""
    place = {e.passage.id: n for n, e in enumerate(evidence, 1)}
    lines = []
    for part in parts:
        text = part.reasoning
        for n in range(len(part.evidence), 0, -1):
            new = place.get(part.evidence[n - 1].passage.id)
            text = text.replace(f"[{n}]", f"[\0{new}]" if new else "")
        lines.append(f"“{part.claim.text}”: {part.label}. {text}".replace("\0", ""))
    return resolving("\n".join(lines), len(evidence))


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean rounded to 4 digits, 0 for none."""
    return round(sum(values) / len(values), 4) if values else 0.0


def belief(parts: Sequence[AtomicVerdict]) -> Belief:
    """The least believed part speaks for the whole: a conjunction is no truer than its weakest member."""
    return min((p.belief for p in parts), key=lambda b: b.log_odds)


def data_source(parts: Sequence[AtomicVerdict]) -> DataSource:
    """Where the parts' evidence came from, taken together."""
    found = {p.data_source for p in parts} - {DataSource.NONE}
    if not found:
        return DataSource.NONE
    return found.pop() if len(found) == 1 else DataSource.MIXED


def confidence(parts: Sequence[AtomicVerdict], whole: Label) -> float:
    """Of the parts that decide the headline the least sure one; capped like its label (document 000 §7)."""
    deciding = [p.confidence for p in parts if p.label is whole] or [p.confidence for p in parts if p.label.firm]
    value = min(deciding or [p.confidence for p in parts])
    return round(min(value, CONFLICT_CAP if whole is Label.PARTIALLY_TRUE else value), 4)


def trust(reports: Sequence[TrustReport]) -> TrustReport:
    """Means over the parts; the threshold is met when every part meets it."""
    weakest = min(reports, key=lambda r: r.trust_post)
    return replace(
        weakest,
        coverage=mean([r.coverage for r in reports]),
        diversity=mean([r.diversity for r in reports]),
        agreement=mean([r.agreement for r in reports]),
        trust_post=mean([r.trust_post for r in reports]),
        fixed=mean([r.fixed for r in reports]),
        threshold_met=all(r.threshold_met for r in reports),
    )
