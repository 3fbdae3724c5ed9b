"""The polarity guard (document 000 §8, design §4): whether claim and sentence, speaking of the same, say the same.

A rule that speaks only when it is sure: nearly all content words of the claim stand in the sentence, and a negation, a denial or an
opposite in a form that it understands decides the sign (decision 0003). Everything else is left to the verifier.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from backend.domain.text import NEGATIONS, STOP_WORDS, content_stems, numbers, stem, subject_stems, words
from backend.stance.lexicon import lexicon
from backend.stance.portion import somebody_elses
from backend.stance.scope import AFFIRMED, APART, DENIED, Token, denies, places, read, read_claim
from backend.stance.settings import GUARDS

__all__ = ["bounded", "denies", "lexicon", "polarity", "taken_back"]

_NEGATION = r"(?:\b(?:not|no|never|neither|nor|without|cannot|none|nothing|nobody)\b|n[’']t\b)"
_BOUND = r"until|till|before|unless|except|below|above|under|outside|beyond"
_BOUNDED = re.compile(rf"{_NEGATION}[^.,:;]*\b(?P<bound>{_BOUND}|because|due to)\b", re.I)
_NEAR = 3
"""Words behind a negation among which it finds the doubt that it takes away."""
_RELATIVE = re.compile(
    # Not until then, so then; nothing faster, so it is the fastest; no fewer than ten, so ten.
    rf"{_NEGATION}[^.,:;]*\b(?:{_BOUND}|besides|other than|apart from|because|due to|within|after)\b"
    r"|\b(?:no|nothing|nobody|none|never|few)\b[^.;]*\b(?:more|less|fewer|better|worse|\w{2,}[^aeiou]er|\w{2,}ier) (?:\w+ ){0,6}than\b"
    r"|\b(?:no|nothing|nobody|none|never|few)\b[^.;]*\bas \w+ (?:\w+ ){0,4}as\b"
    rf"|(?:\bnever|\bcould(?: not|n[’']t)|\bcan(?:not|[’']t)) (?:\w+ ){{0,2}}(?:more|better|worse|\w{{2,}}[^aeiou]er|\w{{2,}}ier)\b"
    r"|\b(?:no|not) (?:only|just|merely|simply|least|sooner|other|(?:less|fewer|more)(?: \w+)? than|less|fewer)\b"
    r"|\bnothing (?:but|like|short)\b|\bnone other\b",
    re.I,
)

_ONLY_FOR = re.compile(
    r"\b(?:is|are|was|were)(?: not|n[’']t)(?: \w+ly| very| so)? (?P<head>\w+) (?:for|to|in|during|on)"
    r" (?!any|all|every|humans?\b|people|persons|consum|use\b|eat\b|drink\b|everyone|anyone)(?P<case>[^.,:;]+)",
    re.I,
)
_DENIED = re.compile(rf"{_NEGATION}(?P<what>[^.,:;]+)", re.I)
_SOME = r"(?:people|those|anyone|everyone) (?:with|who|aged|over|under) .+"
_ALL = r"the |any|all|every|humans?\b|people|persons|consum|use\b|now\b"
_CASE = re.compile(
    rf"\bfor (?P<whom>{_SOME}|(?!{_ALL}).+)"
    r"|\b(?:in|during|on|at) (?:the )?(?P<when>(?-i:[A-Z])\w+|\d{4}|summer|winter|spring|autumn|night|weekends)\b",
    re.I,
)
"""For whom, where or when alone something is denied."""
_UNTIL = re.compile(rf"(?P<subject>.*?){_NEGATION}(?P<verb>[^.;,]*)\buntil (?P<when>[^.;,]*)", re.I | re.S)
_MONTH = re.compile(r"(?<!^)(?<![.!?] )\bMay\b")
_NO_LONGER = re.compile(r"\b(?:is|are|has|have|does|do) no longer\b", re.I)
_WAS = frozenset({"was", "were", "had", "did"})
_TIMED = frozenset({"until", "till", "before", "after", "since", "by"})


def _equal(a: str, b: str) -> bool:
    if a == b or (len(a) > 4 and len(b) > 4 and (a.startswith(b) or b.startswith(a))):
        return True
    group = lexicon().same.get(a)
    return group is not None and group == lexicon().same.get(b)


def _known(stems: Sequence[str], other: str) -> bool:
    return any(_equal(s, other) for s in stems)


def _predicate(claim: str) -> frozenset[str]:
    """The claim's content stems without its subject; what a negation would apply to."""
    return frozenset(content_stems(claim)) - subject_stems(claim)


