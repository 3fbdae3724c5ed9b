"""Decides which style sheet declarations hide text from a reader."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6}) ?|\\(.)")
_NUMBER = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z%]{0,5})")
_OFF_PAGE_DISTANCES = {"px": 300.0, "em": 20.0, "rem": 20.0, "vw": 90.0, "vh": 90.0, "%": 95.0, "pt": 300.0}
"""The minimum distance outside the page, by unit, at which text counts as hidden."""
_HIDING_VALUES = {
    "display": ("none",),
    "visibility": ("hidden", "collapse"),
    "content-visibility": ("hidden",),
    "clip-path": ("circle(0", "inset(100%", "inset(50%", "polygon(0 0,0 0"),
    "clip": ("rect(0", "rect(1px,1px,1px,1px"),
    "filter": ("opacity(0",),
    "transform": ("scale(0)", "scale(0,", "scalex(0)", "scaley(0)"),
}
_POSITION_PROPERTIES = (
    "left",
    "right",
    "top",
    "bottom",
    "text-indent",
    "margin-left",
    "margin-top",
    "transform",
    "translate",
)
_TEXT_COLOURS = ("color", "-webkit-text-fill-color")
_COLOUR_NAMES = {
    "#fff": "white",
    "#ffffff": "white",
    "rgb(255,255,255)": "white",
    "#000": "black",
    "#000000": "black",
    "rgb(0,0,0)": "black",
}
_COLOUR_KEYWORDS = ("", "inherit", "initial", "unset", "revert", "currentcolor", "none")


def plain_css(css: str) -> str:
    """Return the style sheet in lower case, without comments and with escapes resolved."""
    text = _ESCAPE.sub(
        lambda match: _unescape(match.group(1)) if match.group(1) else match.group(2), _COMMENT.sub("", css)
    )
    return text.lower()


def hides(declarations: str) -> bool:
    """Return whether the declarations of a rule or of a style attribute make an element's text invisible."""
    values = _parse_declarations(plain_css(declarations))
    return _is_not_displayed(values) or _is_small(values) or _is_off_page(values) or _is_transparent(values)


def _unescape(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if 0 < code < 0xD800 else " "


def _parse_declarations(css: str) -> dict[str, str]:
    """Return the last value of each property, without "!important" and without spaces around commas."""
    found: dict[str, str] = {}
    for declaration in css.split(";"):
        name, _, value = declaration.partition(":")
        found[name.strip()] = re.sub(r"\s*,\s*", ",", value.replace("!important", "").strip())
    return found


def _is_not_displayed(values: dict[str, str]) -> bool:
    if any(values.get(name, "").startswith(start) for name, starts in _HIDING_VALUES.items() for start in starts):
        return True
    opacity = _parse_length(values.get("opacity", ""))
    return opacity is not None and opacity[0] / (100 if opacity[1] == "%" else 1) < 0.05


def _is_small(values: dict[str, str]) -> bool:
    """Return whether the element has almost no height or width, or a font size of about one pixel or less."""
    shorthand = values.get("font", "").partition("/")[0].rsplit(" ", 1)[-1]
    for text in (values.get("font-size", ""), shorthand):
        size = _parse_length(text)
        if size and (
            size[0] <= 0 or (size[1] in ("px", "pt") and size[0] <= 1) or (size[1] in ("em", "rem") and size[0] < 0.1)
        ):
            return True
    sizes = [_parse_length(values.get(name, "")) for name in ("width", "height", "max-width", "max-height")]
    return any(size and (size[0] <= 0 or (size[1] == "px" and size[0] <= 1)) for size in sizes)


def _is_off_page(values: dict[str, str]) -> bool:
    for name in _POSITION_PROPERTIES:
        for match in _NUMBER.finditer(values.get(name, "")):
            if float(match.group(1)) <= -_OFF_PAGE_DISTANCES.get(match.group(2), 1e9):
                return True
    return False


def _is_transparent(values: dict[str, str]) -> bool:
    """Return whether the text is transparent or has the same colour as its background."""
    paper = values.get("background-color") or values.get("background", "").partition(" ")[0]
    for name in _TEXT_COLOURS:
        ink = values.get(name, "")
        alpha = (
            re.fullmatch(r"(?:rgba?|hsla?)\(.*[,/ ]\s*(?:0|0?\.0\d*|0%)\)", ink)
            if ink.count(",") == 3 or "/" in ink
            else None
        )
        short = re.fullmatch(r"#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)", ink)
        if (
            ink == "transparent"
            or alpha
            or short
            or (ink not in _COLOUR_KEYWORDS and _COLOUR_NAMES.get(ink, ink) == _COLOUR_NAMES.get(paper, paper))
        ):
            return True
    return False


def _parse_length(text: str) -> tuple[float, str] | None:
    match = _NUMBER.fullmatch(text.strip())
    return (float(match.group(1)), match.group(2)) if match else None
