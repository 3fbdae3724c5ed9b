"""Generates claims from the words of their passages.

The claims are sentences of a passage, unchanged, shortened, or with one value changed, shown with text that supports,
refutes or does not decide them.

The contrastive pairs written for this project paraphrase their passages, so a judge trained only on these pairs
distrusts a claim that repeats its passage (docs/verifier.md). The rows are generated from passages that are already
used for training.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.acquire.sentences import sentence_spans
from backend.domain.months import DAYS, MONTHS
from backend.domain.numerals import SPELLED
from backend.domain.text import content_stems, names
from scripts.training.contrast import NEI, REFUTES, SUPPORTS, Row, antonym, lower_first, negate, swap_number
from scripts.training.twins import Fields, as_row, for_development, headed, kept_back

SHARES = {"literal": 17, "shortened": 13, "changed": 15, "neighbours": 22, "longer": 8, "other_subject": 5, "echo": 20}
"""Percentage of generated rows of each kind."""
PUBLIC = frozenset(
    "vitaminc fever feverous scifact check_covid fm2 boolq pubmedqa evinf tsqa exfever condaqa tatqa".split()
)
"""Public sets whose passages are prose about facts."""
SAID_BY_OTHERS = frozenset({"attribution", "fact_check_pages", "headlines", "misconceptions", "modality"})
"""Phenomena whose passages report statements that may be false, so a passage does not support the sentences in it."""
SEED_FACTS = "plain_words"
"""The phenomenon of claims about built-in facts. No rows are generated from these, because the product is evaluated on such claims."""
WORDS = range(6, 33)
"""Allowed lengths, in words, of a sentence used as a claim."""
OPEN, ECHO = 0.5, 0.8
"""Maximum share of a claim's stems in a sentence that does not decide it; minimum share in a passage whose words the claim uses."""
WHOLE_SHARE, WINDOW_SHARE = 0.5, 0.35
"""Probabilities that a sentence is shown in its whole passage, or with some neighbouring sentences.

Otherwise the sentence is shown alone.
"""
TRIES = 20
"""Maximum number of passages tried per row, because not every sentence has a number to change or a part to leave out."""
EXCHANGED = (
    tuple(word for word, value in SPELLED.items() if value.isdigit() and int(value) > 1),
    tuple(month.capitalize() for month in MONTHS),
    tuple(day.capitalize() for day in DAYS),
)
"""Groups of words. Replacing one word of a group with another changes a value."""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a passage that can be used as a claim. `fields` are the fields of the passage's row."""

    fields: Fields
    sentences: tuple[str, ...]
    index: int

    @property
    def claim(self) -> str:
        """The sentence used as the claim."""
        return self.sentences[self.index]

    def around(self, rng: random.Random) -> str:
        """Return the whole passage, some sentences of it, or only this sentence.

        The text is headed by its title and date as often as in the contrastive pairs.
        """
        drawn, text = rng.random(), self.claim
        if drawn < WHOLE_SHARE:
            text = self.fields["evidence"]
        elif drawn < WHOLE_SHARE + WINDOW_SHARE:
            text = " ".join(self.sentences[max(0, self.index - rng.randint(0, 2)) : self.index + rng.randint(1, 3)])
        return headed(self.fields | {"evidence": text}, rng)


