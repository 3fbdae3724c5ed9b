"""Determines what a coordinator joins: two clauses, two verbs of one subject, or smaller units that stay together."""

from __future__ import annotations

import re
from itertools import takewhile

from backend.claims.sentences import QUANTIFIED, subject_of
from backend.claims.words import (
    ADVERBS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    Token,
    base_forms,
    first_finite,
    is_finite,
    negations,
    participles,
    past_forms,
    present_forms,
    tokens_of,
    verb_list,
)

COORDINATOR = re.compile(
    r";\s*(?:and |but |however,? )?|,?\s+(?:and|but|yet)\s+(?:that\s+)?|,\s+(?:while|whereas|though|although|however)\s+"
    r"|,\s+(?=[^;]*,\s+and\s)|,\s+(?=then\s|(?:he|she|it|they)\s)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(r"\b(?:that|which|who|whose|whom|because|if|although|when|where|whether)\b", re.IGNORECASE)
_CONTENT_CLAUSE = re.compile(r"\b(?:that|because|if|whether|when)\b", re.IGNORECASE)
_NEW_SUBJECT = re.compile(
    r"^(?:he|she|it|they) (?:(?:also|later|then|now) )?(?:is|was|are|were|has|had|have|[a-z]+(?:ed|s))\b"
)
_ED = re.compile(r"(?!(?:need|feed|bed|red|speed|seed|shed|hundred|sacred|breed|indeed|united)\b)[a-z]{2,}ed")
_TAKES_PARTICIPLE = verb_list("be") | {"has", "have", "had"}
_CONJUNCTIONS = frozenset({"if", "when", "while", "because", "although", "though", "unless", "whether", "since"})
_PHRASE_TOKENS = 12


def prefix(left: str, right: str, subject: str, coordinator: str) -> str | None:
    """Return the words to prepend to `right`, the text after a coordinator.

    The result is "" for an independent clause, the shared subject with its auxiliary for a clause without a subject, and
    None if the text must not be split here. `coordinator` is the text between the two sides; `subject` is the subject of
    the first clause ("" if unknown).
    """
    left_tokens, right_tokens = tokens_of(left), tokens_of(right)
    verb = first_finite(left_tokens)
    if verb is None or not right_tokens or _open_pair(left) or right_tokens[0].lower in _CONJUNCTIONS:
        return None
    if coordinator.strip().startswith(";"):
        return "" if first_finite(right_tokens) and not is_opening_verb(right_tokens, 0) else None
    if not _may_end(left, right, bare=coordinator.strip() == ","):
        return None
    lead = next((at for at in range(len(right_tokens)) if not _is_adverb(right_tokens, at)), 0)
    if _opens_clause(right_tokens, lead):
        return ""
    shared = subject or subject_of(left)
    if not shared or QUANTIFIED.search(shared):
        return None
    return _shared(shared, left_tokens[verb:], right_tokens[lead:], contrast=coordinator.strip(" ,").lower() == "but")


def _may_end(left: str, right: str, *, bare: bool) -> bool:
    """Return whether the clause may end here.

    A subordinate clause continues after "and" unless a pronoun follows ("who …, and he died").
    """
    has_new_subject = bool(_NEW_SUBJECT.match(right))
    behind_but = re.split(r"\bbut\b", left)
    if len(behind_but) > 1 and first_finite(tokens_of(behind_but[-1])) is None:
        return False
    if _SUBORDINATE.search(left) and (bare or not has_new_subject or _CONTENT_CLAUSE.search(left)):
        return False
    if bare and right.split(maxsplit=1)[0].lower() in PRONOUNS:
        words = subject_of(left).split()
        return (
            has_new_subject
            and bool(words)
            and words[0].lower() not in PREPOSITIONS
            and not words[0].endswith(("ing", "ly"))
        )
    return True


def _is_adverb(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the word is an adverb, with or without a following comma ("lastly,")."""
    word, following = tokens[at].lower, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in ADVERBS | {",", "first"} or (word.endswith("ly") and following == ","):
        return True
    return word.endswith("ly") and at + 1 < len(tokens) and is_opening_verb(tokens, at + 1)


def _opens_clause(tokens: tuple[Token, ...], lead: int) -> bool:
    """Return whether a subject and its verb follow, possibly after a phrase such as "by 1985," or "in the end"."""
    if tokens[lead].lower not in PREPOSITIONS | {"following"}:
        return _has_own_subject(tokens, lead)
    for at in range(lead + 1, min(lead + _PHRASE_TOKENS, len(tokens) - 1)):
        if is_finite(tokens, at):
            return False
        if tokens[at].text == ",":
            return _has_own_subject(tokens, at + 1)
        if tokens[at].lower in PRONOUNS and is_finite(tokens, at + 1):
            return True
    return False


def _has_own_subject(tokens: tuple[Token, ...], lead: int) -> bool:
    """Return whether a subject precedes the first finite verb.

    The result is also True for two joined subjects ("… and Warren voted"), but then the left side has no verb.
    """
    verb = first_finite(tokens, lead + 1)
    if verb is None or is_opening_verb(tokens, lead):
        return False
    before = tokens[lead:verb]
    opening = before[0]
    return (
        opening.lower not in PREPOSITIONS
        and opening.is_word
        and not _is_compound(before, tokens[verb:])
        and not tokens[verb].capitalised
        and sum(token.text == "," for token in before) != 1
        and not (len(before) > 1 and re.fullmatch(r"[a-z]{2,}ing", opening.text))
        and not _SUBORDINATE.search(" ".join(t.text for t in before))
    )


def _is_compound(before: tuple[Token, ...], rest: tuple[Token, ...]) -> bool:
    """Return whether the text is a compound such as "films and television shows including …", not subject and verb."""
    bare = len(before) == 1 and before[0].text.islower() and before[0].lower not in PRONOUNS
    return bare and rest[0].lower.endswith("s") and rest[0].lower not in verb_list("auxiliary") and _ends_list(rest[1:])


def _ends_list(rest: tuple[Token, ...]) -> bool:
    return not rest or not rest[0].is_word or rest[0].lower in {"including", "such", "like", "featuring", "of", "and"}


def is_opening_verb(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether the clause begins with its verb ("died in Princeton", "is based in Paris", "kill people")."""
    word = tokens[at]
    if word.capitalised:
        return False
    if word.lower in verb_list("auxiliary") or word.lower in past_forms() | present_forms():
        return not (at + 1 < len(tokens) and tokens[at + 1].lower in verb_list("be"))
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if _ED.fullmatch(word.text) and following in PREPOSITIONS | DETERMINERS:
        return True
    return (
        word.lower in base_forms()
        and following not in verb_list("auxiliary")
        and not is_finite(tokens, at + 1 if following else at)
    )


def _shared(subject: str, left: tuple[Token, ...], right: tuple[Token, ...], *, contrast: bool) -> str | None:
    """Return the subject, with the auxiliary if the second verb needs it ("was tested and approved").

    `left` begins with the verb. Return None if the text must not be split.
    """
    auxiliary = " ".join(token.text for token in _auxiliaries(left))
    denied, word = bool(negations(auxiliary)), right[0].lower
    if word in verb_list("auxiliary"):
        return subject
    if word in base_forms() and auxiliary and word not in past_forms() and left[0].lower not in _TAKES_PARTICIPLE:
        does = left[0].lower in ("do", "don't")
        return f"{subject} {auxiliary}" if not contrast or not denied else subject if does else None
    if contrast and denied:
        return subject if word in present_forms() else None
    if (word in participles() or _ED.fullmatch(word)) and _goes_on(left, right):
        return f"{subject} {auxiliary}"
    return subject if _is_new_verb(left, right) else None


def _is_new_verb(left: tuple[Token, ...], right: tuple[Token, ...]) -> bool:
    """Return whether the second verb is finite without an auxiliary."""
    word = right[0].lower
    if word in past_forms() or _ED.fullmatch(word):
        return True
    if word in present_forms():
        return len(right) > 1 and right[1].is_word
    return word in base_forms() and left[0].lower in base_forms() | {"are", "were", "have"}


def _goes_on(left: tuple[Token, ...], right: tuple[Token, ...]) -> bool:
    """Return whether the first verb's "was" or "has" also applies to the participle. A passive verb has no object."""
    auxiliary = left[0].lower
    verb = (t.lower for t in left[len(_auxiliaries(left)) :] if t.lower not in ADVERBS and not t.lower.endswith("ly"))
    head = next(verb, "")
    if head not in participles() and not _ED.fullmatch(head):
        return False
    if right[0].lower in verb_list("intransitive") or auxiliary not in _TAKES_PARTICIPLE:
        return False
    active = len(right) > 1 and right[1].is_word and right[1].lower not in PREPOSITIONS | ADVERBS | {"and", "but"}
    return auxiliary not in verb_list("be") or not active


def _auxiliaries(left: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the auxiliaries and negations at the start of the verb phrase: "was", "has been", "does not"."""
    opening = verb_list("auxiliary") | {"not", "never", "been", "be"}
    return tuple(takewhile(lambda token: token.lower in opening, left))


def _open_pair(left: str) -> bool:
    """Return whether the coordinator belongs to "between X and" or "both X and"."""
    tail = re.split(r"[;.]", left)[-1]
    return bool(re.search(r"\b(?:between|both)\b(?!.*\band\b)", tail, re.IGNORECASE))
