"""Judges passages once, or twice in deep mode, and adds the results to the trace."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.article import PassageKind
from backend.domain.evidence import Candidate, Evidence, Stance
from backend.domain.run import Run
from backend.pipeline.tools import GatherTools

PAGE_SIMILAR = 0.33
"""Minimum cosine similarity of a page's nearest passage for any passage of the page to be judged.

Of the pages that decide a claim of the synthetic web, 1% fall below this value; of the other pages that a search
returns, 62% do (decision 47).
"""
_ALWAYS = frozenset({PassageKind.REVIEW, PassageKind.SEED})


def judged(
    tools: GatherTools, claim: str, candidates: Sequence[Candidate], run: Run, *, two_pass: bool, part: str
) -> tuple[Evidence, ...]:
    """Return one Evidence per candidate, in order. Each disagreement between the two passes adds a line to the trace."""
    with run.timed("stance"):
        found = tools.judge.judge(claim, candidates)
        again = tools.second_reader.read(claim, found) if two_pass else None
    final = again.evidence if again else found
    if tally := stance_summary(final):
        run.step("stance", tally, part=part)
    for line in again.told if again else ():
        run.step("stance", f"Read twice: {line}", part=part)
    return final


def stance_summary(evidence: Sequence[Evidence]) -> str:
    """Return a sentence such as "Read 2 passages closely: one supports the claim, none contradicts it.".

    The sentence is "" if no passage is about the claim.
    """
    about = [e for e in evidence if e.signals.get("topicality", 0.0) > 0]
    if not about:
        return ""
    sides = [sum(e.stance is side for e in about) for side in (Stance.SUPPORTS, Stance.REFUTES)]
    read = "one passage" if len(about) == 1 else f"{len(about)} passages"
    return f"Read {read} closely: {_count_with_verb(sides[0], 'support')} the claim, {_count_with_verb(sides[1], 'contradict')} it."


def _count_with_verb(count: int, verb: str) -> str:
    number = {0: "none", 1: "one"}.get(count, str(count))
    return f"{number} {verb}s" if count < 2 else f"{number} {verb}"


def on_near_pages(candidates: Sequence[Candidate], evidence: Sequence[Evidence]) -> Sequence[Candidate]:
    """Return the candidates of pages that have a passage near the claim, here or in `evidence`.

    Reviews are always returned, because they name the claim that they rate. Built-in facts are always returned too,
    because they have a limit of their own.
    """
    nearest: dict[str, float] = {}
    for c in (*candidates, *(item.candidate for item in evidence)):
        nearest[c.passage.source] = max(nearest.get(c.passage.source, -1.0), c.similarity)
    return [c for c in candidates if c.passage.kind in _ALWAYS or nearest[c.passage.source] >= PAGE_SIMILAR]
