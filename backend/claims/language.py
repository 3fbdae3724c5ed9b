"""Detects the language of a short text from its script and from the most common words of each language."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

UNKNOWN = "und"
_WORDS = Path(__file__).parent / "data" / "languages.json"

_SCRIPTS = {
    "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CJK": "zh", "CYRILLIC": "ru", "ARABIC": "ar", "HEBREW": "he",
    "GREEK": "el", "DEVANAGARI": "hi", "BENGALI": "bn", "TAMIL": "ta", "TELUGU": "te", "THAI": "th", "GUJARATI": "gu",
    "GURMUKHI": "pa", "KANNADA": "kn", "MALAYALAM": "ml", "GEORGIAN": "ka", "ARMENIAN": "hy", "ETHIOPIC": "am",
    "KHMER": "km", "MYANMAR": "my", "SINHALA": "si", "LATIN": "latin",
}  # fmt: skip
_LETTERS_OF = {"uk": frozenset("іїєґ"), "fa": frozenset("پچژگ"), "ur": frozenset("ٹڈڑںے")}
_SHARED_WITH_ENGLISH = frozenset(
    """over under men get take half met made type most man van von der den del della las los les des dos het ter zur door had was
    were will ten aan dat pro via per non sin sur son par une del nel dan die des mit bei mer han fra til ale jak ani""".split()
)
_LANGUAGES_WITH_SAME_SCRIPT = {"ru": ("uk",), "ar": ("ur", "fa")}


def detect(text: str) -> str:
    """Return the BCP 47 primary subtag of the text's language, or "und" if the language is undetermined."""
    letters = [character for character in text.casefold() if character.isalpha()]
    scripts = Counter(_script(letter) for letter in letters)
    if not scripts:
        return UNKNOWN
    if scripts["ja"] and scripts["ja"] + scripts["zh"] > len(letters) / 2:
        return "ja"
    script, count = scripts.most_common(1)[0]
    if count * 2 <= len(letters):
        return UNKNOWN
    if script == "latin":
        return _detect_by_words(text)
    return next((tag for tag in _LANGUAGES_WITH_SAME_SCRIPT.get(script, ()) if _LETTERS_OF[tag] & set(letters)), script)


def _script(letter: str) -> str:
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], UNKNOWN)


def _detect_by_words(text: str) -> str:
    words = re.findall(r"(?<![\w'’])[^\W\d_]+(?!\w)", text.casefold())
    found = {tag: [word for word in words if word in known] for tag, known in _function_words().items()}
    scores = Counter({tag: len(hits) for tag, hits in found.items()})
    (best, most), (_, second) = scores.most_common(2)
    if most <= second:
        return UNKNOWN
    return best if best == "en" or _is_conclusive(found[best]) else UNKNOWN


def _is_conclusive(words: list[str]) -> bool:
    """Return whether these words are enough to identify the language.

    Single letters and words that English shares do not count, because English sentences also contain initials and name
    particles.
    """
    distinctive_words = [w for w in words if w not in _SHARED_WITH_ENGLISH and w not in _function_words()["en"]]
    return sum(len(word) > 1 for word in distinctive_words) > 1 or any(
        len(word) > 2 or not word.isascii() for word in distinctive_words
    )


@cache
def _function_words() -> dict[str, frozenset[str]]:
    return {tag: frozenset(words.split()) for tag, words in json.loads(_WORDS.read_text(encoding="utf-8")).items()}
