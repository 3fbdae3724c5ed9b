"""What passages say about entities, and the graph paths from a claim's words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """One statement of one passage, in the passage's words; a denial is part of `relation` ("does not cause") and sets `negated`.

    `start`, `end` span the sentence in the passage's text. `object_key` is "" for an end without further edges
    (a number, a date, a quality). `confidence` (0..1) is how often statements extracted in this way are right.
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
    """A triple of the record with its provenance; `extractor` names the reader and its version, times are ISO 8601."""

    triple: Triple
    passage_id: str
    source: str
    published: str
    retrieved: str
    extractor: str
    extracted: str

    @property
    def ends(self) -> frozenset[str]:
        """The entities that it connects."""
        return frozenset({self.triple.subject_key, self.triple.object_key} - {""})


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPath:
    """One or two triples that lead from the claim's entities to a passage. `score` is the raw graph score, 0..1 (docs/design.md#recall)."""

    hops: tuple[KnownTriple, ...]
    score: float

    @property
    def words(self) -> str:
        """Human-readable: "Canberra → is the capital of → Australia"."""
        steps = (f"{hop.triple.subject} → {hop.triple.relation} → {hop.triple.object}" for hop in self.hops)
        return "; ".join(steps)
