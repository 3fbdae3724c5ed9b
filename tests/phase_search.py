"""Runs one search phase as the search loop does, for tests of the search stage."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from backend.domain.claim import Mode
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchTier
from backend.search.brief import SearchBrief
from backend.search.route import SearchPhase, fit
from backend.search.searcher import Searcher
from backend.search.settings import PHASES, PROFILES, PhaseId


def phase_of(phase: PhaseId, mode: Mode = Mode.MAIN, language: str = "en") -> SearchPhase:
    """Return the phase under the mode's limits, even if the mode would not use it."""
    profile = PROFILES[mode]
    return SearchPhase(spec=fit(PHASES[phase], profile), language=language, questions=profile.questions.of(phase))


def ask(
    searcher: Searcher,
    phase: PhaseId,
    brief: SearchBrief | str,
    run: Run,
    *,
    mode: Mode = Mode.MAIN,
    first: Sequence[str] = (),
    known: Collection[str] = (),
    limit: int = 10,
) -> tuple[SearchOutcome, ...]:
    """Return the outcomes of the first `limit` queries of a phase. If `first` is given, its queries replace the claim's own."""
    brief = SearchBrief(text=brief) if isinstance(brief, str) else brief
    place = phase_of(phase, mode, brief.language)
    wide = place.spec.tier is SearchTier.BROAD and not first
    search = searcher.begin_phase(place, run, PROFILES[mode], brief.text if wide else "")
    outcomes: list[SearchOutcome] = []
    questions = searcher.policy.questions(place, brief, first=first)
    for query in questions[: len(first) or limit]:
        if search.open():
            outcomes += search.ask(query, known)
    search.close()
    return tuple(outcomes)
