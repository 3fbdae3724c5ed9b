"""What is planned, demanded, feared, alleged or all but done has not happened: such a sentence supports no claim that it has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.present import told_as_past
from backend.domain.text import AUXILIARIES, NEGATIONS, STOP_WORDS, akin, content_stems, names, stem, tokens, words
from backend.stance.lexicon import Phrases, lexicon

_PART = re.compile(
    r"[,;:()–—]|[.!?](?=\s|$)|\b(?:and|but)\b(?= (?:\w+ed|is|are|was|were|has|have|had|then|later|he|she|it|they)\b)"
)
_OWN = frozenset("can could may might must should shall will would wants if".split())
_LATER = frozenset("later eventually go become soon subsequently ultimately remain continue".split())
"""Behind "would" they tell what came to pass."""
_WHO = frozenset({"who", "which", "that", "where", "when"})
_HIS = frozenset({"his", "her", "their"})
_MEDICAL = frozenset("clinical controlled randomised randomized medical vaccine drug phase field".split())
_UNDONE = NEGATIONS | {"before", "until", "unless", "if"}
_PERFECT = frozenset({"to", "have", "having", "had", "be", "been", "being"})
_REACH = 5
"""Words that may stand between a marker and the "to" or "of" that belongs to it."""


def unreal(claim: str, sentence: str) -> bool:
    """The claim tells of something done, and the sentence has that only behind such a marker, in the same part between commas.

    An accusation of the claim's people counts in whatever words it is made, unless the sentence tells of a conviction.
    """
    own = tokens(claim)
    if _marker(own, past=True) is not None or _OWN & set(own):
        return False
    past, act = told_as_past(claim) and not {"is", "are"} & set(own), _act(own, claim)
    affirmed: list[str] = []
    withheld: list[str] = []
    # A claim about a trial is no claim about the deed.
    accused, trials = False, "trial" not in words(claim)
    for part in _PART.split(sentence):
        said = tokens(part)
        at = _marker(said, past=past, trials=trials)
        until = len(said) if at is None else _reach(said, at)
        # The accusation itself was made.
        affirmed += _stems([*said[: None if at is None else at + 1], *said[until:]])
        withheld += [] if at is None else _stems(said[at + 1 : until])
        accused = accused or (_accusation(said, trials=trials) is not None and _of_them(claim, act, part))
    if _convicted(sentence) or (not accused and _carried_out(claim, sentence)):
        return False
    wanting = next((a for a in act if not _in(a, affirmed)), None)
    return wanting is not None and (accused or _in(wanting, withheld))


def _reach(said: Sequence[str], at: int) -> int:
    """Where what the marker withholds ends: at the verb of "the bill that would raise taxes passed", "the man accused of theft fled"."""
    lower = [word.lower() for word in said]
    relative = bool(_WHO & set(lower[max(0, at - 2) : at]))
    apposed = at > 0 and _accuses(lower[at], lower[at + 1 : at + 2]) and not AUXILIARIES & set(lower[:at])
    if relative or apposed:
        for i in range(at + 2, len(lower)):
            if lower[i] in _WHO:
                break
            if told_as_past(lower[i]) and lower[i - 1] not in _PERFECT:
                return i
    return len(lower)


def _of_them(claim: str, act: Sequence[str], part: str) -> bool:
    """At least half of those, and of what, the claim speaks of beside its predicate."""
    others, said = [word for word in content_stems(claim) if word not in act], content_stems(part)
    return 2 * sum(_in(other, said) for other in others) >= max(1, len(others))


def _act(own: Sequence[str], claim: str) -> tuple[str, ...]:
    """The stems of which the first that is not the claim's subject is its predicate: those up to the next function word or name."""
    named = {word for name in names(claim) for word in tokens(name)}
    cut = next((i for i, word in enumerate(own) if i and word.lower() in AUXILIARIES), 0)
    found: list[str] = []
    skipped = bool(cut)
    for i, word in enumerate(own):
        if i < cut or word in named or word.lower() in STOP_WORDS or word.lower() in NEGATIONS:
            if found:
                break
            skipped = skipped or word in named
        elif not skipped:
            skipped = True
        else:
            found.append(stem(word.lower()))
    return tuple(found[:1] if cut else found[:2])


