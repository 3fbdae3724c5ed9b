"""Conjugates verbs to match their subject and tense, and reduces words to stems for comparison."""

from __future__ import annotations

import re
from functools import cache

from backend.claims.phrases import lexicon, mask
from backend.claims.words import (
    PREPOSITIONS,
    Token,
    base_forms,
    content_words,
    first_finite,
    load,
    past_forms,
    past_of,
    present_forms,
    tokens_of,
    verb_list,
    with_s,
)

_IRREGULAR_PLURALS = frozenset({"people", "men", "women", "children", "they", "we", "mice", "teeth", "feet", "police"})


def opens_with_verb(text: str) -> bool:
    """Return whether the text begins with the predicate of a clause: "was founded", "died", "plays for"."""
    tokens = tokens_of(text)
    at = next((i for i, token in enumerate(tokens) if token.lower not in lexicon("adverbs")), len(tokens))
    if at == len(tokens) or tokens[at].capitalised:
        return False
    word = tokens[at].lower
    if word in verb_list("auxiliary") | past_forms() | present_forms() or word in _irregular_finite_forms():
        return True
    return bool(re.fullmatch(r"[a-z]{2,}ed", word))


def main_verb(text: str) -> Token | None:
    """Return the first finite verb."""
    tokens = tokens_of(text)
    at = first_finite(tokens)
    return tokens[at] if at is not None else None


def is_plural(subject: str, verb: Token | None) -> bool:
    """Return whether the subject is plural: judged by the verb, or else by the last word before a preposition."""
    if verb is not None and verb.lower in {"are", "were", "have", "aren't", "weren't", "haven't", "do", "don't"}:
        return True
    if verb is not None and (verb.lower in {"is", "was", "has", "does", "hasn't", "wasn't", "isn't"} | present_forms()):
        return False
    masked = mask(subject)
    if " and " in masked:
        return True
    head = re.split(rf" (?:{'|'.join(PREPOSITIONS)})\b", masked)[0].split()
    word = head[-1] if head else ""
    plain = word.lower() in _IRREGULAR_PLURALS
    return plain or (word.islower() and word.endswith("s") and not word.endswith(("ss", "us", "is")))


def is_past(verb: Token | None) -> bool:
    """Return whether the verb is in the simple past, or a past form of "be" or "have"."""
    if verb is None:
        return True
    word = verb.lower
    return word in {"was", "were", "had", "wasn't", "weren't", "hadn't", "did", "didn't", "would", "could"} or (
        word not in present_forms() | verb_list("auxiliary") and (word in past_forms() or word.endswith("ed"))
    )


def be(subject: str, verb: Token | None, *, past: bool | None = None) -> str:
    """Return the form of "be" for the subject, in the main verb's tense unless `past` is given."""
    plural, before = is_plural(subject, verb), is_past(verb) if past is None else past
    if subject.lower() in {"i"}:
        return "was" if before else "am"
    return {(False, False): "is", (False, True): "was", (True, False): "are", (True, True): "were"}[plural, before]


def infinitive(gerund: str) -> str:
    """Return the infinitive of a word that ends in -ing: "earning" -> "earn", "winning" -> "win"; "" if unknown."""
    stem = gerund[:-3]
    known = base_forms() | lexicon("verbs")
    doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else ""
    return next((verb for verb in (stem, f"{stem}e", doubled, f"{stem[:-1]}ie") if verb and verb in known), "")


def past(verb: str) -> str:
    """Return the simple past of an infinitive."""
    return _irregular_forms()[verb][2] if verb in _irregular_forms() else past_of(verb)


def present(verb: str) -> str:
    """Return the third person singular of an infinitive."""
    return _irregular_forms()[verb][1] if verb in _irregular_forms() else with_s(verb)


def finite(gerund: str, subject: str, verb: Token | None) -> str:
    """Return the finite form of a gerund, in the tense and number of the main verb; "" if the gerund's verb is unknown."""
    base = infinitive(gerund)
    if not base:
        return ""
    if is_past(verb) or (verb is not None and verb.lower in {"has", "have"}):
        return past(base)
    return base if is_plural(subject, verb) else present(base)


@cache
def _irregular_forms() -> dict[str, tuple[str, ...]]:
    """Map each irregular verb of `decompose.json` and `verbs.json` to all its forms."""
    rows = [row.split() for row in (*load("verbs")["irregular"], *load("decompose")["irregular"])]
    return {row[0]: tuple(row) for row in rows}


@cache
def _irregular_finite_forms() -> frozenset[str]:
    irregular = {form for forms in _irregular_forms().values() for form in forms[1:3]}
    return frozenset(irregular | {with_s(verb) for verb in lexicon("verbs")})


@cache
def _lemmas() -> dict[str, str]:
    return {form: base for base, forms in _irregular_forms().items() for form in forms}


def stems(text: str) -> frozenset[str]:
    """Return the stems of the content words; verbs are reduced to the infinitive, so "winning" and "won" share a stem."""
    words = (
        part for word in content_words(text) for part in (re.split(r"[-–/]", word) if word[0].isdigit() else [word])
    )
    found = (re.sub(r"'s?$", "", word) for word in words)
    return frozenset(_stem(word) for word in found)


def _stem(word: str) -> str:
    if word[:1].isdigit():
        return word.replace(",", "")
    base = infinitive(word) if word.endswith("ing") else ""
    return (base or _lemmas().get(word, word))[:4]
