"""The findings of the checks, formatted as text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from backend.domain.hygiene import printable


class Status(StrEnum):
    """The status of a finding. A NOTE is information, not a problem."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The outcome of one check. `repair` tells the user how to fix a problem, or is "" if there is nothing to do."""

    check: str
    status: Status
    message: str
    repair: str = ""


def healthy(findings: Sequence[Finding]) -> bool:
    """Return whether no finding is a problem."""
    return all(finding.status is not Status.PROBLEM for finding in findings)


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the report as JSON."""
    return {"ok": healthy(findings), "findings": [asdict(finding) for finding in findings]}


def as_text(findings: Sequence[Finding]) -> str:
    """Return the report as text. It uses words instead of symbols, which some consoles cannot display."""
    lines = []
    for finding in findings:
        lines += _paragraph(f"{finding.status:<9}{finding.check}: {finding.message}")
        if finding.repair:
            lines += _paragraph(f"{'':<9}Repair: {finding.repair}")
    problems = sum(finding.status is Status.PROBLEM for finding in findings)
    end = "Nothing is wrong." if not problems else f"{problems} {'problem' if problems == 1 else 'problems'} found."
    return "\n".join([*lines, "", end])


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(printable(text), 100, subsequent_indent=" " * 9, drop_whitespace=True, break_on_hyphens=False)
