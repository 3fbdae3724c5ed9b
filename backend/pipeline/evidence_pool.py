"""The evidence on one atomic claim: everything that has been found and judged so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from urllib.parse import urlsplit

from backend.domain.article import Passage, PassageKind
from backend.domain.claim import AtomicClaim, VerifyOptions
from backend.domain.evidence import Candidate, Evidence, Origin
from backend.domain.issue import Severity
from backend.domain.run import EvidenceEvent, Run, VerdictEvent
from backend.domain.search import SearchTier
from backend.domain.trust import SourceTier, SourceType
from backend.domain.verdict import AtomicVerdict
from backend.pipeline.conclude import Gathered, SearchedPassages, conclude, mean_logit, siding, weighed
from backend.pipeline.judging import judged, on_near_pages
from backend.pipeline.judging_budget import JudgingBudget
from backend.pipeline.recalled import with_retrieval
from backend.pipeline.tools import GatherTools
from backend.rank.candidates import featured, nearest
from backend.search.brief import SearchBrief
from backend.search.dates import is_after
from backend.search.decide import EvidenceState, speaks_of_comparator
from backend.search.settings import StancePass
from backend.search.urls import canonical, same_page
from backend.stance.foreign import UNDERSTOOD, unread
from backend.trust.sufficiency import countable, may_stop

JUDGED_AT_ONCE = 24
"""Maximum number of passages judged per query, nearest to the claim first: eight for each of three pages."""
ABOUT = 0.5
"""Minimum topicality at which a passage counts as being about the claim."""
STRONG = 0.55
"""Minimum relevance at which a passage counts as covering a claim fully."""
LATER = "after_claim"
"""Name of the signal for a passage that is newer than the date that the claim is about."""


class EvidencePool:
    """The evidence of one loop. Not thread-safe. `searched` becomes true once the web has been searched."""

    def __init__(
        self, tools: GatherTools, part: AtomicClaim, brief: SearchBrief, options: VerifyOptions, run: Run
    ) -> None:
        self._tools = tools
        self._part = part
        self._brief = brief
        self._mode = options.mode
        self._top_k = options.top_k
        self._run = run
        self._budget = JudgingBudget(run)
        self._later_sources: set[str] = set()
        self._evidence: list[Evidence] = []
        self._found: list[SearchedPassages] = []
        self._seen: set[str] = set()
        self._verdict: AtomicVerdict | None = None
        self._was_firm = False
        self.searched = False

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All judged evidence, in the order in which it was judged."""
        return tuple(self._evidence)

    def gathered(self) -> Gathered:
        """Return the current evidence as input for the verdict."""
        return Gathered(
            part=self._part,
            evidence=tuple(self._evidence),
            found=tuple(self._found),
            searched=self.searched,
            mode=self._mode,
            stood=self._was_firm,
            as_of=date.fromisoformat(self._brief.cutoff) if self._brief.cutoff else None,
            ranking=self._tools.ranking,
        )

    @property
    def part_id(self) -> str:
        """The atomic claim's id."""
        return self._part.id

    def own_page(self, source: str) -> bool:
        """Return whether the source is the page that contains the claim, which is never evidence for its own claim."""
        return bool(self._brief.page) and same_page(source, self._brief.page)

    def judge(self, candidates: Iterable[Candidate]) -> None:
        """Judge the new passages that are not later than the claim, and report decisive evidence to the listener at once.

        Raises Cancelled or DeadlineExceeded. Passages judged before DeadlineExceeded are kept.
        """
        new = [c for c in candidates if c.passage.id not in self._seen and not self.own_page(c.passage.source)]
        self._seen.update(c.passage.id for c in new)
        for batch in self._budget.batches(
            self._with_features(self._published_in_time(on_near_pages(new, self._evidence)))
        ):
            self._judge_batch(batch)

    def _judge_batch(self, candidates: Sequence[Candidate]) -> None:
        text, two_pass = self._part.text, self._uses_two_passes()
        found = judged(self._tools, text, candidates, self._run, two_pass=two_pass, part=self._part.id)
        if self._brief.language not in UNDERSTOOD:
            found = unread(text, found)
        marked = [self._with_later_signal(with_retrieval(item)) for item in found]
        self._evidence += marked
        self._verdict = None
        for item in marked:
            if item.decisive:
                self._run.report(EvidenceEvent(evidence=item, part=self._part.id))

    def _uses_two_passes(self) -> bool:
        return self._tools.searcher.policy.profile(self._mode).stance_pass is StancePass.TWO_PASS

    def take(self, passages: Sequence[Passage], tier: SearchTier, engines: Mapping[str, str]) -> None:
        """Judge the passages found by one query.

        `engines` maps each canonical address to the engine that found the address.
        """
        usable = [p for p in passages if not self.own_page(p.source)]
        self._forget_leads(usable)
        candidates = self._nearest_candidates([p for p in usable if p.id not in self._seen])
        self._keep_for_knowledge_base(candidates, tier, engines)
        self.judge(candidates)
        with self._run.timed("stance"):
            found = self._tools.tie_breaker.resolve(
                self._part.text, self._evidence, self._run, deep=self._uses_two_passes(), part=self._part.id
            )
        self._evidence = list(found)
        self._verdict = None

    def leads(self) -> tuple[Passage, ...]:
        """Return the most relevant passage for or against the claim of each stored page that may decide the claim.

        Such a passage counts once its page has been fetched again. The most relevant one is first. There are none if the
        verdict is firm already. Pages of unrated sources, and addresses with a query, which could make a
        page repeat any text, are never fetched again.
        """
        if self._current_verdict().label.firm:
            return ()
        leads = [e for e in self._evidence if e.candidate.unconfirmed and e.rating.credible and e.decisive]
        by_page: dict[str, Passage] = {}
        for item in sorted(leads, key=lambda e: (-e.relevance, e.passage.id)):
            if not urlsplit(item.passage.source).query:
                by_page.setdefault(canonical(item.passage.source), item.passage)
        return tuple(by_page.values())

    def standing(self) -> EvidenceState:
        """Return the state of the evidence for the verdict, and report the current verdict to the listener."""
        verdict_evidence = weighed(self._evidence)
        trust = self._current_verdict().trust
        enough = may_stop(trust, siding(self._evidence), mean_logit(verdict_evidence))
        counted = [e for e in verdict_evidence if countable(e)]
        about = [e for e in self._evidence if e.signals.get("topicality", 0.0) >= ABOUT]
        return EvidenceState(
            settled=enough.stop,
            why=enough.reason,
            relevance=max((e.relevance for e in counted), default=0.0),
            coverage=trust.coverage,
            diversity=trust.diversity,
            trust=trust.trust_post,
            quotes=sum(bool(e.quote) for e in counted),
            domains=len({e.rating.domain for e in counted}),
            best_tier=min((e.rating.tier for e in counted), key=tuple(SourceTier).index, default=None),
            hits=len(about),
            strong=sum(e.relevance >= STRONG for e in counted),
            comparators=speaks_of_comparator(self._part.text, [e.passage.text for e in about]),
        )

    def _current_verdict(self) -> AtomicVerdict:
        """Return the current verdict, computed once after each change to the evidence."""
        if self._verdict is None:
            today, policy = self._tools.now().date(), self._tools.policy
            self._verdict = conclude(self.gathered(), policy=policy, top_k=self._top_k, today=today, provisional=True)
            self._was_firm = self._was_firm or self._verdict.label.firm
            self._run.report(
                VerdictEvent(
                    label=self._verdict.label,
                    confidence=self._verdict.confidence,
                    truthfulness_percent=self._verdict.truthfulness_percent,
                    reasoning=self._verdict.reasoning,
                    part=self._part.id,
                    leaning=self._verdict.leaning,
                )
            )
        return self._verdict

    def _published_in_time(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Return the candidates whose source has no text published after the cutoff date of the claim."""
        cutoff = self._brief.cutoff
        if not cutoff:
            return candidates
        self._later_sources |= {c.passage.source for c in candidates if is_after(c.passage.published, cutoff)}
        if self._later_sources:
            message = f"Texts published after {cutoff}, the date of this claim, were not used."
            self._run.issue(LATER, "search", message, severity=Severity.INFO, subject=self._part.id)
        # A snippet has no date, but its page may have one. Evidence is thus removed once its page proves too recent.
        self._evidence = [item for item in self._evidence if item.passage.source not in self._later_sources]
        return [c for c in candidates if c.passage.source not in self._later_sources]

    def _with_later_signal(self, item: Evidence) -> Evidence:
        """Return the item, with the LATER signal if its passage is newer than the claim."""
        if not is_after(item.passage.published, self._brief.as_of):
            return item
        return replace(item, signals={**item.signals, LATER: 1.0})

    def _forget_leads(self, passages: Sequence[Passage]) -> None:
        """Forget leads from the knowledge base whose page has been fetched in this run, so that they are judged again.

        Their stance may rest on stored titles and passages that the page does not contain.
        """
        read = {p.id for p in passages if p.kind is not PassageKind.SNIPPET}
        leads = {e.passage.id for e in self._evidence if e.candidate.unconfirmed} & read
        self._evidence = [e for e in self._evidence if e.passage.id not in leads]
        self._seen -= leads

    def _with_features(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        return featured(self._part.text, candidates, self._tools.now().date())

    def _nearest_candidates(self, passages: Sequence[Passage]) -> Sequence[Candidate]:
        """Return the passages nearest to the claim as rated candidates for judging."""
        if not passages:
            return ()
        vectors = self._tools.embedder.embed([self._part.text, *(p.text for p in passages)])
        ratings = [self._tools.searcher.policy.rate(p.source, self._mode) for p in passages]
        rated = [
            Candidate(
                passage=passage,
                rating=rating,
                origin=_origin_of(rating.type),
                similarity=float(similarity),
                recall_score=float(similarity),
                quarantined=True,
            )
            for passage, rating, similarity in zip(passages, ratings, vectors[1:] @ vectors[0], strict=True)
        ]
        return nearest(self._with_features(rated), JUDGED_AT_ONCE, self._tools.ranking)

    def _keep_for_knowledge_base(
        self, candidates: Sequence[Candidate], tier: SearchTier, engines: Mapping[str, str]
    ) -> None:
        """Keep the passages for the knowledge base, grouped by the engine that found their page."""
        groups: dict[str, list[Passage]] = {}
        for candidate in candidates:
            groups.setdefault(engines.get(canonical(candidate.passage.source), ""), []).append(candidate.passage)
        self._found += [
            SearchedPassages(engine=engine, tier=tier.name.lower(), passages=tuple(passages))
            for engine, passages in groups.items()
        ]


def _origin_of(kind: SourceType) -> Origin:
    return Origin.FACT_CHECK if kind is SourceType.FACT_CHECKER else Origin.WEB
