"""Splits a text where its author may switch between facts and opinion, and joins the factual segments.

"What a disgrace: the bridge cost 9 million, and nobody was sacked, shame on them" has four segments. A model decides
which segments are opinion. Words are only removed, except that a pronoun may be replaced by a name from a removed
clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.claims.clauses import sentence_spans, subject_of
from backend.claims.frames import capital
from backend.claims.words import content_words, first_finite, tokens_of

MAX_SEGMENTS = 8
"""A text with more segments is split only between its sentences, because embedding each segment takes a millisecond."""

_ENDS_INSIDE = re.compile(r"[.!?…][\"”')\]]*\s")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_MARK = re.compile(
    r"\s*[:;]\s+|\s+[-–—]+\s+|—|\s*,\s+(?:(?:and|but|yet|so|though|or)\s+)?|\s*\(|\)\s*,?\s*"
    r"|\s+(?=(?:but|although|though|because|and|yet)\s)",
    re.IGNORECASE,
)
_THAT = re.compile(r"\s+(?=that\s+\S+\s+\S+)", re.IGNORECASE)
_LEADING = re.compile(r"^(?:[\s,;:.!?–—-]+|(?:and|but|yet|so|that|because|though|although)\s+)+", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:it|he|she|they|its|his|their)\b(?=\s)", re.IGNORECASE)
_NO_NAME = re.compile(r"(?:it|this|that|what|there|i|we|you|they|he|she|nobody|no|everyone|anyone)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"^\s+(?:and|but|yet|because)\s", re.IGNORECASE)
_HANGING = re.compile(r"^(?:as|if|while|when|although|though|because|unless|whether|than)\b[^,]*$", re.IGNORECASE)
_THAT_CLAUSE = re.compile(r"^\s+that\s", re.IGNORECASE)
_SUBJECT_RELATIVE = re.compile(r"^(?:which|who)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextSegment:
    """A segment of the text with its span. `sentence` is the index of its sentence, from 0."""

    text: str
    start: int
    end: int
    sentence: int


def segments_of(text: str) -> tuple[TextSegment, ...]:
    """Return the segments in order, at least one. Together the segments contain every word of the text."""
    sentences = sentence_spans(text) if _ENDS_INSIDE.search(text) else ((0, len(text)),)
    fine = [
        TextSegment(text[start:end], start, end, number)
        for number, (first, last) in enumerate(sentences)
        for start, end in _cuts(text, first, last)
    ]
    if len(fine) <= MAX_SEGMENTS:
        return tuple(fine)
    return tuple(TextSegment(text[start:end], start, end, number) for number, (start, end) in enumerate(sentences))


def _cuts(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the spans between the punctuation marks of a sentence, each with at least one word."""
    masked = _QUOTED.sub(lambda quoted: "X" * len(quoted.group()), text[first:last])
    ends = {match.start() for match in _MARK.finditer(masked)}
    opener = _THAT.search(masked)
    if opener:
        ends.add(opener.start())
    bounds = [0, *sorted(ends - {0}), last - first]
    spans: list[tuple[int, int]] = []
    for start, end in pairwise(bounds):
        if re.search(r"\w", masked[start:end]):
            spans.append((first + start, first + end))
        elif spans:
            spans[-1] = (spans[-1][0], first + end)
    return spans


def remainder(text: str, segments: Sequence[TextSegment], judging: Sequence[bool]) -> str:
    """Return the text without the opinion segments, as self-contained sentences; "" if nothing checkable is left."""
    pieces: list[str] = []
    dropped: list[str] = []
    for number in range(segments[-1].sentence + 1):
        sentence_indexes = [at for at, segment in enumerate(segments) if segment.sentence == number]
        dropped_indexes = (
            sentence_indexes
            if all(judging[at] for at in sentence_indexes)
            else _may_go(segments, sentence_indexes, judging)
        )
        kept_indexes = [at for at in sentence_indexes if at not in dropped_indexes]
        remaining_text = _joined(text, segments, sentence_indexes, kept_indexes)
        dropped += [segments[at].text for at in dropped_indexes]
        if remaining_text and _states(remaining_text):
            pieces.append(_named(remaining_text, dropped))
    return " ".join(pieces)


def _may_go(segments: Sequence[TextSegment], sentence_indexes: Sequence[int], judging: Sequence[bool]) -> list[int]:
    """Return the opinion segments that the rest of the sentence does not need.

    A segment continued by "that …" or by an "and …" without a subject is kept: "X means that Y", "X is big and costs 5".
    """
    going = [at for at in sentence_indexes if judging[at]]
    for at in reversed(sentence_indexes[1:]):
        text = segments[at].text
        if (
            _GOES_ON.match(text)
            and at in going
            and not all(later in going for later in range(at, sentence_indexes[-1] + 1))
        ):
            going.remove(at)
        if _GOES_ON.match(text) and at not in going and at - 1 in going:
            going.remove(at - 1)
    that = {at for at in sentence_indexes[1:] if _THAT_CLAUSE.match(segments[at].text)}
    return [at for at in going if at not in that or at - 1 in going]


def _joined(
    text: str, segments: Sequence[TextSegment], sentence_indexes: Sequence[int], kept_indexes: Sequence[int]
) -> str:
    """Join the kept segments of one sentence with their own punctuation, without stray marks next to a removed segment."""
    if not kept_indexes:
        return ""
    if list(kept_indexes) == list(sentence_indexes):
        return text[segments[sentence_indexes[0]].start : segments[sentence_indexes[-1]].end]
    out = ""
    for at in kept_indexes:
        piece = text[segments[at].start : segments[at].end]
        gone = not out or (at - 1) not in kept_indexes
        out += f" {_opened(piece)}" if gone and out else _opened(piece) if gone else piece
    final = text[segments[sentence_indexes[-1]].start : segments[sentence_indexes[-1]].end].rstrip()[-1:]
    out = capital(re.sub(r"\s+", " ", out).strip(" ,;:–—-("))
    return out if out.endswith((".", "!", "?")) or final not in {".", "!"} else f"{out}."


def _opened(piece: str) -> str:
    return _SUBJECT_RELATIVE.sub("it ", _LEADING.sub("", piece))


def _named(remaining_text: str, dropped: Sequence[str]) -> str:
    """Replace an opening pronoun with the name from a removed clause ("Jazz is dull, but it was born in New Orleans")."""
    found = _PRONOUN.match(remaining_text)
    if not found:
        return remaining_text
    for clause in dropped:
        subject = subject_of(clause.strip(" ,;:"))
        if subject and not _NO_NAME.match(subject):
            is_possessive = found.group().lower() in {"its", "his", "her", "their"}
            ending = ("'" if subject.endswith("s") else "'s") if is_possessive else ""
            return capital(f"{subject}{ending}{remaining_text[found.end() :]}")
    return remaining_text


def _states(text: str) -> bool:
    """Return whether the segment has a subject, a verb and a predicate, and does not depend on another clause."""
    tokens = tokens_of(text)
    verb = first_finite(tokens)
    if not verb or _HANGING.match(text):
        return False
    return bool(content_words(text[tokens[verb].end :])) and len(content_words(text)) >= 2
