"""Updates the knowledge base after a verdict (docs/design.md#data-flow).

New passages are stored in quarantine, the use of passages is counted, and cited passages are released from quarantine.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from backend.errors import StorageError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.values import Provenance
from backend.pipeline.conclude import Gathered
from backend.rank.order import admitted
from backend.trust.sufficiency import countable
from backend.verdict.citations import resting


def learn(knowledge: KnowledgeBase, gathered: Sequence[Gathered], verdict: Verdict, run: Run) -> bool:
    """Save the passages and return whether everything was saved.

    A storage error results in an Issue, not in a lost verdict (R2).
    """
    relevant = {e.passage.id: e.relevance for g in gathered for e in admitted(g.evidence)}
    with run.timed("learn"):
        try:
            for g in gathered:
                for found in g.found:
                    how = Provenance(engine=found.engine, tier=found.tier, claim=g.part.text)
                    knowledge.ingest(found.passages, provenance=how)
            knowledge.learn(relevant, cited(verdict))
        except StorageError as error:
            run.issue("not_saved", "learn", f"This answer could not be saved: {error}", severity=Severity.WARNING)
            return False
    return True


def cited(verdict: Verdict) -> tuple[str, ...]:
    """Return the ids of the passages on which the firm parts of a firm verdict rest (decision 0024).

    All other passages stay in quarantine.
    """
    if not verdict.label.firm:
        return ()
    firm = [part for part in verdict.parts if part.label.firm]
    carrying = (e for part in firm for e in resting(part.label, part.evidence) if countable(e))
    return tuple(dict.fromkeys(e.passage.id for e in carrying))
