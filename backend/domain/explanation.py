"""The explanation of a verdict, in sentences that are made from the evidence alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PastKind(StrEnum):
    """The statement of an earlier source about a claim about the present."""

    WAS_TRUE = "was_true"
    WAS_FALSE = "was_false"
    CHANGED = "changed"
    """A later source contradicts what was true before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One such statement; `published` is the date as in the evidence, `domain` is that of the source."""

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
    """One thing that is missing; `count` is the number of LEADS, `newest` is the date of the latest source for NEWER."""

    kind: LackKind
    count: int = 0
    newest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictExplanation:
    """The explanation of one answer; every [n] in it refers to evidence[n-1] of the same answer.

    `found` says what supports and what refutes the claim, `sources` how many independent sources do (`supporting` and `refuting`
    are their numbers), `missing` names what was not found or not looked at, and `change` says what would change the verdict. The other
    fields contain the same as data, for surfaces that write their own sentences: `past` is what `found` says about earlier times,
    `lacks` is what is missing, and `pillars` are the domains without which the verdict would be different.
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
        """What is missing and what would change the verdict, as one paragraph; "" if there is neither."""
        lacking = f"Missing: {_listed(self.missing)}." if self.missing else ""
        return " ".join(part for part in (lacking, *self.change) if part)

    @property
    def text(self) -> str:
        """The complete text: what was found and by how many sources, then the outlook on its own line."""
        several = "\n" in self.found
        said = ("\n" if several else " ").join(part for part in (self.found, self.sources) if part)
        return "\n".join(part for part in (said, self.outlook) if part)


def _listed(items: tuple[str, ...]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
