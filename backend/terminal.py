"""Prints verdicts and scans on the terminal."""

from __future__ import annotations

import codecs
import io
import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from backend.domain.hygiene import one_line, printable
from backend.messages.catalogue import DEFAULT
from backend.messages.messages import Messages, messages
from backend.view.answer import AnswerView, answer_view
from backend.view.evidence import ShownEvidence

_COLOURS = {
    "true": "1;32", "false": "1;31", "partial": "1;33", "misleading": "1;35", "unknown": "1;36", "opinion": "1;36", "mixed": "1;36",
    "probably_true": "2;32", "probably_false": "2;31", "probably_partial": "2;33",
}  # fmt: skip
"""ANSI colour codes by grade key."""
_SUBSTITUTES = {
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "–": "-",
    "—": "-",
    "…": "...",
    "·": "-",
    "★": "*",
    "✔": "+",
    "✓": "+",
}
"""ASCII substitutes for characters that some console encodings lack."""


def accept_every_character(*streams: TextIO) -> None:
    """Make the streams substitute characters that their encoding lacks, instead of raising UnicodeEncodeError."""
    codecs.register_error("claimlight", _substitute_characters)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="claimlight")


def _substitute_characters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_SUBSTITUTES.get(character, "?") for character in lacking), error.end


def show(result: dict[str, Any], *, as_json: bool, language: str = DEFAULT, stream: TextIO = sys.stdout) -> None:
    """Print the whole result as JSON, or as text in a supported language."""
    if as_json:
        write_json(result, stream)
        return
    m = messages(language)
    stream.write("\n".join(_answer_lines(answer_view(result, m), m, colour=stream.isatty())) + "\n")


def show_scan(found: Mapping[str, Any], *, as_json: bool, stream: TextIO = sys.stdout) -> None:
    """Print the claims of a page: first those with a rank, by rank, then the others in page order."""
    if as_json:
        write_json(found, stream)
    else:
        stream.write("\n".join(_scan_lines(found)) + "\n")


def _scan_lines(found: Mapping[str, Any]) -> list[str]:
    lines = [one_line(found["title"] or found["url"])]
    lines.append(f"Sentences worth checking: {found['worthy']} of {found['sentences']}")
    first = sorted((claim for claim in found["claims"] if claim["rank"]), key=lambda claim: claim["rank"])
    rest = [claim for claim in found["claims"] if not claim["rank"]]
    for title, claims in (("Check first", first), ("Others", rest)):
        if claims:
            lines += ["", title, *(line for claim in claims for line in _wrap(f"- {claim['text']}", "  "))]
    return lines + _note_lines(found["issues"])


def write_json(value: object, stream: TextIO) -> None:
    """Write JSON that is safe to show on a terminal."""
    text = _escape_unprintable(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2) + "\n"
    stream.write(text)


def _escape_unprintable(text: str) -> str:
    """Escape the characters of the JSON that a terminal could interpret or that are invisible."""
    if printable(text) == text:
        return text
    return "".join(char if printable(char) else json.dumps(char)[1:-1] for char in text)


def _answer_lines(view: AnswerView, m: Messages, *, colour: bool) -> list[str]:
    lines = [_headline(view, m, colour=colour), *_wrap(view.says, "")]
    for line in view.claim:
        lines.append(one_line(m.text("label_value", line.label or view.labels["claim"], line.words)))
    for part in view.parts:
        grade = m.text("grade_certainty", part.grade.words, part.certainty) if part.certainty else part.grade.words
        graded = m.text("label_value", grade, part.claim)
        lines += ["", one_line(f"- {graded}"), *_wrap(part.says, "  ")]
    if view.evidence:
        lines += ["", view.labels["evidence"]]
    for item in view.evidence:
        lines += _evidence_lines(item, m)
    lines += _section(view.labels["missing"], view.missing) + _section(view.labels["change"], view.change)
    return lines + _section(view.labels["limits"], [limit.words for limit in view.limits if limit.severity != "info"])


def _section(heading: str, sentences: Sequence[str]) -> list[str]:
    lines = [line for sentence in sentences for line in _wrap(f"- {sentence}", "  ")]
    return ["", heading, *lines] if lines else []


def _note_lines(issues: Sequence[Mapping[str, Any]]) -> list[str]:
    notes = [issue["message"] for issue in issues if issue["severity"] != "info"]
    return ["", "Notes", *(line for note in notes for line in _wrap(f"- {note}", "  "))] if notes else []


def _headline(view: AnswerView, m: Messages, *, colour: bool) -> str:
    words = printable(view.grade.words)
    grade = f"\x1b[{_COLOURS[view.grade.key]}m{words}\x1b[0m" if colour else words
    certainty = [printable(view.certainty)] if view.certainty else []
    return m.text("card_says_verdict_sure" if certainty else "card_says_verdict", grade, *certainty)


def _evidence_lines(item: ShownEvidence, m: Messages) -> list[str]:
    about = [item.side, f"{item.publisher} {'★' * round(item.stars)}", item.origin, item.date, item.lead]
    head = f"[{item.n}] {' · '.join(filter(None, about))}"
    return [one_line(head), *_wrap(_display_words(item, m), "    "), f"    {one_line(item.address)}"]


def _display_words(item: ShownEvidence, m: Messages) -> str:
    """Return the item's words, in quotation marks if they were read on the page, otherwise after any badge."""
    if item.quoted:
        return f"“{item.words}”".replace("\n", "” “")
    return m.text("label_value", item.badge, item.words) if item.badge else item.words


def _wrap(text: str, indent: str) -> list[str]:
    return textwrap.wrap(printable(text), 100, initial_indent=indent, subsequent_indent=indent) or [""]


class RefreshLine:
    """Shows the progress of a refresh: on a terminal in one overwritten line, elsewhere in one line per stage."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._stage = ""

    def show_progress(self, progress: Mapping[str, Any]) -> None:
        """Show the progress, which has the keys stage, done and total."""
        stage = str(progress["stage"])
        text = f"{stage} {progress['done']} of {progress['total']}"
        if self._stream.isatty():
            self._stream.write(f"\r\x1b[K{text}")
        elif stage and stage != self._stage:
            self._stream.write(f"{stage}\n")
        self._stream.flush()
        self._stage = stage

    def end(self, last: Mapping[str, Any]) -> int:
        """Print the outcome and return the exit status."""
        clear = "\r\x1b[K" if self._stream.isatty() else ""
        self._stream.write(f"{clear}{printable(_refresh_outcome(last))}\n")
        return 0 if last.get("ok") else 1


def _refresh_outcome(last: Mapping[str, Any]) -> str:
    if not last.get("ok"):
        return f"Current affairs were not renewed: {last.get('message', 'nothing is known of it.')}"
    lost = len(last.get("issues", ()))
    rest = f" ({lost} {'problem' if lost == 1 else 'problems'} on the way)" if lost else ""
    return f"Current affairs: {last['passages']} passages, {last['new']} of them new{rest}."
