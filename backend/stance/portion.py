"""Whether a sentence speaks of the claim's own subject, and a number in it of the whole: not of a part or of what was done to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.domain.text import akin, content_stems, stem, subject_stems
from backend.stance.clause_words import AT, ENDS, OF, Word, any_akin, words_of

_TOTALS = frozenset(
    map(
        stem,
        """population total number workforce staff headcount toll size area price cost rate height length weight depth width value budget
        debt revenue turnover capacity membership enrolment enrollment distance speed temperature age""".split(),
    )
)
"""What a thing has as a whole: "Berlin's population"."""
_WHOLE = frozenset(
    map(stem, "total overall entire whole global worldwide national official current new annual average mean".split())
)
"""Before the thing they leave it what it is."""
_HAVING = frozenset(
    map(
        stem,
        """employ number count boast comprise contain enrol enroll house own possess reach stand measure weigh attend work live serve
        study currently now today roughly estimate hold""".split(),
    )
)
"""Verbs that say no more than "has"."""
_SAYING = frozenset("say says said report reports reported".split())


def narrowed(sentence: str, known: Iterable[str]) -> bool:
    """Behind its number, or before its first comma, "in", "of", "with" or the like names what is not among the stems.

    It may speak of a part only: "300 employees in Norway".
    """
    words = words_of(sentence)
    number = next((i for i, word in enumerate(words) if word.text[0].isdigit()), len(words))
    end = next((i for i in range(number, len(words)) if words[i].text in ENDS or words[i].text == ","), len(words))
    first = next((i for i, word in enumerate(words) if word.text == ","), 0)
    opening = words[:first] if words and words[0].text in AT else ()
    return _names_new(words[number:end], known) or _names_new(opening, known)


def other_thing(claim: str, sentence: str) -> bool:
    """Its subject is not the claim's but a part of that or beside it, or the sentence tells what was done where the claim tells what is.

    "The university's medical school", "repairs to the bridge", "youth unemployment"; "the army sent 5,000 soldiers".
    """
    known, words = content_stems(claim), words_of(sentence)
    number = _amount(words)
    own = next((i for i, word in enumerate(words) if known and word.stem and akin(word.stem, known[0])), None)
    if own is None:
        return False
    start = next((i + 1 for i in range(own - 1, -1, -1) if words[i].text in ENDS or words[i].text == ","), 0)
    if _owner_of_new(words, own, known) or _beside(words[start:own], words[own], known):
        return True
    if any(word.stem for word in _predicate(claim, known[0])):
        return False
    first, last = sorted((own, number))
    # "The bridge, opened in 1970, is 450 metres long": what counts stands right before the number.
    first = max((i for i in range(first, last) if words[i].text in ENDS or words[i].text == ","), default=first)
    between = words[first + 1 : last]
    return any(word.stem and not any_akin(word.stem, known) and word.stem not in _HAVING | _TOTALS for word in between)


def somebody_elses(claim: str, sentence: str) -> bool:
    """It speaks of what belongs to the claim's subject ("Obama's father", "the father of Obama"), or of another name first."""
    subject, known, words = subject_stems(claim), content_stems(claim), words_of(sentence)
    named = any(word.capital and word.stem in subject for word in words[1:])
    for i, word in enumerate(words):
        if word.stem in subject:
            last = next((j for j in range(i, len(words)) if words[j].stem not in subject), len(words)) - 1
            of = i > 1 and word.capital and words[i - 1].text == "of" and words[i - 2].stem
            return _owner_of_new(words, last, known) or bool(of and not any_akin(words[i - 2].stem, known))
        if word.stem and word.stem in known:
            # "Musk is richer than Gates" says of Gates what its words say of Musk.
            return named and not _done_by(words, subject) and _names_another(words[:i], word)
    return False


def _done_by(words: Sequence[Word], subject: frozenset[str]) -> bool:
    """The subject stands behind "by", as in a passive."""
    return any(
        word.text == "by" and any(other.stem in subject for other in words[i + 1 : i + 4] if other.capital)
        for i, word in enumerate(words)
    )


def _names_another(before: Sequence[Word], then: Word) -> bool:
    """A name that is no place ("in Menlo Park") and not merely who says so."""
    placed = False
    for word, behind in zip(before, [*before, then][1:], strict=True):
        name = word.capital and bool(word.stem)
        placed = word.text in AT | OF or (placed and (name or word.text == "the"))
        if name and not placed and not behind.capital and behind.text not in _SAYING:
            return True
    return False


def _amount(words: Sequence[Word]) -> int:
    """Where the first number stands that is no year, or else the first of all."""
    places = [i for i, word in enumerate(words) if word.text[0].isdigit()]
    plain = (i for i in places if not (words[i].text.isdigit() and len(words[i].text) == 4))
    return next(plain, places[0] if places else len(words))


def _owner_of_new(words: Sequence[Word], own: int, known: Iterable[str]) -> bool:
    behind = words[own + 1] if own + 1 < len(words) else None
    if behind is None or not words[own].owner or not behind.stem:
        return False
    return behind.stem not in _TOTALS | _WHOLE and not any_akin(behind.stem, known)


def _beside(before: Sequence[Word], own: Word, known: Iterable[str]) -> bool:
    """What is new before the subject: another thing with "to" or "of", or a narrower word right before a common noun."""
    new = [
        i
        for i, word in enumerate(before)
        if word.stem and not any_akin(word.stem, known) and word.stem not in _TOTALS | _WHOLE
    ]
    if not new:
        return False
    if any(word.text in AT | OF for word in before[new[-1] :]):
        return True
    named = before[-1].capital and len(before) > 1
    return new[-1] == len(before) - 1 and not own.capital and not named


def _predicate(claim: str, subject: str) -> Sequence[Word]:
    """The claim's words between its subject and its number."""
    words = words_of(claim)
    number = next((i for i, word in enumerate(words) if word.text[0].isdigit()), len(words))
    own = next((i for i, word in enumerate(words) if word.stem and akin(word.stem, subject)), 0)
    return words[own + 1 : number]


def _names_new(words: Iterable[Word], known: Iterable[str]) -> bool:
    placed = False
    for word in words:
        placed = placed or word.text in AT | OF
        if placed and word.stem and word.text != "percent" and not any_akin(word.stem, known):
            return True
    return False
