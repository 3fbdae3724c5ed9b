"""One piece of evidence in the words of the web page. `static/js/evidence.js` does the same in the browser; a test compares the two."""

from __future__ import annotations

import re
from typing import Any

from backend.api import wire
from backend.api.trace_view import judged, percent
from backend.domain.article import COMPOSED, PassageKind
from backend.view.evidence import lead_kind
from backend.view.links import passage_link, place
from backend.view.text import clean

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
_LEADS = {
    "": "",
    "snippet": "found, not read in full",
    "source": "this source never decides a verdict",
    "stored": "stored, not confirmed yet",
}
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_DATE = re.compile(r"(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?", re.ASCII)


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
    """Why no verdict may rest on it, or ""."""
    return _LEADS[lead_kind(item)]


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
