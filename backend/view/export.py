"""Formats a result as plain text and as Markdown, for copying and saving."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from backend.domain.evidence import Stance
from backend.messages.messages import Messages
from backend.view.answer import AnswerView
from backend.view.evidence import ShownEvidence
from backend.view.links import place
from backend.view.text import clean

_MARKUP = re.compile(r"[\\`*_{}[\]<>#|~&]")
_BREAK = re.compile(r"\s*\n\s*")
_LINE_START = re.compile(r"^(\s*)(?:([-+=])|(\d+)(?=[.)]))", re.MULTILINE)
"""Matches characters that would start a list or a heading at the beginning of a line."""
_SAFE_IN_ADDRESSES = "%:/?#@!$&'*+,;=~"
"""Characters that stay unescaped in an address. All others are escaped, which makes the end of the address clear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """The result in two formats."""

    text: str
    markdown: str


def copies(view: AnswerView, m: Messages) -> Copies:
    """Format the result, without invisible characters such as the view's directional isolates."""
    blocks, marked = _text(view, m), _markdown(view, m)
    return Copies(text=clean("\n\n".join(filter(None, blocks))), markdown=clean("\n\n".join(filter(None, marked))))


def _text(view: AnswerView, m: Messages) -> Iterator[str]:
    yield f"“{view.claim[-1].words}”"
    yield _grade_text(view.grade.words, view.certainty, m)
    yield view.says
    yield "\n".join(
        f"- {m.text('label_value', _grade_text(part.grade.words, part.certainty, m), part.claim)}\n  {part.says}"
        for part in view.parts
    )
    for item in view.evidence:
        about = m.text("label_value", item.side, _display_words(item, m))
        yield f"[{item.n}] {about} — {', '.join(_source_details(item))}\n    {_address(item)}"
    yield _bullets(view.labels["missing"], view.missing)
    yield view.labels["checked"]


def _markdown(view: AnswerView, m: Messages) -> Iterator[str]:
    yield f"## “{_escape(view.claim[-1].words)}”"
    yield _grade_text(f"**{_escape(view.grade.words)}**", _escape(view.certainty), m)
    yield _escape_line_starts(view.says)
    yield "\n".join(
        f"- {m.text('label_value', f'**{_escape(part.grade.words)}**', _escape(part.claim))} — {_escape(part.says)}"
        for part in view.parts
    )
    for stance in Stance:
        entries = [item for item in view.evidence if item.stance == stance]
        for side in dict.fromkeys(item.side for item in entries):
            yield f"### {_escape(side)}"
            yield "\n\n".join(_markdown_entry(item, m) for item in entries if item.side == side)
    yield _bullets(f"### {_escape(view.labels['missing'])}\n", [_escape(words) for words in view.missing])
    yield f"*{_escape(view.labels['checked'])}*"


def _grade_text(grade: str, certainty: str, m: Messages) -> str:
    return m.text("grade_certainty", grade, certainty) if certainty else grade


def _display_words(item: ShownEvidence, m: Messages) -> str:
    """Return the passage's text for display.

    Each paragraph is in quotation marks if the text was read on the page. Otherwise, its badge, if any, comes first.
    """
    if item.quoted:
        return f"“{item.words}”".replace("\n", "”\n“")
    return m.text("label_value", item.badge, item.words) if item.badge else item.words


def _source_details(item: ShownEvidence) -> list[str]:
    """Return title, publisher and date, omitting unknown and duplicate values."""
    return [*dict.fromkeys(filter(None, (item.title, item.publisher, item.date)))]


def _address(item: ShownEvidence) -> str:
    """Return the address, or "" unless it is a web address without a user name."""
    link = place(item.address)[1]
    return "" if not link or urlsplit(link).username else quote(link, safe=_SAFE_IN_ADDRESSES)


def _markdown_entry(item: ShownEvidence, m: Messages) -> str:
    title, *rest = map(_escape, _source_details(item))
    linked = f"[{title}](<{_address(item)}>)" if _address(item) else title
    source = f"— \\[{item.n}\\] {', '.join([linked, *rest])}"
    words = _escape_line_starts(_display_words(item, m))
    if not item.quoted:
        return f"{words}\n\n{source}"
    quoted = "\n".join(f"> {line}" for line in words.split("\n"))
    return f"{quoted}\n>\n> {source}"


def _bullets(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([heading, *(f"- {line}" for line in lines)]) if lines else ""


def _escape(words: str) -> str:
    """Escape all Markdown characters in the text."""
    return _BREAK.sub("\n", _MARKUP.sub(r"\\\g<0>", words))


def _escape_line_starts(words: str) -> str:
    return _LINE_START.sub(
        lambda found: f"{found[1]}\\{found[2]}" if found[2] else f"{found[1]}{found[3]}\\", _escape(words)
    )
