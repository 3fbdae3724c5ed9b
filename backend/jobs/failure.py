"""Logs unexpected errors under a reference, without the message of the error, which may quote a claim (S7)."""

from __future__ import annotations

import logging
import secrets
import traceback

log = logging.getLogger("claimlight.failure")


def log_failure(error: BaseException, *, doing: str) -> str:
    """Log the type and the traceback positions of `error`. Return the 8-character reference that is shown to the user."""
    reference = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames[-8:]))
    log.error("failure %s while %s: %s at %s", reference, doing, type(error).__name__, places)
    return reference
