"""An answer exported as text and Markdown: the words of the view, without markup or URLs from a page."""

from __future__ import annotations

import re

from backend.domain.article import PassageKind
from backend.domain.explanation import Lack, LackKind, VerdictExplanation
from backend.domain.verdict import Label
from backend.messages.messages import messages
from backend.view.shape import view
from tests.view_results import AGAINST, FOR, NEITHER, every_kind, parts_of, passage, result

NASTY = "# Title *bold* _it_ `code` [x](javascript:alert(1)) <img src=x> | a | ~~b~~ &amp;\n- list\n1. one\n> quote"


def copied(found: dict[str, object], language: str = "en") -> tuple[str, str]:
    told = view(found, messages(language))["copies"]
    return told["text"], told["markdown"]


def test_text_has_verdict_sentence_quotes_and_what_is_missing() -> None:
    why = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.AUTHORITATIVE),))
    items = [passage(AGAINST, "nasa.gov", title="Earth"), passage(FOR, "bbc.com", kind=PassageKind.SEED, published="")]
    assert copied(result(Label.FALSE, items, why=why))[0] == "\n\n".join(
        [
            "“The bridge is old”",
            "False (very sure)",
            "Contradicted by NASA. One source supports it but weighs less: BBC.",
            "[1] Against: “nasa.gov says so.” — Earth, NASA, Mar 1, 2024\n    https://www.nasa.gov/earth",
            "[2] For: Claimlight's summary: bbc.com says so. — Earth facts, BBC\n    https://www.bbc.com/earth",
            "What would make this more certain\n- An authoritative source",
            "Checked with Claimlight",
        ]
    )


def test_markdown_has_verdict_sides_and_links_in_the_readers_language() -> None:
    items = [passage(AGAINST, "nasa.gov", title="Earth"), passage(NEITHER, "bbc.com", title="")]
    assert copied(result(Label.FALSE, items), "de")[1] == "\n\n".join(
        [
            "## “The bridge is old”",
            "**Falsch** (sehr sicher)",
            "Widerlegt durch: NASA.",
            "### Dagegen",
            "> “nasa.gov says so.”\n>\n> — \\[1\\] [Earth](<https://www.nasa.gov/earth>), NASA, 01.03.2024",
            "### Hintergrund",
            "> “bbc.com says so.”\n>\n> — \\[2\\] [BBC](<https://www.bbc.com/earth>), 01.03.2024",
            "*Mit Claimlight geprüft*",
        ]
    )


def test_parts_are_told_one_by_one() -> None:
    text, markdown = copied(result(Label.NOT_ENOUGH_EVIDENCE, parts=parts_of(Label.TRUE, Label.NOT_ENOUGH_EVIDENCE)))
    assert "1 of 2 parts confirmed\n\n" in text
    assert "- True (very sure): part 1\n" in text
    assert "- **Not Enough Evidence**: part 2 — " in markdown


def test_nothing_that_a_page_says_becomes_markup() -> None:
    item = passage(FOR, "nasa.gov", text=NASTY, title="a](javascript:x) [b", source="javascript:alert(1)")
    own = passage(FOR, "who.int", text=NASTY, kind=PassageKind.SEED)
    ends = passage(FOR, "bbc.com", source="https://a.example/x> [y](http://evil.example)")
    markdown = copied(result(Label.TRUE, [item, own, ends]))[1]
    for line in markdown.split("\n"):
        inner = re.sub(r"^> ?", "", line)
        assert not re.search(r"(^|[^\\(])[`<|]", inner), line
        assert not re.match(r"#(?!#)|[-+] |\d+[.)] ", inner), line
        assert not re.search(r"(^|[^\\])\]\((?!<https?:)", inner), line
    assert "\\# Title \\*bold\\*" in markdown
    assert re.search(r"^1\\\. one$", markdown, re.MULTILINE)
    assert "(<https://a.example/x%3E%20%5By%5D%28http://evil.example%29>)" in markdown


def test_address_with_a_user_name_is_no_link() -> None:
    item = passage(FOR, "nasa.gov", source="https://user:word@a.example/")
    assert all("word@" not in text for text in copied(result(Label.TRUE, [item])))


def test_copies_have_no_invisible_characters() -> None:
    for found in every_kind():
        assert not re.search("[\u2066-\u2069\u200e\u200f]", "".join(copied(found, "ar")))
