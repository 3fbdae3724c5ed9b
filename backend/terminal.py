"""Verdicts and scans for the terminal."""

from __future__ import annotations

import codecs
import io
import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from backend.api.grade import grade, odds, says
from backend.domain.article import PassageKind
from backend.domain.hygiene import one_line, printable
from backend.domain.verdict import Side

_COLOURS = {
    "True": "1;32", "False": "1;31", "Partially True": "1;33", "Misleading": "1;35",
    "Not Enough Evidence": "1;36", "Not Verifiable": "1;36",
    "Probably true": "2;32", "Probably false": "2;31",
}  # fmt: skip
_PLAIN = {
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
"""For consoles whose encoding lacks the character on the left."""
_SIDES = {"supports": "for", "refutes": "against", "neutral": "related"}
_ORIGINS = {"kb": "knowledge base", "web": "web", "fact_check": "fact-checker"}
_NO_QUOTATION = {
    "seed": "Claimlight's summary", "record": "Claimlight's summary", "review": "Published rating",
    "snippet": "Search excerpt, page not read", "handout": "Text from an index, page not read",
}  # fmt: skip


def accept_every_character(*streams: TextIO) -> None:
    """Let the streams write a substitute for what their encoding lacks, where they would raise."""
    codecs.register_error("claimlight", _substitute)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="claimlight")


def _substitute(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lacking), error.end


def show(result: dict[str, Any], *, as_json: bool, stream: TextIO = sys.stdout) -> None:
    """Print the whole result, as JSON or for people."""
    if as_json:
        write_json(result, stream)
    else:
        stream.write("\n".join(_lines(result, colour=stream.isatty())) + "\n")


def show_scan(found: Mapping[str, Any], *, as_json: bool, stream: TextIO = sys.stdout) -> None:
    """Print the claims of a page: those to check first by rank, then the others in page order."""
    if as_json:
        write_json(found, stream)
    else:
        stream.write("\n".join(_scan_lines(found)) + "\n")


def _scan_lines(found: Mapping[str, Any]) -> list[str]:
    lines = [one_line(found["title"] or found["url"])]
    lines.append(f"{found['worthy']} of {found['sentences']} sentences are worth checking.")
    first = sorted((claim for claim in found["claims"] if claim["rank"]), key=lambda claim: claim["rank"])
    rest = [claim for claim in found["claims"] if not claim["rank"]]
    for title, claims in (("Check first", first), ("Others", rest)):
        if claims:
            lines += ["", title, *(line for claim in claims for line in _wrapped(f"- {claim['text']}", "  "))]
    return lines + _notes(found["issues"])


def write_json(value: object, stream: TextIO) -> None:
    """JSON that a terminal can show."""
    text = _harmless(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2) + "\n"
    stream.write(text)


def _harmless(text: str) -> str:
    """JSON in which what a terminal could obey, or a reader could not see, is escaped; it means the same."""
    if printable(text) == text:
        return text
    return "".join(char if printable(char) else json.dumps(char)[1:-1] for char in text)


def _lines(result: dict[str, Any], *, colour: bool) -> list[str]:
    lines = [_headline(result, colour=colour), *filter(None, [says(result)]), f"Claim: {one_line(result['claim'])}"]
    if result["read_as"]:
        lines.append(f"Read as: {one_line(result['read_as'])}")
    if result["original_claim"] != result["claim"]:
        lines.append(f"You wrote: {one_line(result['original_claim'])}")
    lines += [f"- {grade(part)}: {one_line(part['claim'])}" for part in result["sub_results"]]
    lines += ["", *_wrapped(result["reasoning"], "")]
    if result["evidence"]:
        lines += ["", "Evidence"]
    for item in result["evidence"]:
        lines += _evidence(item)
    return lines + _notes(result["issues"])


def _notes(issues: Sequence[Mapping[str, Any]]) -> list[str]:
    notes = [issue["message"] for issue in issues if issue["severity"] != "info"]
    return ["", "Notes", *(line for note in notes for line in _wrapped(f"- {note}", "  "))] if notes else []


def _headline(result: dict[str, Any], *, colour: bool) -> str:
    verdict = grade(result)
    word = f"\x1b[{_COLOURS[verdict]}m{verdict}\x1b[0m" if colour else str(verdict)
    if isinstance(verdict, Side):
        return f"Verdict: {word}  ({odds(result)})"
    if not verdict.firm:
        return f"Verdict: {word}"
    return (
        f"Verdict: {word}  (confidence {result['confidence']:.0%}, truthfulness {result['truthfulness_percent']:.0f}%)"
    )


def _evidence(item: dict[str, Any]) -> list[str]:
    stars = "★" * round(item["stars"])
    date = f" · {item['published']}" if item["published"] else ""
    head = f"[{item['n']}] {_SIDES[item['stance']]} · {item.get('publisher') or item['domain']} {stars} · {_ORIGINS[item['origin']]}{date}"
    return [one_line(head), *_wrapped(_said(item), "    "), f"    {one_line(item['source'])}"]


def _said(item: dict[str, Any]) -> str:
    """In quotation marks where it was read on the page, else with what it is instead."""
    words = item["text"] if item["kind"] == PassageKind.REVIEW else item["quote"] or item["text"]
    if item["verbatim"]:
        return f"“{words}”".replace("\n", "” “")
    return f"{_NO_QUOTATION[item['kind']]}: {words}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(printable(text), 100, initial_indent=indent, subsequent_indent=indent) or [""]


class RefreshLine:
    """What a refresh is doing, on one line of a terminal that is written anew; elsewhere a line per stage."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._stage = ""

    def told(self, progress: Mapping[str, Any]) -> None:
        """`progress` has stage, done and total."""
        stage = str(progress["stage"])
        text = f"{stage} {progress['done']} of {progress['total']}"
        if self._stream.isatty():
            self._stream.write(f"\r\x1b[K{text}")
        elif stage and stage != self._stage:
            self._stream.write(f"{stage}\n")
        self._stream.flush()
        self._stage = stage

    def end(self, last: Mapping[str, Any]) -> int:
        """Say how it ended; the exit status."""
        clear = "\r\x1b[K" if self._stream.isatty() else ""
        self._stream.write(f"{clear}{printable(_ended(last))}\n")
        return 0 if last.get("ok") else 1


def _ended(last: Mapping[str, Any]) -> str:
    if not last.get("ok"):
        return f"Current affairs were not renewed: {last.get('message', 'nothing is known of it.')}"
    lost = len(last.get("issues", ()))
    rest = f" ({lost} {'problem' if lost == 1 else 'problems'} on the way)" if lost else ""
    return f"Current affairs: {last['passages']} passages, {last['new']} of them new{rest}."
