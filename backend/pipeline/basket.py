"""What the loop over one atomic claim has found and judged so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from backend.domain.article import Passage, PassageKind
from backend.domain.claim import AtomicClaim, Claim
from backend.domain.evidence import Candidate, Evidence, Origin
from backend.domain.run import EvidenceEvent, Run, VerdictEvent
from backend.domain.search import SearchTier
from backend.domain.verdict import AtomicVerdict
from backend.pipeline.conclude import Found, Gathered, conclude, mean_logit, weighed
from backend.pipeline.tools import GatherTools
from backend.rank.candidates import featured, nearest
from backend.search.urls import canonical
from backend.trust.sufficiency import Sufficiency, judge_hop

JUDGED_PER_TIER = 40
"""Passages of one tier that are judged, the ones nearest the claim."""


class Basket:
    """Belongs to one loop, so one thread at a time uses it. `searched` turns true once the web was asked."""

    def __init__(self, tools: GatherTools, part: AtomicClaim, claim: Claim, run: Run) -> None:
        self._tools = tools
        self._part = part
        self._claim = claim
        self._run = run
        self._evidence: list[Evidence] = []
        self._found: list[Found] = []
        self._seen: set[str] = set()
        self.searched = False

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Everything judged, in the order of judging."""
        return tuple(self._evidence)

    def gathered(self) -> Gathered:
        """As it stands, for the verdict."""
        return Gathered(
            part=self._part,
            evidence=tuple(self._evidence),
            found=tuple(self._found),
            searched=self.searched,
            ranking=self._tools.ranking,
        )

    def own_page(self, source: str) -> bool:
        """A page is never evidence for its own claim, under whatever address."""
        own = self._claim.context.url
        return bool(own) and canonical(source) == canonical(own)

    def judge(self, candidates: Iterable[Candidate]) -> None:
        """Judge those that are new; what takes a side is reported at once."""
        new = [c for c in candidates if c.passage.id not in self._seen and not self.own_page(c.passage.source)]
        self._seen.update(c.passage.id for c in new)
        with self._run.timed("stance"):
            judged = self._tools.judge.judge(self._part.text, self._featured(new))
        self._evidence += judged
        for item in judged:
            if item.decisive:
                self._run.report(EvidenceEvent(evidence=item, part=self._part.id))

    def take(self, passages: Sequence[Passage], tier: SearchTier, engines: Mapping[str, str]) -> None:
        """Judge what one visit to the web brought; `engines` says by canonical address who announced a page."""
        origin = Origin.FACT_CHECK if tier is SearchTier.FACT_CHECK else Origin.WEB
        usable = [p for p in passages if not self.own_page(p.source)]
        self._confirm(usable, origin)
        candidates = self._candidates([p for p in usable if p.id not in self._seen], origin)
        self._remember(candidates, tier, engines)
        self.judge(candidates)
        with self._run.timed("stance"):
            self._evidence = list(self._tools.tie_breaker.resolve(self._part.text, self._evidence, self._run))

    def enough(self) -> Sufficiency:
        """Whether the search may stop, by the very evidence that a verdict would rest on."""
        basis = weighed(self._evidence)
        return judge_hop(basis, mean_logit(basis))

    def provisional(self, top_k: int) -> None:
        """Tell the listener what the verdict would be now."""
        verdict: AtomicVerdict = conclude(self.gathered(), top_k=top_k)
        self._run.report(
            VerdictEvent(
                label=verdict.label,
                confidence=verdict.confidence,
                truthfulness_percent=verdict.truthfulness_percent,
                reasoning=verdict.reasoning,
                part=self._part.id,
            )
        )

    def _confirm(self, passages: Sequence[Passage], origin: Origin) -> None:
        """What was recalled as a mere lead and has now been read on its page counts like anything else read in this run."""
        read = {p.id: p for p in passages if p.kind is not PassageKind.SNIPPET}
        for place, item in enumerate(self._evidence):
            known = item.candidate
            if known.quarantined and known.origin is Origin.KNOWLEDGE and known.passage.id in read:
                candidate = replace(known, passage=read[known.passage.id], origin=origin, features=None)
                self._evidence[place] = replace(item, candidate=self._featured([candidate])[0])

    def _featured(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        return featured(self._part.text, candidates, self._tools.now().date())

    def _candidates(self, passages: Sequence[Passage], origin: Origin) -> Sequence[Candidate]:
        """The passages that come first before judging, rated."""
        if not passages:
            return ()
        vectors = self._tools.embedder.embed([self._part.text, *(p.text for p in passages)])
        rated = [
            Candidate(
                passage=passage,
                rating=self._tools.registry.rate(passage.source),
                origin=origin,
                similarity=float(similarity),
                recall_score=float(similarity),
                quarantined=True,
            )
            for passage, similarity in zip(passages, vectors[1:] @ vectors[0], strict=True)
        ]
        return nearest(self._featured(rated), JUDGED_PER_TIER, self._tools.ranking)

    def _remember(self, candidates: Sequence[Candidate], tier: SearchTier, engines: Mapping[str, str]) -> None:
        """Keep the passages for the knowledge base, by the engine that announced their page."""
        groups: dict[str, list[Passage]] = {}
        for candidate in candidates:
            groups.setdefault(engines.get(canonical(candidate.passage.source), ""), []).append(candidate.passage)
        self._found += [
            Found(engine=engine, tier=tier.name.lower(), passages=tuple(passages))
            for engine, passages in groups.items()
        ]
