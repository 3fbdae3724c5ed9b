from __future__ import annotations

import pytest

from backend.domain.claim import AtomicClaim, Claim, PageContext
from backend.search.brief import Comprehension, Target, brief_of, comprehension_of, fallbacks_of, target_of


@pytest.mark.parametrize(
    ("text", "language", "target"),
    [
        ("Bigfoot exists", "en", Target.EXISTENCE),
        ("The town of Bielefeld does not exist", "en", Target.EXISTENCE),
        ("There is a bridge in Norway called Halden", "en", Target.EXISTENCE),
        ("There is no evidence that vaccines cause autism", "en", Target.REALITY),
        ("There are 50 bridges in Halden", "en", Target.REALITY),
        ("Die Stadt Bielefeld existiert nicht", "de", Target.EXISTENCE),
        ("Міст у Галдені існує", "uk", Target.EXISTENCE),
        ("The Halden bridge reopened", "en", Target.REALITY),
        ("It is what it is", "en", Target.NONE),
    ],
)
def test_brief_contains_what_is_to_be_verified(text: str, language: str, target: Target) -> None:
    assert target_of(text, language, attribution=False) is target


def test_reported_statement_is_about_its_speaker() -> None:
    assert target_of("Anna Vogt said that Bigfoot exists", "en", attribution=True) is Target.ATTRIBUTION


@pytest.mark.parametrize(
    ("text", "language", "comprehension"),
    [
        ("The Halden bridge reopened after long repairs in March", "en", Comprehension.HIGH),
        ("the vaccines cause autism in many children", "en", Comprehension.MEDIUM),
        ("NASA lied", "en", Comprehension.MEDIUM),
        ("It was cancelled", "en", Comprehension.LOW),
        ("Lorem ipsum dolor sit amet", "und", Comprehension.LOW),
    ],
)
def test_comprehension_level_is_derived(text: str, language: str, comprehension: Comprehension) -> None:
    assert comprehension_of(text, language) is comprehension


@pytest.mark.parametrize(
    ("text", "language", "fallbacks"),
    [
        ("The German chancellor met Ukrainian officials in Kyiv", "en", ("de", "uk")),
        ("The Halden bridge reopened", "en", ()),
        ("Die Brücke wurde eröffnet", "de", ("en",)),
        ("Die Brücke in Paris wurde eröffnet", "de", ("fr", "en")),
        ("France", "und", ("fr",)),
    ],
)
def test_search_languages_are_derived_from_the_claim(text: str, language: str, fallbacks: tuple[str, ...]) -> None:
    assert fallbacks_of(text, language) == fallbacks


def test_part_has_its_own_brief() -> None:
    page = PageContext(url="https://news.example/2019/05/12/story")
    claim = Claim(id="c", text="whole", language="en", context=page)
    part = AtomicClaim(id="c1", text="Coal currently kills more people than nuclear power", time_sensitive=True)
    brief = brief_of(part, claim, domain="health")
    assert (brief.text, brief.page, brief.domain) == (part.text, page.url, "health")
    assert (brief.as_of, brief.time_bound, brief.comparative) == ("2019-05-12", True, True)


def test_declared_page_date_is_preferred_to_the_one_in_the_address() -> None:
    page = PageContext(url="https://news.example/2019/05/12/story", published="2019-05-14T10:00:00Z")
    claim = Claim(id="c", text="whole", language="en", context=page)
    assert brief_of(AtomicClaim(id="c1", text="The bridge is closed"), claim).as_of == "2019-05-14"
