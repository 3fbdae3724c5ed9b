"""What a view says about the parts of a claim."""

from backend.domain.verdict import Label, Leaning, LeaningLabel
from tests.unit.view.test_answer import OPEN, shown
from tests.view_results import FALSE_ONE, PARTLY_TRUE_ONE, TRUE_ONE, part, result


def test_part_that_leans_is_not_called_open() -> None:
    leaning = Leaning(label=LeaningLabel.PROBABLY_TRUE, probability=0.7)
    leans = part(OPEN, leaning=leaning)
    told = shown(result(OPEN, parts=[leans, part(OPEN, n=2)]))
    assert told["says"] == "For 1 part nothing firm was found."
    told = shown(result(OPEN, parts=[leans, part(Label.TRUE, n=2)], leaning=leaning))
    assert told["says"] == "Each part is true or probably true."


def test_confirmed_part_does_not_hide_one_that_is_probably_false() -> None:
    leans = part(OPEN, n=2, leaning=Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=0.7))
    told = shown(result(OPEN, parts=[part(Label.TRUE), leans]))
    assert told["says"] == "1 part is confirmed. At least one part is probably false."


def test_claim_that_is_probably_partly_true_has_parts_on_both_sides() -> None:
    false = part(OPEN, n=2, leaning=FALSE_ONE)
    told = shown(result(OPEN, parts=[part(Label.TRUE), false], leaning=PARTLY_TRUE_ONE))
    assert told["grade"] == {"key": "probably_partial", "words": "Probably partly true", "firm": False}
    assert told["says"] == "1 part is confirmed. At least one part is probably false."
    told = shown(result(OPEN, parts=[part(OPEN, leaning=TRUE_ONE), false], leaning=PARTLY_TRUE_ONE))
    assert told["says"] == "At least one part is probably true, and at least one is probably false."
