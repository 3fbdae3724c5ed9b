"""Removes characters that could hide text from the reader."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
"""Control characters, characters that reorder or hide text, tags and surrogates, but not the joiners of Persian and Hindi."""


def clean(text: str) -> str:
    """Remove control characters and characters that reorder or hide text (S10)."""
    return _HIDDEN.sub("", text)
