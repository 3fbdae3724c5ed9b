"""Every constant of the verdict names its origin."""

import re
from dataclasses import FrozenInstanceError, dataclass

import pytest

from backend.domain.constants import const, sources
from backend.domain.trust import SourceTier
from backend.verdict.settings import VERDICT, of_tier
from tests.each_row import each_row

_NAMED = re.compile(r"00[0124] #[a-z-]+|ours\b")


@each_row(("name", "value", "source"), [*sources(VERDICT)])
def test_every_constant_names_its_origin(name, value, source):
    assert _NAMED.match(source), f"{name}: {source}"
    assert isinstance(value, int | float)


def test_constant_without_an_origin_is_an_error():
    @dataclass(frozen=True)
    class Bare:
        figure: float = 1.0

    with pytest.raises(KeyError):
        list(sources(Bare()))
    with pytest.raises(TypeError):
        list(sources(1.0))


def test_settings_are_immutable():
    with pytest.raises(FrozenInstanceError):
        VERDICT.belief.max_impact = 3.0


def test_confidence_weights_sum_to_one():
    c = VERDICT.confidence
    assert c.certainty + c.coverage + c.agreement + c.diversity + c.trust == pytest.approx(1.0)


def test_quality_weights_sum_to_one():
    q = VERDICT.quality
    assert q.relevance + q.anchors + q.overlap + q.credibility == pytest.approx(1.0)
    assert q.semantic + q.graph == pytest.approx(1.0)


def test_better_tier_has_less_danger():
    tiers = list(SourceTier)
    danger = [of_tier(VERDICT.rgba.danger, t) for t in tiers]
    assert danger == sorted(danger)


def test_constant_is_an_ordinary_default():
    @dataclass(frozen=True)
    class One:
        figure: float = const(0.3, "000 #truthfulness")

    assert One().figure == 0.3
    assert list(sources(One())) == [("figure", 0.3, "000 #truthfulness")]
