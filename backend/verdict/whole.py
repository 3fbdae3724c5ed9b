"""The explanation of a claim of several parts."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import Evidence
from backend.domain.explanation import Explanation
from backend.domain.verdict import AtomicVerdict, Label
from backend.verdict.combine import headline, reasoning
from backend.verdict.grounds import counted


def explain_whole(parts: Sequence[AtomicVerdict], evidence: Sequence[Evidence]) -> Explanation:
    """Each part with what was found for it, the sources of all together, and which part's other outcome would change the whole."""
    supporting, refuting = (_domains(parts, sign) for sign in (1, -1))
    return Explanation(
        found=reasoning(parts, evidence),
        sources=_sources(supporting | refuting),
        missing=tuple(_missing(parts)),
        change=_change(parts),
        supporting=len(supporting),
        refuting=len(refuting),
    )


def _domains(parts: Sequence[AtomicVerdict], sign: int) -> set[str]:
    return {voice.domain for part in parts for voice in part.belief.voices if voice.log_odds * sign > 0}


def _sources(domains: set[str]) -> str:
    if not domains:
        return ""
    text = counted(len(domains), "independent source")
    return f"{text[0].upper()}{text[1:]} {'takes' if len(domains) == 1 else 'take'} a side on one part or another."


def _missing(parts: Sequence[AtomicVerdict]) -> list[str]:
    return [
        f"{what} on “{part.claim.text}”"
        for part in parts
        for what in (part.explanation.missing if part.explanation else ())
    ]


def _change(parts: Sequence[AtomicVerdict]) -> tuple[str, ...]:
    """By the same rule that made the headline."""
    labels = [part.label for part in parts]
    now = headline(labels)
    said = []
    for place, part in enumerate(parts):
        other = Label.FALSE if part.label is Label.TRUE else Label.TRUE
        whole = headline([*labels[:place], other, *labels[place + 1 :]])
        if whole is not now:
            said.append(f"If “{part.claim.text}” were {other.value}, the whole would be {whole.value}.")
    return tuple(said)
