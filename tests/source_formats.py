"""Responses in the documented formats of the keyless sources, for servers on loopback. All contents are invented."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from tests.loopback import LoopbackReply, Request

JULIAN, GREGORIAN = "http://www.wikidata.org/entity/Q1985786", "http://www.wikidata.org/entity/Q1985727"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """One paper, label, article or item, which each format represents in its own way."""

    title: str
    text: str
    id: str
    day: str = "2021-04-09"


def as_json(value: object, status: int = 200) -> LoopbackReply:
    """Return a JSON response."""
    return LoopbackReply(status=status, body=json.dumps(value).encode(), content_type="application/json")


def europe_pmc(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return a response of /search with resultType=core."""
    results = [
        {
            "id": row.id, "source": "MED", "pmid": row.id, "doi": f"10.1234/{row.id}", "title": row.title,
            "authorString": "Vance A, Brook C.", "journalInfo": {"journal": {"title": "Journal of Rivers"}},
            "pubYear": row.day[:4], "abstractText": row.text, "pubTypeList": {"pubType": ["Journal Article"]},
            "firstPublicationDate": row.day,
        }
        for row in rows
    ]  # fmt: skip
    listed = {
        "version": "6.9",
        "hitCount": len(rows),
        "request": {"queryString": "q"},
        "resultList": {"result": results},
    }
    return as_json(listed)


