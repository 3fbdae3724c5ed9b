"""Expresses an entity's statements as sentences: "Mount Everest: elevation above sea level 8,848.86 metre"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.search.engines.base import field, records
from backend.search.engines.wikidata_values import Labels, entities_in, in_words, time_in_words

PROPERTIES_FILE = Path(__file__).parent.parent / "data" / "wikidata_properties.json"
MAX_FACTS = 30
"""The maximum number of facts per entity; facts are taken in the order of the properties file."""
MAX_VALUES = 5
"""The maximum number of values per property; if the values changed over time, the latest are used."""
_AS_OF, _FROM, _UNTIL = "P585", "P580", "P582"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement. `value` is a `datavalue`; `when` is "as of 2021", "from 2005 to 2021" or ""."""

    about: str
    value: Mapping[str, object]
    when: str = ""

    @property
    def entities(self) -> tuple[str, ...]:
        """The ids of the property and entities whose labels the sentence needs."""
        return (self.about, *entities_in(self.value))


@cache
def properties() -> tuple[str, ...]:
    """Return the ids of the properties to use, most frequently needed first."""
    return tuple(json.loads(PROPERTIES_FILE.read_text(encoding="utf-8")))


def facts(claims: Mapping[str, object]) -> tuple[Fact, ...]:
    """Return the valid statements of an entity: statements of the best rank that are not deprecated and have a known value."""
    kept: list[Fact] = []
    for property_id in properties():
        kept += _facts_of_property(property_id, records(claims, property_id))
    return tuple(kept[:MAX_FACTS])


def _facts_of_property(property_id: str, statements: tuple[Mapping[str, object], ...]) -> list[Fact]:
    preferred = [s for s in statements if field(s, "rank") == "preferred"]
    valid_statements = preferred or [s for s in statements if field(s, "rank") == "normal"]
    newest_first = sorted(valid_statements, key=_time_key, reverse=True)
    property_facts = [
        Fact(about=property_id, value=value, when=_time_phrase(s))
        for s in newest_first
        if (value := _known_value(s.get("mainsnak")))
    ]
    return property_facts[:MAX_VALUES]


def _known_value(snak: object) -> Mapping[str, object] | None:
    """Return the value of the snak, or None if the value is "unknown" or "none"."""
    value = snak.get("datavalue") if isinstance(snak, Mapping) and field(snak, "snaktype") == "value" else None
    return value if isinstance(value, Mapping) else None


def _qualifier(statement: Mapping[str, object], property_id: str) -> Mapping[str, object] | None:
    """Return the value of the statement's first qualifier with this property, or None."""
    rows = records(statement.get("qualifiers"), property_id)
    value = _known_value(rows[0]) if rows else None
    inner = value.get("value") if value else None
    return inner if isinstance(inner, Mapping) else None


def _time_key(statement: Mapping[str, object]) -> str:
    """Return a key that sorts by time; in descending order, statements without a time come last."""
    times = [field(_qualifier(statement, property_id), "time") for property_id in (_AS_OF, _FROM)]
    return max((time.removeprefix("+") for time in times if time.startswith("+")), default="")


def _time_phrase(statement: Mapping[str, object]) -> str:
    as_of, begun, ended = (time_in_words(_qualifier(statement, property_id)) for property_id in (_AS_OF, _FROM, _UNTIL))
    if as_of:
        return f"as of {as_of}"
    if begun and ended:
        return f"from {begun} to {ended}"
    return f"since {begun}" if begun else f"until {ended}" if ended else ""


def sentence(entity: str, fact: Fact, labels: Labels) -> str:
    """Return the sentence `ENTITY: PROPERTY VALUE (WHEN)`, or "" if a label is missing."""
    property_label, value = labels.get(fact.about, ""), in_words(fact.value, labels)
    when = f" ({fact.when})" if fact.when else ""
    return f"{entity}: {property_label} {value}{when}" if property_label and value else ""
