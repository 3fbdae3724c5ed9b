"""The bounded loop for one atomic claim: recall, then search tier by tier, read, judge, until it suffices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from backend.acquire.reader import Reader
from backend.domain.article import Passage, PassageKind
from backend.domain.claim import AtomicClaim, Claim, Mode, VerifyRequest
from backend.domain.evidence import Candidate, Evidence, Origin
from backend.domain.run import EvidenceEvent, Run, VerdictEvent
from backend.domain.search import SearchTier
from backend.domain.verdict import AtomicVerdict
from backend.errors import DeadlineExceeded, StorageError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.credibility import SourceRegistry
from backend.pipeline.conclude import Found, Gathered, conclude, mean_logit, weighed
from backend.ports import Embedder
from backend.search.follow_up import FollowUp
from backend.search.searcher import Searcher
from backend.search.urls import canonical
from backend.stance.judge import Judge
from backend.stance.tie_break import TieBreaker
from backend.trust.sufficiency import Sufficiency, judge_hop, may_skip_web

JUDGED_PER_TIER = 40
"""Passages of one tier that are judged, the ones nearest the claim."""
_TIER_WORDS = {
    SearchTier.TRUSTED: "trusted news",
    SearchTier.FACT_CHECK: "fact-checkers",
    SearchTier.BROAD: "the broad web",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherTools:
    """Everything the loop uses, chosen in bootstrap."""

    knowledge: KnowledgeBase
    registry: SourceRegistry
    embedder: Embedder
    searcher: Searcher
    reader: Reader
    judge: Judge
    tie_breaker: TieBreaker
    follow_up: FollowUp
    now: Callable[[], datetime]
    recall_k: int
    pages_per_tier: int


class Gather:
    """One loop over one atomic claim; holds what was found so far."""

    def __init__(self, tools: GatherTools, part: AtomicClaim, claim: Claim, request: VerifyRequest, run: Run) -> None:
        self._tools = tools
        self._part = part
        self._claim = claim
        self._request = request
        self._run = run
        self._evidence: list[Evidence] = []
        self._found: list[Found] = []
        self._seen: set[str] = set()
        self._asked: dict[str, None] = {}
        self._addresses: dict[str, None] = {}
        self._searched = False

    def gather(self) -> Gathered:
        """All judged evidence; at the deadline whatever there is, with an Issue that names what was skipped."""
        try:
            enough = self._recall()
            if not enough.stop and self._request.options.offline:
                message = "The web was not searched, because Claimlight is offline; only the knowledge base was asked."
                self._run.issue("offline", "search", message)
            elif not enough.stop:
                self._search()
        except DeadlineExceeded:
            self._run.issue(
                "deadline",
                "search" if self._searched else "recall",
                "Time ran out before every source could be looked at; this is what was found until then.",
                subject=self._part.id,
            )
        return self._gathered()

    def _gathered(self) -> Gathered:
        return Gathered(
            part=self._part, evidence=tuple(self._evidence), found=tuple(self._found), searched=self._searched
        )

    def _recall(self) -> Sufficiency:
        with self._run.timed("recall"):
            try:
                found = self._tools.knowledge.recall(self._part.text, self._tools.recall_k)
            except StorageError as error:
                self._run.issue("knowledge_unreadable", "recall", f"The knowledge base could not be read: {error}")
                found = ()
        self._judge(c for c in found if not self._own_page(c.passage.source))
        related = sum(item.signals.get("topicality", 0.0) > 0 for item in self._evidence)
        self._run.step("recall", f"Looked in the knowledge base: {_related(related)}.", part=self._part.id)
        basis = weighed(self._evidence)
        enough = may_skip_web(basis, mean_logit(basis), time_sensitive=self._part.time_sensitive, now=self._tools.now())
        if enough.stop:
            self._run.step("sufficiency", f"The knowledge base suffices. {enough.reason}", part=self._part.id)
        return enough

    def _own_page(self, source: str) -> bool:
        """A page is never evidence for its own claim, under whatever address."""
        own = self._claim.context.url
        return bool(own) and canonical(source) == canonical(own)

    def _search(self) -> None:
        for tier in (SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD):
            if self._tier(tier, ()).stop:
                return
        deep = self._request.options.mode is Mode.DEEP
        follow_ups = self._tools.follow_up.queries(
            self._part.text, self._evidence, self._run, deep=deep, asked=tuple(self._asked)
        )
        for query in follow_ups:
            if self._tier(SearchTier.BROAD, (query,)).stop:
                return

    def _tier(self, tier: SearchTier, follow_ups: Sequence[str]) -> Sufficiency:
        self._run.check()
        self._searched = True
        outcomes = self._tools.searcher.search(
            tier,
            self._part.text,
            self._run,
            mode=self._request.options.mode,
            language=self._claim.language,
            follow_ups=follow_ups,
            exclude_url=self._claim.context.url,
            known=tuple(self._addresses),
        )
        self._asked.update(dict.fromkeys(outcome.query.text for outcome in outcomes))
        results = [result for outcome in outcomes for result in outcome.results]
        self._addresses.update(dict.fromkeys(result.url for result in results))
        limit = min(
            self._tools.pages_per_tier, self._tools.searcher.policy.budget(tier, self._request.options.mode).pages
        )
        report = self._tools.reader.read(results, self._part.text, self._run, limit=limit)
        origin = Origin.FACT_CHECK if tier is SearchTier.FACT_CHECK else Origin.WEB
        usable = [p for p in report.passages if not self._own_page(p.source)]
        self._confirm(usable, origin)
        candidates = self._candidates([p for p in usable if p.id not in self._seen], origin)
        self._remember(candidates, tier, {canonical(result.url): result.engine for result in results})
        self._judge(candidates)
        self._break_ties()
        basis = weighed(self._evidence)
        enough = judge_hop(basis, mean_logit(basis))
        self._run.step("sufficiency", f"After {_TIER_WORDS[tier]}: {enough.reason}", part=self._part.id)
        self._provisional()
        return enough

    def _confirm(self, passages: Sequence[Passage], origin: Origin) -> None:
        """What was recalled as a mere lead and has now been read on its page counts like anything else read in this run."""
        read = {p.id: p for p in passages if p.kind is not PassageKind.SNIPPET}
        for place, item in enumerate(self._evidence):
            known = item.candidate
            if known.quarantined and known.origin is Origin.KNOWLEDGE and known.passage.id in read:
                candidate = replace(known, passage=read[known.passage.id], origin=origin)
                self._evidence[place] = replace(item, candidate=candidate)

    def _remember(self, candidates: Sequence[Candidate], tier: SearchTier, engines: Mapping[str, str]) -> None:
        """Keep the passages for the knowledge base, by the engine that announced their page."""
        groups: dict[str, list[Passage]] = {}
        for candidate in candidates:
            groups.setdefault(engines.get(canonical(candidate.passage.source), ""), []).append(candidate.passage)
        self._found += [
            Found(engine=engine, tier=tier.name.lower(), passages=tuple(passages))
            for engine, passages in groups.items()
        ]

    def _candidates(self, passages: Sequence[Passage], origin: Origin) -> Sequence[Candidate]:
        """The passages nearest the claim, rated."""
        if not passages:
            return ()
        vectors = self._tools.embedder.embed([self._part.text, *(p.text for p in passages)])
        similarity = vectors[1:] @ vectors[0]
        nearest = np.argsort(-similarity, kind="stable")[:JUDGED_PER_TIER]
        return [
            Candidate(
                passage=passages[i],
                rating=self._tools.registry.rate(passages[i].source),
                origin=origin,
                similarity=float(similarity[i]),
                recall_score=float(similarity[i]),
                quarantined=True,
            )
            for i in nearest
        ]

    def _judge(self, candidates: Iterable[Candidate]) -> None:
        new = [c for c in candidates if c.passage.id not in self._seen]
        self._seen.update(c.passage.id for c in new)
        with self._run.timed("stance"):
            judged = self._tools.judge.judge(self._part.text, new)
        self._evidence += judged
        for item in judged:
            if item.decisive:
                self._run.report(EvidenceEvent(evidence=item, part=self._part.id))

    def _break_ties(self) -> None:
        with self._run.timed("stance"):
            self._evidence = list(self._tools.tie_breaker.resolve(self._part.text, self._evidence, self._run))

    def _provisional(self) -> None:
        verdict: AtomicVerdict = conclude(self._gathered(), top_k=self._request.options.top_k)
        self._run.report(
            VerdictEvent(
                label=verdict.label,
                confidence=verdict.confidence,
                truthfulness_percent=verdict.truthfulness_percent,
                reasoning=verdict.reasoning,
                part=self._part.id,
            )
        )


def _related(count: int) -> str:
    return {0: "nothing on this", 1: "one related passage"}.get(count, f"{count} related passages")