def _stems(said: Sequence[str]) -> tuple[str, ...]:
    return content_stems(" ".join(said))


def _in(act: str, found: Sequence[str]) -> bool:
    return any(akin(act, other) for other in found)


def _marker(said: Sequence[str], *, past: bool, trials: bool = True) -> int | None:
    """Where the first marker stands; what "will" be is one only for what is told as past."""
    found = (
        _intention(said),
        _possibility(said, past=past),
        _nearly(said),
        _accusation(said, trials=trials),
        _phrase(said),
    )
    return min((at for at in found if at is not None), default=None)


def _intention(said: Sequence[str]) -> int | None:
    listed = lexicon().unreal
    for i, word in enumerate(map(str.lower, said)):
        after = [w.lower() for w in said[i + 1 : i + 2 + _REACH]]
        if word in listed.intended and "to" in after:
            return i
        if word in listed.weighed | {"to"} and after and after[0].endswith("ing") and _weighed(said, i):
            return i
    return None


def _weighed(said: Sequence[str], at: int) -> bool:
    """As in "is considering banning" and in "is close to having"."""
    return said[at].lower() != "to" or (at > 0 and said[at - 1].lower() == "close")


def _possibility(said: Sequence[str], *, past: bool) -> int | None:
    """As they are written: May is a month and Will a man."""
    for i, word in enumerate(said):
        if word == "If" or (word in lexicon().unreal.possible and (past or word != "will")):
            if word == "would" and _LATER & set(said[i + 1 : i + 3]):
                continue
            return i
    return None


def _nearly(said: Sequence[str]) -> int | None:
    """Before a verb: "almost collapsed", not "almost all" or "nearly 300"."""
    for i, word in enumerate(said[:-1]):
        if word.lower() in lexicon().unreal.nearly and told_as_past(said[i + 1]):
            return i
    return None


def _accusation(said: Sequence[str], *, trials: bool) -> int | None:
    lower = [word.lower() for word in said]
    for i, word in enumerate(lower):
        if _accuses(word, lower[i + 1 : i + 2 + _REACH]) or (trials and _tried(lower, i)):
            return i
    return _first(lower, lexicon().unreal.alleged)


def _accuses(word: str, behind: Sequence[str]) -> bool:
    """Each with its own prepositions: what is "investigated for", unlike "the effect of coffee was investigated"."""
    return any(word in verbs and prepositions & set(behind) for prepositions, verbs in lexicon().unreal.accused)


def _tried(lower: Sequence[str], at: int) -> bool:
    """As in "his trial for murder" and "a trial for abusing children"; not "a trial of the vaccine"."""
    if lower[at] != "trial" or at + 2 >= len(lower) or _MEDICAL & set(lower[max(0, at - 2) : at]):
        return False
    own = at > 0 and (lower[at - 1] in _HIS or lower[at - 1].endswith(("'s", "’s", "s'", "s’")))
    doing = lower[at + 1] == "for" and lower[at + 2].endswith("ing")
    return doing or (own and lower[at + 1] in ("for", "on"))


def _phrase(said: Sequence[str]) -> int | None:
    return _first([word.lower() for word in said], lexicon().unreal.phrases)


def _first(lower: Sequence[str], phrases: Phrases) -> int | None:
    found = (i for i in range(len(lower)) if any(tuple(lower[i : i + len(p)]) == p for p in phrases))
    return next(found, None)


def _carried_out(claim: str, sentence: str) -> bool:
    """What was agreed came about: "and closed the deal in August". A denial or another name in that part leaves it open."""
    known = content_stems(claim)
    for part in _PART.split(sentence):
        said = words(part)
        others = [other for name in names(f" {part}") for other in content_stems(name) if not _in(other, known)]
        if _first(said, lexicon().unreal.done) is not None and not _UNDONE & set(said) and not others:
            return True
    return False


def _convicted(sentence: str) -> bool:
    said = {word.lower() for word in tokens(sentence)}
    return bool(said & lexicon().unreal.convicted) and not said & NEGATIONS
