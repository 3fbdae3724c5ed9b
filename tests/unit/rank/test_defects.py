"""Regression tests for known defects of the earlier rankers, one test each."""

from dataclasses import replace

import numpy as np
import pytest

from backend.domain.evidence import Origin, Stance
from backend.rank.addresses import url_quality
from backend.rank.features import recency
from backend.rank.hybrid import hybrid
from backend.rank.order import logit, ranked, scored
from backend.rank.scores import relevance_norm
from backend.rank.settings import RankProfile
from tests.each_row import each_row
from tests.evidence_maker import evidence
from tests.rank_maker import PLAIN, TODAY, features_of


@each_row(
    "text",
    [
        "It is a myth that vitamin C prevents colds.",
        "The idea that vitamin C prevents colds is a hoax.",
        "There is no evidence that vitamin C prevents colds.",
        "The claim that vitamin C prevents colds is misinformation.",
        "Doctors call the belief that vitamin C prevents colds a conspiracy theory.",
        "That vitamin C prevents colds is unfounded.",
        "Fact-checkers rated it false that vitamin C prevents colds.",
        "Many people believe that vitamin C prevents colds, but that is a myth.",
    ],
)
def test_sentences_that_call_the_claim_a_myth_are_refutations(text):
    found = features_of("Vitamin C prevents colds", text, similarity=0.7)
    plain = features_of("Vitamin C prevents colds", "In winter vitamin C prevents colds.", similarity=0.7)
    assert found.refutation == 1.0
    assert found.mention == 0.0
    score = hybrid([found, plain])
    assert score.kept.all()
    assert score.score[0] == pytest.approx(score.score[1])


def test_sentence_that_only_reports_a_belief_is_a_mention():
    claim = "Vitamin C prevents colds"
    assert features_of(claim, "A survey found that many believe that vitamin C helps.").mention == 1.0
    assert (
        features_of("Many people believe that vitamin C helps", "A survey of 900 adults on vitamin C.").mention == 0.0
    )


def test_sentence_according_to_an_authority_is_not_a_mention():
    assert features_of("The Earth is round", "According to NASA, the Earth is an oblate spheroid.").mention == 0.0


def test_the_word_viral_is_not_a_refutation():
    found = features_of("Antibiotics work against colds", "Antibiotics do nothing in a viral infection.")
    assert found.refutation == 0.0


def test_worst_passage_of_a_batch_has_no_minimum_score():
    off_topic = PLAIN._replace(
        semantic=0.1, credibility=0.95, entity_overlap=0.0, claim_overlap=0.0, anchors=0.0, anchored=0.0
    )
    found = hybrid([off_topic, PLAIN])
    assert found.semantic_norm[0] == 0
    assert not found.kept[0]
    assert found.score[0] < 0.2


def test_filtered_authority_has_no_minimum_score():
    row = PLAIN._replace(
        semantic=0.0, credibility=0.95, entity_overlap=0.0, claim_overlap=0.0, anchored=0.0, anchors=0.0
    )
    assert float(hybrid([row]).score[0]) < 0.2


def test_empty_claim_keeps_all_candidates():
    found = hybrid([features_of("", "Any text at all.", similarity=s) for s in (0.1, 0.5)])
    assert found.kept.all()
    assert found.score[1] > found.score[0]


def test_single_candidate_keeps_its_cosine():
    assert hybrid([PLAIN]).semantic_norm.tolist() == [PLAIN.semantic]


def test_date_with_a_trailing_z_is_read():
    assert recency("2025-11-22T08:00:00Z", TODAY) == pytest.approx(0.5)


def test_anchors_include_the_object_of_the_relation():
    claim = "Regular morning doses of ginger tea work against seasickness"
    off, on = (features_of(claim, text) for text in ("Regular morning doses.", "Seasickness at sea."))
    assert off.anchors == pytest.approx(3 / 4)
    assert on.anchors == pytest.approx(1 / 4)


def test_backfilled_passages_are_marked():
    far = features_of("Vitamin C prevents colds", "Vitamin D.", similarity=0.22, origin=Origin.KNOWLEDGE)
    assert far.backfill == 1.0
    weak = PLAIN._replace(entity_overlap=0.1)
    assert hybrid([weak._replace(backfill=1.0)]).score[0] == pytest.approx(0.85 * hybrid([weak]).score[0])


def test_only_neighbours_from_the_knowledge_base_are_backfilled():
    claim, text = "Vitamin C prevents colds", "Vitamin D."
    assert features_of(claim, text, similarity=0.22, origin=Origin.WEB).backfill == 0.0
    assert features_of(claim, text, similarity=0.28, origin=Origin.KNOWLEDGE).backfill == 0.0
    assert features_of(claim, text, similarity=0.22, origin=Origin.KNOWLEDGE, bm25=3.0).backfill == 0.0
    assert features_of(claim, text, similarity=0.22, origin=Origin.KNOWLEDGE, kg_score=0.4).backfill == 0.0


