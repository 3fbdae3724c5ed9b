"""The explanation in an LLM's words where there is one, checked in code; else our own sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel, Field

from backend.domain.evidence import Evidence
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.text import fold
from backend.domain.verdict import Label
from backend.errors import LanguageModelError
from backend.ports import LanguageModel
from backend.verdict.explain import citations

MAX_EVIDENCE = 10
"""Document 001 §7.1: evidence shown to the model."""
_QUOTED = re.compile(r"“([^”]{12,})”|\"([^\"]{12,})\"")
RESERVE_S = 2.0
"""Seconds that must be left for the answer itself."""


class Explanation(BaseModel):
    """What the model returns."""

    reasoning: str = Field(min_length=20, max_length=1_500)


class Wording:
    """`timeout_s` bounds one question. Without a model the local text is used."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s

    def word(self, claim: str, label: Label, evidence: Sequence[Evidence], local: str, run: Run) -> str:
        """The model's text if its citations resolve and its quotes are real; the local text otherwise."""
        if self._model is None or not label.firm or run.remaining() < RESERVE_S:
            return local
        try:
            answer = self._model.ask(
                prompt="explain",
                inputs={"claim": claim, "verdict": label.value, "evidence": _numbered(evidence)},
                answer=Explanation,
                timeout_s=min(self._timeout_s, run.remaining()),
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            run.issue(
                "llm_failed",
                "verdict",
                f"The language model did not help with the wording: {error}",
                severity=Severity.INFO,
                subject="wording",
            )
            return local
        return answer.reasoning if _holds(answer.reasoning, evidence) else local


def _holds(text: str, evidence: Sequence[Evidence]) -> bool:
    """Every [n] resolves, at least one is there, and whatever stands in quotation marks stands in a passage too."""
    cited = citations(text)
    quoted = [fold(a or b) for a, b in _QUOTED.findall(text)]
    sources = [fold(e.passage.text) for e in evidence]
    real = all(any(q.rstrip(".,") in source for source in sources) for q in quoted)
    return bool(cited) and all(1 <= n <= len(evidence) for n in cited) and real


def _numbered(evidence: Sequence[Evidence]) -> str:
    return "\n".join(
        f"[{n}] ({e.rating.domain}, {e.stance.value}) {e.quote or e.passage.text[:300]}"
        for n, e in enumerate(evidence[:MAX_EVIDENCE], 1)
    )
