from backend.domain.article import Passage, PassageKind
from backend.stance.context import in_context, seen_in_context

PAGE = "OSLO - Norway opened the Bjornafjord crossing. The bridge replaces a ferry."


def _passage(title: str = "", published: str = "") -> Passage:
    return Passage(
        id="p", text=PAGE, source="https://reuters.com/a", title=title, domain="reuters.com",
        kind=PassageKind.ARTICLE, published=published,
    )  # fmt: skip


def test_the_page_lends_a_name_to_a_sentence_that_names_nobody():
    claim = "The Bjornafjord bridge replaces a ferry"
    assert (
        in_context(claim, "The bridge replaces a ferry.", _passage(), PAGE)
        == "Bjornafjord: The bridge replaces a ferry."
    )


def test_a_sentence_about_somebody_else_gets_no_name():
    claim = "The Bjornafjord bridge replaces a ferry"
    sentence = "The bridge to Stord replaces a ferry."
    assert in_context(claim, sentence, _passage(), PAGE) == sentence


def test_a_name_that_the_page_lacks_is_not_lent():
    sentence = "The bridge replaces a ferry."
    assert in_context("The Storebelt bridge replaces a ferry", sentence, _passage(), PAGE) == sentence


def test_the_year_of_publication_completes_a_sentence_without_one():
    seen = in_context(
        "The crossing opened in 2025", "The crossing opened on Wednesday.", _passage(published="2025-05-14"), PAGE
    )
    assert seen == "The crossing opened on Wednesday (14 May 2025)."
    other = in_context(
        "The crossing opened in 2019", "The crossing opened on Wednesday.", _passage(published="2025-05-14"), PAGE
    )
    assert other == "The crossing opened on Wednesday."


def test_a_title_that_asks_states_nothing():
    claim = "Lemon water cures kidney disease"
    assert (
        in_context(claim, "It does not.", _passage(title="Does lemon water cure kidney disease?"), "") == "It does not."
    )


def test_only_the_subject_is_lent_by_the_page():
    page = "Kenya's Ruth Chebet won. Chebet, 27, broke the mark. Ethiopia's Tigist Alemu came second."
    seen = in_context("Ruth Chebet is from Ethiopia", "Chebet, 27, broke the mark.", _passage(), page)
    assert "Ruth Chebet" in seen
    assert "Ethiopia" not in seen


def test_one_country_does_not_answer_for_another():
    seen = in_context(
        "The capital of Niger is Abuja", "The capital is Abuja.", _passage(), "Nigeria lies in West Africa."
    )
    assert "Niger" not in seen


def test_a_possessive_does_not_hide_another_name():
    page = "Kenya's Ruth Chebet won. Ethiopia's Tigist Alemu came second."
    seen = in_context("Ruth Chebet is from Ethiopia", "Ethiopia's Tigist Alemu came second.", _passage(), page)
    assert "Chebet" not in seen


def test_a_title_lends_who_is_meant_but_not_what_is_said():
    seen = seen_in_context(
        "The Eiffel Tower is in London",
        "The tower is 330 metres tall.",
        _passage(title="The Eiffel Tower is in London"),
        "",
    )
    assert seen.text == "The Eiffel Tower is in London. The tower is 330 metres tall."
    assert seen.alone == "Eiffel Tower: The tower is 330 metres tall."


def test_without_a_title_in_front_a_sentence_is_seen_once():
    seen = seen_in_context("The Bjornafjord bridge replaces a ferry", "The bridge replaces a ferry.", _passage(), PAGE)
    assert seen.text == seen.alone
