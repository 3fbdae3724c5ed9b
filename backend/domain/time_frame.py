"""The time that a claim refers to, and how fast the state that it describes can change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Frame(StrEnum):
    """The kind of time that a claim refers to.

    NOW: a present state that can change. DATED: an event or state at a named or past time. ALWAYS: something that does
    not change with time.
    """

    NOW = "now"
    DATED = "dated"
    ALWAYS = "always"


class Change(StrEnum):
    """How fast a state changes.

    FAST: prices, counts, rates, rankings. SLOW: offices, memberships, records, laws, owners.
    """

    FAST = "fast"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeFrame:
    """The time that a claim refers to. `probability` (0..1) is the probability that `frame` is right.

    `change` matters only for NOW.
    """

    frame: Frame
    change: Change = Change.SLOW
    probability: float = 1.0

    @property
    def is_now(self) -> bool:
        """Whether the claim is about the present. Evidence for such a claim can be out of date."""
        return self.frame is Frame.NOW
