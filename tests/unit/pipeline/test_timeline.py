"""Dated evidence for claims about the present."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import OUTDATED, WEAK, Evidence, Stance
from backend.domain.explanation import Past, PastKind
from backend.domain.time_frame import Change, Frame, TimeFrame
from backend.domain.trust import SourceType
from backend.domain.verdict import AtomicVerdict, Label, Leaning, LeaningLabel
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.timeline import age_limit
from backend.verdict.history import RECENT, STILL_FALSE, when_published
from tests.each_row import each_row
from tests.evidence_maker import BALANCED, evidence

TODAY = date(2026, 11, 24)
NOW = TimeFrame(frame=Frame.NOW)
TEXT = "Ann Poe is the mayor of Velbrook."
YES, NO = Stance.SUPPORTS, Stance.REFUTES


def dated_evidence(published: str, stance: Stance = YES, domain: str = "bbc.com", **options: object) -> Evidence:
    text = TEXT if stance is YES else "Ben Ray is the mayor of Velbrook."
    item = evidence(stance, text=f"{text} {published}", domain=domain, **options)  # type: ignore[arg-type]
    return replace(item, candidate=replace(item.candidate, passage=replace(item.passage, published=published)))


def verdict(
    *found: Evidence, frame: TimeFrame | None = NOW, text: str = TEXT, as_of: date | None = None
) -> AtomicVerdict:
    part = AtomicClaim(id="c1", text=text, time_frame=frame)
    gathered = Gathered(part=part, evidence=found, found=(), searched=True, as_of=as_of)
    return conclude(gathered, policy=BALANCED, top_k=5, today=TODAY)


@each_row(
    ("frame", "published", "label"),
    [
        (NOW, "2026-01-10", Label.TRUE),
        (NOW, "2025-01-10", Label.TRUE),
        (NOW, "2023-01-25", Label.NOT_ENOUGH_EVIDENCE),
        (NOW, "", Label.TRUE),
        (TimeFrame(frame=Frame.NOW, change=Change.FAST), "2025-01-10", Label.NOT_ENOUGH_EVIDENCE),
        (TimeFrame(frame=Frame.DATED), "2009-01-25", Label.TRUE),
        (TimeFrame(frame=Frame.ALWAYS), "2009-01-25", Label.TRUE),
        (None, "2009-01-25", Label.TRUE),
    ],
)
def test_recent_support_counts(frame, published, label):
    assert verdict(dated_evidence(published), frame=frame).label is label


@each_row(
    ("as_of", "published", "label"),
    [
        (date(2019, 5, 12), "2019-04-30", Label.TRUE),
        (date(2019, 5, 12), "2012-04-30", Label.NOT_ENOUGH_EVIDENCE),
        (date(2031, 1, 1), "2026-01-10", Label.TRUE),
        (None, "2019-04-30", Label.NOT_ENOUGH_EVIDENCE),
    ],
)
@each_row("text", [TEXT, "Ann Poe is currently the mayor of Velbrook."])
def test_age_is_relative_to_the_date_of_the_claims_page(text, as_of, published, label):
    assert verdict(dated_evidence(published), text=text, as_of=as_of).label is label


def test_old_support_is_reported_with_its_date_and_gives_a_leaning():
    recent, old = verdict(dated_evidence("2023-01-25")), verdict(dated_evidence("2012-03"))
    assert "It was true on 25 January 2023 (bbc.com [1])" in recent.reasoning
    assert recent.leaning is not None
    assert recent.leaning.label is LeaningLabel.PROBABLY_TRUE
    assert "It was true in March 2012" in old.reasoning
    assert old.explanation.past == (Past(kind=PastKind.WAS_TRUE, published="2012-03", domain="bbc.com"),)
    assert old.leaning is None
    (shown,) = old.evidence
    assert (shown.stance, shown.signals[OUTDATED]) == (Stance.NEUTRAL, 1.0)


def test_old_refutation_alone_does_not_decide_a_present_claim():
    found = verdict(dated_evidence("2010-05-11", NO))
    assert (found.label, found.leaning) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert "A source said otherwise on 11 May 2010" in found.reasoning


def test_latest_of_the_outdated_passages_is_named_and_leads():
    older = dated_evidence("2019-05-11", NO, relevance=0.98, strength=0.95)
    found = verdict(older, dated_evidence("2022-05-11", NO, domain="reuters.com", relevance=0.8, strength=0.8))
    assert "A source said otherwise on 11 May 2022 (reuters.com [1])" in found.reasoning
    assert [item.passage.published[:4] for item in found.evidence] == ["2022", "2019"]


def test_refutation_of_the_last_years_gives_a_leaning_to_false_unless_it_is_weak():
    old = dated_evidence("2021-05-11", NO)
    leaning = Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=STILL_FALSE)
    assert (verdict(old).label, verdict(old).leaning) == (Label.NOT_ENOUGH_EVIDENCE, leaning)
    assert verdict(replace(old, signals={**old.signals, WEAK: 1.0})).leaning is None


STILL = "Ann Poe is still the mayor of Velbrook."


@each_row("frame", [Frame.DATED, Frame.ALWAYS])
def test_word_for_the_present_ages_no_evidence_if_the_claim_is_about_another_time(frame):
    assert verdict(dated_evidence("2009-01-25"), text=STILL, frame=TimeFrame(frame=frame)).label is Label.TRUE
    assert verdict(dated_evidence("2009-01-25"), text=STILL, frame=None).label is Label.NOT_ENOUGH_EVIDENCE


def test_word_for_the_present_does_not_shorten_the_age_limit_of_the_time_frame():
    evidence = dated_evidence("2025-05-10")
    assert verdict(evidence, text=STILL).label is Label.TRUE
    fast = TimeFrame(frame=Frame.NOW, change=Change.FAST)
    assert verdict(evidence, text=STILL, frame=fast).label is Label.NOT_ENOUGH_EVIDENCE


def test_claim_about_this_year_needs_evidence_from_this_year():
    text, frame = "Ann Poe was elected mayor of Velbrook this year.", TimeFrame(frame=Frame.DATED)
    labels = [verdict(dated_evidence(day), text=text, frame=frame).label for day in ("2025-12-31", "2026-01-10")]
    assert labels == [Label.NOT_ENOUGH_EVIDENCE, Label.TRUE]


@each_row(
    ("text", "leans"),
    [
        (STILL, True),
        ("Ann Poe is now the mayor of Velbrook.", False),
        ("Ann Poe is no longer the mayor of Velbrook.", False),
        ("Ann Poe has been the mayor of Velbrook since 2019.", True),
        ("Ann Poe has been the mayor of Velbrook since 2023.", False),
        ("Ann Poe is the mayor of Velbrook this week.", False),
    ],
)
def test_old_refutation_gives_a_leaning_unless_it_is_older_than_the_time_in_the_claim(text, leans):
    assert (verdict(dated_evidence("2021-05-11", NO), text=text).leaning is not None) == leans


@each_row("ended", ["2010-05-11", "2026-05-11"])
def test_refutation_after_the_last_support_means_the_state_ended(ended):
    found = verdict(dated_evidence("2008-05-11"), dated_evidence(ended, NO, domain="reuters.com"))
    assert found.label is Label.FALSE
    assert "It was true on 11 May 2008" in found.reasoning


def test_recent_support_outlives_old_refutations():
    found = verdict(
        dated_evidence("2010-05-11", NO, domain="reuters.com"),
        dated_evidence("2008-05-11"),
        dated_evidence("2026-05-11"),
    )
    assert found.label is Label.TRUE


@each_row(
    ("first", "second", "label"),
    [
        (("2025-06-01", YES), ("2026-06-01", NO), Label.FALSE),
        (("2025-06-01", NO), ("2026-06-01", YES), Label.TRUE),
        (("2026-06-01", YES), ("2026-06-10", NO), Label.PARTIALLY_TRUE),
    ],
)
def test_later_of_two_recent_sources_decides_unless_simultaneous(first, second, label):
    assert verdict(dated_evidence(*first), dated_evidence(*second, domain="reuters.com")).label is label


def test_unrated_site_does_not_override_an_earlier_authority():
    found = verdict(dated_evidence("2025-06-01"), dated_evidence("2026-06-01", NO, domain="blog.example", tier="C"))
    assert found.label is Label.TRUE


def test_weak_later_refutation_gives_a_leaning_to_false():
    found = verdict(dated_evidence("2015-06-01"), dated_evidence("2026-06-01", NO, domain="blog.example", tier="C"))
    assert found.label is Label.NOT_ENOUGH_EVIDENCE
    assert found.leaning is not None
    assert found.leaning.label is LeaningLabel.PROBABLY_FALSE
    assert "it seems to have changed since" in found.reasoning


def test_current_disagreement_is_reported_before_the_past_state():
    past = dated_evidence("2020-06-01", domain="apnews.com")
    found = verdict(
        past,
        dated_evidence("2026-06-01", domain="blog.example", tier="C"),
        dated_evidence("2026-06-01", NO, domain="other.example", tier="C"),
    )
    assert found.label is Label.NOT_ENOUGH_EVIDENCE
    assert found.explanation is not None
    assert found.explanation.found.startswith("Sources disagree")
    assert "It was true on 1 June 2020" in found.explanation.found
    assert found.explanation.missing != (RECENT,)


def test_conflicting_past_evidence_gives_no_leaning():
    found = verdict(dated_evidence("2023-01-25"), dated_evidence("2023-01-30", NO, domain="reuters.com"))
    assert (found.label, found.leaning) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert "It was true on 25 January 2023" in found.reasoning
    assert "A source said otherwise on 30 January 2023" in found.reasoning


def test_built_in_facts_and_reference_works_do_not_expire():
    seed, page = dated_evidence("2001-11-06", kind=PassageKind.SEED), dated_evidence("2001-11-06")
    rating = replace(page.rating, type=SourceType.REFERENCE)
    reference = replace(page, candidate=replace(page.candidate, rating=rating))
    assert [verdict(item).label for item in (seed, reference)] == [Label.TRUE, Label.TRUE]


def test_fast_changing_facts_expire_sooner():
    assert age_limit(Change.FAST) < age_limit(Change.SLOW)


@each_row(
    ("published", "words"),
    [("2023-01-25", "on 25 January 2023"), ("2023-01", "in January 2023"), ("2023", "in 2023")],
)
def test_dates_are_shown_with_their_precision(published, words):
    assert when_published(published) == words
