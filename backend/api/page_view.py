"""A result in the words of the web page. `static/js/view.js` does the same in the browser; a test compares the two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from backend.api import wire
from backend.api.evidence_view import evidence_view
from backend.api.grade import grade, odds, says
from backend.api.trace_view import charts, gauges, percent, spent, steps
from backend.domain.explanation import Explanation
from backend.domain.verdict import Label, Side
from backend.view.text import clean

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
    Side.PROBABLY_TRUE: "probably_true",
    Side.PROBABLY_FALSE: "probably_false",
}
"""Names of the colours in the style sheets and of the icons."""

_TYPES = {
    "FACTUAL": "Factual claim", "OPINION": "Opinion", "MIXED": "Fact and opinion mixed", "AMBIGUOUS": "Unclear claim"
}  # fmt: skip
_ENGINE_STATES = {"closed": "ready", "open": "paused", "half_open": "trying again"}
_SURE = ((0.9, "Very sure"), (0.75, "Fairly sure"), (0.6, "Somewhat sure"), (0.0, "Unsure"))
"""The extension's words for confidence, each from its lowest value."""
_CITATION = re.compile(r"\[(\d{1,3})\]")


def verdict_view(result: wire.Json) -> dict[str, Any]:
    """Everything the template `verdict_card` shows."""
    cards = [evidence_view(item) for item in result["evidence"]]
    read_as = result.get("read_as", "")
    extracted = read_as or (result["claim"] if result["claim"] != result["original_claim"] else "")
    explained = result.get("explanation") or {}
    return {
        "tone": TONES[grade(result)],
        "verdict": str(grade(result)),
        "says": says(result),
        "odds": _capital(odds(result)),
        "type_words": _TYPES[result["claim_type"]],
        "claim_shown": clean(result["original_claim"]),
        "extracted": clean(extracted),
        "extracted_label": "Read as" if read_as else "Checked part",
        **_figures(result),
        "reasoning": cited(_without_outlook(result["reasoning"], explained), highest=len(cards)),
        "missing": _lines(explained.get("missing", ())),
        "change": _lines(explained.get("change", ())),
        "parts": [_part(part) for part in result["sub_results"]],
        "issues": [{**item, "message": clean(item["message"])} for item in result["issues"]],
        **{side: [card for card in cards if card["stance"] == side] for side in ("supports", "refutes", "neutral")},
        "charts": charts(result),
        "steps": steps(result),
        "gauges": gauges(result),
        "spent": spent(result),
        "decided": _decided(result),
        "unsaved": "" if result["saved"] else "This answer is not kept in your history.",
    }


def engine_view(state: wire.Json) -> dict[str, str]:
    """One line of the engines' list."""
    return {
        "engine": state["engine"].replace("_", " "),
        "state": state["state"],
        "words": _ENGINE_STATES[state["state"]],
    }


def cited(reasoning: str, *, highest: int) -> list[tuple[str, int]]:
    """Pieces of text, each with the evidence number that follows it; 0 for none. Numbers out of range stay in the text."""
    pieces, begin = [], 0
    for match in _CITATION.finditer(reasoning):
        if 1 <= int(match.group(1)) <= highest:
            pieces.append((clean(reasoning[begin : match.start()]), int(match.group(1))))
            begin = match.end()
    return [*pieces, (clean(reasoning[begin:]), 0)]


def _sure_words(confidence: float) -> str:
    """For 0..1, for example "Very sure"."""
    return next(words for least, words in _SURE if confidence >= least)


def _without_outlook(reasoning: str, explained: wire.Json) -> str:
    """What is missing and what would change the verdict have lists of their own."""
    outlook = Explanation(
        found="", missing=tuple(explained.get("missing", ())), change=tuple(explained.get("change", ()))
    ).outlook
    return reasoning.removesuffix(outlook).rstrip() if outlook else reasoning


def _lines(sentences: Sequence[str]) -> list[dict[str, str]]:
    return [{"words": _capital(sentence)} for sentence in map(clean, sentences)]


def _figures(result: wire.Json) -> dict[str, Any]:
    truth, quality = result["truthfulness_percent"], result["evidence_quality_percent"]
    return {
        "rated": Label(result["verdict"]).firm,
        "confidence": 100 * result["confidence"],
        "confidence_words": _sure(result),
        "confidence_note": "How sure Claimlight is of this verdict",
        "truth": truth,
        "truth_words": percent(truth),
        "truth_note": "How much of the claim holds",
        "quality": quality,
        "quality_words": f"{_level(quality)} · {percent(quality)}",
        "quality_note": "How well the sources cover it",
    }


def _sure(result: wire.Json) -> str:
    """For a result or one of its parts; "" if nothing is decided."""
    if result.get("leaning"):
        return _capital(odds(result))
    return (
        ""
        if not Label(result["verdict"]).firm
        else f"{_sure_words(result['confidence'])} · {percent(100 * result['confidence'])}"
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _part(part: wire.Json) -> dict[str, str]:
    why = part["explanation"] or {}
    said = [why.get("sources", ""), *why.get("change", ())]
    return {
        "tone": TONES[grade(part)],
        "verdict": str(grade(part)),
        "claim": clean(part["claim"]),
        "sure": _sure(part),
        "why": clean(" ".join(words for words in said if words)),
    }


def _decided(result: wire.Json) -> str:
    counts = result["analysis_counts"]
    where = "Searched the web." if result["used_web_search"] else "Decided without a web search."
    return (
        f"{counts['supports']} for, {counts['refutes']} against, {counts['neutral']} neutral, "
        f"from {counts['domains']} {'source' if counts['domains'] == 1 else 'sources'}. {where}"
    )


def _level(percent: float) -> str:
    if percent >= 75:
        return "High"
    return "Medium" if percent >= 45 else "Low"
