"""The explanation of a verdict, in sentences made from the evidence alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PastKind(StrEnum):
    """What a source of an earlier time tells of a claim about the present."""

    WAS_TRUE = "was_true"
    WAS_FALSE = "was_false"
    CHANGED = "changed"
    """A later source speaks against what was true before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One such statement: `published` as in the evidence, by the source at `domain`."""

    kind: PastKind
    published: str
    domain: str


class LackKind(StrEnum):
    """What a careful reader would still want."""

    SECOND_SOURCE = "second_source"
    AUTHORITATIVE = "authoritative"
    SAME_SIDE = "same_side"
    ANY_SOURCE = "any_source"
    FIGURE = "figure"
    OWN_WORDS = "own_words"
    LEADS = "leads"
    NEWER = "newer"
    WEB = "web"
    RECENT = "recent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """One thing that is missing; `count` is that of LEADS, `newest` the date of the latest source for NEWER."""

    kind: LackKind
    count: int = 0
    newest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Every [n] points at evidence[n-1] of the same answer.

    `found` says what supports and what refutes, `sources` how many independent sources do (`supporting`, `refuting`: their
    numbers), `missing` names what was looked for in vain or not looked at, `change` what would make it another verdict. The rest says
    the same as data, for surfaces that put it into words of their own: `past` what `found` says of earlier times, `lacks` what is
    missing, and `pillars` the domains without which the verdict would differ.
    """

    found: str
    sources: str = ""
    missing: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    supporting: int = 0
    refuting: int = 0
    past: tuple[Past, ...] = ()
    lacks: tuple[Lack, ...] = ()
    pillars: tuple[str, ...] = ()

    @property
    def outlook(self) -> str:
        """What is missing and what would change the verdict, as one paragraph; "" if there is nothing to say."""
        lacking = f"Missing: {_listed(self.missing)}." if self.missing else ""
        return " ".join(part for part in (lacking, *self.change) if part)

    @property
    def text(self) -> str:
        """Everything: what was found and by how many, then the outlook on a line of its own."""
        several = "\n" in self.found
        said = ("\n" if several else " ").join(part for part in (self.found, self.sources) if part)
        return "\n".join(part for part in (said, self.outlook) if part)


def _listed(items: tuple[str, ...]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
