"""Builds the explanation from templates and the evidence. Each [n] refers to evidence[n-1]; nothing else can be cited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.domain.article import SUMMARIES
from backend.domain.evidence import Evidence, Stance
from backend.domain.explanation import VerdictExplanation
from backend.domain.verdict import Label
from backend.sources.publishers import publisher_name
from backend.verdict.grounds import Grounds, change, counted, listed, missing, phrase, pillars, sources

_CITATION = re.compile(r"\[(\d+)\]")
OPINION = "This appears to be a subjective opinion. Opinions cannot be fact-checked."
AMBIGUOUS = "The claim is too ambiguous. Please rephrase with more specific details."
MAX_PUBLISHERS_PER_STANCE = 3
"""Maximum number of publishers named for each stance."""
MAX_CITED_PER_PUBLISHER = 2
"""Maximum number of passages cited for each named publisher."""

Numbered = Sequence[tuple[int, Evidence]]


def citations(reasoning: str) -> tuple[int, ...]:
    """Return the cited numbers in order of first mention."""
    return tuple(dict.fromkeys(int(n) for n in _CITATION.findall(reasoning)))


def resolving(reasoning: str, count: int) -> str:
    """Remove the citations of evidence that does not exist from the text (S16)."""
    return renumbered(reasoning, {n: n for n in range(1, count + 1)})


def renumbered(reasoning: str, places: Mapping[int, int]) -> str:
    """Return the text with each [n] replaced by [places[n]], or removed if n is not in `places`."""
    return re.sub(r" ?\[(\d+)\]", lambda match: _renumbered_citation(match, places), reasoning)


def _renumbered_citation(match: re.Match[str], places: Mapping[int, int]) -> str:
    place = places.get(int(match.group(1)))
    return f"{match.group().split('[')[0]}[{place}]" if place else ""


def explain(label: Label, evidence: Sequence[Evidence], grounds: Grounds) -> VerdictExplanation:
    """Return the explanation: evidence for and against, sources, missing evidence, and what would change the verdict."""
    lacks = missing(label, grounds)
    return VerdictExplanation(
        found=_findings(label, evidence),
        sources=sources(label, grounds),
        missing=tuple(phrase(lack) for lack in lacks),
        change=change(label),
        supporting=len(grounds.supporting),
        refuting=len(grounds.refuting),
        lacks=lacks,
        pillars=pillars(label, grounds),
    )


def _findings(label: Label, evidence: Sequence[Evidence]) -> str:
    numbered = list(enumerate(evidence, 1))
    pro = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.REFUTES]
    if label is Label.TRUE:
        return _leading_sources("Supported by", pro) + _weaker_sources(con, "contradict")
    if label is Label.FALSE:
        return _leading_sources("Contradicted by", con) + _weaker_sources(pro, "support")
    if label is Label.PARTIALLY_TRUE:
        return f"Sources disagree. For it: {_cited_publishers(pro)}. Against it: {_cited_publishers(con)}."
    if label is Label.MISLEADING:
        return f"Fact-checkers call it misleading: {_cited_publishers(pro + con)}."
    return _undecided_findings(numbered)


def _cited_publishers(items: Numbered) -> str:
    """Return the publishers with their citations, such as "NASA [1][3] and nist.gov [2]".

    If there are no items, return "nothing that is shown here".
    """
    hosts: dict[str, list[int]] = {}
    for n, item in items:
        hosts.setdefault(item.rating.domain, []).append(n)
    publishers_with_citations = [
        f"{publisher_name(domain)} {''.join(f'[{n}]' for n in numbers[:MAX_CITED_PER_PUBLISHER])}"
        for domain, numbers in list(hosts.items())[:MAX_PUBLISHERS_PER_STANCE]
    ]
    return listed(publishers_with_citations) or "nothing that is shown here"


def _count_publishers(items: Numbered) -> int:
    return len({item.rating.domain for _, item in items})


def _leading_sources(opening: str, items: Numbered) -> str:
    if not items:
        return f"{opening} {_cited_publishers(items)}."
    first = items[0][1]
    quotation = first.passage.quoted(first.quote)
    if first.passage.kind in SUMMARIES:
        return f"{opening} {_cited_publishers(items)}. Claimlight's summary: {quotation}"
    return f"{opening} {_cited_publishers(items)}: {quotation}"


def _weaker_sources(items: Numbered, verb: str) -> str:
    if not items:
        return ""
    opening = f"A weaker source {verb}s it" if _count_publishers(items) == 1 else f"Weaker sources {verb} it"
    return f" {opening}: {_cited_publishers(items)}."


def _undecided_findings(numbered: Numbered) -> str:
    pro = [(n, e) for n, e in numbered if e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.stance is Stance.REFUTES]
    if pro and con:
        return f"Sources disagree, and neither side is confirmed. For it: {_cited_publishers(pro)}. Against it: {_cited_publishers(con)}."
    if pro or con:
        return _one_sided_findings(pro or con, "support" if pro else "contradict")
    if not numbered:
        return "Nothing was found about this."
    if len(numbered) == 1:
        return f"One related passage was found, but it takes no side: {_cited_publishers(numbered)}."
    return f"Related passages were found, but none of them takes a side, for example {_cited_publishers(numbered)}."


def _one_sided_findings(items: Numbered, verb: str) -> str:
    if all(item.rating.lead_only for _, item in items):
        return f"Only places that never decide a verdict {verb} it: {_cited_publishers(items)}."
    rated = any(item.rating.credible for _, item in items)
    if _count_publishers(items) == 1:
        rest = "A second source would settle it." if rated else "It is not a rated source, and does not decide alone."
        return f"One source {verb}s it: {_cited_publishers(items)}. {rest}"
    why = "not clearly enough" if rated else "none of them is a rated one"
    return (
        f"{counted(_count_publishers(items), 'source').capitalize()} {verb} it, but {why}: {_cited_publishers(items)}."
    )
