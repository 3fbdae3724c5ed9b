"""Prepares evidence for display, and selects the passages to show first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.domain.article import COMPOSED, PassageKind, review_parts
from backend.domain.evidence import PAST, Origin, Stance
from backend.domain.trust import SourceTier
from backend.messages.messages import Messages
from backend.view.links import passage_link, place
from backend.view.text import clean

Json = Mapping[str, Any]

_BADGES = {"seed": "summary", "record": "summary", "review": "rating", "handout": "handout"}
"""Badges for kinds of text that were not read on the cited page, explained by the messages `card_…` and `card_…_means`."""
_CREDIBLE = frozenset({SourceTier.A, SourceTier.A_PRIME, SourceTier.B})
_SIDES: Mapping[str, tuple[Stance, ...]] = {
    "true": (Stance.SUPPORTS,), "false": (Stance.REFUTES,), "misleading": (Stance.REFUTES, Stance.SUPPORTS),
    "probably_false": (Stance.REFUTES, Stance.SUPPORTS),
}  # fmt: skip
"""The stances to quote for each grade, starting with the stance that the grade rests on."""
_SINGLE_QUOTE = frozenset({"true", "false", "misleading"})
"""Grades for which a single quote is the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvidence:
    """The view of one passage.

    If `quoted` is true, the words were read on the page and are shown in quotation marks. Otherwise, `badge` names the
    kind of text. `context` is the passage around the words, or "" if the passage adds nothing. `link` opens the quote
    on the page, and is "" unless `address` is a web address. `lead` says why no verdict may rest on the passage, or is
    "" if a verdict may.
    """

    n: int
    id: str
    stance: str
    side: str
    words: str
    quoted: bool
    badge: str
    badge_means: str
    lead: str
    context: str
    title: str
    link: str
    address: str
    publisher: str
    host: str
    date: str
    origin: str
    stars: float
    stars_words: str
    relevance: str


def shown(item: Json, n: int, m: Messages) -> ShownEvidence:
    """Return the view of the evidence that has the number `n` in the result."""
    text, quote = clean(item["text"]), clean(item["quote"])
    badge = "" if item["verbatim"] else _BADGES.get(item["kind"], "")
    host, link = place(item["source"])
    lead = lead_kind(item)
    return ShownEvidence(
        n=n,
        id=item["id"],
        stance=item["stance"],
        side=m.text(f"stance_{_side(item)}"),
        words=_review_words(item, m) or words(item),
        quoted=item["verbatim"],
        badge=m.text(f"card_{badge}") if badge else "",
        badge_means=m.text(f"card_{badge}_means") if badge else "",
        lead=m.text(f"lead_{lead}") if lead else "",
        context=text if quote and quote != text and item["kind"] not in COMPOSED else "",
        title="" if is_headline(item) else clean(item["title"]),
        link=passage_link(link, quote) if item["verbatim"] else link,
        address=clean(item["source"]),
        publisher=publisher(item),
        host=host,
        date=_shown_date(item, m),
        origin=m.text(f"origin_{item['origin']}"),
        stars=item["stars"],
        stars_words=m.text("card_stars_tier", item["stars"], item["tier"]),
        relevance=m.text("view_relevance", m.percent(item["relevance"])),
    )


def words(item: Json) -> str:
    """Return the text to show for a passage: the full text of a published rating, otherwise the quote or passage."""
    text, quote = clean(item["text"]), clean(item["quote"])
    return text if item["kind"] == str(PassageKind.REVIEW) else quote or text


def _review_words(item: Json, m: Messages) -> str:
    """Return a published rating as a sentence in the reader's language, or "" for other passages."""
    parts = review_parts(clean(item["text"])) if item["kind"] == str(PassageKind.REVIEW) else None
    return m.text("view_review", publisher(item), *parts) if parts else ""


def publisher(item: Json) -> str:
    """Return the publisher's name, or the domain if the name is unknown, as in results from earlier versions."""
    return clean(item.get("publisher") or item["domain"])


def credible(item: Json) -> bool:
    """Whether the rating of the source is high enough to cite it as credible."""
    return not item["lead_only"] and item["tier"] in _CREDIBLE


def lead_kind(item: Json) -> str:
    """Return why no verdict may rest on the passage: "snippet", "source" or "stored", or "" if a verdict may.

    The rule is the same as in `countable` in backend/trust/sufficiency.py. A page read in this run counts, although the
    page is in quarantine until a verdict cites it.
    """
    if item["kind"] == str(PassageKind.SNIPPET):
        return "snippet"
    if item["lead_only"]:
        return "source"
    return "stored" if item["quarantined"] and item["origin"] == str(Origin.KNOWLEDGE) else ""


def _side(item: Json) -> str:
    """Return the stance of a passage, or the stance that an outdated passage had at its time."""
    past_direction = past_side(item)
    if not past_direction:
        return str(item["stance"])
    return f"outdated_{Stance.SUPPORTS if past_direction > 0 else Stance.REFUTES}"


def past_side(item: Json) -> float:
    """Return 1 or -1 if an outdated passage was for or against the claim at its time, and 0 for other passages."""
    return float(item["signals"].get(PAST, 0.0)) if item["stance"] == Stance.NEUTRAL else 0.0


def is_headline(item: Json) -> bool:
    """Whether the shown words are the title of the page. The title is then not shown again."""
    title, shown_words = (" ".join(text.split()).rstrip(".!") for text in (clean(item["title"]), words(item)))
    return bool(title) and title == shown_words


def first(key: str, evidence: Sequence[Json], among: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of the passages to show first for a grade: the best passage of each stance that the grade quotes.

    If there is no such passage, return the number of the best neutral passage.
    """
    sides = _SIDES.get(key, (Stance.SUPPORTS, Stance.REFUTES))
    picked = tuple(n for side in sides for n in _best_passage(side, evidence, among)) or _best_passage(
        Stance.NEUTRAL, evidence, among
    )
    return picked[:1] if key in _SINGLE_QUOTE else picked


def sides_in_order(key: str) -> tuple[Stance, ...]:
    """Return all three stances, starting with the stance that the grade rests on."""
    chosen = _SIDES.get(key, (Stance.SUPPORTS,))
    return tuple(dict.fromkeys((*chosen, Stance.SUPPORTS, Stance.REFUTES, Stance.NEUTRAL)))


def _best_passage(side: Stance, evidence: Sequence[Json], among: Collection[int]) -> tuple[int, ...]:
    """Return the number of the best passage with a stance. Evidence precedes leads, and quotes precede other texts.

    Among the neutral passages, those that decided the claim at an earlier time come first. The first passage wins a
    tie, because the backend sorts the most decisive evidence first.
    """
    found = [(n, item) for n, item in enumerate(evidence, 1) if n in among and item["stance"] == side]
    return (max(found, key=lambda pair: _display_rank(pair[1]))[0],) if found else ()


def _display_rank(item: Json) -> int:
    return 4 * bool(past_side(item)) + 2 * (not lead_kind(item)) + (item["verbatim"] and not is_headline(item))


def _shown_date(item: Json, m: Messages) -> str:
    """Return the date to show. Built-in facts are kept up to date and need no date."""
    published = clean(item["published"])
    undated = "" if item["kind"] == str(PassageKind.SEED) else m.text("evidence_undated")
    return m.date(published) if published else undated
