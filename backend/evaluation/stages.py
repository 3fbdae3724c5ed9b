"""`scripts/evaluate stages`: finds the stage at which a deciding built-in fact is lost, without network access."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from backend.bootstrap import Services, build, load_verifier
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.evaluation import datasets
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.settings import Settings
from backend.stance.judge import Judge
from backend.trust.sufficiency import countable, independent

SECONDS = 25.0
SIDES = {Label.TRUE.value: Stance.SUPPORTS, Label.FALSE.value: Stance.REFUTES}
RIGHT, FIRM_WRONG = "right", "firm and wrong"
STAGES = (
    RIGHT,
    "classified away",
    "not recalled",
    "not read",
    "no side taken",
    "turned round",
    "not counted",
    "not enough alone",
    "not decided",
    FIRM_WRONG,
)
"""The possible outcomes: a right answer, the stages that can lose the fact (in pipeline order), and a wrong firm verdict."""


@dataclass(frozen=True, slots=True)
class FactClaim:
    """A claim, its label (True or False), and the text of the fact that decides the claim."""

    claim: str
    label: str
    fact: str


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options, because this sub-command has none."""


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of `{claim, label, fact}` rows, skipping rows with a label other than True and False.

    Raises DatasetError.
    """
    settings = Settings()
    judge = Judge(load_verifier(settings))
    with TemporaryDirectory() as folder, closing(build(Settings(data_dir=Path(folder), offline=True))) as services:
        for path in paths:
            begin, stage_counts = time.perf_counter(), Counter[str]()
            for fact_claim in datasets.sample(tuple(_fact_claims(path)), options.rows):
                stage = _outcome_of(services, judge, fact_claim)
                stage_counts[stage] += 1
                tell(f"{stage:17} {fact_claim.label:6} {fact_claim.claim}")
            extra_scores: dict[str, Value] = {name.replace(" ", "_"): stage_counts[name] for name in STAGES}
            seconds = time.perf_counter() - begin
            yield Measurement(
                figures=FileScores(file=str(path), n=stage_counts.total(), seconds=seconds, more=extra_scores)
            )


def _fact_claims(path: Path) -> Iterator[FactClaim]:
    for row in datasets.rows(path):
        if row.fields.get("label") in SIDES:
            yield FactClaim(row.text("claim"), row.choice("label", SIDES), row.text("fact"))


def _outcome_of(services: Services, judge: Judge, fact_claim: FactClaim) -> str:
    request = VerifyRequest(claim=fact_claim.claim, options=VerifyOptions(remember=False))
    verdict = services.pipeline.verify(request, Run(seconds=SECONDS))
    if verdict.label.value == fact_claim.label:
        return RIGHT
    if verdict.label.firm:
        return FIRM_WRONG
    return lost_at(verdict, _judged_fact(services, judge, verdict, fact_claim.fact), fact_claim)


def _judged_fact(services: Services, judge: Judge, verdict: Verdict, fact: str) -> Mapping[str, Evidence | None]:
    """Map the id of each part of the claim to the judged fact, or to None if the fact was not recalled."""
    fact_by_part: dict[str, Evidence | None] = {}
    for part in verdict.parts:
        recalled = services.knowledge.look_up(part.claim.text, services.settings.recall_k).candidates
        items = judge.judge(part.claim.text, recalled)
        fact_by_part[part.claim.id] = next((item for item in items if item.passage.text == fact), None)
    return fact_by_part


def lost_at(verdict: Verdict, judged: Mapping[str, Evidence | None], fact_claim: FactClaim) -> str:
    """Return the stage at which the fact is lost.

    If the claim has several parts, the part in which the fact gets furthest counts.
    """
    if not verdict.parts:
        return "classified away"
    return max((reached(judged[part.claim.id], SIDES[fact_claim.label]) for part in verdict.parts), key=STAGES.index)


def reached(item: Evidence | None, side: Stance) -> str:
    """Return the stage at which the fact is lost in one part of the claim. `side` is the correct stance."""
    if item is None:
        return "not recalled"
    if not item.relevance:
        return "not read"
    if item.stance is Stance.NEUTRAL:
        return "no side taken"
    if item.stance is not side:
        return "turned round"
    if not countable(item):
        return "not counted"
    return "not decided" if independent([item], side) else "not enough alone"
