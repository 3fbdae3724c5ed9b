"""Pages that try to crash or stall their reader: a mapping from names to functions that return (content type, body)."""

from __future__ import annotations

import json
from collections.abc import Callable

_STORY = "<p>The Halden bridge reopened in March after two years of repairs, the road authority said.</p>" * 6
_M = 1_000_000
Body = tuple[str, bytes]


def _html(body: str, head: str = "") -> Body:
    page = f"<!doctype html><html lang=en><head><title>A bridge</title>{head}</head><body><article>{body}</article></body></html>"
    return "text/html; charset=utf-8", page.encode("utf-8", "surrogatepass")


def _charset(name: str, body: bytes | None = None) -> Body:
    return f"text/html; charset={name}", body or _html(_STORY)[1]


def _ld(text: str) -> Body:
    return _html(_STORY, f'<script type="application/ld+json">{text}</script>')


def _css(text: str) -> Body:
    return _html(_STORY, f"<style>{text}</style>")


_ENTITIES = '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a0 "lol">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
) + "]><html><body><p>&a9; The Halden bridge reopened in March.</p></body></html>"  # fmt: skip
_FILE = (
    '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body>'
    + _STORY
    + "<p>&x; is what the file says here.</p></body></html>"
)
_SLOW_CODECS = (
    "punycode", "idna", "unicode_escape", "raw_unicode_escape", "utf-7", "utf_16", "utf_32", "utf_8_sig", "undefined", "mbcs",
    "rot13", "hex", "zlib",
    "bz2", "base64", "charmap", "hz", "iso2022_jp_2004", "cp65001", "../../etc/passwd", "x" * 4000, "\u00fc", "",
)  # fmt: skip

