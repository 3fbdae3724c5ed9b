"""The explanation, by templates from the evidence; every [n] points at evidence[n-1] and nothing else can be cited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.domain.article import SUMMARIES
from backend.domain.evidence import Evidence, Stance
from backend.domain.explanation import Explanation
from backend.domain.verdict import Label
from backend.verdict.grounds import Grounds, change, listed, missing, sources

_CITATION = re.compile(r"\[(\d+)\]")
OPINION = "This appears to be a subjective opinion. Opinions cannot be fact-checked."
AMBIGUOUS = "The claim is too ambiguous. Please rephrase with more specific details."
NAMED = 3
"""Hosts named on each side, each with at most …"""
CITED = 2
"""… so many of its passages; the rest are only counted."""

Numbered = Sequence[tuple[int, Evidence]]


def citations(reasoning: str) -> tuple[int, ...]:
    """The numbers cited, in order of first mention."""
    return tuple(dict.fromkeys(int(n) for n in _CITATION.findall(reasoning)))


def resolving(reasoning: str, count: int) -> str:
    """The text without citations that point at nothing (S16)."""
    return renumbered(reasoning, {n: n for n in range(1, count + 1)})


def renumbered(reasoning: str, places: Mapping[int, int]) -> str:
    """The text with every [n] as [places[n]]; without those that have no place."""
    return re.sub(r" ?\[(\d+)\]", lambda match: _moved(match, places), reasoning)


def _moved(match: re.Match[str], places: Mapping[int, int]) -> str:
    place = places.get(int(match.group(1)))
    return f"{match.group().split('[')[0]}[{place}]" if place else ""


def explain(label: Label, evidence: Sequence[Evidence], grounds: Grounds) -> Explanation:
    """What was found for and against, by how many independent sources, what is missing, what would change the verdict."""
    return Explanation(
        found=_found(label, evidence, grounds),
        sources=sources(label, grounds),
        missing=missing(label, grounds),
        change=change(label, grounds),
        supporting=len(grounds.supporting),
        refuting=len(grounds.refuting),
    )


def _found(label: Label, evidence: Sequence[Evidence], grounds: Grounds) -> str:
    numbered = list(enumerate(evidence, 1))
    pro = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.REFUTES]
    if label is Label.TRUE:
        return _lead("Supported by", pro) + _weaker(con, "against")
    if label is Label.FALSE:
        return _lead("Contradicted by", con) + _weaker(pro, "for")
    if label is Label.PARTIALLY_TRUE:
        return f"Sources disagree. For it: {_named(pro)}. Against it: {_named(con)}."
    if label is Label.MISLEADING:
        return f"Fact-checkers call it misleading: {_named(pro + con)}."
    return _undecided(numbered, searched=grounds.searched)


def _named(items: Numbered) -> str:
    """The hosts with their numbers, such as "nasa.gov [1][3] and nist.gov [2]"; "nothing that is shown here" for none."""
    hosts: dict[str, list[int]] = {}
    for n, item in items:
        hosts.setdefault(item.rating.domain, []).append(n)
    named = [
        f"{domain} {''.join(f'[{n}]' for n in numbers[:CITED])}" for domain, numbers in list(hosts.items())[:NAMED]
    ]
    return listed(named) or "nothing that is shown here"


def _lead(opening: str, items: Numbered) -> str:
    if not items:
        return f"{opening} {_named(items)}."
    first = items[0][1]
    said = first.passage.quoted(first.quote)
    if first.passage.kind in SUMMARIES:
        return f"{opening} {_named(items)}. Claimlight's summary: {said}"
    return f"{opening} {_named(items)}: {said}"


def _weaker(items: Numbered, side: str) -> str:
    if not items:
        return ""
    opening = "A weaker passage speaks" if len(items) == 1 else "Weaker passages speak"
    return f" {opening} {side} it: {_named(items)}."


def _undecided(numbered: Numbered, *, searched: bool) -> str:
    where = "the knowledge base and the web" if searched else "the knowledge base"
    pro = [(n, e) for n, e in numbered if e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.stance is Stance.REFUTES]
    if pro and con:
        sides = f"for it {_named(pro)}, against it {_named(con)}"
        return f"Sources disagree, and neither side is confirmed independently: {sides}."
    if pro or con:
        return _leads(pro or con, "support" if pro else "contradict", where)
    if not numbered:
        return f"Nothing in {where} bears on this claim."
    if len(numbered) == 1:
        return f"A related passage was found in {where}, but it does not decide the claim: {_named(numbered)}."
    return (
        f"Related passages were found in {where}, but none of them decides the claim, for example {_named(numbered)}."
    )


def _leads(items: Numbered, verb: str, where: str) -> str:
    if len(items) == 1:
        return f"Only a lead that {verb}s it was found in {where}, too weak for a verdict: {_named(items)}."
    return f"Only leads that {verb} it were found in {where}, too weak for a verdict: {_named(items)}."