class OwnWords:
    """Generates rows from the passages of contrastive pairs and public rows, from either the development split or the training split."""

    def __init__(self, written: Sequence[Fields], public: Sequence[Fields], *, development: bool) -> None:
        own_rows = [
            row for row in written if row.get("phenomenon") != SEED_FACTS and for_development(row) is development
        ]
        public_rows = [row for row in public if row["src"] in PUBLIC and kept_back(row["evidence"]) is development]
        factual_rows = [row for row in own_rows if row.get("phenomenon") not in SAID_BY_OTHERS]
        self._pools = tuple(
            list({row["evidence"]: row for row in rows}.values()) for rows in (factual_rows, public_rows)
        )
        self._labelled = own_rows + public_rows

    def rows(self, count: int, rng: random.Random) -> list[Row]:
        """Return at most `count` rows in random order, in the proportions of SHARES where the passages allow it."""
        count_by_kind = {kind: count * share // sum(SHARES.values()) for kind, share in SHARES.items()}
        out = self._repeating_rows(count_by_kind.pop("echo"), rng)
        source_sentences = self._source_sentences(rng)
        for kind, number in count_by_kind.items():
            made = (
                MAKERS[kind](source_sentence, rng)
                for source_sentence, _ in zip(source_sentences, range(TRIES * number), strict=False)
            )
            out += [row for row, _ in zip(filter(None, made), range(number), strict=False)]
        rng.shuffle(out)
        return out

    def _source_sentences(self, rng: random.Random) -> Iterator[SourceSentence]:
        """Yield sentences endlessly, alternating between passages of contrastive pairs and public passages."""
        while any(self._pools):
            for pool in filter(None, self._pools):
                fields = rng.choice(pool)
                text = str(fields["evidence"])
                sentences = tuple(text[start:end] for start, end in sentence_spans(text))
                good = [index for index, sentence in enumerate(sentences) if _can_be_claim(sentence)]
                if good:
                    yield SourceSentence(fields, sentences, rng.choice(good))

    def _repeating_rows(self, count: int, rng: random.Random) -> list[Row]:
        """Return at most `count` labelled rows, with any label, whose claims mostly consist of words of their passage."""
        found: list[Row] = []
        for row in rng.sample(self._labelled, len(self._labelled)):
            if len(found) == count:
                break
            if _share_of(row["claim"], row["evidence"]) >= ECHO:
                found.append(as_row(row, rng))
        return found


def literal(source_sentence: SourceSentence, rng: random.Random) -> Row:
    """Return a row in which the claim repeats a sentence of the passage, which supports the claim."""
    return source_sentence.around(rng), stated(source_sentence.claim, rng), SUPPORTS


def shortened(source_sentence: SourceSentence, rng: random.Random) -> Row | None:
    """Return a row in which a sentence of the passage supports a shortened form of itself, or None if there is no such form."""
    part = part_of(source_sentence.claim, rng)
    return (source_sentence.around(rng), stated(part, rng), SUPPORTS) if part else None


def changed(source_sentence: SourceSentence, rng: random.Random) -> Row | None:
    """Return a row in which a sentence of the passage refutes a changed form of itself, or None if there is no such form."""
    other = otherwise(source_sentence.claim, source_sentence.fields["evidence"], rng)
    return (source_sentence.around(rng), stated(other, rng), REFUTES) if other else None


def neighbours(source_sentence: SourceSentence, rng: random.Random) -> Row | None:
    """Return a row in which the rest of the passage neither supports nor refutes the sentence (or a changed form of it)."""
    others = [one for one in source_sentence.sentences if one != source_sentence.claim]
    title = source_sentence.fields.get("title") or ""
    if not others or any(_share_of(source_sentence.claim, one) > OPEN for one in (title, *others)):
        return None
    start = rng.randrange(len(others))
    text = " ".join(others[start : start + rng.randint(1, 4)])
    claim = otherwise(source_sentence.claim, text, rng) if rng.random() < 0.3 else None
    return headed(source_sentence.fields | {"evidence": text}, rng), stated(claim or source_sentence.claim, rng), NEI


def longer(source_sentence: SourceSentence, rng: random.Random) -> Row | None:
    """Return a row in which the passage is a part of the sentence and does not support the whole sentence."""
    part = part_of(source_sentence.claim, rng)
    if not part or _share_of(source_sentence.claim, part) > ECHO:
        return None
    return headed(source_sentence.fields | {"evidence": f"{part}."}, rng), stated(source_sentence.claim, rng), NEI


def other_subject(source_sentence: SourceSentence, rng: random.Random) -> Row | None:
    """Return a row in which the sentence neither supports nor refutes the same statement about another subject."""
    found = [name for name in names(source_sentence.claim) if " " in name]
    elsewhere = [
        name for name in names(source_sentence.fields["evidence"]) if " " in name and name not in source_sentence.claim
    ]
    if not found or not elsewhere or source_sentence.claim.find(found[0]) > len("The "):
        return None
    claim = source_sentence.claim.replace(found[0], rng.choice(elsewhere), 1)
    return headed(source_sentence.fields | {"evidence": source_sentence.claim}, rng), stated(claim, rng), NEI


MAKERS: dict[str, Callable[[SourceSentence, random.Random], Row | None]] = {
    "literal": literal, "shortened": shortened, "changed": changed, "neighbours": neighbours, "longer": longer,
    "other_subject": other_subject,
}  # fmt: skip


def stated(sentence: str, rng: random.Random) -> str:
    """Return the sentence as a user would select it, half of the time without the full stop."""
    return sentence.removesuffix(".") if rng.random() < 0.5 else sentence


def part_of(sentence: str, rng: random.Random) -> str | None:
    """Return the sentence with a leading date moved or dropped, or with a phrase after a comma dropped.

    The full stop is removed. Returns None if there is no comma or the result is too short.
    """
    first, *rest = sentence.rstrip(".").split(", ")
    if not rest:
        return None
    if len(first.split()) <= 4 and any(c.isdigit() for c in first):
        main = ", ".join(rest)
        main = main[:1].upper() + main[1:]
        part = rng.choice((main, f"{main} {lower_first(first)}"))
    elif len(rest) == 2 and rest[1].partition(" ")[0] not in ("and", "or"):
        part = f"{first} {rest[1]}"
    else:
        part = ", ".join((first, *rest[:-1]))
    return part if len(part.split()) >= WORDS[0] else None


def otherwise(sentence: str, passage: str, rng: random.Random) -> str | None:
    """Return the sentence negated, with one value replaced by a value not in the passage, or with one word replaced by its opposite."""
    value = rng.choice((swap_number, _swap_word))(sentence, rng) or swap_number(sentence, rng)
    if value and set(value.split()) - set(sentence.split()) & set(passage.split()):
        value = None
    meanings = [one for one in (value, value, antonym(sentence, rng), negate(sentence)) if one]
    return rng.choice(meanings) if meanings else None


def _swap_word(sentence: str, rng: random.Random) -> str | None:
    """Return the sentence with a number word, month or day of the week replaced, or None if it contains none."""
    words = sentence.split(" ")
    found = [(index, kind) for index, word in enumerate(words) for kind in EXCHANGED if word in kind]
    if not found:
        return None
    index, kind = rng.choice(found)
    return " ".join((*words[:index], rng.choice([word for word in kind if word != words[index]]), *words[index + 1 :]))


def _can_be_claim(sentence: str) -> bool:
    """Return whether the sentence is a statement of ordinary length without a quotation, colon or semicolon."""
    plain = sentence[-1] == "." and sentence[0].isupper() and not any(mark in sentence for mark in '"“”:;?')
    return plain and len(sentence.split()) in WORDS


def _share_of(claim: str, passage: str) -> float:
    """Return the share of the claim's stems that the passage contains."""
    claim_stems = set(content_stems(claim))
    return len(claim_stems & set(content_stems(passage))) / len(claim_stems) if claim_stems else 0.0