HTML: dict[str, Callable[[], Body]] = {
    "100,000 nested elements": lambda: _html("<div>" * 100_000 + _STORY),
    "300,000 siblings": lambda: _html("<b>x</b>" * 200_000),
    "tables in tables": lambda: _html("<table><tr><td>" * 20_000 + _STORY),
    "lists in lists": lambda: _html("<ul><li>" * 9_000 + _STORY),
    "unclosed formatting": lambda: _html("<a><b><i><font>" * 4_500 + _STORY),
    "two megabytes of <": lambda: _html("<" * 2 * _M),
    "an attribute of two megabytes": lambda: _html(f'<p title="{"a" * 2 * _M}">x</p>{_STORY}'),
    "100,000 attributes": lambda: _html("<p " + " ".join(f"a{n}=1" for n in range(100_000)) + f">x</p>{_STORY}"),
    "a word of two megabytes": lambda: _html(f"<p>{'a' * 2 * _M}</p>"),
    "two megabytes of blanks": lambda: _html(f"<p>a{' ' * 2 * _M}b</p>{_STORY}"),
    "a million line feeds": lambda: _html(f"<pre>a{chr(10) * _M} b{' ' * 9}</pre>{_STORY}"),
    "combining characters": lambda: _html(f"<p>a{chr(0x301) * 500_000}</p>{_STORY}"),
    "two megabytes of full stops": lambda: _html(f"<p>{'. ' * _M}</p>"),
    "short sentences without end": lambda: _html("".join(f"<p>{'A b. ' * 900}</p>" for _ in range(300))),
    "abbreviations": lambda: _html("".join(f"<p>{'e.g. Mr. U.S. p.m. ' * 240}</p>" for _ in range(300))),
    "brackets": lambda: _html(f"<p>{'(' * 4_000} reopened {')' * 900}.</p>" * 50),
    "quotation marks": lambda: _html(f"<p>{chr(34) * 4_900}</p>" * 50 + f"<p>{'“a' * 2_400}</p>" * 50),
    "numbered lists": lambda: _html(f"<p>{' '.join(f'{n}) x {n}. y' for n in range(450))}</p>" * 50),
    "dots and digits": lambda: _html(f"<p>{'1.2.3.' * 800}</p>" * 100),
    "ellipses": lambda: _html(f"<p>{'. . . . ' * 600}</p>" * 50 + f"<p>{'....a' * 900}</p>" * 50),
    "addresses": lambda: _html(f"<p>{'http://a.b.c/?d=e.f! ' * 230}</p>" * 50),
    "billion laughs": lambda: ("application/xhtml+xml", _ENTITIES.encode()),
    "an entity that is a file": lambda: ("application/xhtml+xml", _FILE.encode()),
    "two megabytes of entities": lambda: _html(f"<p>{'&NotEqualTilde;&amp;' * 90_000}</p>"),
    "NULs and control characters": lambda: _html(f"<p>{''.join(map(chr, range(32))) * 20_000}</p>{_STORY}"),
    "invisible characters": lambda: _html(f"<p>{chr(0x200B) * 600_000}</p>{_STORY}"),
    "surrogates": lambda: _html(f"<p>{chr(0xD800) * 200_000}</p>{_STORY}"),
    "no UTF-8": lambda: ("text/html; charset=utf-8", b"<html><body>" + bytes(range(128, 256)) * 8000),
    "UTF-16 that says UTF-8": lambda: ("text/html; charset=utf-8", _html(_STORY)[1].decode().encode("utf-16")),
    "UTF-8 that says UTF-16": lambda: ("text/html; charset=utf-16", _html(_STORY)[1]),
    "two charsets": lambda: ("text/html; charset=shift_jis", _html(_STORY, '<meta charset="koi8-r">')[1]),
    "deep JSON-LD": lambda: _ld("[" * 300_000),
    "deep but valid JSON-LD": lambda: _ld('{"@graph":' * 900 + "1" + "}" * 900),
    "large JSON-LD": lambda: _ld(json.dumps([{"@type": "ClaimReview", "claimReviewed": "x" * 50} for _ in range(18_000)])),
    "numbers in JSON-LD": lambda: _ld('{"@type":"ClaimReview","ratingValue":' + "9" * 900_000 + "}"),
    "style sheet without end": lambda: _css("@media{" + "a{b" * 60_000),
    "style sheet of selectors": lambda: _css("." + "a," * 99_000 + "{display:none}"),
    "style sheet of one word": lambda: _css("a" * 199_000),
    "style sheet of rules": lambda: _css("".join(f".c{n}{{display:none}}" for n in range(8_000))),
    "style attribute": lambda: _html(f'<p style="{"opacity: 0" * 99_000}">x</p>{_STORY}'),
    "many style attributes": lambda: _html('<p style="color : transparen ; left: -99">x</p>' * 15_000),
    "a title of a megabyte": lambda: _html(_STORY, f'<title>{"t " * 500_000}</title><meta property="og:title" content="{"u" * _M}">'),
    "dates without end": lambda: _html(_STORY, f'<meta property="article:published_time" content="{"2024-" * 900}">' * 400),
    "links without end": lambda: _html("".join(f'<a href="/{n}">x{n}</a> ' for n in range(19_000)) + _STORY),
    "plain text of one line": lambda: ("text/plain", b"word " * 400_000),
    "plain text of two million marks": lambda: ("text/plain", b"!?" * _M),
    "plain text of full stops before a letter": lambda: ("text/plain", b"Some words are here. a" + b"." * 2 * _M + b"x"),
    "plain text of paragraphs without end": lambda: ("text/plain", f"{'The council met Mr. Smith on Monday. ' * 130}\n".encode() * 400),
    "plain text of numbered lists": lambda: ("text/plain", f"{'1. ' * 1_600}\n".encode() * 400),
    "plain text of abbreviations": lambda: ("text/plain", f"{'U.S. ' * 980}\n".encode() * 400),
    "plain text of orders": lambda: ("text/plain", f"{'. mark the claim your ' * 180}\n".encode() * 400),
    "an empty page": lambda: ("text/html", b""),
    "only a comment": lambda: ("text/html", b"<!--" + b"-" * _M),
    "only a processing instruction": lambda: ("application/xhtml+xml", b"<?xml " + b"?" * _M),
    **{f"charset {name[:20] or 'nothing'}": (lambda name=name: _charset(name)) for name in _SLOW_CODECS},  # type: ignore[misc]
    "punycode of two megabytes": lambda: _charset("punycode", b"<p>a-" + b"99999a" * 330_000),
    "meta punycode": lambda: ("text/html", b'<meta charset="punycode"><p>a-' + b"99999a" * 330_000),
    "idna of two megabytes": lambda: _charset("idna", b"xn--" + b"a" * _M + b"." + b"xn--99a." * 100_000),
}  # fmt: skip