def openalex(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return a page of /works, in which abstracts are inverted indexes."""
    results = [
        {
            "id": f"https://openalex.org/W{row.id}", "doi": f"https://doi.org/10.1234/{row.id}", "display_name": row.title,
            "publication_date": row.day, "abstract_inverted_index": inverted(row.text), "is_retracted": False,
        }
        for row in rows
    ]  # fmt: skip
    return as_json({"meta": {"count": len(rows), "page": 1, "per_page": 8}, "results": results, "group_by": []})


def inverted(text: str) -> dict[str, list[int]]:
    """Return a text in OpenAlex's format."""
    index: dict[str, list[int]] = {}
    for position, word in enumerate(text.split()):
        index.setdefault(word, []).append(position)
    return index


def crossref(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return a work list of /works."""
    items = [
        {
            "DOI": f"10.1234/{row.id}", "title": [row.title], "type": "journal-article", "publisher": "River Press",
            "abstract": f"<jats:title>Abstract</jats:title><jats:p>{row.text}</jats:p>", "URL": "https://doi.org/10.1234/x",
            "published": {"date-parts": [[int(part) for part in row.day.split("-")]]},
        }
        for row in rows
    ]  # fmt: skip
    message = {"total-results": len(rows), "items-per-page": 8, "items": items}
    return as_json({"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message})


def semantic_scholar(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return a page of /graph/v1/paper/search."""
    data = [
        {
            "paperId": f"{row.id:0>40}", "externalIds": {"DOI": f"10.1234/{row.id}", "CorpusId": 7}, "title": row.title,
            "url": f"https://www.semanticscholar.org/paper/{row.id}", "abstract": row.text, "publicationDate": row.day,
        }
        for row in rows
    ]  # fmt: skip
    return as_json({"total": len(rows), "offset": 0, "data": data} if data else {"total": 0, "offset": 0})


def arxiv(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return the Atom feed of /api/query."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{row.id}v2</id><published>{row.day}T17:59:59Z</published>"
        f"<updated>{row.day}T17:59:59Z</updated><title>{row.title}</title><summary>\n  {row.text}\n</summary>"
        f'<author><name>A. Vance</name></author><link href="http://arxiv.org/abs/{row.id}v2" rel="alternate"/></entry>'
        for row in rows
    )
    return atom(entries, total=len(rows))


def atom(entries: str, *, total: int = 1) -> LoopbackReply:
    """Return an arXiv feed with these entries."""
    feed = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"'
        ' xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"<title>ArXiv Query</title><id>http://arxiv.org/api/x</id><opensearch:totalResults>{total}"
        f"</opensearch:totalResults>{entries}</feed>"
    )
    return LoopbackReply(body=feed.encode(), content_type="application/atom+xml; charset=utf-8")


def gdelt(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return an ArtList in JSON; an empty result is an empty object."""
    articles = [
        {
            "url": f"https://news.example/{row.id}", "url_mobile": "", "title": row.title, "domain": "news.example",
            "seendate": f"{row.day.replace('-', '')}T081500Z", "socialimage": "", "language": "English",
            "sourcecountry": "United Kingdom",
        }
        for row in rows
    ]  # fmt: skip
    return as_json({"articles": articles} if articles else {})


def openfda(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return rows of /drug/label.json; an empty result is a 404 with a code."""
    if not rows:
        return as_json({"error": {"code": "NOT_FOUND", "message": "No matches found!"}}, 404)
    results = [
        {
            "set_id": row.id, "id": "x", "effective_time": row.day.replace("-", ""), "warnings": [f"Warnings {row.text}"],
            "openfda": {"brand_name": [row.title], "generic_name": ["HALDENOL"]},
        }
        for row in rows
    ]  # fmt: skip
    return as_json({"meta": {"results": {"skip": 0, "limit": 2, "total": len(rows)}}, "results": results})


def wikidata(rows: Sequence[SourceRecord], request: Request) -> LoopbackReply:
    """Return a response of /w/api.php for wbsearchentities (the first name finds the first row), wbgetclaims or wbgetentities."""
    action = request.query["action"][0]
    if action == "wbsearchentities":
        names = [row.title.split()[0].lower() for row in rows]
        asked = request.query["search"][0].split()[0].lower()
        found = [row for row, name in zip(rows, names, strict=True) if name == asked]
        hits = [{"id": f"Q{row.id}", "label": row.title, "description": row.text} for row in found]
        return as_json({"searchinfo": {"search": asked}, "search": hits, "success": 1})
    if action == "wbgetclaims":
        return as_json({"claims": []})
    return as_json({"entities": {}, "success": 1})


def quantity(amount: str, unit: str = "1", **bounds: str) -> dict[str, Any]:
    """Return a quantity as a datavalue; `unit` is an id or "1"."""
    unit = f"http://www.wikidata.org/entity/{unit}" if unit != "1" else unit
    return {"type": "quantity", "value": {"amount": amount, "unit": unit, **bounds}}


def moment(time: str, precision: int, calendar: str = GREGORIAN) -> dict[str, Any]:
    """Return a point in time as a datavalue."""
    return {"type": "time", "value": {"time": time, "precision": precision, "calendarmodel": calendar, "timezone": 0}}


def item(entity: str) -> dict[str, Any]:
    """Return a reference to another item as a datavalue."""
    return {"type": "wikibase-entityid", "value": {"entity-type": "item", "numeric-id": int(entity[1:]), "id": entity}}


def statement(value: Mapping[str, Any], rank: str = "normal", **qualifiers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a statement with this main value."""
    asked = {about: [{"snaktype": "value", "property": about, "datavalue": v}] for about, v in qualifiers.items()}
    return {
        "mainsnak": {"snaktype": "value", "datavalue": value},
        "type": "statement",
        "rank": rank,
        "qualifiers": asked,
    }


def feed(rows: Sequence[SourceRecord], _: Request) -> LoopbackReply:
    """Return an RSS 2.0 feed as newspapers publish it."""
    items = "".join(
        f"<item><title>{row.title}</title><description>{row.text}</description>"
        f"<link>{f'https://news.example/{row.id}' if row.id else ''}</link>"
        f"<pubDate>{_rfc_2822(row.day)}</pubDate></item>"
        for row in rows
    )
    body = (
        f'<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title>{items}</channel></rss>'
    )
    return LoopbackReply(body=body.encode(), content_type="application/rss+xml")


def _rfc_2822(day: str) -> str:
    return format_datetime(datetime.fromisoformat(f"{day}T10:00:00+00:00")) if day else ""
