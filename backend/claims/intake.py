"""Converts a request into a normalised claim (docs/design.md#claim-intake)."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import urlsplit

from backend.claims.language import UNKNOWN, detect
from backend.domain.claim import MAX_CLAIM_CHARACTERS, Claim, PageContext, VerifyRequest
from backend.errors import ClaimTooLong, InvalidRequest

MAX_URL_CHARACTERS = 2_048
MAX_TITLE_CHARACTERS = 300
MAX_SURROUNDING_CHARACTERS = 1_000

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(c) for c in range(0xFE00, 0xFE10)}
_JOINERS = "\u200c\u200d"
_HINT = "Select or type one sentence that states something, for example: The Earth is flat."


def intake(request: VerifyRequest) -> Claim:
    """Return the claim to verify, with its context cleaned and truncated.

    Raises InvalidRequest if the claim has no letter or digit, and ClaimTooLong if the claim has more than 2,000
    characters after normalisation.
    """
    if not isinstance(request.claim, str):
        raise InvalidRequest("The claim must be text.", hint=_HINT)
    text = normalise(request.claim)
    if not text:
        raise InvalidRequest("There is no claim to check: the text is empty.", hint=_HINT)
    if not any(character.isalnum() for character in text):
        raise InvalidRequest("There is no claim to check: the text has no letters or digits.", hint=_HINT)
    if len(text) > MAX_CLAIM_CHARACTERS:
        raise ClaimTooLong(
            f"The claim has {len(text):,} characters; at most {MAX_CLAIM_CHARACTERS:,} can be checked at once.",
            hint="Select one sentence or a short paragraph.",
        )
    context = clean_context(request.context)
    return Claim(id=claim_id(text), text=text, language=_detect_language(text, context), context=context)


def normalise(text: str) -> str:
    """Apply NFKC, remove invisible, bidirectional and control characters, and collapse white space. Idempotent."""
    composed = unicodedata.normalize("NFKC", _remove_invisible(unicodedata.normalize("NFKC", text.strip())))
    return " ".join(composed.split())


def claim_id(text: str) -> str:
    """Return the first 32 hex characters of the SHA-256 of the case-folded text."""
    return hashlib.sha256(text.casefold().encode()).hexdigest()[:32]


def clean_context(context: PageContext) -> PageContext:
    """Return the context, truncated and without invisible characters. A URL that is not plain http or https becomes ""."""
    return PageContext(
        url=_page_url(context.url),
        title=_truncate(normalise(context.title), MAX_TITLE_CHARACTERS),
        surrounding=_truncate(normalise(context.surrounding), MAX_SURROUNDING_CHARACTERS),
        language=_primary_tag(context.language),
    )


def _remove_invisible(text: str) -> str:
    kept: list[str] = []
    for character in text:
        if character.isspace():
            kept.append(" ")
        elif not _is_invisible(character, kept[-1] if kept else ""):
            kept.append(character)
    return "".join(kept)


def _is_invisible(character: str, before: str) -> bool:
    """Return whether the character is invisible. Joiners are kept after letters of scripts that need them, such as Arabic."""
    if character in _JOINERS:
        return not before or before.isascii() or unicodedata.category(before) not in ("Lo", "Mn", "Mc")
    return character in _INVISIBLE or unicodedata.category(character) in ("Cc", "Cf", "Cs")


def _detect_language(text: str, context: PageContext) -> str:
    found = detect(text)
    if found == UNKNOWN:
        found = detect(f"{text} {context.surrounding} {context.title}")
    return context.language if found == UNKNOWN and context.language else found


def _primary_tag(named: str) -> str:
    """Return the primary subtag of a page's language tag, for example "de" for "de_AT"; "" if the tag is not valid."""
    tag = re.split("[-_]", named.strip().lower(), maxsplit=1)[0]
    return tag if re.fullmatch("[a-z]{2,3}", tag) else ""


def _page_url(url: str) -> str:
    text = url.strip()
    if len(text) > MAX_URL_CHARACTERS or re.search(r"[\x00-\x20\x7f\\]", text):
        return ""
    try:
        parts = urlsplit(text)
        is_web_address = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    except ValueError:
        return ""
    return text if is_web_address else ""


def _truncate(text: str, limit: int) -> str:
    """Return at most `limit` characters, truncated at a word boundary if possible."""
    if len(text) <= limit:
        return text
    return text[: limit + 1].rpartition(" ")[0] or text[:limit]
