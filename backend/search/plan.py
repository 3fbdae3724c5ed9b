"""Builds the search queries for a claim, two to four forms per phase (docs/design.md#queries)."""

from __future__ import annotations

import re

from backend.domain.hygiene import cut_at_word, one_line
from backend.domain.months import CALENDAR
from backend.search.query_words import LINKS, framing, stop_words
from backend.search.settings import PhaseId

MAX_QUERY = 300
"""The maximum length of a query in characters; engines reject or ignore longer queries."""
LONG_CLAIM = 80
SHORT_FORM = 77
"""For a claim longer than 80 characters, the first 77 characters, cut at a word boundary, are also sent as a query."""
MIN_PHRASE = 10
"""A phrase longer than this many characters is also searched for on its own."""

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‟": '"'})
_DOUBLED = re.compile(r'"{2,}')
_QUOTED = re.compile(r'"([^"]{2,120})"')
_WORD = re.compile(r"[^\W_](?:(?:[\w'’.\-]|,(?=\d))*[^\W_])?")
_POSSESSIVE = re.compile(r"['’]s\b")
_SENTENCE_END = re.compile(r"[.!?:;]\s*$")


def content_words(text: str, language: str = "en") -> tuple[str, ...]:
    """Return the content words of a query in order, without duplicates, operators or quotes."""
    stop = stop_words(language)
    kept: dict[str, str] = {}
    for word in _WORD.findall(text):
        if word.lower() not in stop and (len(word) > 2 or word.isdigit() or word.isupper()):
            kept.setdefault(word.lower(), word)
    return tuple(kept.values())


def key_phrase(claim: str, language: str = "en") -> tuple[str, bool]:
    """Return a (phrase, exact) pair.

    The phrase is a quoted span or else the longest name, either of which is searched for as an exact phrase (`exact`),
    or else the first content words.
    """
    text = _normalise(claim)
    quoted = _QUOTED.search(text)
    if quoted:
        return quoted.group(1).strip(), True
    name = _longest_name(text, language)
    if name:
        return name, True
    return " ".join(content_words(text, language)[:6]) or text, False


def names(text: str, language: str = "en") -> tuple[str, ...]:
    """Return the quoted spans and then the names in a text, in order and without duplicates.

    Unlike in `key_phrase`, the first word of a sentence can be a name.
    """
    plain = _normalise(text)
    quoted = [span.strip() for span in _QUOTED.findall(plain)]
    stop = stop_words(language) | LINKS | CALENDAR
    found = dict.fromkeys(quoted)
    for run in _capitalised_runs(_POSSESSIVE.sub(" / ", _QUOTED.sub(" / ", plain))):
        words = _strip_words(run, stop)
        while words and words[0].isdigit():
            words = _strip_words(words[1:], stop)
        if len("".join(words)) > 1 and not all(word.isdigit() for word in words):
            found.setdefault(" ".join(words))
    return tuple(found)


def queries(claim: str, phase: PhaseId, *, language: str = "en", limit: int = 4) -> tuple[str, ...]:
    """Return at most `limit` different query texts for a phase, most specific first.

    Quotation marks are never doubled. Only names and quoted spans are searched for as exact phrases. Queries with a
    framing phrase also contain other content words of the claim, because a name alone finds everything about the person
    or thing.
    """
    text = _normalise(claim).rstrip(".!? ")
    phrase, exact = key_phrase(text, language)
    phrase_query = f'"{phrase}"' if exact else phrase
    topic = " ".join((phrase_query, *_words_outside(text, phrase, language)))
    words = framing(language)
    plain = cut_at_word(text, MAX_QUERY)
    with_quoted_phrase = cut_at_word(_with_quotes(text, phrase), MAX_QUERY) if exact else plain
    short = cut_at_word(text, SHORT_FORM) if len(text) > LONG_CLAIM else ""
    phrase_only = phrase_query if exact and len(phrase) > MIN_PHRASE else ""
    check, debunk = f"{words.check} {topic}".strip(), f"{topic} {words.debunk}".strip()
    news = (with_quoted_phrase, topic, short, phrase_only, check)
    # Unquoted forms come first: quoting a name that pages spell differently ("Bellflowers") would exclude those pages.
    wide = (plain, check, topic, debunk)
    forms = {
        PhaseId.A_LIGHT: (plain, topic),
        PhaseId.A: news,
        PhaseId.A_ORIGIN: (with_quoted_phrase, check, debunk, phrase_only),
        PhaseId.B: wide,
        PhaseId.C: news,
        PhaseId.D: wide,
    }[phase]
    return distinct(forms, limit)


