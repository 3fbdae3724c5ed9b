"""The explanation of a verdict, composed only from its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PastKind(StrEnum):
    """How an earlier source relates to a claim about the present."""

    WAS_TRUE = "was_true"
    WAS_FALSE = "was_false"
    CHANGED = "changed"
    """A later source contradicts the earlier one, so the state has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One earlier statement. `published` is the date given in the evidence; `domain` is the source's domain."""

    kind: PastKind
    published: str
    domain: str


class LackKind(StrEnum):
    """A kind of evidence that is missing and that a careful reader would want."""

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
    """One kind of missing evidence.

    `count` is the number of leads (LEADS only), and `newest` is the date of the latest source (NEWER only).
    """

    kind: LackKind
    count: int = 0
    newest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictExplanation:
    """The explanation of one verdict. Every [n] in its sentences refers to evidence[n-1] of the same verdict.

    `found` states which evidence supports and which refutes the claim. `sources` states how many independent sources
    support and refute it; `supporting` and `refuting` are these two numbers. `missing` lists evidence that was not
    found or not searched for, and `change` states what would change the verdict. The other fields contain the same
    information as data, for clients that write their own sentences: `past` has the statements in `found` about earlier
    times, `lacks` the missing evidence, and `pillars` the domains without which the verdict would be different.
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
        """The missing evidence and the evidence that would change the verdict, as one paragraph; "" if none."""
        lacking = f"Missing: {_join_with_and(self.missing)}." if self.missing else ""
        return " ".join(part for part in (lacking, *self.change) if part)

    @property
    def text(self) -> str:
        """The complete text: the findings and the number of sources, followed by the outlook on a line of its own."""
        several = "\n" in self.found
        said = ("\n" if several else " ").join(part for part in (self.found, self.sources) if part)
        return "\n".join(part for part in (said, self.outlook) if part)


def _join_with_and(items: tuple[str, ...]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
