"""Makes each part self-contained: replaces pronouns, "the company" and "there" with an unambiguous name from earlier parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.claims.phrases import is_person, owner_of
from backend.claims.sentences import QUANTIFIED, Part, subject_of
from backend.claims.words import ADVERBS, PRONOUNS, first_finite, is_finite, names, tokens_of

_POSSESSIVES = frozenset({"his", "her", "its", "their"})
_REFERRING_WORDS = (
    PRONOUNS | _POSSESSIVES | {"this", "that", "these", "those", "there", "i", "we", "you", "who", "which", "what"}
)
_PRONOUN_OF_POSSESSIVE = {"his": "he", "her": "she", "its": "it", "their": "they"}
_PLURAL_VERBS = frozenset({"are", "were", "have", "do", "aren't", "weren't", "haven't", "don't"})
_LEAD = re.compile(
    r"^(?P<lead>(?:In|On|By|At|During|Since|From|Until|Around|Later|Then|Eventually|Afterwards|Subsequently|Today)\b[^,;]{0,40}?,? )"
    r"(?P<pronoun>he|she|it|they)\b"
)
_EXPLETIVE = re.compile(
    r"^it (?:is|was|has been|takes|took|seems|appears)\b.*\b(?:that|to|for|hoped|said|believed|thought|known)\b",
    re.IGNORECASE,
)
_THE_KIND = re.compile(r"^The (?P<kind>[a-z]+)\b(?! of\b)", re.IGNORECASE)
_KIND = re.compile(
    r" (?:is|was) (?:also )?(?:an?|the) ((?:[\w-]+ ){0,4}?[a-z]+)"
    r"(?= (?:of|in|from|for|that|which|who|based|by|and)\b|[,.]|$)"
)
_PLACE = re.compile(r"\b(?:in|at) (?:the )?[A-Z][\w'’.-]*(?: (?:of )?[A-Z][\w'’.-]*)*")
_PERSON_BESIDE = re.compile(
    r"\b(?:met|meets|married|marries|with|by|to|and|succeeded|replaced|defeated|beat|than|against|under|wife|husband|brother"
    r"|sister|father|mother|son|daughter|friend|killed|taught|joined),? [A-Z][a-z]+(?: [A-Z][a-z]+)?\b"
)
_KINDS_OF_THINGS = frozenset(
    "company firm group band organisation organization film movie book novel song album country city town team club university "
    "school river museum party agency church bridge newspaper".split()
)


@dataclass(frozen=True, slots=True)
class DiscourseContext:
    """The subject of the earlier parts, its pronoun ("" if unknown), its kinds ("company"), and the previous part."""

    subject: str = ""
    pronoun: str = ""
    plural: bool = False
    kinds: frozenset[str] = frozenset()
    before: str = ""


def without_pronouns(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Replace the opening pronoun of each part with the latest subject that the pronoun can refer to.

    The first part is not changed.
    """
    done: list[Part] = []
    known = DiscourseContext()
    for part in parts:
        resolved = _resolve_part(part, known) if done else part
        known = _updated_context(known, resolved, part.text)
        done.append(resolved)
    return tuple(done)


def _updated_context(known: DiscourseContext, part: Part, as_written: str) -> DiscourseContext:
    """Update the context with the part just processed. A new named subject replaces the old subject.

    `as_written` is the part before its pronouns were resolved; its opening pronoun becomes the pronoun of the subject.
    """
    subject = subject_of(part.text)
    opening = subject.split()[0].lower() if subject else ""
    if not subject or opening in _REFERRING_WORDS or QUANTIFIED.search(subject):
        return replace(known, before=part.text)
    if (
        subject != known.subject and not subject.startswith((f"{known.subject}'", f"{known.subject}’"))
    ) or not known.subject:
        tokens = tokens_of(part.text)
        verb = first_finite(tokens)
        plural = verb is not None and tokens[verb].lower in _PLURAL_VERBS
        known = DiscourseContext(subject, _pronoun_of_subject(part.text, subject), plural or " and " in subject)
    written = tokens_of(as_written)
    opened = written[0].lower if written else ""
    pronoun = known.pronoun or (_PRONOUN_OF_POSSESSIVE.get(opened, opened) if opened in PRONOUNS | _POSSESSIVES else "")
    return replace(
        known, pronoun=pronoun, kinds=known.kinds | _nouns_for_subject(part.text, known.subject), before=part.text
    )