def _sign_of(token: Token, sentence: Sequence[Token], spoken: frozenset[str]) -> int | None:
    """+1 the sentence affirms this stem, -1 it denies it or affirms its opposite, 0 both or neither, None when it is absent.

    Not to be bad is not to be good: an opposite that is denied takes no side. `spoken` are the opposites that stand alone.
    """
    signs = set()
    for other in sentence:
        if _equal(token.stem, other.stem):
            signs.add(other.sign)
        elif other.stem in lexicon().opposites.get(token.stem, ()):
            signs.add(-1 if other.sign == AFFIRMED and other.stem in spoken else APART)
    if not signs:
        return None
    signs.discard(APART)
    return signs.pop() if len(signs) == 1 else 0


def _alone(sentence: str, claim: Sequence[str]) -> frozenset[str]:
    """Stems that no further content word follows at once, unless it is the claim's: "a dangerous disease" makes nothing dangerous."""
    parts = words(sentence)
    return frozenset(
        stem(word)
        for word, after in zip_longest(parts, parts[1:], fillvalue="")
        if not after or after in STOP_WORDS or after.endswith("ly") or numbers(after) or _known(claim, stem(after))
    )


def _hedged(claim: str, sentence: str) -> bool:
    """It says "may" or "reportedly" where the claim does not; the month of May hedges nothing."""
    return bool((set(words(_MONTH.sub(" ", sentence))) - set(words(claim))) & lexicon().hedges)


def _unsure(claim: str, sentence: str) -> bool:
    """Left to the verifier: hedges that the claim lacks, "not all", "not until", "nothing better", doubts denied, long sentences."""
    parts, own = words(sentence), set(words(claim))
    new = set(parts) - own
    negated = bool(set(parts) & NEGATIONS)
    doubts = lexicon().doubts - {stem(w) for w in own}
    return (
        len(parts) > GUARDS.polarity.max_words
        or _hedged(claim, sentence)
        or (negated and bool(new & lexicon().scoped or {stem(w) for w in new} & doubts))
        or any(_RELATIVE.search(text) for text in (claim, sentence))
    )


def _until_then(claim: str, sentence: str) -> bool:
    """What did not happen until a date happened then: "it did not open until 1937" says "it opened in 1937"."""
    match = _UNTIL.match(sentence)
    if not match or not numbers(claim) or denies(claim) or _TIMED & set(words(claim)):
        return False
    verb, plain = content_stems(match["verb"]), [s for s in content_stems(claim) if not numbers(s)]
    when = content_stems(match["when"])
    said = (*content_stems(match["subject"]), *verb, *when)
    return (
        sum(w in NEGATIONS for w in words(sentence)) == 1
        and not _hedged(claim, sentence)
        and set(numbers(claim)) <= set(numbers(match["when"]))
        and bool(verb)
        and _known(plain, verb[0])
        and all(_known(said, s) for s in plain)
    )


def _once_was(claim: str, sentence: str) -> bool:
    """What no longer is has been: "it is no longer a member" says "it was a member"."""
    match = _NO_LONGER.search(sentence)
    if not match or not _WAS & set(words(claim)) or denies(claim) or numbers(claim) or _hedged(claim, sentence):
        return False
    ended, said = content_stems(sentence[match.end() :]), content_stems(sentence)
    own = content_stems(claim)
    once = sum(w in NEGATIONS for w in words(sentence)) == 1
    return once and len(own) >= 2 and bool(ended) and _known(own, ended[0]) and all(_known(said, s) for s in own)


def bounded(claim: str, sentence: str) -> bool:
    """It denies something up to a bound, a reason or a doubt that the claim does not name: "not below 100 degrees", "not in question"."""
    own = words(claim)
    if len(words(sentence)) > GUARDS.polarity.max_words or denies(claim):
        return False
    found = {match["bound"].lower() for match in _BOUNDED.finditer(sentence)}
    return bool(found - set(own)) or _narrower(claim, sentence) or _assures(sentence, {stem(w) for w in own})


