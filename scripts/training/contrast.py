"""Generates contrastive pairs for phenomena that public data sets rarely cover: negation, antonyms, denials, hedges and numbers.

The input statements must be true, and the input pairs correctly labelled. The generated rows are (passage, claim,
label).
"""

from __future__ import annotations

import random
import re

SUPPORTS, REFUTES, NEI = 0, 1, 2
Row = tuple[str, str, int]

_AUXILIARY = re.compile(
    r"^(?P<subject>[^,;:]{2,80}?) (?P<aux>is|are|was|were|can|could|will|would|has|have|had|may|should|must) (?P<rest>.+)$"
)
_BASE_FORM_OF_PAST = {
    "won": "win", "wrote": "write", "became": "become", "began": "begin", "made": "make", "took": "take", "gave": "give",
    "led": "lead", "left": "leave", "lost": "lose", "met": "meet", "ran": "run", "sold": "sell", "sang": "sing",
    "grew": "grow", "fell": "fall", "rose": "rise", "built": "build", "held": "hold", "came": "come", "went": "go",
    "killed": "kill", "played": "play", "died": "die", "served": "serve", "landed": "land", "caused": "cause",
    "received": "receive", "directed": "direct", "released": "release", "starred": "star", "produced": "produce",
    "founded": "found", "scored": "score", "earned": "earn", "created": "create", "gained": "gain", "joined": "join",
}  # fmt: skip
_BASE_FORM_OF_PRESENT = {
    "causes": "cause", "prevents": "prevent", "contains": "contain", "makes": "make", "has": "have", "spreads": "spread",
    "reduces": "reduce", "increases": "increase", "improves": "improve", "kills": "kill", "stars": "star",
    "plays": "play", "works": "work", "lives": "live", "protects": "protect", "cures": "cure", "leads": "lead",
    "boils": "boil", "harms": "harm", "includes": "include", "affects": "affect", "treats": "treat", "needs": "need",
}  # fmt: skip
ANTONYMS = [
    ("safe", "dangerous"), ("safe", "unsafe"), ("safe", "harmful"), ("effective", "ineffective"), ("increased", "decreased"),
    ("increase", "decrease"), ("increases", "decreases"), ("increases", "reduces"), ("more", "less"), ("more", "fewer"),
    ("first", "last"), ("before", "after"), ("largest", "smallest"), ("highest", "lowest"), ("higher", "lower"),
    ("real", "fake"), ("real", "a hoax"), ("true", "false"), ("alive", "dead"), ("won", "lost"), ("above", "below"),
    ("over", "under"), ("north", "south"), ("northern", "southern"), ("east", "west"), ("eastern", "western"),
    ("legal", "illegal"), ("successful", "unsuccessful"), ("positive", "negative"), ("hot", "cold"), ("early", "late"),
    ("best", "worst"), ("good", "bad"), ("causes", "prevents"), ("cause", "prevent"), ("supported", "opposed"),
    ("accepted", "rejected"), ("male", "female"), ("old", "new"), ("rich", "poor"), ("longer", "shorter"),
    ("healthy", "unhealthy"), ("harmless", "harmful"), ("possible", "impossible"), ("all", "none"), ("rose", "fell"),
    ("most", "least"), ("always", "never"), ("major", "minor"), ("natural", "artificial"), ("beneficial", "harmful"),
    ("round", "flat"), ("poisonous", "edible"), ("toxic", "harmless"), ("faster", "slower"), ("gained", "lost"),
]  # fmt: skip
_DENIAL_TEMPLATES = [
    "There is no evidence that {c}.", "It is a myth that {c}.", "Claims that {c} are false.", "It is not true that {c}.",
    "Contrary to popular belief, it is false that {c}.", "Fact check: the claim that {c} is false.",
    "Experts have debunked the claim that {c}.", "The rumour that {c} has been disproved.",
    "Studies have found no evidence that {c}.", "The idea that {c} is a common misconception.",
]  # fmt: skip
_AFFIRMATION_TEMPLATES = [
    "Scientists have confirmed that {c}.", "According to official records, {c}.", "It is well established that {c}.",
    "Fact check: it is true that {c}.", "Studies have repeatedly shown that {c}.", "Experts agree that {c}.",
]  # fmt: skip
_HEDGE_TEMPLATES = [
    "Some people believe that {c}.", "It has been rumoured online that {c}.", "A survey asked people whether {c}.",
    "Researchers are studying whether {c}.", "A post shared on social media claims that {c}.", "It is not known whether {c}.",
]  # fmt: skip


def negate(claim: str) -> str | None:
    """Return the negation of the claim, or None if there is no simple negation."""
    if re.search(r"\b(not|never|no|n't|nobody|nothing|none|neither|without|only)\b|n't\b", claim, re.I):
        return None
    if match := _AUXILIARY.match(claim):
        if match["aux"] in ("has", "have", "had") and not re.match(
            r"(been|\w+ed|won|made|taken|become)\b", match["rest"]
        ):
            return None
        return f"{match['subject']} {match['aux']} not {match['rest']}"
    words = claim.split()
    for i, word in enumerate(words[1:7], 1):
        if word in _BASE_FORM_OF_PAST:
            return " ".join([*words[:i], "did not", _BASE_FORM_OF_PAST[word], *words[i + 1 :]])
        if word in _BASE_FORM_OF_PRESENT:
            return " ".join([*words[:i], "does not", _BASE_FORM_OF_PRESENT[word], *words[i + 1 :]])
    return None


