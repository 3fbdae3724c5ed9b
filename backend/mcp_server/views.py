"""Converts the backend's JSON to the results of the tools.

Only quotes and URLs contain text from pages; titles and reasoning are dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from backend.mcp_server.answers import (
    CheckedClaim,
    Citation,
    ClaimPart,
    FoundPassage,
    FoundPassages,
    Problem,
    Quote,
    TextCheck,
    Unchecked,
)
from backend.mcp_server.neutral import LONGEST_QUOTE, neutral, neutral_quote, neutral_url
from backend.messages.catalogue import DEFAULT
from backend.messages.messages import messages
from backend.sources.publishers import publisher_name
from backend.view.answer import answer_view

Json = Mapping[str, Any]
MOST_QUOTES = 8
MOST_ISSUES = 10
VERDICTS = "claimlight://verdicts/"
_SHORT = 200


def verdict(result: Json, *, most: int = MOST_QUOTES) -> CheckedClaim:
    """Convert a result of /api/verify, or a stored result, and add the texts that the user's card shows."""
    explained = result.get("explanation") or {}
    shown = answer_view(result, messages(DEFAULT))
    limits = [{"code": limit.code, "message": limit.words, "severity": limit.severity} for limit in shown.limits]
    return CheckedClaim(
        claim=neutral(result["original_claim"], LONGEST_QUOTE),
        read_as=neutral(result.get("read_as", ""), LONGEST_QUOTE),
        headline=f"{shown.grade.words} ({shown.certainty})" if shown.certainty else shown.grade.words,
        summary=neutral(shown.says),
        label=result["verdict"],
        **_leaning_fields(result),
        confidence=result["confidence"],
        supporting=explained.get("supporting", 0),
        refuting=explained.get("refuting", 0),
        quotes=quotes(result["evidence"], most),
        parts=tuple(
            ClaimPart(claim=neutral(part["claim"], LONGEST_QUOTE), label=part["verdict"], **_leaning_fields(part))
            for part in result["sub_results"]
        ),
        issues=problems(limits),
        resource=f"{VERDICTS}{result['session_id']}" if result["saved"] else "",
    )


def citation(report: Json) -> Citation:
    """Convert a report of /api/citation."""
    return Citation(
        claim=neutral(report["claim"], LONGEST_QUOTE),
        says=report["says"],
        url=neutral_url(report["url"]),
        read_at=neutral_url(report["read_at"]),
        quotes=quotes(report["evidence"], MOST_QUOTES),
        issues=problems(report["issues"]),
    )


def found(answer: Json) -> FoundPassages:
    """Convert the passages that /api/knowledge/search found."""
    return FoundPassages(passages=tuple(_build_passage(n, item) for n, item in enumerate(answer["results"], start=1)))


def text_check(scan: Json, verdicts: Sequence[CheckedClaim], unchecked: Sequence[Unchecked]) -> TextCheck:
    """Convert the scan of a text, and add the outcomes for the sentences of the text."""
    return TextCheck(
        sentences=scan["sentences"],
        worthy=scan["worthy"],
        verdicts=tuple(verdicts),
        unchecked=tuple(unchecked),
        issues=problems(scan["issues"]),
    )


def quotes(evidence: Sequence[Json], most: int) -> tuple[Quote, ...]:
    """Return at most `most` quotes: first the supporting and refuting quotes, then the neutral ones, each in backend order."""
    order = sorted(evidence, key=lambda item: item["stance"] == "neutral")
    return tuple(_build_quote(n, item) for n, item in enumerate(order[:most], start=1))


def problems(issues: Sequence[Json]) -> tuple[Problem, ...]:
    """Convert the issues.

    The messages are neutralised, because they may contain host names, which anyone can choose.
    """
    return tuple(
        Problem(code=neutral(item["code"], _SHORT), message=neutral(item["message"]), severity=item["severity"])
        for item in issues[:MOST_ISSUES]
    )


def _leaning_fields(result: Json) -> dict[str, Any]:
    leaning = result.get("leaning")
    return {
        "leaning": leaning["label"] if leaning else None,
        "probability": leaning["probability"] if leaning else None,
    }


def _build_quote(n: int, item: Json) -> Quote:
    words = item["text"] if item["kind"] == "review" else item["quote"] or item["text"]
    return Quote(
        n=n,
        quote=neutral_quote(words),
        verbatim=item["verbatim"],
        kind=item["kind"],
        stance=item["stance"],
        counts=not (item["lead_only"] or item["kind"] == "snippet" or _is_unconfirmed(item)),
        url=neutral_url(item["source"]),
        publisher=neutral(item.get("publisher") or item["domain"], _SHORT),
        published=_iso_day(item["published"]),
        tier=item["tier"],
    )


def _is_unconfirmed(item: Json) -> bool:
    return bool(item["quarantined"] and item["origin"] == "kb")


def _build_passage(n: int, item: Json) -> FoundPassage:
    return FoundPassage(
        n=n,
        quote=neutral_quote(item["text"]),
        verbatim=item["verbatim"],
        kind=item["kind"],
        url=neutral_url(item["source"]),
        publisher=neutral(publisher_name(item["domain"]), _SHORT),
        published=_iso_day(item["published"]),
        tier=item["tier"],
        confirmed=not item["quarantined"],
        similarity=max(-1.0, min(1.0, item["similarity"])),
    )


def _iso_day(published: str) -> str:
    """Return the date that a page declared, in ISO format, or "" if the text is not a date."""
    try:
        return date.fromisoformat(published[:10]).isoformat()
    except ValueError:
        return ""
