"""Statements that passages make about entities, and the graph paths that start from a claim's entities."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """One statement from a passage, in the words of the passage.

    A negated `relation` includes the negation ("does not cause"). `start` and `end` are the span of the sentence in the
    passage's text. `object_key` is "" if the object cannot have further edges because it is a number, a date or a
    quality. `confidence` (0..1) is the share of correct statements among those extracted by the same rule.
    """

    subject: str
    relation: str
    object: str
    subject_key: str
    object_key: str
    start: int
    end: int
    confidence: float
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTriple:
    """A stored triple with its provenance. `extractor` is the name and version of the extractor; timestamps are ISO 8601."""

    triple: Triple
    passage_id: str
    source: str
    published: str
    retrieved: str
    extractor: str
    extracted: str

    @property
    def ends(self) -> frozenset[str]:
        """The keys of the entities that the triple connects."""
        return frozenset({self.triple.subject_key, self.triple.object_key} - {""})


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPath:
    """One or two triples that connect the claim's entities to a passage. `score` is the raw graph score, 0..1 (docs/design.md#recall)."""

    hops: tuple[KnownTriple, ...]
    score: float

    @property
    def words(self) -> str:
        """The path in readable form: "Canberra → is the capital of → Australia"."""
        steps = (f"{hop.triple.subject} → {hop.triple.relation} → {hop.triple.object}" for hop in self.hops)
        return "; ".join(steps)