def taken_back(claim: str, sentence: str) -> bool:
    """It has a word that the claim lacks and that takes back what it governs: "dropped plans to", "anything but a success"."""
    own, said = words(claim), words(sentence)
    undone = {stem(w) for w in said if w not in own} & lexicon().undoing - {stem(w) for w in own}
    return bool(undone) or (bool(places(said, lexicon().reversals)) and not places(own, lexicon().reversals))


def _narrower(claim: str, sentence: str) -> bool:
    """It denies a quality only for some or in a case of which the claim says nothing: "not safe for children"."""
    own = content_stems(claim)
    cases = [(match["head"], match["case"]) for match in _ONLY_FOR.finditer(sentence)]
    for denied in _DENIED.finditer(sentence):
        what = denied["what"]
        cases += [(what[: match.start()], match["whom"] or match["when"]) for match in _CASE.finditer(what)]
    return any(
        any(_known(own, s) for s in content_stems(head))
        and content_stems(case)
        and not any(_known(own, s) for s in content_stems(case))
        for head, case in cases
    )


def _assures(sentence: str, own: set[str]) -> bool:
    """A negation governs a doubt: one of the next few words is a doubt of which the claim does not speak."""
    parts, doubts = words(sentence), lexicon().doubts - own
    return any(
        word in NEGATIONS and any(stem(w) in doubts for w in parts[i + 1 : i + 1 + _NEAR])
        for i, word in enumerate(parts)
    )


def polarity(claim: str, sentence: str) -> int | None:
    """+1 the sentence affirms the claim, -1 it denies it, None when the rule cannot tell."""
    if _until_then(claim, sentence) or _once_was(claim, sentence):
        return 1
    asked = read_claim(claim)
    said = asked.tokens
    missing = not set(numbers(claim)) <= set(numbers(sentence))
    if missing:
        said = tuple(token for token in said if not numbers(token.stem))
    if len(said) < 2 or not asked.clear or _unsure(claim, sentence) or (missing and numbers(sentence)):
        return None
    stems = [token.stem for token in asked.tokens]
    stated = read(sentence, claim, partial(_known, stems))
    spoken = _alone(sentence, stems)
    signs = {token.stem: _sign_of(token, stated.tokens, spoken) for token in said}
    if not stated.clear or sum(s is not None for s in signs.values()) / len(signs) < GUARDS.polarity.coverage:
        return None
    plain = None not in signs.values() and (stated.taken_back or not denies(sentence))
    sign = _verdict([t for t in said if t.stem in _predicate(claim)], signs, plain=plain)
    if sign is not None and somebody_elses(claim, sentence):
        return None
    if sign == -1 and not denies(claim) and _narrower(claim, sentence):
        return None
    # What is denied altogether did not happen in any year either; what is affirmed may have happened in another.
    return None if missing and sign == 1 else sign


def _verdict(predicate: list[Token], signs: dict[str, int | None], *, plain: bool) -> int | None:
    """The sign of the predicate, where a negation is in play.

    Parts that disagree decide only when what is denied ends the claim ("the dam was completed / not in 1961"): what stands
    before it then belongs to the subject or is granted. A claim that denies is refuted only by a sentence that is `plain`: it has all
    the claim's words and denies nothing, or just that denial.
    """
    found = [(token.stem, sign) for token in predicate if (sign := signs[token.stem])]
    # A date that agrees takes no side where a word is denied.
    denied_word = any(sign < 0 and not numbers(word) for word, sign in found)
    stated = [sign for word, sign in found if not (denied_word and sign > 0 and numbers(word))]
    reach = {token.sign for token in predicate}
    if not stated or not (DENIED in reach or -1 in stated) or stated != sorted(stated, reverse=True):
        return None
    if reach == {AFFIRMED}:
        return stated[-1]
    if reach == {DENIED} and (stated[-1] < 0 or plain):
        return -stated[-1]
    agree = all(signs[token.stem] in (token.sign, None) for token in predicate)
    return 1 if agree else None
