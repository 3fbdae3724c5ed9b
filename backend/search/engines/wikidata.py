"""Wikidata: facts about named entities, as sentences (www.wikidata.org/w/api.php)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed, EngineTimeout
from backend.search.engines.base import build_result, field, records
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.mediawiki import raise_for_error
from backend.search.engines.papers import relevant
from backend.search.engines.wikidata_facts import Fact, facts, sentence
from backend.search.engines.wikidata_values import Labels
from backend.search.plan import names

MAX_NAMES = 2
"""The maximum number of names to look up per query; each lookup costs two requests."""
MAX_LABELS = 50
"""The maximum number of ids in one request for labels."""
_LIST_PAGES = ("disambiguation page", "list article", "Wikimedia category")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entity:
    """An entity found by a lookup."""

    id: str
    label: str
    description: str


class Wikidata:
    """The Wikidata engine; `base_url` defaults to https://www.wikidata.org and is replaced in tests."""

    name = "wikidata"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://www.wikidata.org") -> None:
        self._url = f"{base_url.rstrip('/')}/w/api.php"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return one result per entity that the query names, with one fact per line and the URL of the entity's page."""
        call = _ApiSession(self.name, self._url, _language_code(query), time.monotonic() + timeout_s, stop)
        entities = dict.fromkeys(
            filter(None, (call.find_entity(name) for name in names(query.text, query.language)[:MAX_NAMES]))
        )
        facts_by_entity = {entity: call.facts(entity.id) for entity in entities}
        label_ids = dict.fromkeys(
            item for entity_facts in facts_by_entity.values() for fact in entity_facts for item in fact.entities
        )
        labels = call.labels(label_ids) if label_ids else {}
        results = [
            self._result(query, entity, entity_facts, labels) for entity, entity_facts in facts_by_entity.items()
        ]
        return tuple(result for result in results if result is not None)[: query.limit]

    def _result(
        self, query: SearchQuery, entity: _Entity, entity_facts: tuple[Fact, ...], labels: Labels
    ) -> SearchResult | None:
        lines = [f"{entity.label}: {entity.description}"] if entity.description else []
        lines += filter(None, (sentence(entity.label, fact, labels) for fact in entity_facts))
        record = {
            "url": f"https://www.wikidata.org/wiki/{entity.id}",
            "title": entity.label,
            "snippet": relevant(". ".join(lines), query),
        }
        result = build_result(query, self.name, record) if lines else None
        return replace(result, text="\n".join(lines), record=True) if result else None


@dataclass(frozen=True, slots=True)
class _ApiSession:
    """The requests of one search, which all share its time limit."""

    engine: str
    url: str
    language: str
    until: float
    stop: Stop

    def _ask(self, params: Mapping[str, str]) -> Mapping[str, object]:
        left = self.until - time.monotonic()
        if left <= 0:
            raise EngineTimeout(f"{self.engine} did not answer in time.", engine=self.engine)
        question = EngineRequest(url=self.url, params={**params, "format": "json", "formatversion": "2"})
        answer = ask(self.engine, question, timeout_s=left, stop=self.stop)
        raise_for_error(self.engine, answer)
        return answer

    def find_entity(self, name: str) -> _Entity | None:
        """Return the first entity that Wikidata finds for this name, excluding list pages, or None if there is none."""
        answer = self._ask({
            "action": "wbsearchentities", "search": name, "language": self.language, "uselang": self.language,
            "type": "item", "limit": "3",
        })  # fmt: skip
        if not isinstance(answer.get("search"), list):
            raise EngineFailed("wikidata's answer has an unknown shape.", engine=self.engine)
        rows = records(answer, "search")
        known = [_Entity(id=field(r, "id"), label=field(r, "label"), description=field(r, "description")) for r in rows]
        usable = [entity for entity in known if entity.id and entity.label]
        if known and not usable:
            raise EngineFailed("wikidata's results cannot be read.", engine=self.engine)
        things = [entity for entity in usable if not any(kind in entity.description for kind in _LIST_PAGES)]
        return things[0] if things else None

    def facts(self, entity: str) -> tuple[Fact, ...]:
        """Return the entity's statements, without their references, which would make up most of the response."""
        answer = self._ask({"action": "wbgetclaims", "entity": entity, "props": ""})
        claims = answer.get("claims")
        # MediaWiki writes an empty mapping as [].
        if claims != [] and not isinstance(claims, Mapping):
            raise EngineFailed("wikidata's answer has an unknown shape.", engine=self.engine)
        return facts(claims) if isinstance(claims, Mapping) else ()

    def labels(self, label_ids: Iterable[str]) -> Labels:
        """Return the labels of properties, entities and units in the query's language, or in a fallback language."""
        ids = list(label_ids)
        labels: dict[str, str] = {}
        for begin in range(0, len(ids), MAX_LABELS):
            answer = self._ask({
                "action": "wbgetentities", "ids": "|".join(ids[begin : begin + MAX_LABELS]), "props": "labels",
                "languages": self.language, "languagefallback": "1",
            })  # fmt: skip
            entities = answer.get("entities")
            if not isinstance(entities, Mapping):
                raise EngineFailed("wikidata's answer has an unknown shape.", engine=self.engine)
            labels.update({item: label for item, record in entities.items() if (label := self._label_text(record))})
        return labels

    def _label_text(self, record: object) -> str:
        listed = record.get("labels") if isinstance(record, Mapping) else None
        return field(listed.get(self.language), "value") if isinstance(listed, Mapping) else ""


def _language_code(query: SearchQuery) -> str:
    code = query.language.split("-", maxsplit=1)[0].lower()
    return code if code.isascii() and code.isalpha() and 2 <= len(code) <= 3 and code != "und" else "en"
