"""The same text on two sites counts as one source, but a negated text is never a copy."""

from dataclasses import replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Origin, Stance
from backend.rank.copies import firsts, without_copies
from backend.rank.wording import same_wording
from tests.each_row import each_row
from tests.evidence_maker import evidence

COLLAPSE = "The Silver Bridge over the Ohio river collapsed in December 1967, and 46 people were killed."


def deciding_evidence(text, quote="", **options):
    """Return a passage in which only one sentence decides."""
    return replace(evidence(text=text, **options), quote=quote or text)


def kept_domains(*found):
    return [item.rating.domain for item in without_copies(found)]


SAME = [
    (COLLAPSE, COLLAPSE),
    (COLLAPSE, f"(AP) — {COLLAPSE}"),
    (COLLAPSE, f"{COLLAPSE} Sign up for our newsletter here."),
    (
        COLLAPSE,
        "The Silver Bridge over the Ohio River collapsed on a cold evening in December 1967, and 46 people were killed.",
    ),
    (
        "Adaptation is important in poor countries since those countries bear the brunt of global warming.",
        "Adaptation is important in poor countries since they are predicted to bear the brunt of global warming.",
    ),
]
OTHER = [
    ("The Earth is round.", "The Earth is round."),
    ("Paris is the capital of France.", "Paris is the capital of France."),
    (
        "Barack Obama was inaugurated as the 44th president of the United States on January 20, 2009.",
        "Barack Obama was inaugurated as the 44th president of the United States, the first African American to serve in that "
        "office and the first born in Hawaii, on January 20, 2009.",
    ),
    (
        "Brett Kavanaugh (born February 12, 1965, Washington, D.C.) has been an associate justice of the Supreme Court since 2018.",
        "Brett Kavanaugh, Associate Justice, was born in Washington, D.C., on February 12, 1965.",
    ),
    (COLLAPSE, "In December 1967 46 people died when the Silver Bridge, which crossed the Ohio river, fell."),
    ("", ""),
]


@each_row(("one", "other"), SAME)
def test_copied_sentences_have_the_same_wording(one, other):
    assert same_wording(one, other)
    assert same_wording(other, one)


@each_row(("one", "other"), OTHER)
def test_independent_sentences_have_different_wording(one, other):
    assert not same_wording(one, other)
    assert not same_wording(other, one)


@each_row(("one", "other"), SAME)
def test_agency_text_on_two_sites_counts_once(one, other):
    before, after = "Traffic was heavy that evening.", "The mayor declared three days of mourning for the whole town."
    first = deciding_evidence(f"{one} {before}", one, tier="C", domain="one.example")
    second = deciding_evidence(f"{after} {other}", other, tier="C", domain="two.example")
    assert kept_domains(first, second) == ["one.example"]


@each_row(("one", "other"), OTHER[:-1])
def test_sources_with_their_own_wording_stay_separate(one, other):
    first = deciding_evidence(f"{one} Traffic was heavy that evening.", one, tier="C", domain="one.example")
    second = deciding_evidence(
        f"The mayor declared three days of mourning. {other}", other, tier="C", domain="two.example"
    )
    assert kept_domains(first, second) == ["one.example", "two.example"]


SHORT = "The dam was sold in 2021."
AROUND = (
    "The valley lies in the north of the country, has many visitors in summer, and feeds three villages below the wall."
)


@each_row(
    "beside",
    [
        ("Read 1,024 times.", "Read 2,048 times."),
        ("Story 1.", "Story 2."),
        ("Nobody has commented yet.", "Two have commented."),
    ],
)
def test_visitor_counter_does_not_hide_a_copy(beside):
    """Numbers and negations elsewhere in a copied text used to make it count as a different text, which anybody could exploit."""
    first, second = (
        deciding_evidence(f"{SHORT} {AROUND} {AROUND} {other}", SHORT, tier="C", domain=f"{n}.example")
        for n, other in enumerate(beside)
    )
    assert len(kept_domains(first, second)) == 1


def test_different_number_in_deciding_sentence_is_not_a_copy():
    other = SHORT.replace("2021", "2019")
    found = [
        deciding_evidence(f"{said} {AROUND}", said, domain=f"{n}.example") for n, said in enumerate((SHORT, other))
    ]
    assert len(kept_domains(*found)) == 2


def test_authority_is_kept_rather_than_its_copy():
    copy = deciding_evidence(
        f"{COLLAPSE} Traffic was heavy.", COLLAPSE, tier="C", domain="copy.example", relevance=0.99
    )
    assert kept_domains(copy, deciding_evidence(COLLAPSE, tier="A")) == ["nasa.gov"]


def test_citable_passage_is_kept_rather_than_a_lead():
    snippet = deciding_evidence(COLLAPSE, domain="one.example", kind=PassageKind.SNIPPET)
    uncited = deciding_evidence(COLLAPSE, domain="two.example", origin=Origin.KNOWLEDGE, quarantined=True)
    assert kept_domains(snippet, uncited, deciding_evidence(COLLAPSE, tier="C", domain="three.example")) == [
        "three.example"
    ]


def test_one_source_can_state_two_facts_around_one_sentence():
    one = deciding_evidence(f"{COLLAPSE} Traffic was heavy that evening on both sides.", COLLAPSE)
    other = deciding_evidence(f"The mayor declared three days of mourning for all. {COLLAPSE}", COLLAPSE)
    assert len(without_copies([one, other])) == 2


def test_ratings_of_two_fact_checkers_are_two_sources():
    claim = "the Silver Bridge over the Ohio river collapsed in December 1967 and 46 people were killed that evening"
    ratings = [
        evidence(
            Stance.REFUTES, text=f"{name} rates the claim “{claim}” as “False”.", domain=domain, kind=PassageKind.REVIEW
        )
        for name, domain in (("Snopes", "snopes.com"), ("PolitiFact", "politifact.com"))
    ]
    assert kept_domains(*ratings) == ["snopes.com", "politifact.com"]


DENIED = [
    (
        "Vaccines cause autism in children, says the report.",
        "Vaccines do not cause autism in children, says the report.",
    ),
    ("The bridge over the river was opened by the king.", "The bridge over the river was never opened by the king."),
    (
        f"{COLLAPSE} It was the worst of its kind.",
        f"{COLLAPSE.replace('collapsed', 'did not collapse')} It was the worst of its kind.",
    ),
    (f"{COLLAPSE} It was rebuilt.", f"{COLLAPSE.replace('1967', '1976')} It was rebuilt."),
]


@each_row(("said", "denied"), DENIED)
def test_negation_is_not_a_copy(said, denied):
    assert firsts([said, denied]) == (0, 1)


@each_row(("said", "denied"), DENIED)
def test_opposing_passage_is_never_dropped(said, denied):
    found = [evidence(text=said, domain="one.example"), evidence(Stance.REFUTES, text=denied, domain="two.example")]
    assert kept_domains(*found) == ["one.example", "two.example"]
    assert kept_domains(*reversed(found)) == ["two.example", "one.example"]


def test_neutral_passage_can_be_a_copy_of_one_with_a_stance():
    aside = evidence(Stance.NEUTRAL, text=COLLAPSE, domain="one.example")
    assert kept_domains(aside, evidence(text=COLLAPSE, domain="two.example")) == ["two.example"]
