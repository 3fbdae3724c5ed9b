"""openFDA: medicine labels, and recalls of medicines and food in the United States (open.fda.gov/apis).

Adverse event reports are not used, because anyone may file one, and the FDA states that the reports do not prove
causation.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

from backend.domain.hygiene import cut_at_word, one_line
from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.base import build_result, field, records, usable_results
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.papers import MAX_TEXT, asked_words, relevant

MAX_LABELS = 2
"""The maximum number of labels per query; a label can be half a megabyte in size."""
MAX_SECTION = 20_000
SECTIONS = (
    "indications_and_usage", "boxed_warning", "contraindications", "warnings", "warnings_and_cautions", "do_not_use",
    "stop_use", "ask_doctor", "adverse_reactions", "drug_interactions", "use_in_specific_populations", "pregnancy",
    "pregnancy_or_breast_feeding", "overdosage", "mechanism_of_action", "dosage_and_administration", "active_ingredient",
    "purpose",
)  # fmt: skip
"""The sections of a label to use, most important first, because long texts are truncated."""
_RECALL = re.compile(
    r"\b(?:recall(?:s|ed|ing)?|contaminat\w*|withdr[ae]wn from|undeclared|salmonella|listeria)\b", re.I
)
_FOOD = re.compile(r"\b(?:foods?|milk|meat|beef|chicken|eggs?|cheese|butter|peanuts?|salad|lettuce|formula|cereal|undeclared"
                   r"|salmonella|listeria|chocolate|flour|fruits?|vegetables?|snacks?|ice cream)\b", re.I)  # fmt: skip
_DAY = re.compile(r"^(\d{4})(\d{2})(\d{2})$")
_REFUSALS = frozenset({"OVER_RATE_LIMIT", "API_KEY_MISSING", "API_KEY_INVALID"})


class OpenFDA:
    """The openFDA engine; `base_url` defaults to https://api.fda.gov and is replaced in tests."""

    name = "openfda"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://api.fda.gov") -> None:
        self._base = base_url.rstrip("/")

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return recalls if the query is about a recall, or else the labels of the medicines that the query names."""
        if _RECALL.search(query.text):
            rows = self._ask(_recall_request(query), timeout_s=timeout_s, stop=stop)
            return usable_results([self._recall_result(query, row) for row in rows], query, self.name)
        rows = self._ask(_label_request(query), timeout_s=timeout_s, stop=stop)
        return usable_results([self._label_result(query, row) for row in rows], query, self.name)

    def _ask(
        self, path_and_params: tuple[str, Mapping[str, str]], *, timeout_s: float, stop: Stop
    ) -> tuple[Mapping[str, object], ...]:
        """Return the rows of the response, or no rows for a 404 with the code NOT_FOUND.

        Raises EngineBlocked if the request is refused, and EngineFailed for any other error.
        """
        path, params = path_and_params
        question = EngineRequest(url=f"{self._base}/{path}", params=params, answers=frozenset({404}))
        answer = ask(self.name, question, timeout_s=timeout_s, stop=stop)
        code = field(answer.get("error"), "code")
        if code == "NOT_FOUND":
            return ()
        if code in _REFUSALS:
            raise EngineBlocked("openfda refuses our questions.", engine=self.name)
        if "error" in answer or not isinstance(answer.get("results"), list):
            raise EngineFailed(f"openfda reports an error ({code or 'unknown shape'}).", engine=self.name)
        return records(answer, "results")

    def _label_result(self, query: SearchQuery, row: Mapping[str, object]) -> SearchResult | None:
        known = row.get("openfda")
        brand, generic = _first_text(known, "brand_name"), _first_text(known, "generic_name")
        text = "\n".join(filter(None, (_section_text(row, section) for section in SECTIONS)))
        title = f"{brand} ({generic.lower()}): label" if brand and generic else f"{brand or generic}: label"
        number = field(row, "set_id")
        record = {
            "url": f"https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid={quote(number)}" if number else "",
            "title": title if brand or generic else "",
            "snippet": relevant(text, query),
            "published": _iso_day(field(row, "effective_time")),
        }
        result = build_result(query, self.name, record) if text and record["title"] else None
        return replace(result, text=cut_at_word(text, MAX_TEXT)) if result else None

    def _recall_result(self, query: SearchQuery, row: Mapping[str, object]) -> SearchResult | None:
        firm, product, reason = (
            one_line(field(row, key)) for key in ("recalling_firm", "product_description", "reason_for_recall")
        )
        begun = _iso_day(field(row, "recall_initiation_date"))
        if not (firm and product and reason):
            return None
        when = f" on {_day_in_words(begun)}" if begun else ""
        lines = [f"{firm} recalled {cut_at_word(product, 300)}{when}.", f"Reason for the recall: {reason.rstrip('.')}."]
        lines += [
            f"{name} of the recall: {field(row, key)}."
            for name, key in (("Class", "classification"), ("Status", "status"), ("Area", "distribution_pattern"))
            if field(row, key)
        ]
        event = field(row, "event_id")
        record = {
            "url": f"https://www.accessdata.fda.gov/scripts/ires/?Event={quote(event)}" if event else "",
            "title": f"{firm}: recall of {cut_at_word(product, 120)}",
            "snippet": " ".join(lines),
            "published": begun,
        }
        result = build_result(query, self.name, record)
        return replace(result, text="\n".join(lines), record=True) if result else None


def _label_request(query: SearchQuery) -> tuple[str, Mapping[str, str]]:
    # All words can be sent, because words that do not name a medicine match nothing.
    words = " OR ".join(f'"{word}"' for word in asked_words(query))
    search = f"openfda.generic_name:({words}) OR openfda.brand_name:({words})"
    return "drug/label.json", {"search": search, "limit": str(min(query.limit, MAX_LABELS))}


def _recall_request(query: SearchQuery) -> tuple[str, Mapping[str, str]]:
    words = [word for word in asked_words(query) if not _RECALL.fullmatch(word)] or list(asked_words(query))
    any_word = " OR ".join(f'"{word}"' for word in words)
    search = f"product_description:({any_word}) OR recalling_firm:({any_word}) OR reason_for_recall:({any_word})"
    kind = "food" if _FOOD.search(query.text) else "drug"
    return f"{kind}/enforcement.json", {"search": search, "limit": str(query.limit)}


def _section_text(row: Mapping[str, object], name: str) -> str:
    """Return the text of one section of a label, on one line."""
    value = row.get(name)
    texts = [one_line(text) for text in value if isinstance(text, str)] if isinstance(value, list) else []
    return cut_at_word(" ".join(texts), MAX_SECTION)


def _first_text(record: object, key: str) -> str:
    value = record.get(key) if isinstance(record, Mapping) else None
    return one_line(value[0]) if isinstance(value, list) and value and isinstance(value[0], str) else ""


def _iso_day(text: str) -> str:
    """Convert 20240312 to 2024-03-12; return "" for any other text."""
    match = _DAY.match(text)
    return "-".join(match.groups()) if match else ""


def _day_in_words(day: str) -> str:
    """Convert 2024-03-12 to 12 March 2024; return any other text unchanged."""
    try:
        return time.strftime("%d %B %Y", time.strptime(day, "%Y-%m-%d")).removeprefix("0")
    except ValueError:
        return day
