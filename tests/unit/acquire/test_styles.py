"""CSS declarations and style rules that hide text, and similar ones that leave the text visible."""

from __future__ import annotations

from lxml import html

from backend.acquire.parse import article
from backend.acquire.selectors import hidden_by, hiding
from backend.acquire.styles import hides
from scripts.attacks.hidden_text import SHOWN, WAYS, page_with
from tests.each_row import each_row


@each_row("way", WAYS)
def test_hidden_text_is_removed_and_visible_text_kept(way: str) -> None:
    text = article(page_with(way)).text
    assert "HIDDEN" not in text
    assert text.count(SHOWN) == 10


@each_row(
    "css",
    [
        "", "color:red", "display:block", "display:none;display:block", "opacity:0.4", "opacity:1", "opacity:90%",
        "font-size:10px", "font-size:0.8em",
        "font:12px/1.5 a", "width:100%", "height:2em", "min-width:0", "max-width:1200px", "left:-5px", "margin-left:-10px",
        "transform:translateY(-50%)",
        "transform:scale(0.9)", "color:white;background:black", "color:inherit;background:inherit", "color:#fff",
        "color:rgba(0,0,0,0.9)", "color:rgb(0,0,0)",
        "clip-path:inset(0)", "visibility:visible", "text-indent:2em", "nonsense", ":;:;", "opacity:", "font-size:calc(1px + 1em)",
        "color:rgb(10 0 0 / 60%)",
    ],
)  # fmt: skip
def test_ordinary_css_declarations_hide_nothing(css: str) -> None:
    assert not hides(css)


@each_row(
    ("css", "expected"),
    [
        (".a{display:none}", ["one"]),
        (".a, #two{opacity:0}", ["one", "two"]),
        ("article .a{display:none}", ["one"]),
        ("article > p.a{display:none}", ["one"]),
        ("nav .a{display:none}", []),
        (".no-js .a{display:none}", []),
        ("p{color:red}.a{display:block}", []),
        ("@media print{.a{display:none}}", []),
        ("@media (max-width:1px){.a{display:none}}", []),
        ("@media screen{.a{display:none}}", ["one"]),
        ("@media only screen {.b{display:none}} .a{display:none}", ["one", "two"]),
        (".a:hover{display:none}", []),
        (".a + p{display:none}", []),
        ("*{display:none}", []),
        ("body{display:none}", []),
        ("html body{opacity:0}", []),
        ("[data-x]{display:none}", ["two"]),
        ("}}}{{{.a{display:none}", []),
    ],
)
def test_style_rules_hide_the_elements_a_browser_would_hide(css: str, expected: list[str]) -> None:
    tree = html.document_fromstring(
        "<body><article><p id=one class='a x'>1</p><p id=two class=b data-x=1>2</p></article></body>"
    )
    assert [node.get("id") for node in hidden_by(hiding(css), tree)] == expected