def lower_first(claim: str) -> str:
    """Return the claim in the form used after "that".

    The full stop is removed, and the first word is in lower case if it is a common function word.
    """
    claim = claim.rstrip(" .!")
    head = claim.split(" ", 1)[0]
    return (
        claim[:1].lower() + claim[1:]
        if head in ("The", "A", "An", "There", "It", "In", "More", "All", "Some", "Most")
        else claim
    )


def antonym(claim: str, rng: random.Random) -> str | None:
    """Return the claim with one word replaced by its opposite, or None if there is no such word or the claim is negated."""
    pairs = [(a, b) for x, y in ANTONYMS for a, b in ((x, y), (y, x)) if re.search(rf"\b{a}\b", claim)]
    if not pairs or re.search(r"\bnot\b|n't|\bnever\b", claim):
        return None
    old, new = rng.choice(pairs)
    return re.sub(rf"\b{old}\b", new, claim, count=1)


def negations(claim: str, passage: str, label: int) -> list[Row]:
    """Return a row in which the passage refutes the negation of the claim.

    Returns no row if the claim is not supported by the passage or has no simple negation.
    """
    negation = negate(claim)
    return [(passage, negation, REFUTES)] if negation and label == SUPPORTS else []


def restatements(claim: str, rng: random.Random) -> list[Row]:
    """Return rows whose passages state, negate, deny, affirm, hedge or reverse a true statement."""
    negation, embedded_claim = negate(claim), lower_first(claim)
    full = claim.rstrip(".") + "."
    rows = [
        (rng.choice(_DENIAL_TEMPLATES).format(c=embedded_claim), claim, REFUTES),
        (rng.choice(_AFFIRMATION_TEMPLATES).format(c=embedded_claim), claim, SUPPORTS),
    ]
    if rng.random() < 0.5:
        rows.append((rng.choice(_HEDGE_TEMPLATES).format(c=embedded_claim), claim, NEI))
    if negation:
        denied = negation.rstrip(".") + "."
        rows += [
            (full, negation, REFUTES),
            (denied, claim, REFUTES),
            (rng.choice(_DENIAL_TEMPLATES).format(c=embedded_claim), negation, SUPPORTS),
        ]
        rows += [(full, claim, SUPPORTS), (denied, negation, SUPPORTS)] if rng.random() < 0.5 else []
    if opposite := antonym(claim, rng):
        rows += [(full, opposite, REFUTES), (opposite.rstrip(".") + ".", claim, REFUTES)]
    return rows


def corrections(claim: str, foil: str, rng: random.Random) -> list[Row]:
    """Return rows whose passage has the form "S is A, not B", where A is true and B is not.

    B is taken from `foil`, another statement. If the two statements have different auxiliary verbs, the result is
    empty.
    """
    one, two = _AUXILIARY.match(claim.rstrip(".")), _AUXILIARY.match(foil.rstrip("."))
    if not one or not two or one["aux"] != two["aux"] or re.search(r"\bnot\b", claim + foil):
        return []
    subject, aux, good, bad = one["subject"], one["aux"], one["rest"], two["rest"]
    passage = rng.choice([
        f"{subject} {aux} {good}, not {bad}.", f"{subject} {aux} not {bad}; {subject} {aux} {good}.",
        f"{subject} {aux} {good} and {aux} not {bad}.", f"Contrary to what is often said, {subject} {aux} not {bad} but {good}.",
    ])  # fmt: skip
    rows = [
        (passage, f"{subject} {aux} {good}", SUPPORTS), (passage, f"{subject} {aux} {bad}", REFUTES),
        (passage, f"{subject} {aux} not {good}", REFUTES), (passage, f"{subject} {aux} not {bad}", SUPPORTS),
    ]  # fmt: skip
    return rng.sample(rows, 3)


def swap_number(claim: str, rng: random.Random) -> str | None:
    """Return the claim with one number changed enough to make the claim wrong, or None if the result could still be true."""
    found = list(re.finditer(r"\b\d[\d,.]*\d\b|\b\d\b", claim))
    if not found or re.search(r"\b(over|under|more than|less than|fewer than|at least|at most|about|up to)\b", claim):
        return None
    match = rng.choice(found)
    text = match.group().replace(",", "")
    try:
        value = float(text)
    except ValueError:
        return None
    if "." in text:
        new = f"{value * rng.choice([0.5, 0.8, 1.3, 2]):.1f}"
    elif 1500 <= value <= 2030:
        new = str(int(value) + rng.choice([-11, -3, -2, -1, 1, 2, 3, 7, 10]))
    else:
        new = str(max(0, int(value) + rng.choice([-1, 1]) * max(1, int(value * 0.3))))
    return None if new == text else claim[: match.start()] + new + claim[match.end() :]
