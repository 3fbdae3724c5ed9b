"""A circuit breaker for each provider: after a failure, the provider is not called for a while (R5)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Literal, Protocol

from backend.errors import EngineBlocked, EngineError

FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 120.0
BLOCKED_PAUSE_S = 3600.0
CAPTCHA_PAUSE_S = 24 * 3600.0
"""Pauses (R5): 5 s after a failure, doubled after each further failure up to 120 s; one hour after a refusal; one day
after a CAPTCHA."""
NOTED_EVERY_S = 60.0
"""Minimum interval, in seconds, between updates of the time of the last response, which is only shown to the user."""


class KeyValue(Protocol):
    """Storage for a few strings that survive restarts."""

    def get(self, key: str) -> str | None:
        """Return the value of `key`, or None if there is none."""
        ...

    def set(self, key: str, value: str) -> None:
        """Store `value` under `key`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerState:
    """The breaker state of one engine. In the state "half_open", the next query is a trial.

    `failures` is the number of consecutive failures. `until` is the Unix time at which the last pause ends, or 0 if there
    was none. `answered` is the Unix time of the last response, accurate to a minute, or 0 if there was none.
    """

    engine: str
    state: Literal["closed", "open", "half_open"]
    failures: int = 0
    until: float = 0.0
    reason: str = ""
    answered: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredState:
    failures: int = 0
    until: float = 0.0
    reason: str = ""
    answered: float = 0.0


class Breaker:
    """Pauses engines after failures. Thread-safe. `clock` returns the Unix time in seconds, because pauses survive restarts."""

    def __init__(self, store: KeyValue, *, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()

    def allows(self, engine: str) -> bool:
        """Return False while the engine is paused."""
        return self.state(engine).state != "open"

    def succeeded(self, engine: str) -> None:
        """Record a response and clear earlier failures; a response without results counts too."""
        with self._lock:
            stored_state, now = self._load(engine), self._clock()
            if stored_state.failures or not 0 <= now - stored_state.answered < NOTED_EVERY_S:
                self._save(engine, _StoredState(answered=now))

    def failed(self, engine: str, error: EngineError) -> None:
        """Pause the engine for as long as this kind of error requires."""
        with self._lock:
            stored_state = self._load(engine)
            failures = stored_state.failures + 1
            until = self._clock() + _pause_seconds(error, failures)
            self._save(engine, replace(stored_state, failures=failures, until=until, reason=str(error)))

    def state(self, engine: str) -> BreakerState:
        """Return the breaker state of one engine."""
        stored_state = self._load(engine)
        state: Literal["closed", "open", "half_open"] = "closed"
        if stored_state.failures:
            state = "open" if stored_state.until > self._clock() else "half_open"
        return BreakerState(engine=engine, state=state, **asdict(stored_state))

    def _load(self, engine: str) -> _StoredState:
        try:
            kept = json.loads(self._store.get(f"breaker:{engine}") or "{}")
            stored_state = _StoredState(
                failures=int(kept.get("failures", 0)),
                until=float(kept.get("until", 0.0)),
                reason=str(kept.get("reason", "")),
                answered=float(kept.get("answered", 0.0)),
            )
        except (ValueError, TypeError, AttributeError):
            return _StoredState()
        # If the clock was set back, the stored pause could last for years and is therefore discarded.
        return (
            stored_state
            if stored_state.until <= self._clock() + CAPTCHA_PAUSE_S
            else _StoredState(answered=stored_state.answered)
        )

    def _save(self, engine: str, stored_state: _StoredState) -> None:
        self._store.set(f"breaker:{engine}", json.dumps(asdict(stored_state)))


def _pause_seconds(error: EngineError, failures: int) -> float:
    """Return the length of the pause, in seconds, after this many consecutive failures."""
    if isinstance(error, EngineBlocked):
        if error.captcha:
            return CAPTCHA_PAUSE_S
        if error.retry_after is not None:
            return min(max(error.retry_after, FIRST_PAUSE_S), CAPTCHA_PAUSE_S)
        return BLOCKED_PAUSE_S
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(failures - 1, 10))
