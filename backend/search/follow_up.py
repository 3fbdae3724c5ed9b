"""Chooses the follow-up query from the evidence found so far (docs/design.md#search-loop)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pydantic import BaseModel, Field

from backend.domain.evidence import Evidence, Stance
from backend.domain.issue import Severity
from backend.domain.numerals import digits
from backend.domain.run import Run
from backend.errors import LanguageModelError
from backend.ports import LanguageModel
from backend.search.brief import SearchBrief, Target
from backend.search.plan import content_words, names
from backend.search.query_words import denial_words, framing, reporting_words

MAX_TERMS = 12
"""The maximum number of words in a follow-up query, not counting the framing phrase."""
SHOWN = 3
"""The number of passages from which a follow-up query is built. The passages closest to the claim are used."""
_YEAR = re.compile(r"(?<![\w.])(?:1[5-9]|20)\d\d(?![\w.]*\d)")
_FIGURE = re.compile(r"(?<!\w)\d+(?:[.,\u00a0\u202f]\d+)*")
_WORD = re.compile(r"[^\W_]+")


class FollowUpKind(StrEnum):
    """The kinds of missing evidence. WIDEN applies if no evidence was found that a follow-up query could build on."""

    NUMERIC = "numeric_resolution"
    TEMPORAL = "temporal_disambiguation"
    PRIMARY = "find_primary"
    COUNTER = "counterevidence_probe"
    ENTITY = "clarify_entity"
    WIDEN = "widen"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """A proposed query. `text` can be sent unchanged; `by` is "llm" or "local"."""

    kind: FollowUpKind
    text: str
    by: str = "local"


class Query(BaseModel):
    """The query that the language model returns."""

    query: str = Field(min_length=3, max_length=200)


@dataclass(frozen=True, slots=True)
class _NearTexts:
    """The texts closest to the claim. `against`: whether at least one text refutes the claim."""

    texts: tuple[str, ...]
    against: bool

    @property
    def words(self) -> frozenset[str]:
        return frozenset(word for text in self.texts for word in _WORD.findall(text.lower()))


class FollowUp:
    """Proposes one follow-up query at a time. URLs are never taken from a model (S15)."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s

    def next(
        self, brief: SearchBrief, evidence: Sequence[Evidence], run: Run, *, asked: Sequence[str] = ()
    ) -> NextQuestion | None:
        """Return the most valuable query that repeats neither the claim nor a query in `asked`; None if there is no such query."""
        related = [e for e in evidence if e.signals.get("topicality", 0.0) > 0]
        near = sorted(related, key=lambda e: (-e.signals["topicality"], e.passage.id))[:SHOWN]
        found = _NearTexts(
            tuple(e.quote or e.passage.text for e in near), any(e.stance is Stance.REFUTES for e in near)
        )
        missing = kinds(brief, found)
        proposals = [NextQuestion(kind=kind, text=_local_query(kind, brief, found)) for kind in missing]
        earlier_word_sets = [_word_set(text) for text in (brief.text, *asked)]
        if question := self._ask_model(brief, found, run, asked):
            proposed = NextQuestion(kind=missing[0], text=question, by="llm")
            proposals = [proposed, *proposals]
        return next((q for q in proposals if q.text and not _repeats_earlier(q, earlier_word_sets)), None)

    def _ask_model(self, brief: SearchBrief, found: _NearTexts, run: Run, asked: Sequence[str]) -> str:
        if self._model is None:
            return ""
        try:
            answer = self._model.ask(
                prompt="follow_up",
                inputs={
                    "claim": brief.text,
                    "asked": "\n".join(asked),
                    "found": "\n".join(text[:300] for text in found.texts),
                },
                answer=Query,
                timeout_s=min(self._timeout_s, run.remaining()),
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            message = f"The language model did not propose a further search: {error}"
            run.issue(error.code, "search", message, severity=Severity.INFO, subject="follow_up")
            return ""
        return " ".join(answer.query.split())


def kinds(brief: SearchBrief, found: _NearTexts) -> tuple[FollowUpKind, ...]:
    """Return the kinds of missing evidence, most important first. The result is never empty."""
    if not found.texts:
        return (FollowUpKind.WIDEN,)
    return (*(kind for kind, missing in _MISSING.items() if missing(brief, found)), FollowUpKind.ENTITY)


def _lacks_number(brief: SearchBrief, found: _NearTexts) -> bool:
    """Return whether the claim contains a number other than a year, and no text contains such a number."""
    return bool(_numbers(brief.text)) and not any(_numbers(text) for text in found.texts)


def _numbers(text: str) -> list[str]:
    """Return the numbers in a text, including spelled-out numbers but not years."""
    return [figure for figure in _FIGURE.findall(digits(text)) if not _YEAR.fullmatch(figure)]


def _lacks_year(brief: SearchBrief, found: _NearTexts) -> bool:
    """Return whether the claim contains a year, and no text contains the same year."""
    years = set(_YEAR.findall(brief.text))
    return bool(years) and not any(years & set(_YEAR.findall(text)) for text in found.texts)


def _is_second_hand(brief: SearchBrief, found: _NearTexts) -> bool:
    """Return whether the claim or one of the texts reports a statement."""
    return brief.target is Target.ATTRIBUTION or bool(reporting_words(brief.language) & found.words)


def _is_disputed(brief: SearchBrief, found: _NearTexts) -> bool:
    """Return whether one of the texts refutes the claim or contains a word of denial."""
    return found.against or bool(denial_words(brief.language) & found.words)


_MISSING: Mapping[FollowUpKind, Callable[[SearchBrief, _NearTexts], bool]] = MappingProxyType({
    FollowUpKind.NUMERIC: _lacks_number,
    FollowUpKind.TEMPORAL: _lacks_year,
    FollowUpKind.PRIMARY: _is_second_hand,
    FollowUpKind.COUNTER: _is_disputed,
})  # fmt: skip


def _local_query(kind: FollowUpKind, brief: SearchBrief, found: _NearTexts) -> str:
    """Return a query of at most twelve words, followed by the framing phrase for `kind`.

    The words are the names in the claim, the first new names in the texts, and the other content words of the claim.
    """
    own = [word for name in names(brief.text, brief.language) for word in name.split()]
    rest = list(content_words(brief.text, brief.language))
    if kind is FollowUpKind.WIDEN:
        wide = list(dict.fromkeys(own)) or sorted(rest, key=len, reverse=True)[: max(2, len(rest) // 2)]
        return " ".join(wide[:MAX_TERMS])
    theirs = [word for text in found.texts for name in names(text, brief.language) for word in name.split()]
    new = [word for word in theirs if word.casefold() not in brief.text.casefold()]
    kept: dict[str, str] = {}
    for word in (*own, *new[: 4 if kind is FollowUpKind.ENTITY else 2], *rest):
        kept.setdefault(word.casefold(), word)
    words = framing(brief.language)
    phrase = {
        FollowUpKind.NUMERIC: words.number,
        FollowUpKind.TEMPORAL: words.time,
        FollowUpKind.PRIMARY: words.primary,
        FollowUpKind.COUNTER: words.counter,
        FollowUpKind.ENTITY: words.details,
    }[kind]
    return f"{' '.join(list(kept.values())[:MAX_TERMS])} {phrase}".strip()


def _repeats_earlier(question: NextQuestion, earlier_word_sets: Sequence[frozenset[str]]) -> bool:
    """Return whether the query adds no word to an earlier query.

    A WIDEN query counts as a repetition only of a query with exactly the same words.
    """
    bag = _word_set(question.text)
    return any(bag == old if question.kind is FollowUpKind.WIDEN else bag <= old for old in earlier_word_sets)


def _word_set(text: str) -> frozenset[str]:
    """Return the set of case-folded words of a text in any script."""
    return frozenset(_WORD.findall(text.casefold()))
