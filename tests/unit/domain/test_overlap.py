from backend.domain.overlap import anchors, clause_recall, topicality
from tests.each_row import each_row


def test_recall_does_not_mix_two_clauses_about_one_subject():
    sentence = "Albert Einstein was born in Ulm, Germany, in 1879 and died in Princeton in 1955."
    assert clause_recall("Albert Einstein died in Germany", sentence) < 1.0
    assert (
        clause_recall("Albert Einstein died in Germany", sentence)
        < clause_recall("Einstein died in Princeton", sentence)
        == 1.0
    )
    assert clause_recall("Vaccines are safe and effective", "Vaccines are safe and effective.") == 1.0


def test_passage_about_a_similar_thing_is_less_topical():
    claim = "The Great Pyramid is visible from space"
    assert topicality(claim, "The Great Wall is not visible from space.", 0.7) < topicality(
        claim, "The Great Pyramid is not visible from space.", 0.7
    )


@each_row("passage", ["The UN was founded in 1945.", "The United Nations was founded in 1945."])
def test_initials_stand_for_the_full_name(passage):
    assert anchors("In 1945 the United Nations was founded", passage) == 1.0


def test_world_wars_are_distinguished():
    assert clause_recall("World War I ended in 1945", "The Second World War ended in 1945.") < 1.0
    assert clause_recall("World War II ended in 1945", "The Second World War ended in 1945.") == 1.0
