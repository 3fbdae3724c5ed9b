"""Undoes obfuscation that hides text from regular expressions but not from a language model.

The module handles look-alike letters, gaps between letters, and base64.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

from backend.domain.hygiene import printable

_LOOKALIKES = str.maketrans(
    "асеорхуіјѕһԁԛԝАВЕКМНОРСТХІЈЅαοιυρνκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwABEKMHOPCTXIJSaoiupvkABEZHIKMNOPTYX",
)
"""Maps Cyrillic and Greek letters to look-alike Latin letters (Unicode TR 39). Applied to words that mix scripts."""
_WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_SPACED_LETTERS = re.compile(r"\b\w([ .\-_*])(?:\w\1){3,}\w\b")
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{24,}={0,2}(?![\w+/=])")
_MAX_BASE64 = 8


def deobfuscated(text: str) -> str:
    """Return the text without obfuscation, followed by any decoded base64; plain text is returned unchanged."""
    if not text.isascii():
        text = _WORD.sub(_replace_lookalikes, unicodedata.normalize("NFKC", printable(text)))
    text = _SPACED_LETTERS.sub(lambda run: run.group().replace(run.group(1), ""), text)
    return "\n".join([text, *_decoded_base64(text)])


def _replace_lookalikes(word: re.Match[str]) -> str:
    found = word.group()
    return found.translate(_LOOKALIKES) if not found.isascii() and _LATIN.search(found) else found


def _decoded_base64(text: str) -> list[str]:
    found = []
    for packed in _BASE64.findall(text)[:_MAX_BASE64]:
        try:
            inner = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        found.append(printable(inner))
    return found
