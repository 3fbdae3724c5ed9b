"""Which language a short text is in, by script and by the words that every sentence needs."""

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
_SIBLINGS = {"ru": ("uk",), "ar": ("ur", "fa")}


def detect(text: str) -> str:
    """BCP 47 primary tag of the text, "und" when nothing speaks for one language."""
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
        return _by_words(text)
    return next((tag for tag in _SIBLINGS.get(script, ()) if _LETTERS_OF[tag] & set(letters)), script)


def _script(letter: str) -> str:
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], UNKNOWN)


def _by_words(text: str) -> str:
    words = re.findall(r"(?<!\w)[^\W\d_]+(?!\w)", text.casefold())
    scores = Counter({tag: sum(word in known for word in words) for tag, known in _function_words().items()})
    (best, most), (_, second) = scores.most_common(2)
    return best if most > second else UNKNOWN


@cache
def _function_words() -> dict[str, frozenset[str]]:
    return {tag: frozenset(words.split()) for tag, words in json.loads(_WORDS.read_text(encoding="utf-8")).items()}
