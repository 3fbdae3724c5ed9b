"""Who does it to whom: the same words with the parties exchanged, and whether a sentence says a claim's words in the claim's order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.domain.months import MONTHS
from backend.domain.text import NEGATIONS, STOP_WORDS, akin, numbers, stem, tokens
from backend.stance.lexicon import lexicon

_POSSESSIVE = re.compile(r"['’]s?$")
_ROLES = frozenset("from to by than before after over under above below against for with without".split())
_PLACES = frozenset("in on at of into onto near behind among between through during about as".split())
_MAX_ADDED = 3
"""Content words that a sentence with the parties exchanged may add ("on average"); a longer one says more than that."""
_POLAR = _ROLES | frozenset(
    "up down off out more less few fewer most some many several half only both each every any into onto nearly almost hardly".split()
)
_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "gets", "got"})
_CALENDAR = frozenset(map(stem, MONTHS))


@dataclass(frozen=True, slots=True)
class _Party:
    """A content word with the function words right before it: the last one of direction ("from"), and all that may turn a meaning.

    `owner`: written as a possessive; `participle`: it may be one by its ending; `passive`: behind a form of "to be", too.
    """

    stem: str
    role: str
    polar: frozenset[str]
    owner: bool
    participle: bool
    passive: bool

    @property
    def dated(self) -> bool:
        return bool(numbers(self.stem)) or self.stem in _CALENDAR


def swapped(claim: str, sentence: str) -> bool:
    """The same words with the parties exchanged ("the Sun orbits the Earth"): whatever it means, it decides nothing.

    A possessive and what two do to one another ("married") exchange nothing, and a passive does in the same order only.
    """
    own, other = ([party for party in _parties(text) if party.stem and not party.dated] for text in (claim, sentence))
    wanted = [party.stem for party in own]
    stated = [party for party in other if party.stem in wanted]
    if len(own) < 3 or len(set(wanted)) != len(wanted) or sorted(p.stem for p in stated) != sorted(wanted):
        return False
    owners = [{p.stem for p in several if p.owner} for several in (own, stated)]
    if owners[0] != owners[1] or lexicon().mutual & set(wanted) or len(other) - len(own) > _MAX_ADDED:
        return False
    if (_done_by(own, wanted) and _active(other)) or (_active(own) and _done_by(other, wanted)):
        return [p.stem for p in stated] == wanted
    if any(p.passive for p in own) != any(p.passive for p in stated):
        return False
    return _exchanged(own, stated) or _redirected(own, stated)


def _done_by(parties: Sequence[_Party], verbs: Sequence[str]) -> bool:
    """One of these is in the passive and says who does it: "was bitten by a dog"."""
    return any(party.participle and party.stem in verbs and then.role == "by" for party, then in pairwise(parties))


def _active(parties: Sequence[_Party]) -> bool:
    return not any(party.passive or party.role == "by" for party in parties)


def _exchanged(asked: Sequence[_Party], stated: Sequence[_Party]) -> bool:
    """A V B against B V A: two runs of words have changed places, and their prepositions, around others that kept theirs."""
    before, now = [p.stem for p in asked], [p.stem for p in stated]
    second, first = before.index(now[0]), now.index(before[0])
    for size in range(1, second):
        other = first - (second - size)
        end = second + other
        if other > 0 and now == [*before[second:end], *before[size:second], *before[:size], *before[end:]]:
            return asked[0].role == stated[0].role and asked[second].role == stated[first].role
    return False


def _redirected(asked: Sequence[_Party], stated: Sequence[_Party]) -> bool:
    """Two words have exchanged their directions: "from Boston to Chicago", "from Chicago to Boston"."""
    before = {p.stem: p.role for p in asked if p.role in _ROLES}
    now = {p.stem: p.role for p in stated if p.role in _ROLES}
    return any(
        before.get(a)
        and before.get(b)
        and before[a] != before[b]
        and now.get(a) == before[b]
        and now.get(b) == before[a]
        for a in before
        for b in before
        if a < b
    )


def same_order(claim: str, sentence: str) -> bool:
    """The claim's content words stand in the sentence in their order, each behind the same "up", "against", "most", "from".

    Dates may stand anywhere; what ends the claim ("prices went up") must follow in the sentence, too.
    """
    stated, at = list(_parties(sentence)), 0
    for party in _parties(claim):
        if not party.stem:
            return not party.polar or stated[at].polar == party.polar
        start = 0 if party.dated else at
        found = next((i for i in range(start, len(stated)) if akin(party.stem, stated[i].stem)), None)
        if found is None or stated[found].polar != party.polar:
            return False
        at = at if party.dated else found + 1
    return True


def _parties(text: str) -> Iterator[_Party]:
    """The content words in order, and an empty one for what stands behind the last; "US" is one, "us" is none."""
    before: list[str] = []
    for token in tokens(text):
        word = token.lower().replace("’", "'").removesuffix("'s")
        if (word in STOP_WORDS or word in NEGATIONS or word in _POLAR) and not (word == "us" and token.isupper()):
            before.append(word)
            continue
        yield _party(before, token, word)
        before = []
    yield _party(before, "", "")


def _party(before: Sequence[str], token: str, word: str) -> _Party:
    participle = word.endswith(("ed", "en", "t", "d", "n", "uck", "ung", "unk"))
    return _Party(
        stem=stem(word) if word else "",
        role=next((w for w in reversed(before) if w in _ROLES or w in _PLACES), ""),
        polar=frozenset(before) & _POLAR,
        owner=bool(_POSSESSIVE.search(token)),
        participle=participle,
        passive=participle and bool(before) and before[-1] in _BE,
    )
