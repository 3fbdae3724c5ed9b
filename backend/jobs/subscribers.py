"""Tracks the users who still want a job's result, in whatever order they close their streams and cancel (R4)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass


@dataclass(slots=True)
class _Subscriber:
    attached: int = 0
    left_at: float = 0.0


class Subscribers:
    """The subscribers of one job, identified by name. Not thread-safe; the runner holds its lock during each call."""

    def __init__(self) -> None:
        self._subscribers: dict[str, _Subscriber] = {}
        self._all_names: set[str] = set()

    @property
    def wanted(self) -> bool:
        """Whether a user is waiting, or has lost the connection and may reconnect."""
        return bool(self._subscribers)

    def join(self, name: str = "", *, returning: bool = False) -> str:
        """Add a subscriber and return its name. A returning user without a name counts as a disconnected subscriber."""
        if not name and returning:
            name = next((known for known, reader in self._subscribers.items() if not reader.attached), "")
        name = name or secrets.token_urlsafe(9)
        self._subscribers.setdefault(name, _Subscriber()).attached += 1
        self._all_names.add(name)
        return name

    def leave(self, name: str, *, resumable: bool, now: float) -> None:
        """Record that a stream ended.

        A subscriber that cannot resume is removed; one that cancelled has already been removed.
        """
        reader = self._subscribers.get(name)
        if reader is None:
            return
        reader.attached -= 1
        reader.left_at = now
        if not reader.attached and not resumable:
            del self._subscribers[name]

    def cancel(self, name: str = "") -> None:
        """Record that a subscriber no longer wants the result. Repeated calls have no effect.

        Without a name, it is unknown which user is cancelling. The call then applies to the only subscriber so far or,
        if there have been several, to those that have disconnected, but never to a subscriber that may be a different
        user.
        """
        if name:
            self._subscribers.pop(name, None)
        elif len(self._all_names) == 1:
            self._subscribers.clear()
        else:
            self.lose(since=float("inf"))

    def lose(self, *, since: float) -> None:
        """Remove subscribers that disconnected no later than `since` and have not reconnected."""
        lost = [name for name, reader in self._subscribers.items() if not reader.attached and reader.left_at <= since]
        for name in lost:
            del self._subscribers[name]
