"""Summarises a result in one or two plain sentences that name the sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from backend.domain.evidence import OUTDATED, Stance
from backend.domain.verdict import Label
from backend.messages.messages import Messages
from backend.view.evidence import Json, credible, lead_kind, publisher
from backend.view.grades import grade_key
from backend.view.text import clean

_MAX_NAMED = 2
"""Maximum number of publishers named for each stance. If only one more remains, it is named too."""
_OUTCOMES = {
    Label.TRUE: "confirmed",
    Label.FALSE: "contradicted",
    Label.PARTIALLY_TRUE: "disputed",
    Label.MISLEADING: "misleading",
}
_OPEN = "open"
_TYPE_MESSAGES = {"OPINION": "view_opinion", "AMBIGUOUS": "view_ambiguous"}
"""Claim types that get a verdict without evidence, each with its message key."""
_WHOLE_MESSAGES = {"probably_true": "view_parts_lean_true", "probably_partial": "view_parts_lean_partial"}
"""The messages of leanings whose sentence does not depend on the parts."""
UNSEARCHED = frozenset({"search_unavailable", "offline"})
"""The codes of issues that mean the web was not searched."""


def summary(result: Json, m: Messages) -> str:
    """Summarise the whole result."""
    parts = result["sub_results"]
    if result["claim_type"] in _TYPE_MESSAGES and not result.get("explanation"):
        return m.text(_TYPE_MESSAGES[result["claim_type"]])
    if parts:
        labels = [Label(part["verdict"]) for part in parts if not part.get("leaning")]
        confirmed = grade_key(result) == "probably_partial" and Label.TRUE in labels
        if grade_key(result) in _WHOLE_MESSAGES and not confirmed:
            return m.text(_WHOLE_MESSAGES[grade_key(result)])
        if labels and (confirmed or not result.get("leaning")):
            leans_false = any(grade_key(part) == "probably_false" for part in parts)
            more = [m.text("view_parts_lean_false")] if leans_false else []
            return m.sentences([outcome(labels, m, of=len(parts)), *more])
        all_lean_false = all(grade_key(part) in ("false", "probably_false") for part in parts)
        return m.text("view_parts_lean_all_false" if all_lean_false else "view_parts_lean_false")
    unsearched = UNSEARCHED & {issue["code"] for issue in result["issues"]}
    if unsearched and grade_key(result) == "unknown" and not result["evidence"]:
        return m.text("view_open_unsearched")
    return found(result, result["evidence"], m)


def found(graded: Json, evidence: Sequence[Json], m: Messages) -> str:
    """Summarise the evidence for and against a claim or one of its parts."""
    explained = graded.get("explanation") or {}
    has_side = any(item["stance"] != Stance.NEUTRAL for item in evidence)
    past = _past_sentences(graded, explained, m, taken=has_side)
    # If only earlier sources support or refute the claim, their statements are the whole summary.
    now = (
        []
        if past and not has_side and not Label(graded["verdict"]).firm
        else _verdict_sentences(grade_key(graded), evidence, explained, m)
    )
    return m.sentences([*now, *past])


def outcome(labels: Sequence[Label], m: Messages, *, of: int) -> str:
    """Return the outcome of a claim's parts, such as "One part is confirmed; for the other nothing firm was found.".

    `labels` are the labels of the parts without a leaning, and `of` is the number of all parts.
    """
    outcomes = [_OUTCOMES.get(label, _OPEN) for label in labels]
    kinds = [kind for kind in (*_OUTCOMES.values(), _OPEN) if kind in outcomes]
    if len(kinds) == 1 and len(labels) == of:
        outcome_clauses = [m.text(f"view_parts_{'both' if len(labels) == 2 else 'all'}_{kinds[0]}")]
    elif of == len(labels) == len(kinds) == 2:
        outcome_clauses = [m.text(f"view_parts_first_{kinds[0]}"), m.text(f"view_parts_rest_{kinds[1]}")]
    else:
        outcome_clauses = [m.plural(f"view_parts_{kind}", outcomes.count(kind)) for kind in kinds]
    return capital(m.text("view_sentence", clauses(outcome_clauses, m)))


def clauses(said: Sequence[str], m: Messages) -> str:
    """Join the clauses, as in "one part is confirmed; the other is contradicted"."""
    return reduce(lambda told, clause: m.text("view_clauses", told, clause), said)


def capital(text: str) -> str:
    """Capitalise the first letter of the text, if the script has capitals."""
    return text[:1].upper() + text[1:]


def _verdict_sentences(key: str, evidence: Sequence[Json], explained: Json, m: Messages) -> list[str]:
    pro, con = (_with_stance(evidence, stance) for stance in (Stance.SUPPORTS, Stance.REFUTES))
    if key == "unknown":
        return [_undecided_sentence(evidence, m)]
    if key.startswith("probably"):
        return [_undecided_sentence(evidence, m, leaning=True) if pro or con else m.text("leaning_says")]
    return _decided_sentences(key, pro, con, m, explained) or [m.text(f"verdict_says_{key}")]


def _decided_sentences(key: str, pro: Sequence[Json], con: Sequence[Json], m: Messages, explained: Json) -> list[str]:
    """Return sentences that name the deciding sources, or nothing if no evidence has the deciding stance."""
    if key == "true" and pro:
        return [
            m.text("found_true", _publisher_list(pro, m)),
            *_opposing_sentences(con, pro, "against", m),
            *_pillar_sentences(pro, explained, m),
        ]
    if key == "false" and con:
        return [
            m.text("found_false", _publisher_list(con, m)),
            *_opposing_sentences(pro, con, "for", m),
            *_pillar_sentences(con, explained, m),
        ]
    if key == "misleading" and con:
        return [m.text("found_misleading", _publisher_list(con, m))]
    if key == "partial" and pro and con:
        return [
            _both_sides_sentence(pro, con, m)
            or m.text("found_disputed", _publisher_list(pro, m), _publisher_list(con, m))
        ]
    return []


def _both_sides_sentence(pro: Sequence[Json], con: Sequence[Json], m: Messages) -> str:
    """Return a sentence saying that a single source takes both sides, or "" if there are several sources."""
    publishers = set(_publishers([*pro, *con]))
    return m.text("view_both_sides", publishers.pop()) if len(publishers) == 1 else ""


def _with_stance(evidence: Sequence[Json], stance: Stance) -> list[Json]:
    return [item for item in evidence if item["stance"] == stance]


def _publishers(items: Sequence[Json]) -> list[str]:
    return list(dict.fromkeys(map(publisher, items)))


def _without_leads(items: Sequence[Json]) -> list[Json]:
    """Return the items that are not leads."""
    return [item for item in items if not lead_kind(item)]


def _counted_first(items: Sequence[Json]) -> Sequence[Json]:
    """Return the items that are not leads, or all items if there are only leads."""
    return _without_leads(items) or items


def _publisher_list(items: Sequence[Json], m: Messages) -> str:
    """Return a list of publishers such as "NASA, AP News and 3 more". Leads are named only if there is nothing else."""
    names = _publishers(_counted_first(items))
    # Naming a single further publisher takes no more room than counting it.
    more = len(names) - _MAX_NAMED if len(names) > _MAX_NAMED + 1 else 0
    return m.listed([*names[: len(names) - more], *([m.plural("found_others", more)] if more > 0 else [])])


def _opposing_sentences(items: Sequence[Json], deciding: Sequence[Json], side: str, m: Messages) -> list[str]:
    """Return sentences about the evidence against a firm verdict.

    This evidence comes from other sources, from other passages of the deciding sources, and from leads to credible
    sources.
    """
    deciders, counted = set(_publishers(_counted_first(deciding))), _without_leads(items)
    leads = [item for item in items if lead_kind(item) and credible(item)]
    same_publisher_items = [item for item in [*counted, *leads] if publisher(item) in deciders]
    weaker_items = [item for item in counted if publisher(item) not in deciders]
    known = {*deciders, *_publishers(weaker_items)}
    unconfirmed_items = [item for item in leads if publisher(item) not in known]
    return [
        *(
            [m.plural(f"view_weaker_{side}", len(_publishers(weaker_items)), _publisher_list(weaker_items, m))]
            if weaker_items
            else []
        ),
        *([m.text(f"view_also_{side}", _publisher_list(same_publisher_items, m))] if same_publisher_items else []),
        *([m.text(f"view_unconfirmed_{side}", _publisher_list(unconfirmed_items, m))] if unconfirmed_items else []),
    ]


def _pillar_sentences(items: Sequence[Json], explained: Json, m: Messages) -> list[str]:
    """Return a sentence naming the publishers that the verdict depends on, or nothing if no others are counted."""
    pillars = [clean(pillar["publisher"]) for pillar in explained.get("pillars", ())]
    others = {*_publishers(_counted_first(items))} - {*pillars}
    return [m.text("view_rests", m.listed(pillars))] if pillars and others else []


def implied_kinds(evidence: Sequence[Json]) -> set[str]:
    """Return the kinds of missing evidence that the sentence about an undecided claim already implies.

    Agreement between sources of unknown reliability would not decide the claim.
    """
    taking = sided(evidence)
    return {*(["any_source"] if taking else []), *(["same_side"] if taking and not any(map(credible, taking)) else [])}


def lacks_only_second_source(evidence: Sequence[Json]) -> bool:
    """Return whether the sentence about an undecided claim says that a second source would settle the claim."""
    taking = sided(evidence)
    stances = {item["stance"] for item in taking}
    return len(_publishers(taking)) == len(stances) == 1 and any(map(credible, taking))


def sided(evidence: Sequence[Json]) -> Sequence[Json]:
    """Return the evidence for and against the claim, without leads unless there are only leads."""
    return _counted_first([item for item in evidence if item["stance"] != Stance.NEUTRAL])


def _undecided_sentence(evidence: Sequence[Json], m: Messages, *, leaning: bool = False) -> str:
    sided_evidence = sided(evidence)
    pro, con = (_with_stance(sided_evidence, stance) for stance in (Stance.SUPPORTS, Stance.REFUTES))
    if pro and con:
        publisher_lists = (_publisher_list(pro, m), _publisher_list(con, m))
        return _both_sides_sentence(pro, con, m) or m.text("found_open_both", *publisher_lists)
    if not pro and not con:
        if any(item["signals"].get(OUTDATED) for item in evidence):
            return m.text("view_open_outdated")
        return m.text("found_open_neutral" if evidence else "found_nothing")
    side, other = ("for", "against") if pro else ("against", "for")
    opposed = _with_stance(evidence, Stance.REFUTES if pro else Stance.SUPPORTS)
    unconfirmed_items = [item for item in opposed if lead_kind(item) and credible(item)]
    return m.sentences(
        [
            _one_side_sentence(pro or con, side, m, leaning=leaning),
            *(
                [m.text(f"view_unconfirmed_{other}", _publisher_list(unconfirmed_items, m))]
                if unconfirmed_items
                else []
            ),
        ]
    )


def _one_side_sentence(items: Sequence[Json], side: str, m: Messages, *, leaning: bool) -> str:
    if all(item["lead_only"] for item in items):
        return m.text(f"view_open_leads_{side}", _publisher_list(items, m))
    rated, many = any(map(credible, items)), len(_publishers(items))
    if many == 1:
        key = f"open_one_{side}" if rated else f"{'lean' if leaning else 'open'}_unrated_{side}"
        return m.text(f"view_{key}", _publisher_list(items, m))
    return m.plural(f"view_open_some_{'' if rated else 'unrated_'}{side}", many, _publisher_list(items, m))


def _past_sentences(graded: Json, explained: Json, m: Messages, *, taken: bool) -> list[str]:
    """Return the statements of earlier sources on a claim about the present.

    `taken` means that newer evidence supports or contradicts the claim.
    """
    past = explained.get("past", ())
    if len({(item["domain"], item["published"]) for item in past}) < len(past):
        return [] if taken else [m.text("view_open_outdated")]
    statements = [
        m.text(
            f"past_{item['kind']}",
            m.date(clean(item["published"])),
            clean(item.get("publisher") or item["domain"]),
        )
        for item in past
    ]
    is_single = len(past) == 1 and past[0]["kind"] != "changed" and not Label(graded["verdict"]).firm
    return [*statements, m.text("view_unknown_since")] if is_single and not taken else statements
