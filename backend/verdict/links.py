"""Determines which edges between the parts of a claim are valid, and the order in which beliefs propagate.

The rules are in docs/design.md#claim-graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.domain.claim import ClaimEdge, EdgeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The valid and the invalid edges of a claim graph.

    `flows` are tuples of (sender, receiver, edge). `order` lists the parts so that every sender precedes its receivers.
    `cyclic` edges would have closed a cycle. `unsound` edges do not connect two different parts or have a weight
    outside 0..1.
    """

    order: tuple[str, ...]
    flows: tuple[tuple[str, str, ClaimEdge], ...]
    cyclic: tuple[ClaimEdge, ...] = ()
    unsound: tuple[ClaimEdge, ...] = ()


def flow(edge: ClaimEdge) -> tuple[str, str]:
    """Return the sender and the receiver of the belief on an edge.

    A premise sends to the part that depends on it. On other edges, the source sends to the target.
    """
    return (edge.target, edge.source) if edge.kind is EdgeKind.DEPENDS_ON else (edge.source, edge.target)


def links(parts: Sequence[str], edges: Iterable[ClaimEdge]) -> Links:
    """Return the edges as an acyclic graph, without each cycle's weakest edge. `parts` are ids in reading order."""
    by_weight = sorted(edges, key=lambda e: (-e.weight, e.source, e.target, e.kind))
    sound = [e for e in by_weight if e.source != e.target and {e.source, e.target} <= set(parts) and 0 <= e.weight <= 1]
    acyclic_edges: dict[tuple[str, str], ClaimEdge] = {}
    cyclic = []
    for edge in sound:
        sender, receiver = flow(edge)
        if _reaches(receiver, sender, acyclic_edges):
            cyclic.append(edge)
        else:
            acyclic_edges.setdefault((sender, receiver), edge)
    order = _topological_order(parts, acyclic_edges)
    place = {part: n for n, part in enumerate(order)}
    flows = sorted(acyclic_edges.items(), key=lambda item: (place[item[0][0]], place[item[0][1]]))
    return Links(
        order=order,
        flows=tuple((sender, receiver, edge) for (sender, receiver), edge in flows),
        cyclic=tuple(cyclic),
        unsound=tuple(e for e in by_weight if e not in sound),
    )


def _reaches(start: str, goal: str, edge_pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether belief would propagate from `start` to `goal`."""
    pairs, seen, waiting = tuple(edge_pairs), {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        further = {receiver for sender, receiver in pairs if sender == here} - seen
        seen |= further
        waiting += further
    return False


def _topological_order(parts: Sequence[str], edge_pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the parts in reading order, except that each sender precedes its receivers."""
    pairs, done = tuple(edge_pairs), list[str]()
    while len(done) < len(parts):
        ready = (p for p in parts if p not in done and all(s in done for s, r in pairs if r == p))
        done.append(next(ready))
    return tuple(done)
