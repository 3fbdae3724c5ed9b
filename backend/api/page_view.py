"""What the page's template shows of a result: words beside every figure and colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from backend.domain.verdict import Label

EXAMPLES = (
    "The Earth is flat",
    "Water boils at 50 degrees Celsius at sea level",
    "Apollo 11 landed on the Moon in 1969",
    "5G networks cause COVID-19",
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
"""Names of the colours in claimlight.css and of the icons in the template."""

ORIGINS = {"kb": "Knowledge base", "web": "Web source", "fact_check": "Fact-checker"}
_HIGH, _MEDIUM = 0.75, 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """A result in the wire's shape, with what the template needs besides."""

    result: dict[str, Any]
    tone: str
    confidence_words: str
    supporting: tuple[dict[str, Any], ...]
    refuting: tuple[dict[str, Any], ...]
    neutral: tuple[dict[str, Any], ...]


def verdict_view(result: dict[str, Any]) -> VerdictView:
    """Sort the evidence into for, against and other."""
    cards = [_card(item) for item in result["evidence"]]
    return VerdictView(
        result=result,
        tone=TONES[Label(result["verdict"])],
        confidence_words=confidence_words(result["confidence"]),
        supporting=tuple(card for card in cards if card["stance"] == "supports"),
        refuting=tuple(card for card in cards if card["stance"] == "refutes"),
        neutral=tuple(card for card in cards if card["stance"] == "neutral"),
    )


def confidence_words(confidence: float) -> str:
    """Low, medium or high."""
    if confidence >= _HIGH:
        return "High confidence"
    return "Medium confidence" if confidence >= _MEDIUM else "Low confidence"


def _card(item: dict[str, Any]) -> dict[str, Any]:
    link = item["source"] if urlsplit(item["source"]).scheme in ("http", "https") else ""
    return {**item, "link": link, "origin_words": ORIGINS[item["origin"]]}
