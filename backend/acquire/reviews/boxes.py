"""Reads reviews that have no markup: a labelled claim with a labelled rating or a picture of the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lxml.html import HtmlElement

from backend.acquire.reviews.found import FoundReview
from backend.acquire.reviews.labels import BoxLabel, class_names, label_of, split_denial
from backend.acquire.reviews.lines import TextLine, lines_of
from backend.sources.ratings import DENIES, QUALIFIES, Rating, plain_words, rating_of, rating_words

LEAST_WORDS = 3
"""The minimum number of words in a reviewed claim."""
_MAX_LABEL_WORDS = 5
"""The maximum number of words in a label."""
_MAX_UNKNOWN_RATING_WORDS = 3
"""The maximum number of words in a rating that is on no known scale."""
_MAX_EXTRA_WORDS = 4
"""The maximum number of further words on a rating's line, such as a link to the scale. A line with more words counts as an
explanation."""
_QUOTES = " \t\"'“”„«»‹›‘’"


@dataclass(frozen=True, slots=True)
class _LabelledText:
    """The text after a label, with the lines to remove. `picture` is true for the alternative text of a picture."""

    label: BoxLabel
    text: str
    lines: tuple[TextLine, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Boxes:
    """The reviews in a page's rating boxes. The `rating` of a review is "" if no rating was found for the claim."""

    reviews: tuple[FoundReview, ...]
    _labelled_texts: tuple[_LabelledText, ...]

    def remove_from_page(self) -> None:
        """Remove from the tree the labels, the claims, and the ratings that have no explanation on the same line."""
        for value in self._labelled_texts:
            for line in value.lines:
                line.blank()


def shown_reviews(tree: HtmlElement) -> Boxes:
    """Return the reviews that the page shows in its visible text."""
    values = tuple(value for value in _labelled_texts(lines_of(tree)) if value.label is not BoxLabel.OTHER)
    return Boxes(_pair_claims_with_ratings(values), values)


def headline_review(headline: str) -> FoundReview | None:
    """Return the review in a headline such as "It is false that …" or "FALSE: …", or None for any other headline."""
    opening, claim = split_denial(headline)
    opening = " ".join(opening.split()[:-1])
    if not opening:
        opening, _, claim = headline.partition(":")
        if rating_of(opening) not in DENIES | QUALIFIES:
            return None
    claim = claim.strip(_QUOTES)
    return FoundReview(claim=claim, rating=opening) if len(claim.split()) >= LEAST_WORDS else None


def _labelled_texts(lines: Sequence[TextLine]) -> Iterator[_LabelledText]:
    pending_labels: list[tuple[BoxLabel, TextLine]] = []
    for line in lines:
        label, rest = _split_label(line)
        if label is not None and not rest:
            pending_labels.append((label, line))
        elif label is not None:
            pending_labels = []
            yield from _text_for_label(label, line, [rest])
        elif pending_labels:
            pending_label, labelled = pending_labels.pop(0)
            for value in _text_for_label(pending_label, line, _candidate_texts(line)):
                yield replace(value, lines=(labelled, *value.lines))
        else:
            yield from _text_without_label(line)


def _split_label(line: TextLine) -> tuple[BoxLabel | None, str]:
    """Return the (label, text after the colon) of a line that starts with a label, else (None, "")."""
    for text in (line.text, line.unlinked):
        if label := label_of(text):
            return label, ""
    opening, colon, rest = line.text.partition(":")
    if colon and len(opening.split()) <= _MAX_LABEL_WORDS and (label := label_of(opening)):
        return label, rest.strip()
    return None, ""


def _candidate_texts(line: TextLine) -> list[str]:
    return [text for text in (line.text, line.first, line.unlinked, line.alt) if text]


def _text_for_label(label: BoxLabel, line: TextLine, readings: Sequence[str]) -> Iterator[_LabelledText]:
    """Yield the text for this label, if the line can be a claim or rating.

    The line of a claim is later removed from the page. The line of a rating is removed only if it contains nothing
    else, so that an explanation stays in the text.
    """
    text = readings[0].strip(_QUOTES)
    if label is BoxLabel.CLAIM and len(text.split()) >= LEAST_WORDS:
        yield _LabelledText(label, text, (line,))
    elif label is BoxLabel.RATING:
        known = next((reading for reading in readings if rating_of(reading) is not Rating.UNKNOWN), "")
        if known or len(text.split()) <= _MAX_UNKNOWN_RATING_WORDS:
            rating = rating_words(known or text)
            bare = len(plain_words(text).split()) <= len(plain_words(rating).split()) + _MAX_EXTRA_WORDS
            yield _LabelledText(label, rating, (line,) if bare else ())
    elif label is BoxLabel.OTHER:
        yield _LabelledText(label, text)


def _text_without_label(line: TextLine) -> Iterator[_LabelledText]:
    """Yield the claim in a block whose class marks a claim, or the rating in a picture's alternative text."""
    if line.text and line.classes & class_names("claim_classes"):
        yield from _text_for_label(BoxLabel.CLAIM, line, [line.text])
    elif not line.text and rating_of(line.alt) is not Rating.UNKNOWN:
        yield _LabelledText(BoxLabel.RATING, line.alt, picture=True)


def _pair_claims_with_ratings(values: Sequence[_LabelledText]) -> tuple[FoundReview, ...]:
    """Pair each claim with the first rating between it and the next claim.

    A single claim can also have its rating above it. A picture counts only if there is no labelled rating.
    """
    claims = [at for at, value in enumerate(values) if value.label is BoxLabel.CLAIM]
    found = []
    for at, following in pairwise([*claims, len(values)]):
        ratings = [value for value in values[at:following] if value.label is BoxLabel.RATING]
        if not ratings and len(claims) == 1:
            ratings = [value for value in values if value.label is BoxLabel.RATING]
        rating = next(iter(sorted(ratings, key=lambda value: value.picture)), None)
        found.append(FoundReview(claim=values[at].text, rating=rating.text if rating else ""))
    return tuple(dict.fromkeys(found))
