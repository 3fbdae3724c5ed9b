"""The bounded loop for one atomic claim: recalls from the knowledge base, then searches until the evidence suffices."""

from __future__ import annotations

from dataclasses import replace

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim, Claim, VerifyRequest
from backend.domain.run import Run
from backend.errors import DeadlineExceeded
from backend.pipeline.conclude import Gathered, conclude, mean_logit, siding, weighed
from backend.pipeline.evidence_pool import EvidencePool
from backend.pipeline.recalled import recall, report_recall
from backend.pipeline.search_loop import SearchLoop
from backend.pipeline.tools import GatherTools
from backend.search.brief import brief_of
from backend.trust.sufficiency import Sufficiency, countable, may_answer_alone


class Gather:
    """One execution of the loop for one atomic claim."""

    def __init__(self, tools: GatherTools, part: AtomicClaim, claim: Claim, request: VerifyRequest, run: Run) -> None:
        self._tools = tools
        self._part = part
        self._request = request
        self._run = run
        brief = brief_of(part, claim, domain=request.options.domain)
        state = tools.searcher.begin(brief, request.options.mode, pages=tools.pages_per_tier)
        self._pool = EvidencePool(tools, part, brief, request.options, run)
        self._loop = SearchLoop(tools, self._pool, brief, state, run)

    def gather(self) -> Gathered:
        """Return all judged evidence. At the deadline, record an Issue and return the evidence found so far."""
        cached = False
        try:
            enough = self._recall()
            cached = enough.stop
            if not enough.stop and self._request.options.offline:
                message = (
                    "The web was not searched, because Claimlight is offline; only the knowledge base was searched."
                )
                self._run.issue("offline", "search", message)
            elif not enough.stop:
                self._loop.search()
        except DeadlineExceeded:
            self._run.issue(
                "deadline",
                "search" if self._pool.searched else "recall",
                "Time ran out before every source could be read; the answer rests on what was found until then.",
                subject=self._part.id,
            )
        return replace(self._pool.gathered(), cached=cached)

    def _recall(self) -> Sufficiency:
        self._pool.judge(recall(self._tools.knowledge.look_up, self._part.text, self._tools.recall_k, self._run))
        evidence = self._pool.evidence
        report_recall(evidence, self._part.id, self._run)
        now, policy = self._tools.now(), self._tools.policy
        gathered, top_k = self._pool.gathered(), self._request.options.top_k
        trust = conclude(gathered, policy=policy, top_k=top_k, today=now.date(), provisional=True).trust
        enough = may_answer_alone(
            trust,
            siding(evidence),
            mean_logit(weighed(evidence)),
            time_sensitive=self._part.time_sensitive or self._may_have_changed(),
            now=now,
        )
        if enough.stop:
            self._run.step("sufficiency", f"The knowledge base suffices. {enough.reason}", part=self._part.id)
        return enough

    def _may_have_changed(self) -> bool:
        """Return whether the claim is about the present and no built-in fact settles it.

        Built-in facts are kept up to date.
        """
        frame, found = self._part.time_frame, siding(self._pool.evidence)
        built_in = any(countable(item) and item.passage.kind is PassageKind.SEED for item in found)
        return frame is not None and frame.is_now and not built_in