@each_row(
    ("claim", "text", "missing"),
    [
        ("Sometimes 5 percent are enough", "A little is enough.", 0.0),
        ("The human body has 206 bones", "The human body has many bones.", 1.0),
        ("The human body has 206 bones", "The human body has 206 bones.", 0.0),
        ("The human body has 206 bones", "In 1999 a ship sank.", 1.0),
        ("How many bones the body has is known", "There are 206.", 0.0),
    ],
)
def test_number_is_missing_only_when_the_claim_counts(claim, text, missing):
    assert features_of(claim, text).number_missing == missing


def test_refuting_evidence_is_neither_weakened_nor_removed():
    pro, con = evidence(text="Vitamin C helps."), evidence(Stance.REFUTES, domain="who.int", text="It does not.")
    for profile in RankProfile:
        found = {e.stance: e.score for e in scored([pro, con], profile)}
        assert found[Stance.REFUTES] == pytest.approx(found[Stance.SUPPORTS])
    assert {e.stance for e in ranked([pro, con], 2)} == {Stance.SUPPORTS, Stance.REFUTES}


def test_single_item_keeps_its_relevance():
    assert relevance_norm(np.array([0.8])).tolist() == [0.8]


def test_uniform_batch_keeps_its_relevance():
    assert relevance_norm(np.array([0.7, 0.7, 0.7])).tolist() == [0.7, 0.7, 0.7]


def test_best_of_an_irrelevant_batch_stays_irrelevant():
    assert relevance_norm(np.array([0.01, 0.05, 0.12])).tolist() == [0.01, 0.05, 0.12]


def test_absolute_relevance_is_kept_with_the_normalised_one():
    worse, best = sorted(
        scored([evidence(relevance=0.9), evidence(relevance=0.6, text="Other.")]), key=lambda e: e.score
    )
    assert (worse.signals["relevance_norm"], best.signals["relevance_norm"]) == (0.0, 1.0)
    assert (worse.relevance, best.relevance) == (0.6, 0.9)


def test_off_topic_items_never_reach_the_verdict():
    off = evidence(text="Trains run on time.", relevance=0.2)
    for profile in RankProfile:
        assert [e.passage.text for e in ranked([off], 5, profile) if e.stance is not Stance.NEUTRAL] == []


def test_knowledge_base_items_are_not_preferred_like_web_items():
    live, stored = (features_of("A claim", "Text.", origin=o).source_preference for o in (Origin.WEB, Origin.KNOWLEDGE))
    assert (live, stored) == (1.0, 0.7)


def test_chunks_of_one_article_do_not_fill_the_list():
    chunks = [evidence(text=f"Part {n} of the long report on bridge {n}.", relevance=0.95) for n in range(9)]
    others = [
        evidence(domain=f"d{n}.example", tier="C", text=f"Town {n} saw bridge {n} open.", relevance=0.8)
        for n in range(3)
    ]
    assert len({e.rating.domain for e in ranked([*chunks, *others], 5)}) == 4


@each_row(
    ("url", "article"),
    [
        ("https://blog.example/?p=1234", True),
        ("https://paper.example/world/europe", False),
        ("https://paper.example/world/europe/", False),
        ("https://paper.example/2024/", False),
        ("https://paper.example/index.html", False),
        ("https://en.wikipedia.org/wiki/Earth", True),
    ],
)
def test_articles_are_distinguished_from_section_pages(url, article):
    assert (url_quality(url) >= 0.6) is article


def test_encyclopedia_article_is_worth_more_than_a_section_page():
    assert url_quality("https://en.wikipedia.org/wiki/Earth") > url_quality("https://paper.example/world/europe")


def test_two_facts_of_one_page_are_both_kept():
    age, shape = evidence(text="Earth is 4.54 billion years old."), evidence(text="Earth is an oblate spheroid.")
    assert age.passage.source == shape.passage.source
    assert len(ranked([age, shape], 5)) == 2


def test_same_text_under_two_addresses_counts_once():
    text = "The bridge reopened in March 2024."
    assert len(ranked([evidence(text=text), evidence(text=text, domain="mirror.example")], 5)) == 1


def test_access_boost_does_not_raise_a_score():
    plain = evidence()
    boosted = replace(plain, candidate=replace(plain.candidate, recall_score=0.8, boost=0.1))
    for profile in RankProfile:
        assert scored([boosted], profile)[0].score == pytest.approx(scored([plain], profile)[0].score)


def test_credibility_breaks_ties_but_does_not_lift_irrelevant_passages():
    good = evidence(tier="A", relevance=0.30, text="Trains run on time.")
    plain = evidence(tier="C", relevance=0.60)
    assert [e.rating.domain for e in scored([good, plain])] == ["blog.example", "nasa.gov"]
    assert logit(0.30) + 0.135 < logit(0.60)
