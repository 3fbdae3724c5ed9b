"""The reasoning text; every [n] points at evidence[n-1] and nothing else can be cited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.verdict import Label

_CITATION = re.compile(r"\[(\d+)\]")
OPINION = "This appears to be a subjective opinion. Opinions cannot be fact-checked."
AMBIGUOUS = "The claim is too ambiguous. Please rephrase with more specific details."


def citations(reasoning: str) -> tuple[int, ...]:
    """The numbers cited, in order of first mention."""
    return tuple(dict.fromkeys(int(n) for n in _CITATION.findall(reasoning)))


def resolving(reasoning: str, count: int) -> str:
    """The text without citations that point at nothing (S16)."""
    return re.sub(r" ?\[(\d+)\]", lambda m: m.group() if 1 <= int(m.group(1)) <= count else "", reasoning)


def _sources(items: Sequence[tuple[int, Evidence]]) -> str:
    """The hosts with their numbers, such as "nasa.gov [1][3] and nist.gov [2]"; at most three passages."""
    numbers: dict[str, str] = {}
    for n, item in items[:3]:
        numbers[item.rating.domain] = numbers.get(item.rating.domain, "") + f"[{n}]"
    named = [f"{domain} {cited}" for domain, cited in numbers.items()]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def explain(label: Label, evidence: Sequence[Evidence], *, searched: bool) -> str:
    """One to three sentences that say what was found and where."""
    numbered = list(enumerate(evidence, 1))
    pro = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.decisive and e.stance is Stance.REFUTES]
    if label is Label.TRUE:
        return _lead("Supported by", pro) + (f" A weaker passage speaks against it: {_sources(con)}." if con else "")
    if label is Label.FALSE:
        return _lead("Contradicted by", con) + (f" A weaker passage speaks for it: {_sources(pro)}." if pro else "")
    if label is Label.PARTIALLY_TRUE:
        return f"Sources disagree. For it: {_sources(pro)}. Against it: {_sources(con)}."
    if label is Label.MISLEADING:
        return f"Fact-checkers call it misleading: {_sources(pro + con)}."
    return _undecided(numbered, searched=searched)


def _lead(opening: str, items: Sequence[tuple[int, Evidence]]) -> str:
    first = items[0][1]
    return f"{opening} {_sources(items)}: “{first.quote}”"


def _undecided(numbered: Sequence[tuple[int, Evidence]], *, searched: bool) -> str:
    where = "the knowledge base and the web" if searched else "the knowledge base"
    pro = [(n, e) for n, e in numbered if e.stance is Stance.SUPPORTS]
    con = [(n, e) for n, e in numbered if e.stance is Stance.REFUTES]
    if pro and con:
        sides = f"for it {_sources(pro)}, against it {_sources(con)}"
        return f"Sources disagree, and neither side is confirmed independently: {sides}."
    if pro or con:
        word = "support" if pro else "contradict"
        return f"Only leads that {word} it were found in {where}, too weak for a verdict: {_sources(pro or con)}."
    if numbered:
        return f"Related passages were found in {where}, but none of them decides the claim, for example {_sources(numbered)}."
    return f"Nothing in {where} bears on this claim."
