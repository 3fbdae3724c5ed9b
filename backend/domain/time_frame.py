"""The time that a claim is about, and how fast the state that it describes can change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Frame(StrEnum):
    """`now`: a state in the present that can change. `dated`: an event or a state at a named or past time.

    `always`: something that does not change with time.
    """

    NOW = "now"
    DATED = "dated"
    ALWAYS = "always"


class Change(StrEnum):
    """How fast a state changes. `fast`: prices, counts, rates, rankings. `slow`: offices, memberships, records, laws, owners."""

    FAST = "fast"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeFrame:
    """When a claim holds. `probability` (0..1) is the probability that `frame` is right; `change` matters only for NOW."""

    frame: Frame
    change: Change = Change.SLOW
    probability: float = 1.0

    @property
    def is_now(self) -> bool:
        """Whether the claim is about the present, so that evidence for it can be out of date."""
        return self.frame is Frame.NOW
