"""Verifies one claim, from the request to the verdict."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from dataclasses import dataclass, replace

from backend.claims.classify import Classifier
from backend.claims.decompose import Decomposer
from backend.claims.intake import intake
from backend.domain.claim import Claim, ClaimSet, ClaimType, Classification, VerifyRequest
from backend.domain.evidence import OUTDATED
from backend.domain.issue import Severity
from backend.domain.run import Run, VerdictEvent
from backend.domain.time_frame import TimeFrame
from backend.domain.trust import SourceTier, SourceType
from backend.domain.verdict import AtomicVerdict, Belief, DataSource, Fingerprint, Label, Verdict
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.gather import Gather
from backend.pipeline.learn import learn
from backend.pipeline.relate import related
from backend.pipeline.respell import SpellingResult, accept_spelling, reverses_stances, worth_checking
from backend.pipeline.tools import GatherTools
from backend.pipeline.trusted import trusted
from backend.stance.foreign import UNDERSTOOD, limits
from backend.verdict import combine
from backend.verdict.explain import AMBIGUOUS, OPINION
from backend.verdict.grounds import weighing
from backend.verdict.whole import explain_whole
from backend.verdict.wording import Local, Wording

PARTS_AT_ONCE = 3
"""Maximum number of parts verified concurrently (docs/design.md#search-profiles)."""
RESPELLING_S = 3.0
"""Minimum remaining time, in seconds, for checking a claim a second time with corrected spelling."""
_UNDECIDED = Belief(log_odds=0.0, probability=0.5, consensus=0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """All collaborators of the pipeline. Built in `backend/bootstrap.py`.

    `fingerprint` is called for each run, because the knowledge base grows.
    `earlier` returns the label of the previous verdict on a claim, or "".

    `time_frames` predicts the time frames of English statements.

    `spelling` corrects the misspelt words in an English text, given the passages found.

    `budget` opens a claim's budget of LLM requests.
    """

    classifier: Classifier
    decomposer: Decomposer
    tools: GatherTools
    wording: Wording
    fingerprint: Callable[[], Fingerprint]
    offline: bool = False
    earlier: Callable[[str], str] = lambda _: ""
    time_frames: Callable[[Sequence[str]], Sequence[TimeFrame]] | None = None
    spelling: Callable[[str, Sequence[str]], str] | None = None
    budget: Callable[[], AbstractContextManager[None]] = nullcontext


class Pipeline:
    """Verifies claims. Thread-safe, because the pipeline has no state apart from its collaborators."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def verify(self, request: VerifyRequest, run: Run) -> Verdict:
        """Return the complete verdict. Raises InvalidRequest or ClaimTooLong for invalid input, and Cancelled.

        Never raises DeadlineExceeded.
        """
        with self._stages.budget():
            return self._verify(self._with_offline(request), run)

    def _verify(self, request: VerifyRequest, run: Run) -> Verdict:
        claim = intake(request)
        found = self._check_corrected_spelling(claim, self._check_claim(claim, request, run), request, run)
        if not found.verdicts:
            return self._answer_unverifiable(claim, found.classification, run)
        self._report_parts(found.verdicts, run)
        verdict = replace(self._combine(claim, found.classification, found.verdicts, run), edges=found.edges)
        self._report_verdict(verdict, run)
        saved = request.options.remember and learn(self._stages.tools.knowledge, found.gathered, verdict, run)
        return self._with_run_data(verdict, run, saved=saved)

    def _check_claim(self, claim: Claim, request: VerifyRequest, run: Run) -> SpellingResult:
        """Return the result for the claim in its original spelling."""
        classification = self._classify(claim, run)
        if classification.type in (ClaimType.OPINION, ClaimType.AMBIGUOUS):
            return SpellingResult(classification=classification)
        if limit := limits(claim.language, language_model=self._stages.tools.tie_breaker.ready):
            run.issue(limit.code, "stance", limit.message, subject=claim.language)
        parts = self._decompose(claim, classification, run)
        gathered = self._gather(parts, claim, request, run)
        today, tier = self._stages.tools.now().date(), self._page_tier(claim)
        policy, top_k = self._stages.tools.policy, request.options.top_k
        part_verdicts = [conclude(g, policy=policy, top_k=top_k, page_tier=tier, today=today) for g in gathered]
        verdicts, edges = related(part_verdicts, parts.edges, run)
        return SpellingResult(
            classification=classification, gathered=gathered, verdicts=tuple(verdicts), edges=tuple(edges)
        )

    def _check_corrected_spelling(
        self, claim: Claim, found: SpellingResult, request: VerifyRequest, run: Run
    ) -> SpellingResult:
        """Return the result for the corrected spelling if that result is accepted, otherwise `found`."""
        correct_spelling = self._stages.spelling
        if correct_spelling is None or claim.language not in UNDERSTOOD or run.remaining() < RESPELLING_S:
            return found
        text = correct_spelling(claim.text, found.passages)
        if text == claim.text:
            return found
        # All passages are judged again, because the stance of a passage may depend on the other passages of its page.
        judged = self._stages.tools.judge.judge(text, found.candidates)
        reversed_stances = reverses_stances(found.deciding, judged)
        if not (reversed_stances or worth_checking(text, claim.text, found)):
            return found
        run.step("classify", f"No page uses this spelling, so the claim is checked as “{text}”.")
        again = self._check_claim(replace(claim, text=text), request, run)
        return accept_spelling(again, text, claim.text, reversed_stances=reversed_stances) or found

    def _with_offline(self, request: VerifyRequest) -> VerifyRequest:
        offline = request.options.offline or self._stages.offline
        return replace(request, options=replace(request.options, offline=offline))

    def _classify(self, claim: Claim, run: Run) -> Classification:
        with run.timed("classify"):
            found = self._stages.classifier.classify(claim, run)
        run.step("classify", f"The claim is {found.type.value.lower()}. {found.reason}")
        return found

    def _decompose(self, claim: Claim, classification: Classification, run: Run) -> ClaimSet:
        with run.timed("decompose"):
            parts = self._stages.decomposer.decompose(claim, classification, run)
        if len(parts.parts) > 1:
            run.step("decompose", f"Split into {len(parts.parts)} parts that are checked separately.")
        return self._with_time_frames(parts, claim)

    def _with_time_frames(self, parts: ClaimSet, claim: Claim) -> ClaimSet:
        """Return the parts with their time frames, if the model supports the language."""
        predict_time_frames = self._stages.time_frames
        if predict_time_frames is None or claim.language not in UNDERSTOOD:
            return parts
        frames = predict_time_frames([part.text for part in parts.parts])
        framed = (replace(part, time_frame=frame) for part, frame in zip(parts.parts, frames, strict=True))
        return replace(parts, parts=tuple(framed))

    def _gather(self, parts: ClaimSet, claim: Claim, request: VerifyRequest, run: Run) -> tuple[Gathered, ...]:
        loops = [Gather(self._stages.tools, part, claim, request, run) for part in parts.parts]
        if len(loops) == 1:
            return (loops[0].gather(),)
        with ThreadPoolExecutor(max_workers=PARTS_AT_ONCE, thread_name_prefix="part") as pool:
            # Each part runs in a copy of this context, so all parts share the claim's budget.
            contexts = [copy_context() for _ in loops]
            return tuple(pool.map(lambda loop, context: context.run(loop.gather), loops, contexts))

    def _page_tier(self, claim: Claim) -> SourceTier | None:
        """Return the tier of the request's page, or None if the request has no page or the page is unrated."""
        if not claim.context.url:
            return None
        rating = self._stages.tools.registry.rate(claim.context.url)
        return None if rating.type is SourceType.UNKNOWN and rating.tier is SourceTier.C else rating.tier

    def _combine(
        self, claim: Claim, classification: Classification, parts: Sequence[AtomicVerdict], run: Run
    ) -> Verdict:
        evidence = parts[0].evidence if len(parts) == 1 else combine.merged_evidence(parts)
        headline = combine.headline([p.label for p in parts])
        why = (parts[0].explanation if len(parts) == 1 else None) or explain_whole(parts, evidence)
        local = Local(text=why.text, outlook=why.outlook)
        with run.timed("verdict"):
            text = self._stages.wording.word(classification.factual_part, headline, evidence, local, run)
        return Verdict(
            session_id=str(uuid.uuid4()),
            claim=claim,
            classification=classification,
            label=headline,
            confidence=combine.confidence(parts, headline),
            truthfulness_percent=combine.truth(parts, headline),
            evidence_quality_percent=combine.mean([p.evidence_quality_percent for p in parts]),
            reasoning=text,
            evidence=evidence,
            parts=tuple(parts),
            belief=combine.belief(parts, headline),
            trust=trusted(parts, headline, self._stages.earlier(claim.text), run),
            data_source=combine.data_source(parts),
            used_web_search=any(p.used_web_search for p in parts),
            steps=(),
            issues=(),
            rgba=combine.beliefs(parts, headline),
            explanation=why,
            leaning=combine.leaning(parts, headline),
        )

    def _answer_unverifiable(self, claim: Claim, classification: Classification, run: Run) -> Verdict:
        """Return the verdict on an opinion or vague claim immediately, without retrieval (docs/design.md#claim-types)."""
        opinion = classification.type is ClaimType.OPINION
        verdict = Verdict(
            session_id=str(uuid.uuid4()),
            claim=claim,
            classification=classification,
            label=Label.NOT_VERIFIABLE if opinion else Label.NOT_ENOUGH_EVIDENCE,
            confidence=0.0,
            truthfulness_percent=50.0,
            evidence_quality_percent=0.0,
            reasoning=OPINION if opinion else AMBIGUOUS,
            evidence=(),
            parts=(),
            belief=_UNDECIDED,
            trust=None,
            data_source=DataSource.NONE,
            used_web_search=False,
            steps=(),
            issues=(),
        )
        self._report_verdict(verdict, run)
        return self._with_run_data(verdict, run, saved=True)

    def _report_parts(self, parts: Sequence[AtomicVerdict], run: Run) -> None:
        for part in parts:
            about = f"“{part.claim.text}”: {part.label}. " if len(parts) > 1 else ""
            run.step("verdict", f"{about}{weighing(part.belief, part.confidence)}", part=part.claim.id)
            if any(OUTDATED in item.signals for item in part.evidence):
                message = "Evidence that is too old for a claim about the present, or that later sources replace, was not counted."
                run.issue(OUTDATED, "verdict", message, severity=Severity.INFO, subject=part.claim.id)

    def _report_verdict(self, verdict: Verdict, run: Run) -> None:
        run.step("verdict", f"Verdict: {verdict.label}.")
        run.report(
            VerdictEvent(
                label=verdict.label,
                confidence=verdict.confidence,
                truthfulness_percent=verdict.truthfulness_percent,
                reasoning=verdict.reasoning,
                provisional=False,
                leaning=verdict.leaning,
            )
        )

    def _with_run_data(self, verdict: Verdict, run: Run, *, saved: bool) -> Verdict:
        timings = {**run.timings_ms, "total": round(run.elapsed_ms(), 1)}
        return replace(
            verdict,
            steps=run.steps,
            issues=run.issues,
            timings_ms=timings,
            fingerprint=self._stages.fingerprint(),
            saved=saved,
        )
