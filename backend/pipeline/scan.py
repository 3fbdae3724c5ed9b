"""Finds the check-worthy sentences on a page locally, without a search, the network or a language model.

Text that cannot be a statement is skipped, the claim model scores the rest in batches, and only the best sentences are classified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from backend.acquire.sentences import sentence_spans
from backend.claims.classify import ENGLISH, classify_locally
from backend.claims.intake import MAX_TITLE_CHARACTERS, intake, normalise
from backend.claims.language import UNKNOWN, detect
from backend.claims.model import ClaimModel
from backend.claims.worthiness import WORTHY, may_state, worth_by_figures
from backend.domain.claim import MAX_CLAIM_CHARACTERS, ClaimType, PageContext, VerifyRequest
from backend.domain.issue import Issue, Severity
from backend.domain.scan import PageScan, ScannedClaim, ScanRequest
from backend.errors import Cancelled, InvalidRequest

MOST_CHARACTERS = 300_000
"""Maximum number of characters read, about 50,000 words. An Issue reports that the rest of the page was not read."""
MOST_SENTENCES = 4_000
"""Maximum number of sentences read. The limit exists because a text might consist of nothing but full stops."""
MOST_READ = 800
"""Maximum number of sentences that the model scores, which takes about a second.

The sentences with the most numbers and names are chosen.
"""
MOST_CLAIMS = 60
"""Maximum number of claims marked on a page. More claims would not help the user choose."""
TOP = 5

_BATCH = 64
_PIECE = 2_000
_SAMPLE = 4_000
_AROUND = 300
_CHECKABLE = (ClaimType.FACTUAL, ClaimType.MIXED)


@dataclass(frozen=True, slots=True)
class _Sentence:
    block: int
    start: int
    end: int
    text: str
    score: float = 0.0


class PageScanner:
    """Scans pages. Thread-safe, because a scanner keeps no data about a page."""

    def __init__(self, model: ClaimModel) -> None:
        self._model = model

    def scan(self, request: ScanRequest, *, gone: Callable[[], bool] = lambda: False) -> PageScan:
        """Return the check-worthy sentences in page order, the best five with a rank.

        Raises Cancelled once `gone()` is true.
        """
        language = _page_language(request)
        understood = language in ENGLISH
        sentences = tuple(islice(_sentences(request.blocks, language, gone), MOST_SENTENCES))
        stating = [sentence for sentence in sentences if may_state(sentence.text)] if understood else []
        found = self._score_sentences(stating, gone) if understood else _score_by_numbers(sentences)
        worthy = _without_repetitions([sentence for sentence in found if sentence.score >= WORTHY])
        best = self._classify_best(worthy, request) if understood else _unclassified_claims(worthy)
        return PageScan(
            language=language,
            understood=understood,
            sentences=len(sentences),
            worthy=len(worthy),
            claims=tuple(sorted(_with_ranks(best), key=lambda claim: (claim.block, claim.start))),
            issues=tuple(_scan_issues(request, language, sentences=len(sentences), stating=len(stating))),
        )

    def _score_sentences(self, stating: Sequence[_Sentence], gone: Callable[[], bool]) -> list[_Sentence]:
        """Return the sentences with the scores that the model gave them.

        If there are more than MOST_READ sentences, only the MOST_READ with the most numbers and names are scored.
        """
        chosen = (
            sorted(stating, key=lambda s: -worth_by_figures(s.text))[:MOST_READ]
            if len(stating) > MOST_READ
            else stating
        )
        scored: list[_Sentence] = []
        for at in range(0, len(chosen), _BATCH):
            _raise_if_cancelled(gone)
            batch = chosen[at : at + _BATCH]
            signs = self._model.read([sentence.text for sentence in batch])
            scored += [replace(s, score=round(sign.check_worthiness, 3)) for s, sign in zip(batch, signs, strict=True)]
        return scored

    def _classify_best(self, worthy: Sequence[_Sentence], request: ScanRequest) -> list[ScannedClaim]:
        """Return the best sentences that the pipeline would classify as self-contained statements."""
        kept: list[ScannedClaim] = []
        for sentence in worthy:
            if len(kept) == MOST_CLAIMS:
                break
            if kind := self._claim_type(sentence, request):
                kept.append(_scanned_claim(sentence, kind))
        return kept

    def _claim_type(self, sentence: _Sentence, request: ScanRequest) -> ClaimType | None:
        block = request.blocks[sentence.block]
        around = block[max(0, sentence.start - _AROUND) : sentence.end + _AROUND]
        context = PageContext(title=request.title[:MAX_TITLE_CHARACTERS], surrounding=around)
        try:
            claim = intake(VerifyRequest(claim=sentence.text, context=context))
        except InvalidRequest:
            return None
        kind = classify_locally(claim, self._model).type
        return kind if kind in _CHECKABLE else None


def _page_language(request: ScanRequest) -> str:
    """Return the detected language of the text, or the language that the page declares if the text is too short to detect it."""
    found = detect(" ".join(_first_characters(request.blocks, _SAMPLE)))
    return found if found != UNKNOWN else request.language or UNKNOWN


def _first_characters(blocks: Sequence[str], characters: int) -> Iterator[str]:
    left = characters
    for block in blocks:
        if left <= 0:
            return
        yield block[:left]
        left -= len(block)


def _sentences(blocks: Sequence[str], language: str, gone: Callable[[], bool]) -> Iterator[_Sentence]:
    for number, block in enumerate(_first_characters(blocks, MOST_CHARACTERS)):
        _raise_if_cancelled(gone)
        for begin, piece in _pieces(block):
            for start, end in sentence_spans(piece, language):
                text = normalise(piece[start:end])
                if text and len(text) <= MAX_CLAIM_CHARACTERS:
                    yield _Sentence(number, begin + start, begin + end, text)


def _pieces(block: str) -> Iterator[tuple[int, str]]:
    """Yield (offset, piece) tuples, with pieces short enough for the sentence splitter to be fast.

    A piece ends after a full stop if possible, or else after a word if possible.
    """
    at = 0
    while at < len(block):
        end = min(len(block), at + _PIECE)
        if end < len(block):
            end = max(block.rfind(". ", at, end) + 1, at) or end
            end = end if end > at else max(block.rfind(" ", at, at + _PIECE), at)
            end = end if end > at else at + _PIECE
        yield at, block[at:end]
        at = end


def _score_by_numbers(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    return [replace(sentence, score=worth_by_figures(sentence.text)) for sentence in sentences]


def _without_repetitions(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """Return the sentences without repetitions, sorted by score, best first. Ties are broken by page order."""
    unique: dict[str, _Sentence] = {}
    for sentence in sorted(sentences, key=lambda s: (s.block, s.start)):
        unique.setdefault(sentence.text.casefold(), sentence)
    return sorted(unique.values(), key=lambda s: -s.score)


def _unclassified_claims(worthy: Sequence[_Sentence]) -> list[ScannedClaim]:
    return [_scanned_claim(sentence, None) for sentence in worthy[:MOST_CLAIMS]]


def _scanned_claim(sentence: _Sentence, kind: ClaimType | None) -> ScannedClaim:
    return ScannedClaim(
        block=sentence.block, start=sentence.start, end=sentence.end, text=sentence.text, score=sentence.score, type=kind
    )  # fmt: skip


def _with_ranks(best: Sequence[ScannedClaim]) -> list[ScannedClaim]:
    return [replace(claim, rank=number) if number <= TOP else claim for number, claim in enumerate(best, start=1)]


def _scan_issues(request: ScanRequest, language: str, *, sentences: int, stating: int) -> Iterator[Issue]:
    if language not in ENGLISH:
        yield Issue(
            code="language_limited", stage="scan", subject=language,
            message="The local model understands English only. The sentences of this page were chosen by their figures and names; "
            "statements and opinions could not be told apart.",
        )  # fmt: skip
    if sum(map(len, request.blocks)) > MOST_CHARACTERS or sentences == MOST_SENTENCES:
        yield Issue(
            code="page_cut", stage="scan", severity=Severity.INFO, message="The page is very long: only its beginning was read."
        )  # fmt: skip
    if stating > MOST_READ:
        yield Issue(
            code="page_sampled", stage="scan", severity=Severity.INFO,
            message=f"The page has many statements: the {MOST_READ} with the most figures and names were read closely.",
        )  # fmt: skip


def _raise_if_cancelled(gone: Callable[[], bool]) -> None:
    if gone():
        raise Cancelled