def _pronoun_of_subject(text: str, subject: str) -> str:
    """Infer the pronoun of the subject from a later possessive: "she" for "Marie Curie worked with her husband"."""
    found = re.search(r"\b(his|her|its)\b", text[text.find(subject) + len(subject) :])
    return _PRONOUN_OF_POSSESSIVE[found[1]] if found else ""


def _nouns_for_subject(text: str, subject: str) -> frozenset[str]:
    """Return the noun that says what the subject is: "company" in "Tesla is an American company"."""
    found = _KIND.match(text[len(subject) :]) if text.startswith(subject) else None
    return frozenset({found[1].split()[-1]}) if found else frozenset()


def _resolve_part(part: Part, known: DiscourseContext) -> Part:
    tokens = tokens_of(part.text)
    if not known.subject or len(tokens) < 2:
        return part
    text = _replace_there(_replace_opening(part.text, known), known)
    return Part(text, -1, -1) if text != part.text else part


def _replace_opening(text: str, known: DiscourseContext) -> str:
    tokens = tokens_of(text)
    first, lead = tokens[0].lower, _LEAD.match(text)
    if first in PRONOUNS and (is_finite(tokens, 1) or tokens[1].lower in ADVERBS):
        name = _subject_for_pronoun(first, text, known)
        return name + text[tokens[0].end :] if name else text
    if first in _POSSESSIVES:
        name = _subject_for_pronoun(_PRONOUN_OF_POSSESSIVE[first], text, known)
        return owner_of(name) + text[tokens[0].end :] if name else text
    if lead and is_finite(tokens_of(text[lead.start("pronoun") :]) or tokens, 1):
        name = _subject_for_pronoun(lead["pronoun"], text[lead.start("pronoun") :], known)
        return f"{lead['lead']}{name}{text[lead.end() :]}" if name else text
    kind = _THE_KIND.match(text)
    if kind and _is_kind(kind["kind"], known) and len(tokens) > 2 and is_finite(tokens, 2):
        return known.subject + text[kind.end() :]
    return text


def _is_kind(noun: str, known: DiscourseContext) -> bool:
    """Return whether an earlier part uses this noun for its subject, or the noun can refer to only one name."""
    alone = known.subject[0].isupper() and not known.subject.startswith("The ") and known.pronoun in {"", "it"}
    rest = known.before.partition(known.subject)[2]
    return noun in known.kinds or (alone and noun in _KINDS_OF_THINGS and not names(f"x {rest}"))


def _subject_for_pronoun(pronoun: str, clause: str, known: DiscourseContext) -> str:
    """Return the known subject if the pronoun agrees with it and cannot refer to another person, or ""."""
    if pronoun == "it" and _EXPLETIVE.match(clause):
        return ""
    if known.pronoun and known.pronoun != pronoun and "they" not in (known.pronoun, pronoun):
        return ""
    if known.plural and pronoun != "they":
        return ""
    owner = re.match(r"(?P<owner>[A-Z][^,]*?)['’]s? [a-z]", known.subject)
    last = known.subject.split()[-1]
    if owner and (last[0].isupper() or is_person(last)):
        owner = None
    if pronoun in {"he", "she"}:
        rest = known.before.partition(known.subject)[2]
        if not known.pronoun and _PERSON_BESIDE.search(rest):
            return ""
        return owner["owner"] if owner else known.subject
    return known.subject


def _replace_there(text: str, known: DiscourseContext) -> str:
    """Replace "there" with the place named in the previous part, if only one place is named. "There is" is not changed."""
    places = _PLACE.findall(known.before)
    if len(places) != 1 or not re.search(
        r"\bthere(?= (?:for|in|until|from|as|with|and|on|since|by|at)\b|[,.]|$)", text
    ):
        return text
    return re.sub(r"\bthere\b", places[0].rstrip("."), text, count=1)


def stand_alone(sentences: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the parts of all sentences in order, with their pronouns resolved."""
    return tuple(part.text for part in without_pronouns([Part(text, -1, -1) for parts in sentences for text in parts]))
