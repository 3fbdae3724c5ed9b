"""The judge with a verifier that scores pairs from a table: its input, its quotes, and unmodified scores."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Origin, Stance, StanceScores, StanceThresholds
from backend.stance.judge import Judge
from tests.evidence_maker import rating

NEUTRAL = StanceScores(supports=0.1, refutes=0.1, neutral=0.8)
YES = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
NO = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)
LEANING = StanceScores(supports=0.4, refutes=0.05, neutral=0.55)


class TableVerifier:
    model_id, thresholds = "table", StanceThresholds()

    def __init__(self, table: dict[str, StanceScores]) -> None:
        self.table = table
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        self.asked += pairs
        return tuple(next((s for part, s in self.table.items() if part in passage), NEUTRAL) for passage, _ in pairs)


def _candidate(text: str, title: str = "", similarity: float = 0.7, page: str = "") -> Candidate:
    passage = Passage(
        id=passage_id("u", text),
        text=text,
        source=f"https://nasa.gov/{page or passage_id('u', text)}",
        title=title,
        domain="nasa.gov",
        kind=PassageKind.ARTICLE,
    )
    return Candidate(
        passage=passage, rating=rating("A"), origin=Origin.WEB, similarity=similarity, recall_score=similarity
    )


def _judge(claim: str, table: dict[str, StanceScores], *candidates: Candidate):
    verifier = TableVerifier(table)
    return Judge(verifier).judge(claim, candidates), verifier


def test_neutral_passage_is_judged_once():
    (found,), verifier = _judge("The bridge reopened in March", {}, _candidate("It is old. It is long. It is grey."))
    assert (found.stance, found.quote) == (Stance.NEUTRAL, "")
    assert found.relevance == pytest.approx(0.2)
    assert verifier.asked == [("It is old. It is long. It is grey.", "The bridge reopened in March")]


def test_quote_is_the_sentence_with_the_same_stance():
    text = "The town is old. The bridge reopened in March. Ducks like the river."
    (found,), verifier = _judge("The bridge reopened in March", {"reopened": YES}, _candidate(text))
    assert (found.stance, found.quote) == (Stance.SUPPORTS, "The bridge reopened in March.")
    assert len(verifier.asked) == 1 + 3


def test_two_sentences_are_quoted_if_neither_has_the_stance_alone():
    text = "The bridge was shut for two years. It carried cars again in March. Ducks like the river."
    both = "shut for two years. It carried cars"
    (found,), _ = _judge("The bridge reopened in March", {both: YES}, _candidate(text))
    assert found.stance is Stance.SUPPORTS
    assert found.quote == "The bridge was shut for two years. It carried cars again in March."
    assert found.quote in text


def test_whole_passage_is_quoted_if_no_part_has_the_stance():
    text = "The bridge was shut. Then came March. It carried cars again."
    (found,), _ = _judge("The bridge reopened in March", {text: YES}, _candidate(text))
    assert (found.stance, found.quote) == (Stance.SUPPORTS, text)


def test_passage_with_only_opposing_sentences_has_its_stance_weakly_and_a_fact_is_neutral():
    text = "False. The bridge is still shut."
    page = _candidate(text)
    fact = replace(page, passage=replace(page.passage, kind=PassageKind.SEED))
    scores = {text: YES, "still shut": NO}
    (found,), _ = _judge("The bridge reopened", scores, page)
    assert (found.stance, found.weak, found.quote) == (Stance.SUPPORTS, True, text)
    (found,), _ = _judge("The bridge reopened", scores, fact)
    assert (found.stance, found.quote, found.relevance) == (Stance.NEUTRAL, "", 0.0)


def test_question_is_never_quoted_and_alone_is_neutral():
    asked = _candidate("Did the bridge reopen? Yes, the bridge is open.")
    (found,), _ = _judge("The bridge reopened", {"bridge": YES}, asked)
    assert found.quote == "Yes, the bridge is open."
    (found,), verifier = _judge("The bridge reopened", {"bridge": YES}, _candidate("Did the bridge reopen?"))
    assert (found.stance, verifier.asked) == (Stance.NEUTRAL, [])


def test_off_topic_passage_is_not_judged():
    (found,), verifier = _judge("The bridge reopened", {"": YES}, _candidate("Cats sleep all day.", similarity=0.1))
    assert found.stance is Stance.NEUTRAL
    assert found.relevance == 0.0
    assert verifier.asked == []


def test_equal_support_and_refutation_is_neutral():
    tie = StanceScores(supports=0.52, refutes=0.44, neutral=0.04)
    (found,), _ = _judge("The bridge reopened", {"bridge": tie}, _candidate("The bridge reopened, some say."))
    assert found.stance is Stance.NEUTRAL
    assert found.quote == ""


def test_verifier_probabilities_are_reported_unchanged():
    (found,), _ = _judge("Vaccines cause autism", {"autism": YES}, _candidate("Vaccines do not cause autism."))
    assert (found.stance, found.scores) == (Stance.SUPPORTS, YES)
    assert found.relevance == pytest.approx(0.95)


def test_built_in_facts_far_from_the_nearest_one_are_not_judged():
    near, far = (
        _candidate("HIV causes AIDS.", similarity=0.9),
        _candidate("HIV is not spread by hugging.", similarity=0.6),
    )
    facts = [replace(c, passage=replace(c.passage, kind=PassageKind.SEED)) for c in (near, far)]
    found, _ = _judge("HIV is the virus that causes AIDS", {"AIDS": YES, "hugging": NO}, *facts)
    assert [e.stance for e in found] == [Stance.SUPPORTS, Stance.NEUTRAL]
    found, _ = _judge("HIV is the virus that causes AIDS", {"AIDS": YES, "hugging": NO}, near, far)
    assert [e.stance for e in found] == [Stance.SUPPORTS, Stance.REFUTES]


def test_built_in_fact_is_judged_without_its_title():
    fact = _candidate("It is 4.54 billion years old.", title="The Earth")
    fact = replace(fact, passage=replace(fact.passage, kind=PassageKind.SEED))
    _, verifier = _judge("The Earth is 4.54 billion years old", {}, fact)
    assert [text for text, _ in verifier.asked] == ["It is 4.54 billion years old."]


def test_weak_stances_count_for_facts_and_pages_but_not_snippets():
    fact = _candidate("The bridge reopened in March.")
    fact = replace(fact, passage=replace(fact.passage, kind=PassageKind.SEED))
    (weak,), _ = _judge("Cars cross the bridge again", {"bridge": LEANING}, fact)
    assert (weak.stance, weak.quote, weak.weak) == (Stance.SUPPORTS, "The bridge reopened in March.", True)
    page = _candidate("The bridge reopened in March.")
    (read,), _ = _judge("Cars cross the bridge again", {"bridge": LEANING}, page)
    assert (read.stance, read.quote, read.weak) == (Stance.SUPPORTS, "The bridge reopened in March.", True)
    excerpt = replace(page, passage=replace(page.passage, kind=PassageKind.SNIPPET))
    (unread,), _ = _judge("Cars cross the bridge again", {"bridge": LEANING}, excerpt)
    assert unread.stance is Stance.NEUTRAL
    (sure,), _ = _judge("Cars cross the bridge again", {"bridge": NO}, fact)
    assert (sure.stance, sure.weak) == (Stance.REFUTES, False)


def test_strongest_of_conflicting_built_in_facts_decides():
    pages = [_candidate("The ozone hole is not the cause."), _candidate("The climate is warming.")]
    facts = [replace(c, passage=replace(c.passage, kind=PassageKind.SEED)) for c in pages]
    sides = {"climate": NO, "ozone": LEANING}
    found, _ = _judge("The climate is not warming", sides, *facts)
    assert [e.stance for e in found] == [Stance.NEUTRAL, Stance.REFUTES]
    found, _ = _judge("The climate is not warming", sides, *pages)
    assert [e.stance for e in found] == [Stance.SUPPORTS, Stance.REFUTES]


def test_title_strengthens_a_leaning_passage_and_is_never_quoted():
    candidate = _candidate("It reopened in March 2024 for all traffic.", title="Halden bridge")
    table = {"Halden bridge. It": YES, "It reopened": LEANING}
    (found,), verifier = _judge("The Halden bridge reopened in March 2024", table, candidate)
    assert [text for text, _ in verifier.asked] == [
        "It reopened in March 2024 for all traffic.",
        "Halden bridge. It reopened in March 2024 for all traffic.",
    ]
    assert (found.stance, found.weak, found.scores.supports) == (Stance.SUPPORTS, False, pytest.approx(0.65))
    assert found.quote == "It reopened in March 2024 for all traffic."


def test_title_never_reverses_a_stance():
    candidate = _candidate("It reopened in March 2024 for all traffic.", title="Halden bridge")
    (found,), _ = _judge("The Halden bridge reopened", {"Halden bridge. It": NO, "It reopened": LEANING}, candidate)
    assert (found.stance, found.weak, found.scores) == (Stance.SUPPORTS, True, LEANING)


def test_one_evidence_per_candidate_in_order():
    texts = ["The bridge is closed today.", "A cat sat.", "The bridge is open today."]
    found, _ = _judge("The bridge is open today", {"closed": NO, "open": YES}, *map(_candidate, texts))
    assert [e.passage.text for e in found] == texts
    assert [e.stance for e in found] == [Stance.REFUTES, Stance.NEUTRAL, Stance.SUPPORTS]


def test_statement_only_in_the_title_is_not_attributed_to_the_passage():
    loose = _candidate("It had twelve children as subjects.", "Vaccines cause autism")
    (found,), _ = _judge("Vaccines cause autism", {"Vaccines cause autism": YES}, loose)
    assert (found.stance, found.quote) == (Stance.NEUTRAL, "")


def test_review_stance_follows_its_rating():
    text = "checker.example rates the claim “The bridge reopened” as “False”."
    review = _candidate(text)
    review = replace(review, passage=replace(review.passage, kind=PassageKind.REVIEW))
    (found,), verifier = _judge("The bridge reopened", {"It is false": NO, "reopened": YES}, review)
    assert (found.stance, found.quote) == (Stance.REFUTES, text)
    assert [premise for premise, _ in verifier.asked] == [
        "The bridge reopened",
        "It is false that The bridge reopened.",
    ]


def test_review_is_neutral_if_its_claim_and_the_negation_have_the_same_stance():
    text = "checker.example rates the claim “The bridge reopened” as “False”."
    review = _candidate(text)
    review = replace(review, passage=replace(review.passage, kind=PassageKind.REVIEW))
    repeated = _candidate("A post says that the bridge reopened.")
    repeated = replace(repeated, passage=replace(repeated.passage, source=review.passage.source))
    found, _ = _judge("The bridge reopened", {"It is false": YES, "reopened": YES}, review, repeated)
    assert [item.stance for item in found] == [Stance.NEUTRAL, Stance.NEUTRAL]
