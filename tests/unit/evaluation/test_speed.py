from backend.evaluation.speed import CLAIM, WORDS, candidates, ranking_ms
from backend.rank.features import features
from tests.rank_maker import TODAY


def test_generated_passages_are_varied_and_deterministic():
    made = candidates(200)
    assert made == candidates(200)
    assert len({c.passage.id for c in made}) == 200
    assert {len(c.passage.text.split()) for c in made} == {WORDS}


def test_generated_passages_exercise_every_feature():
    found = features(CLAIM, candidates(1_000), TODAY)
    for name in ("claim_overlap", "entity_overlap", "anchored", "object_missing", "refutation", "number_missing"):
        assert len({getattr(row, name) for row in found}) > 1, name


def test_every_round_is_timed():
    timings = ranking_ms(50, 3)
    assert len(timings) == 3
    assert all(0 < ms < 10_000 for ms in timings)
