"""What a sentence needs from its page to be understood alone: the title's subject, the year of publication."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from backend.domain.article import Passage
from backend.domain.text import content_stems, names, recall, subject_stems
from backend.stance.numeric import years


def in_context(claim: str, sentence: str, passage: Passage, page: str = "") -> str:
    """The sentence as the verifier reads it.

    Behind its title where that names what the sentence leaves out; behind the claim's names where the title has them, and its
    subject where the page has it (`page`: all of its passages) and the sentence names nobody else ("The bridge ..."); with the
    date of publication where the claim names its year and the sentence names none.
    """
    seen = sentence
    if years(claim) and not years(sentence) and _published_year(passage) in years(claim):
        seen = f"{sentence.rstrip('.')} ({_in_words(passage.published)})."
    title = "" if passage.title.rstrip().endswith("?") else passage.title
    if title and title not in sentence and recall(claim, f"{title} {seen}") > recall(claim, seen):
        seen = f"{title.rstrip('.')}. {seen}"
    granted = _granted(claim, seen, sentence, page, passage.title)
    return f"{granted}: {seen}" if granted else seen


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