def foreign_queries(claim: str, language: str, target_language: str) -> tuple[str, ...]:
    """Return queries in another language: the names and numbers, without and with that language's fact-check phrase."""
    names_and_numbers = " ".join(
        (*names(claim, language), *(word for word in content_words(claim, language) if word.isdigit()))
    )
    return (
        distinct((names_and_numbers, f"{names_and_numbers} {framing(target_language).check}".strip()), 2)
        if names_and_numbers
        else ()
    )


def attribution_queries(claim: str, language: str = "en") -> tuple[str, ...]:
    """Return queries for a reported statement, without and with a framing phrase.

    A query consists of the speaker and the quotation, or else of the speaker and the content words.
    """
    text = _normalise(claim).rstrip(".!? ")
    quoted = _QUOTED.search(text)
    who = next(iter(names(_QUOTED.sub(" / ", text), language)), "")
    statement = f'"{quoted.group(1).strip()}"' if quoted else " ".join(_words_outside(text, who, language))
    speaker_and_statement = f"{who} {statement}".strip()
    return distinct((speaker_and_statement, f"{speaker_and_statement} {framing(language).primary}".strip()), 2)


def shorten_query(query: str) -> str:
    """Normalise a follow-up query and truncate it to the maximum length."""
    return cut_at_word(_normalise(query), MAX_QUERY)


def _normalise(text: str) -> str:
    """Return the text on one line, with straight quotation marks and without doubled ones."""
    return _DOUBLED.sub('"', one_line(text).translate(_QUOTES))


def distinct(forms: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """Return the first `limit` forms that differ in more than quotes and case."""
    unique: dict[str, str] = {}
    for form in forms:
        if form:
            unique.setdefault(form.replace('"', "").lower(), form)
    return tuple(unique.values())[:limit]


def _with_quotes(text: str, phrase: str) -> str:
    """Return the text with the phrase quoted once, or unchanged if that would double a quotation mark."""
    if f'"{phrase}"' in text or phrase not in text:
        return text
    quoted = text.replace(phrase, f'"{phrase}"', 1)
    return text if '""' in quoted else quoted


def _words_outside(text: str, phrase: str, language: str) -> tuple[str, ...]:
    """Return up to four content words of the claim that are not in the phrase."""
    inside = {word.lower() for word in _WORD.findall(phrase)}
    return tuple(word for word in content_words(text, language) if word.lower() not in inside)[:4]


def _strip_words(run: tuple[str, ...], dropped: frozenset[str]) -> tuple[str, ...]:
    """Return the run without the words in `dropped` at its start and end."""
    begin, end = 0, len(run)
    while begin < end and run[begin].lower() in dropped:
        begin += 1
    while begin < end and run[end - 1].lower() in dropped:
        end -= 1
    return run[begin:end]


def _longest_name(text: str, language: str) -> str:
    """Return the longest run of capitalised words, which may contain linking words such as "of"; "" if there is none.

    A single word counts unless it opens a sentence.
    """
    stop = stop_words(language)
    best = ""
    for run in _capitalised_runs(text):
        words = list(run)
        while words and (words[0].lower() in stop or words[0].lower() in LINKS):
            words.pop(0)
        while words and words[-1].lower() in LINKS:
            words.pop()
        name = " ".join(words)
        if all(word.lower() in CALENDAR or word.isdigit() for word in words):
            continue
        if name in text and (len(words) > 1 or not _opens_sentence(text, name)) and len(name) > len(best):
            best = name
    return best


def _capitalised_runs(text: str) -> list[tuple[str, ...]]:
    runs: list[tuple[str, ...]] = []
    run: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        word, gap = match.group(), text[end : match.start()]
        end = match.end()
        joined = not gap.strip() and (word[0].isupper() or word[0].isdigit() or word in LINKS)
        if run and not joined:
            runs.append(tuple(run))
            run = []
        if run or word[0].isupper():
            run.append(word)
    return [*runs, tuple(run)] if run else runs


def _opens_sentence(text: str, word: str) -> bool:
    """Return whether a word may be capitalised only because it opens a sentence ("Vaccines cause …").

    Return False for words such as NASA or COVID-19.
    """
    before = text[: text.find(word)]
    opening = not before.strip() or _SENTENCE_END.search(before) is not None
    return opening and not any(char.isupper() or char.isdigit() for char in word[1:])
