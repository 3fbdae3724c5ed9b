"""Has an LLM phrase the explanation and checks the result in code. Without an LLM, the local text is used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from backend.domain.article import SUMMARIES, PassageKind
from backend.domain.evidence import Evidence
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.text import fold, names, numbers
from backend.domain.verdict import Label
from backend.errors import LanguageModelError
from backend.ports import LanguageModel
from backend.sources.publishers import publisher_name
from backend.verdict.explain import citations

MAX_EVIDENCE = 10
"""Maximum number of passages in the model's input."""
_QUOTED = re.compile(r"“([^”]{12,})”|\"([^\"]{12,})\"")
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CITED = re.compile(r"\[\d+\]")
_JUDGEMENT = re.compile(
    r"\b(?:claim|statement|it|this|that) (?:is|was|has been|can be) (?:\w+ly |not ){0,2}"
    r"(?P<word>true|correct|accurate|confirmed|supported|false|incorrect|inaccurate|wrong|untrue|refuted|contradicted)\b",
    re.I,
)
_TRUE_WORDS = frozenset("true correct accurate confirmed supported".split())
RESERVE_S = 2.0
"""Minimum remaining time for asking the model, in seconds."""


class Explanation(BaseModel):
    """The response of the model."""

    reasoning: str = Field(min_length=20, max_length=1_500)


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """The locally composed explanation.

    `outlook` names the missing evidence and the evidence that would change the verdict. The outlook is kept even if a
    model phrases the rest.
    """

    text: str
    outlook: str = ""


class Wording:
    """Phrases explanations. `timeout_s` limits one call to the model. Without a model, the local text is used."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s

    def word(self, claim: str, label: Label, evidence: Sequence[Evidence], local: Local, run: Run) -> str:
        """Return the model's text if it adds nothing to the evidence.

        Otherwise, log the reason and return the local text.
        """
        if self._model is None or not label.firm or run.remaining() < RESERVE_S:
            return local.text
        try:
            answer = self._model.ask(
                prompt="explain",
                inputs={"claim": claim, "verdict": label.value, "evidence": _numbered_evidence(evidence)},
                answer=Explanation,
                timeout_s=min(self._timeout_s, run.remaining()),
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            run.issue(
                error.code,
                "verdict",
                f"The language model did not help with the wording: {error}",
                severity=Severity.INFO,
                subject="wording",
            )
            return local.text
        flaw = flaw_in(answer.reasoning, claim, label, evidence)
        if flaw:
            run.step("verdict", f"The language model's explanation was not used: {flaw}.")
            return local.text
        return "\n".join(part for part in (answer.reasoning, local.outlook) if part)


def flaw_in(text: str, claim: str, label: Label, evidence: Sequence[Evidence]) -> str:
    """Return the reason why the text must not be shown, or "".

    The text may be shown if its citations, quotations, numbers and names fit the evidence and the verdict.
    """
    cited = citations(text)
    if not cited or not all(1 <= n <= len(evidence) for n in cited):
        return "it cites nothing, or something that is not there"
    uncited_text = _CITED.sub("", text)
    if _contradicts_label(uncited_text, label):
        return "it contradicts the verdict"
    sources = [fold(e.passage.text) for e in evidence if e.passage.verbatim or e.passage.kind is PassageKind.REVIEW]
    quoted = [fold(a or b) for a, b in _QUOTED.findall(text)]
    if not all(any(q.rstrip(".,") in source for source in sources) for q in quoted):
        return "it quotes words that stand in no source"
    known = " ".join([claim, *(f"{e.passage.text} {e.passage.title} {_publisher_and_domain(e)}" for e in evidence)])
    if not {n for figure in _FIGURE.findall(uncited_text) for n in numbers(figure)} <= set(numbers(known)):
        return "it gives a figure that stands in no source"
    mentioned_names = [name for sentence in _SENTENCE.split(uncited_text) for name in names(sentence)]
    if not all(part in fold(known) for name in mentioned_names for part in fold(name).split()):
        return "it names somebody whom no source names"
    return ""


def _contradicts_label(text: str, label: Label) -> bool:
    """Return whether the text calls the claim true despite a False label, or false despite a True label."""
    asserted_truths = {
        (match["word"].lower() in _TRUE_WORDS) != (" not " in match.group()) for match in _JUDGEMENT.finditer(text)
    }
    return (label is Label.FALSE and True in asserted_truths) or (label is Label.TRUE and False in asserted_truths)


def _numbered_evidence(evidence: Sequence[Evidence]) -> str:
    return "\n".join(
        f"[{n}] ({_publisher_and_domain(e)}{_summary_note(e)}, {e.stance.value}) {e.quote or e.passage.text[:300]}"
        for n, e in enumerate(evidence[:MAX_EVIDENCE], 1)
    )


def _publisher_and_domain(item: Evidence) -> str:
    """Return the publisher's name and, if different, the domain. The model's text may use either."""
    domain = item.rating.domain
    return " ".join(dict.fromkeys((publisher_name(domain), domain)))


def _summary_note(item: Evidence) -> str:
    return " in our own summary" if item.passage.kind in SUMMARIES else ""
