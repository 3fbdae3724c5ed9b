"""One piece of evidence in the words of the web page. `static/js/evidence.js` does the same in the browser; a test compares the two."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote as percent_encoded
from urllib.parse import urlsplit

from backend.api import wire
from backend.api.trace_view import clean, judged, percent
from backend.domain.article import COMPOSED, PassageKind
from backend.domain.evidence import Origin

_SUMMARY = (
    "Claimlight's summary",
    "In our own words or put together from data, not a quotation. The link is its reference.",
)
_NO_QUOTATION = {
    "seed": _SUMMARY,
    "record": _SUMMARY,
    "review": ("Published rating", "Put together from a fact-checker's data, not a quotation"),
    "handout": ("Text from an index", "As the index gave it. The page itself was not read."),
}
"""Badge and explanation of what was not read on the page that it names."""
ORIGINS = {"kb": "Saved earlier", "web": "Web source", "fact_check": "Fact-checker"}
TIERS = {"A": "authoritative", "A'": "nearly authoritative", "B": "reputable", "C": "ordinary", "D": "low reliability"}
"""The tiers in words."""
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_DATE = re.compile(r"(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?", re.ASCII)
_WHOLE, _ENDS = 12, 5
"""A longer quote is identified by this many of its first and last words, so that a footnote in the middle does no harm."""
_DIRECTIVE = ":~:"


def evidence_view(item: wire.Json) -> dict[str, Any]:
    """One evidence card. Text that was not read on its page is a `statement`, not `shown` as a quotation."""
    text, quote = clean(item["text"]), clean(item["quote"])
    verbatim, composed = item["verbatim"], item["kind"] in COMPOSED
    badge, meaning = _NO_QUOTATION.get(item["kind"], ("", ""))
    words = text if item["kind"] == str(PassageKind.REVIEW) else quote or text
    lead = lead_because(item)
    host, link = place(item["source"])
    publisher = clean(item.get("publisher") or item["domain"])
    return {
        "n": item["n"] or "",
        "stance": item["stance"],
        "origin_words": ORIGINS[item["origin"]],
        "kind_words": badge,
        "kind_means": meaning,
        "caution": f"Lead: {lead}" if lead else "",
        "relevance_words": percent(100 * item["relevance"]),
        "shown": words.replace("\n", "”\n“") if verbatim else "",
        "statement": "" if verbatim else words,
        "context": text if quote and quote != text and not composed else "",
        "title": clean(item["title"]) or publisher,
        "link": passage_link(link, quote) if verbatim else link,
        "host": publisher,
        "address": host,
        "published": day(item["published"]) or ("" if item["kind"] == str(PassageKind.SEED) else "undated"),
        "tier_words": tier_words(item["tier"]),
        "star_signs": star_signs(item["stars"]),
        "star_words": f"Source rated {item['stars']:g} of 5",
        "judged": judged(item),
    }


def lead_because(item: wire.Json) -> str:
    """Why no verdict may rest on it, or "" (backend/trust/sufficiency.py, `countable`).

    A page read in this run counts, though it stays in quarantine until a verdict cites it.
    """
    if item["kind"] == str(PassageKind.SNIPPET):
        return "found, not read in full"
    if item["lead_only"]:
        return "this source never decides a verdict"
    return "stored, not confirmed yet" if item["quarantined"] and item["origin"] == str(Origin.KNOWLEDGE) else ""


def place(url: str) -> tuple[str, str]:
    """The real host to show, and the link; no link unless it is http or https."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return "", ""
    return clean(host), url if parts.scheme in ("http", "https") and host else ""


def passage_link(link: str, quote: str) -> str:
    """The link, with a text fragment at the first paragraph of the quote (WICG Scroll To Text Fragment), if there is one."""
    words = quote.partition("\n")[0].split()
    if not link or not words:
        return link
    ends = [words] if len(words) <= _WHOLE else [words[:_ENDS], words[-_ENDS:]]
    named = ",".join(percent_encoded(" ".join(part), safe="").replace("-", "%2D") for part in ends)
    bare = link.partition(_DIRECTIVE)[0]
    return f"{bare}{'' if '#' in bare else '#'}{_DIRECTIVE}text={named}"


def day(published: str) -> str:
    """For example "1 Mar 2024" or "Mar 2024"; anything else unchanged."""
    found = _DATE.match(published)
    if not found:
        return clean(published)
    year, month, number = found.groups()
    said = f"{_MONTHS[int(month) - 1]} {year}"
    return f"{int(number)} {said}" if number else said


def tier_words(tier: str) -> str:
    """For example "Tier A, authoritative"."""
    return f"Tier {tier}, {TIERS[tier]}"


def star_signs(stars: float) -> str:
    """Five characters, for example ★★★★½."""
    half = "½" if stars % 1 else ""
    signs = "★" * int(stars) + half
    return signs + "☆" * (5 - len(signs))
