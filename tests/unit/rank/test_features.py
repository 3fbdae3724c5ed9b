from datetime import date, timedelta

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Origin
from backend.domain.text import recall
from backend.rank.features import features, recency, with_features
from tests.each_row import each_row
from tests.rank_maker import TODAY, candidate, features_of

CLAIM = "Vitamin C prevents the common cold in adults"


@each_row(("days", "value"), [(0, 1.0), (365, 0.5), (730, 0.25), (1095, 0.125), (-3, 1.0), (73, 0.5**0.2)])
def test_recency_halves_every_year(days, value):
    assert recency((TODAY - timedelta(days=days)).isoformat(), TODAY) == pytest.approx(value)


@each_row("published", ["", "soon", "2026-13-01", "22.11.2026", "0000"])
def test_unreadable_date_has_no_recency(published):
    assert recency(published, TODAY) == 0.0


def test_year_or_month_alone_is_a_date():
    assert recency("2026", TODAY) == recency("2026-01-01", TODAY) > 0
    assert recency("2026-06", TODAY) == recency("2026-06-01", TODAY)
    assert recency("9999-12-31", TODAY) == 1.0


@each_row(
    "text",
    [
        "Vitamin C does not prevent colds.",
        "In 2013 a review of 29 trials found that regular supplements shorten the common cold.",
        "Adults in Vienna prevented nothing.",
        "Nothing of it.",
        "",
    ],
)
def test_claim_overlap_is_the_recall_used_by_other_stages(text):
    assert features_of(CLAIM, text).claim_overlap == pytest.approx(recall(CLAIM, text))


def test_words_are_compared_by_their_stems():
    assert features_of("Ten towers were built", "The company builds 10 new tower blocks").claim_overlap == 1.0
    assert features_of("She wrote nine novels", "Among the 9 novels that she has written").claim_overlap == 1.0


def test_entity_overlap_counts_the_words_of_the_claims_names():
    claim = "In 2020 the World Health Organization warned Angela Merkel"
    assert features_of(claim, "Angela Merkel spoke in Berlin.").entity_overlap == pytest.approx(2 / 5)
    assert features_of(claim, "The World Health Organization spoke to Angela Merkel").entity_overlap == 1.0


def test_initials_stand_for_the_whole_name():
    claim = "The World Health Organization declared a pandemic"
    assert features_of(claim, "The WHO declared a pandemic in March.").entity_overlap == 1.0
    assert features_of(claim, "Doctors who declared a pandemic in March.").entity_overlap < 0.5


def test_claim_without_names_uses_all_its_words():
    assert features_of("cats chase mice", "Cats chase birds.").entity_overlap == pytest.approx(2 / 3)


def test_title_counts_as_part_of_the_passage():
    lone = features_of("The Eiffel Tower was finished in 1889", "It was finished in 1889.")
    titled = features_of("The Eiffel Tower was finished in 1889", "It was finished in 1889.", title="Eiffel Tower")
    assert titled.claim_overlap == 1.0
    assert lone.claim_overlap < titled.claim_overlap


@each_row(
    ("text", "missing"),
    [
        ("Antibiotics kill bacteria.", 1.0),
        ("Antibiotics have no effect on a cold.", 0.0),
        ("Colds are caused by viruses.", 0.0),
    ],
)
def test_missing_object_after_against_is_detected(text, missing):
    assert features_of("Antibiotics work against colds", text).object_missing == missing


@each_row(
    ("text", "subject", "target"),
    [
        ("Smoking is a habit.", 0.0, 1.0),
        ("Lung cancer is deadly.", 1.0, 0.0),
        ("Smoking leads to cancer of the lung.", 0.0, 0.0),
    ],
)
def test_missing_subject_or_object_of_the_relation_is_detected(text, subject, target):
    found = features_of("Smoking causes lung cancer", text)
    assert (found.subject_missing, found.relation_object_missing) == (subject, target)


def test_uncertain_words_count_only_for_assertive_claims():
    text = "Whether it helps remains unclear."
    assert features_of("Aspirin prevents strokes", text).uncertain == 1.0
    assert features_of("Aspirin was sold in 1899", text).uncertain == 0.0


@each_row(
    ("origin", "kind", "value"),
    [
        (Origin.WEB, PassageKind.ARTICLE, 1.0),
        (Origin.FACT_CHECK, PassageKind.SNIPPET, 1.0),
        (Origin.KNOWLEDGE, PassageKind.ARTICLE, 0.7),
        (Origin.WEB, PassageKind.RECORD, 0.8),
        (Origin.KNOWLEDGE, PassageKind.REVIEW, 0.8),
    ],
)
def test_source_preference_by_origin_and_kind(origin, kind, value):
    assert features_of(CLAIM, "Text.", origin=origin, kind=kind).source_preference == value


def test_features_of_a_passage_do_not_depend_on_its_neighbours():
    texts = ["Vitamin C is no cure.", "It is a myth that it prevents colds.", "Adults catch colds."]
    together = features(CLAIM, [candidate(t) for t in texts], TODAY)
    assert list(together) == [features_of(CLAIM, t) for t in texts]


def test_features_are_computed_once():
    first = with_features(CLAIM, [candidate("Vitamin C is no cure.")], TODAY)
    again = with_features("Another claim altogether", [*first, candidate("Other text.")], date(2000, 1, 1))
    assert again[0] is first[0]
    assert again[1].features is not None


def test_no_candidates_give_no_features():
    assert features(CLAIM, [], TODAY) == ()
