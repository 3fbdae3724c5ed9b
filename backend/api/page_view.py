"""A result in the words of the web page. `static/js/view.js` says the same in the browser; a test compares the two."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from backend.api import wire
from backend.api.trace_view import charts, clean, gauges, judged, percent, spent, steps
from backend.domain.article import PassageKind
from backend.domain.evidence import Origin
from backend.domain.verdict import Label

EXAMPLES = (
    "The Earth is flat",
    "Apollo 11 landed on the Moon in 1969",
    "5G networks cause COVID-19",
    "Water boils at 50C",
    "Minecraft is the best 2D game",
)

TONES = {
    Label.TRUE: "true",
    Label.FALSE: "false",
    Label.PARTIALLY_TRUE: "partial",
    Label.MISLEADING: "misleading",
    Label.NOT_ENOUGH_EVIDENCE: "unknown",
    Label.NOT_VERIFIABLE: "opinion",
}
"""Names of the colours in the style sheets and of the icons."""

_COMPOSED = {str(PassageKind.REVIEW): "Published rating", str(PassageKind.RECORD): "Database record"}
"""What was put together from data, so that its page does not say it in these words."""
_ORIGINS = {"kb": "Knowledge base", "web": "Web source", "fact_check": "Fact-checker"}
_TYPES = {
    "FACTUAL": "Factual claim", "OPINION": "Opinion", "MIXED": "Fact and opinion mixed", "AMBIGUOUS": "Unclear claim"
}  # fmt: skip
_ENGINE_STATES = {"closed": "ready", "open": "paused", "half_open": "trying again"}
_CITATION = re.compile(r"\[(\d{1,3})\]")


def verdict_view(result: wire.Json) -> dict[str, Any]:
    """Everything that the template `verdict_card` shows."""
    cards = [evidence_view(item) for item in result["evidence"]]
    extracted = result["claim"] if result["claim"] != result["original_claim"] else ""
    return {
        "tone": TONES[Label(result["verdict"])],
        "verdict": result["verdict"],
        "type_words": _TYPES[result["claim_type"]],
        "claim_shown": clean(result["original_claim"]),
        "extracted": clean(extracted),
        **_figures(result),
        "reasoning": cited(result["reasoning"], highest=len(cards)),
        "parts": [_part(part) for part in result["sub_results"]],
        "issues": [{**item, "message": clean(item["message"])} for item in result["issues"]],
        **{side: [card for card in cards if card["stance"] == side] for side in ("supports", "refutes", "neutral")},
        "charts": charts(result),
        "steps": steps(result),
        "gauges": gauges(result),
        "spent": spent(result),
        "decided": _decided(result),
    }


def evidence_view(item: wire.Json) -> dict[str, Any]:
    """One evidence card. A published rating or a record is a `statement`, not quoted: its page does not say it in these words."""
    text, quote = clean(item["text"]), clean(item["quote"])
    composed = _COMPOSED.get(item["kind"], "")
    statement = quote or text if item["kind"] == str(PassageKind.RECORD) else text
    lead = lead_because(item)
    host, link = place(item["source"])
    return {
        "n": item["n"] or "",
        "stance": item["stance"],
        "origin_words": _ORIGINS[item["origin"]],
        "rated_words": composed,
        "caution": f"Lead: {lead}" if lead else "",
        "relevance_words": percent(100 * item["relevance"]),
        "shown": "" if composed else quote or text,
        "statement": statement if composed else "",
        "context": text if quote and quote != text and not composed else "",
        "title": clean(item["title"]) or host,
        "link": link,
        "host": host,
        "published": item["published"],
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


def engine_view(state: wire.Json) -> dict[str, str]:
    """One line of the engines' list."""
    return {
        "engine": state["engine"].replace("_", " "),
        "state": state["state"],
        "words": _ENGINE_STATES[state["state"]],
    }


def cited(reasoning: str, *, highest: int) -> list[tuple[str, int]]:
    """Pieces of text, each with the evidence number that follows it; 0 for none. Numbers out of range stay text."""
    pieces, begin = [], 0
    for match in _CITATION.finditer(reasoning):
        if 1 <= int(match.group(1)) <= highest:
            pieces.append((clean(reasoning[begin : match.start()]), int(match.group(1))))
            begin = match.end()
    return [*pieces, (clean(reasoning[begin:]), 0)]


def place(url: str) -> tuple[str, str]:
    """The real host to show, and the link; no link unless it is http or https."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return "", ""
    return clean(host), url if parts.scheme in ("http", "https") and host else ""


def star_signs(stars: float) -> str:
    """Five signs, for example ★★★★½."""
    half = "½" if stars % 1 else ""
    signs = "★" * int(stars) + half
    return signs + "☆" * (5 - len(signs))


def _figures(result: wire.Json) -> dict[str, Any]:
    checked = result["verdict"] != str(Label.NOT_VERIFIABLE)
    confidence, truth = 100 * result["confidence"], result["truthfulness_percent"]
    quality = result["evidence_quality_percent"]
    return {
        "confidence": confidence,
        "confidence_words": f"{_level(confidence)} · {percent(confidence)}",
        "confidence_note": "How sure Claimlight is of this verdict",
        "truth": truth if checked else 0,
        "truth_words": percent(truth) if checked else "Not rated",
        "truth_note": "How much of the claim holds",
        "quality": quality,
        "quality_words": f"{_level(quality)} · {percent(quality)}",
        "quality_note": "How well the sources cover it",
    }


def _part(part: wire.Json) -> dict[str, str]:
    why = part["explanation"] or {}
    said = [why.get("sources", ""), *why.get("change", ())]
    return {
        "tone": TONES[Label(part["verdict"])],
        "verdict": part["verdict"],
        "claim": clean(part["claim"]),
        "why": clean(" ".join(words for words in said if words)),
    }


def _decided(result: wire.Json) -> str:
    counts = result["analysis_counts"]
    where = "Searched the web." if result["used_web_search"] else "Decided without a web search."
    return (
        f"{counts['supports']} for, {counts['refutes']} against, {counts['neutral']} neutral, "
        f"from {counts['domains']} sources. {where}"
    )


def _level(percent: float) -> str:
    if percent >= 75:
        return "High"
    return "Medium" if percent >= 45 else "Low"
