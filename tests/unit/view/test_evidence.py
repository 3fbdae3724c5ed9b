"""How evidence is presented: links to the quote, real hosts, and leads distinguished from evidence that counts."""

from __future__ import annotations

from dataclasses import asdict, replace

from backend.api import wire
from backend.api.shown import shown_event
from backend.domain.article import PassageKind
from backend.domain.evidence import Origin
from backend.domain.explanation import VerdictExplanation
from backend.domain.verdict import Label
from backend.messages.messages import messages
from backend.trust.sufficiency import countable
from backend.view.answer import answer_view
from backend.view.evidence import lead_kind
from backend.view.links import passage_link, place
from backend.view.text import clean
from tests.each_row import each_row
from tests.view_results import FOR, RATED, passage, result


def test_evidence_of_a_running_check_is_shown_as_in_the_answer() -> None:
    kinds = [passage(FOR, "nasa.gov", kind=kind, title="\u202eTitle") for kind in PassageKind]
    found = result(Label.TRUE, [*kinds, passage(FOR, "b.example", title="")])
    for told, item in zip(answer_view(found, messages("de")).evidence, found["evidence"], strict=True):
        live = shown_event("evidence", {"part": "", "evidence": item}, "de")["view"]
        assert live == {**asdict(told), "n": 0}


@each_row("origin", list(Origin))
@each_row("kind", list(PassageKind))
@each_row("lead_only", [False, True])
@each_row("quarantined", [False, True])
def test_evidence_is_a_lead_exactly_when_it_does_not_count(
    origin: Origin, kind: PassageKind, lead_only: bool, quarantined: bool
) -> None:
    item = passage(FOR, "nasa.gov", kind=kind, origin=origin, quarantined=quarantined, lead_only=lead_only)
    assert bool(lead_kind(wire.evidence(item))) is not countable(item)


def test_published_rating_is_shown_whole() -> None:
    rating = passage(FOR, "nasa.gov", text="Rated: not flat.", kind=PassageKind.REVIEW)
    record = passage(FOR, "who.int", text="A record: not flat.", kind=PassageKind.RECORD)
    found = result(Label.TRUE, [replace(item, quote="not flat") for item in (rating, record)])
    told = answer_view(found, messages("en")).evidence
    assert [(item.words, item.context) for item in told] == [("Rated: not flat.", ""), ("not flat", "")]


def test_published_rating_is_a_sentence_in_the_language_of_the_user() -> None:
    told = answer_view(result(Label.FALSE, [RATED]), messages("de")).evidence
    assert told[0].words == "Snopes bewertet die Behauptung „Cats can fly“ mit „False“."


def test_publishers_have_their_names_in_the_language_of_the_user() -> None:
    because = VerdictExplanation(found="It is so.", pillars=("who.int",))
    found = result(Label.TRUE, [passage(FOR, "who.int"), passage(FOR, "nasa.gov")], why=because)
    told = answer_view(found, messages("fr"))
    live = shown_event("evidence", {"part": "", "evidence": found["evidence"][0]}, "fr")["view"]
    assert [item.publisher for item in told.evidence] == ["OMS", "NASA"]
    assert (live["publisher"], told.says.count("OMS"), told.says.count("WHO")) == ("OMS", 2, 0)


def test_links_open_the_page_at_the_quote() -> None:
    quote = "one two-three four, five six seven eight nine ten eleven twelve thirteen fourteen"
    opened = passage_link("https://a.example/x#:~:text=old", quote)
    assert (
        opened
        == "https://a.example/x#:~:text=one%20two%2Dthree%20four%2C%20five%20six,ten%20eleven%20twelve%20thirteen%20fourteen"
    )
    assert passage_link("https://a.example/#part", "so") == "https://a.example/#part:~:text=so"
    assert passage_link("", "so") == ""
    assert passage_link("https://a.example/", "") == "https://a.example/"


@each_row(
    ("url", "host", "linked"),
    [
        ("https://www.nasa.gov/x", "nasa.gov", True),
        ("http://a.example:81/", "a.example", True),
        ("javascript:alert(1)", "", False),
        ("data:text/html,x", "", False),
        ("ftp://a.example/", "a.example", False),
        ("https://user@evil.example/", "evil.example", True),
        ("https://[bad", "", False),
        ("", "", False),
    ],
)
def test_only_web_addresses_become_links_with_their_real_host(url: str, host: str, linked: bool) -> None:
    assert place(url) == (host, url if linked else "")


def test_text_that_reorders_or_hides_is_removed() -> None:
    assert clean("a\u202eb\u2066c\u200bd\x00\x1be\x85\ufefff\n\tg") == "abcdef\n\tg"
