"""Words that carry no subject, and fact-check framings, per language."""

from __future__ import annotations

from dataclasses import dataclass

_STOP_WORDS = {
    "en": "a an the and or but if of in on at by for from with to into over under about as than then that this these"
    " those it its is are was were be been being has have had do does did will would can could should may might must"
    " not no nor never he she they we you i his her their our your my who whom which what when where why how there here"
    " all any some each every more most many much very just also only so such after before during between since until"
    " said says according",
    "de": "der die das den dem des ein eine einen einem einer und oder aber wenn von in im an am auf bei für mit zu zum"
    " zur über unter als dass dies diese dieser es ist sind war waren sein hat haben hatte wird werden nicht kein keine"
    " er sie wir ihr sein ihre wer was wann wo wie auch nur so nach vor seit",
    "fr": "le la les un une des et ou mais si de du dans sur à au aux par pour avec vers comme que qui ce cette ces il"
    " elle ils elles est sont était été être a ont avait ne pas non plus son sa ses leur nous vous se en y après avant",
    "es": "el la los las un una unos unas y o pero si de del en sobre a al por para con como que este esta estos es son"
    " era fue ser ha han había no ni su sus se lo le les nos más muy también solo tras antes desde hasta",
    "it": "il lo la i gli le un una e o ma se di del della dei in nel su a al per con come che questo questa è sono era"
    " essere ha hanno aveva non né suo sua si più molto anche solo dopo prima da dal",
    "pt": "o a os as um uma e ou mas se de do da dos das em no na sobre ao por para com como que este esta é são era"
    " foi ser tem têm tinha não nem seu sua se mais muito também só após antes desde até",
    "nl": "de het een en of maar als van in op aan bij voor met naar over onder dan dat dit deze is zijn was waren"
    " heeft hebben had niet geen hij zij wij ook alleen na sinds",
}


_CALENDAR_WORDS = (
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday"
)
CALENDAR = frozenset(_CALENDAR_WORDS.split())
"""Capitalised in English, yet no names."""
LINKS = frozenset({"of", "and", "the", "for", "de", "la", "le", "du", "del", "der", "van", "von", "di", "da"})
"""Lower-case words inside names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """How people who check facts in this language head their articles."""

    check: str
    debunk: str


_FRAMINGS = {
    "en": Framing(check="fact check", debunk="debunked"),
    "de": Framing(check="Faktencheck", debunk="widerlegt"),
    "fr": Framing(check="vérification des faits", debunk="faux"),
    "es": Framing(check="verificación", debunk="bulo"),
    "it": Framing(check="verifica dei fatti", debunk="bufala"),
    "pt": Framing(check="checagem de fatos", debunk="boato"),
    "nl": Framing(check="factcheck", debunk="onwaar"),
}
_SPLIT = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}


def stop_words(language: str) -> frozenset[str]:
    """Lower-case words that name nothing; English ones for an unknown language."""
    return _SPLIT.get(language.split("-", maxsplit=1)[0], _SPLIT["en"])


def framing(language: str) -> Framing:
    """The framings of a language; English ones for an unknown language."""
    return _FRAMINGS.get(language.split("-", maxsplit=1)[0], _FRAMINGS["en"])
