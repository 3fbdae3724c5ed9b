from backend.rank.candidates import featured, nearest
from backend.rank.settings import RankProfile
from tests.rank_maker import TODAY, candidate

CLAIM = "Vitamin C prevents the common cold"


def texts(found):
    return [c.passage.text for c in found]


def test_cookie_walls_are_not_candidates():
    wall = candidate("Please enable JavaScript and cookies to continue; this requires human verification.")
    assert texts(featured(CLAIM, [wall, candidate("Vitamin C is no cure.")], TODAY)) == ["Vitamin C is no cure."]


def test_shared_words_raise_a_passage_with_a_slightly_lower_similarity():
    about = candidate("Vitamin C does not prevent the common cold.", similarity=0.55)
    beside = candidate("Orange juice is a popular drink.", similarity=0.60)
    found = featured(CLAIM, [beside, about], TODAY)
    assert texts(nearest(found, 1)) == ["Vitamin C does not prevent the common cold."]
    assert texts(nearest(found, 1, RankProfile.CREDIBILITY)) == ["Orange juice is a popular drink."]


def test_hybrid_order_puts_rejected_candidates_last():
    off = candidate("Zinc is a metal.", similarity=0.7, credibility=0.95)
    on = candidate("Vitamin C prevents a cold.", similarity=0.3)
    found = featured(CLAIM, [off, on], TODAY)
    assert texts(nearest(found, 5, RankProfile.HYBRID)) == ["Vitamin C prevents a cold.", "Zinc is a metal."]


def test_equal_candidates_are_ordered_by_id():
    same = featured(CLAIM, [candidate("Text.", url=f"https://d{n}.example/a/b/c") for n in range(6)], TODAY)
    assert nearest(same, 6) == nearest(same[::-1], 6)


def test_limit_of_zero_selects_no_candidates():
    assert nearest((), 40) == ()
    assert nearest(featured(CLAIM, [candidate("Text.")], TODAY), 0) == ()
