"""What a sentence needs from its page to be understood alone: the title's subject, the year of publication."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from backend.domain.article import Passage, PassageKind
from backend.domain.text import content_stems, names, recall, subject_stems
from backend.stance.one_spelling import in_the_claims_spelling
from backend.stance.quantity import years


@dataclass(frozen=True, slots=True)
class Seen:
    """A sentence as the verifier reads it, and `alone`: without its title, of which it then has only the names of the claim's subject.

    They are the same where no title stands in front.
    """

    text: str
    alone: str


def seen_in_context(claim: str, sentence: str, passage: Passage, page: str = "") -> Seen:
    """The sentence with what it leaves out.

    Behind its title where that names what the sentence leaves out; behind the claim's names where the title has them, and its
    subject where the page has it (`page`: all of its passages) and the sentence names nobody else ("The bridge ..."); with the
    date of publication where the claim names its year and the sentence names none; its numbers as the claim writes them.
    A built-in fact stands alone: its title names only the page that it is taken from.
    """
    if passage.kind is PassageKind.SEED:
        return Seen(sentence, sentence)
    dated = in_the_claims_spelling(claim, sentence)
    if years(claim) and not years(sentence) and _published_year(passage) in years(claim):
        dated = f"{dated.rstrip('.')} ({_in_words(passage.published)})."
    title = "" if passage.title.rstrip().endswith("?") else passage.title
    titled = dated
    if title and title not in sentence and recall(claim, f"{title} {dated}") > recall(claim, dated):
        titled = f"{title.rstrip('.')}. {dated}"
    text = _behind(_granted(claim, titled, sentence, page, passage.title), titled)
    if titled == dated:
        return Seen(text, text)
    # What is said must be said by the sentence: a title lends it who is meant, not what is said of them.
    return Seen(text, _behind(_granted(claim, dated, sentence, f"{passage.title} {page}", ""), dated))


def in_context(claim: str, sentence: str, passage: Passage, page: str = "") -> str:
    """The sentence as the verifier reads it."""
    return seen_in_context(claim, sentence, passage, page).text


def _behind(granted: str, sentence: str) -> str:
    return f"{granted}: {sentence}" if granted else sentence


def _granted(claim: str, seen: str, sentence: str, page: str, title: str) -> str:
    """Names that the text to be seen lacks: the claim's from the title, its subject's from a page whose sentence names nobody else."""
    wanted = names(claim)
    missing = [name for name in wanted if not _stands(name, seen)]
    lent = [name for name in missing if _stands(name, title)]
    if not _words(names(sentence)) - _words(wanted):
        # What is said of the subject must stand in the sentence itself: a page may name two countries.
        subject = subject_stems(claim)
        lent += [n for n in missing if n not in lent and _stands(n, page) and subject & set(content_stems(n))]
    return ", ".join(lent)


def _stands(name: str, text: str) -> bool:
    """Whether the name is there as whole words: Nigeria is not Niger."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _words(found: Iterable[str]) -> set[str]:
    """Single words of names, without possessive endings: "Kenya's Ruth Chebet" names somebody besides Kenya."""
    return {word.removesuffix("'s").removesuffix("’s") for name in found for word in name.split()}


def _published_year(passage: Passage) -> int:
    return int(passage.published[:4]) if passage.published[:4].isdigit() else 0


def _in_words(published: str) -> str:
    """An ISO date as "12 March 2024"; the text itself when it is only a year or a month."""
    try:
        return f"{date.fromisoformat(published[:10]):%-d %B %Y}"
    except ValueError:
        return published
