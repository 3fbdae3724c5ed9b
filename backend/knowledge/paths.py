"""Finds and scores one- and two-hop paths from a claim's entities to passages (docs/design.md#recall)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.domain.entities import mention_keys
from backend.domain.graph import GraphPath, KnownTriple
from backend.domain.text import content_stems
from backend.knowledge.constants import GRAPH, RECALL
from backend.knowledge.triples import Triples, View

SAME_AS = "is short for"
"""The relation between an abbreviation and its expansion. A claim that names one is taken to name the other as well."""


def paths(triples: Triples, claim: str, *, seconds: float = RECALL.graph_s) -> dict[str, GraphPath]:
    """Return the best path to each of at most 20 passages that the graph proposes for the claim, by passage id.

    Raises StorageError, or StorageTooSlow if the search takes longer than `seconds`.
    """
    keys = mention_keys(claim)
    if not keys:
        return {}
    with triples.view(seconds) as view:
        degrees = view.degrees(keys)
        linked = _with_synonyms(view, sorted(degrees, key=lambda k: (degrees[k], k))[: GRAPH.max_linked])
        claim_words = _ClaimWords(claim, linked)
        first = claim_words.best([(hop,) for hop in _first_hops(view, linked)])
        second = claim_words.best(_second_hops(view, claim_words, first))
    return _best_by_passage([*first, *second])


class _ClaimWords:
    """The words of a claim, with methods that score paths by these words."""

    def __init__(self, claim: str, linked: Mapping[str, str]) -> None:
        self.linked = linked
        self._stems = frozenset(content_stems(claim))

    def share(self, hops: Sequence[KnownTriple]) -> float:
        """Return the share of the claim's content words that occur in the path, 0..1."""
        said = [f"{hop.triple.subject} {hop.triple.relation} {hop.triple.object}" for hop in hops]
        return self._covered_share([*said, *self._named_ends(hops)])

    def _named_ends(self, hops: Sequence[KnownTriple]) -> list[str]:
        """Return those end entities of the hops that the claim names, as keys in the claim's own wording."""
        return [self.linked[end] for hop in hops for end in sorted(hop.ends) if end in self.linked]

    def _covered_share(self, texts: Iterable[str]) -> float:
        return len(self._stems & _stems(texts)) / len(self._stems) if self._stems else 0.0

    def score(self, hops: Sequence[KnownTriple]) -> float:
        """Return the score of a path, 0..1.

        The score is confidence * (0.5 * share of the claim's words in the path + 0.5 * share in the ends that the claim
        names). It is multiplied by 0.6 for two hops, increased by 0.05 if the source has a URL, and capped at 1.
        """
        covered = self._covered_share(self._named_ends(hops))
        quality = GRAPH.ends_weight * covered + (1 - GRAPH.ends_weight) * self.share(hops)
        decay = 1.0 if len(hops) == 1 else GRAPH.second_hop
        bonus = GRAPH.url_bonus if hops[-1].source else 0.0
        return round(min(1.0, min(hop.triple.confidence for hop in hops) * quality * decay + bonus), 4)

    def best(self, found: Iterable[Sequence[KnownTriple]]) -> tuple[GraphPath, ...]:
        """Return the paths that reach the minimum score, best first."""
        scored = (GraphPath(hops=tuple(hops), score=self.score(hops)) for hops in found)
        return tuple(sorted((path for path in scored if path.score >= GRAPH.min_path), key=_sort_key))


@dataclass(frozen=True, slots=True)
class _Bridge:
    """An entity that the claim does not name, with the first hop that leads to the entity."""

    key: str
    hop: KnownTriple


def _with_synonyms(view: View, keys: Sequence[str]) -> dict[str, str]:
    """Return the claim's keys with their abbreviations and expansions, each mapped to the key that the claim uses."""
    names = {key: key for key in keys}
    for key in keys:
        for hop in view.touching(key, GRAPH.per_entity):
            if hop.triple.relation == SAME_AS:
                for end in sorted(hop.ends):
                    names.setdefault(end, key)
    return names


def _first_hops(view: View, linked: Mapping[str, str]) -> tuple[KnownTriple, ...]:
    found = [*view.joining(list(linked), GRAPH.joining)]
    for key in linked:
        found += view.touching(key, GRAPH.per_entity)
    return tuple(dict.fromkeys(found))


def _second_hops(
    view: View, claim_words: _ClaimWords, first: Sequence[GraphPath]
) -> Iterator[tuple[KnownTriple, KnownTriple]]:
    """Yield pairs of triples from two passages, where the second triple adds more of the claim's words."""
    for bridge in _bridges(view, claim_words, first):
        said = claim_words.share([bridge.hop])
        for hop in view.touching(bridge.key, GRAPH.per_bridge):
            pair = (bridge.hop, hop)
            if hop.passage_id != bridge.hop.passage_id and claim_words.share(pair) > said:
                yield pair


def _bridges(view: View, claim_words: _ClaimWords, first: Sequence[GraphPath]) -> tuple[_Bridge, ...]:
    """Return the entities that the best first hops lead to, each listed once, excluding hubs."""
    reached: dict[str, KnownTriple] = {}
    for path in first:
        for end in sorted(path.hops[0].ends - claim_words.linked.keys()):
            reached.setdefault(end, path.hops[0])
    degrees = view.degrees(list(reached))
    return tuple(_Bridge(key, hop) for key, hop in reached.items() if degrees.get(key, 0) <= GRAPH.hub)[
        : GRAPH.frontier
    ]


def _best_by_passage(found: Iterable[GraphPath]) -> dict[str, GraphPath]:
    best: dict[str, GraphPath] = {}
    for path in sorted(found, key=_sort_key):
        best.setdefault(path.hops[-1].passage_id, path)
    return dict(list(best.items())[: GRAPH.max_paths])


def _sort_key(path: GraphPath) -> tuple[float, int, str, str]:
    return -path.score, len(path.hops), path.hops[-1].passage_id, path.words


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(stem for text in texts for stem in content_stems(text))
