"""Undoes obfuscation that hides text from patterns but not from a language model.

This covers look-alike letters, gaps between letters, and base64.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

from backend.domain.hygiene import printable

_ALIKE = str.maketrans(
    "асеорхуіјѕһԁԛԝАВЕКМНОРСТХІЈЅαοιυρνκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwABEKMHOPCTXIJSaoiupvkABEZHIKMNOPTYX",
)
"""Cyrillic and Greek letters that look like Latin ones (Unicode TR 39). They are replaced in words that mix scripts."""
_WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_SPACED = re.compile(r"\b\w([ .\-_*])(?:\w\1){3,}\w\b")
_PACKED = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{24,}={0,2}(?![\w+/=])")
_MOST_PACKED = 8


def undisguised(text: str) -> str:
    """Return the text without obfuscation, followed by the decoded base64; plain text is returned unchanged."""
    if not text.isascii():
        text = _WORD.sub(_in_one_script, unicodedata.normalize("NFKC", printable(text)))
    text = _SPACED.sub(lambda run: run.group().replace(run.group(1), ""), text)
    return "\n".join([text, *_unpacked(text)])


def _in_one_script(word: re.Match[str]) -> str:
    found = word.group()
    return found.translate(_ALIKE) if not found.isascii() and _LATIN.search(found) else found


def _unpacked(text: str) -> list[str]:
    found = []
    for packed in _PACKED.findall(text)[:_MOST_PACKED]:
        try:
            inner = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        found.append(printable(inner))
    return found
