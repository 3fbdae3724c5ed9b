"""Every figure of the guards in one frozen object; each names the document and section that it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSettings:
    """When two quantities are the same, and when a sentence speaks of the claim's."""

    tolerance: float = const(0.02, "design: relative difference under which two quantities are the same")
    spelling_tolerance: float = const(0.005, "design: difference up to which two spellings are of one number")
    rough_tolerance: float = const(0.1, "000 §8 (seed-systems §10.4): the same where one is said to be approximate")
    rough_years: float = const(10, 'design: years on either side that "around 1450" allows')
    shared: float = const(0.65, "design: share of the claim's other content words that the sentence must have")
    first_year: int = const(1000, "design: a bare whole number from here …")
    last_year: int = const(2100, "design: … to here is a calendar year")


@dataclass(frozen=True, slots=True, kw_only=True)
class PolaritySettings:
    """When the polarity guard speaks, and how loud."""

    weight: float = const(0.7, "design, decision 0003: share of a guard where it speaks; the verifier has the rest")
    coverage: float = const(0.8, "design, decision 0003: share of the claim's stems that must stand in the sentence")
    max_words: int = const(40, "design, decision 0003: longer sentences are left to the verifier")


@dataclass(frozen=True, slots=True, kw_only=True)
class MannerSettings:
    """What is left of a side that a sentence cannot take; the rest becomes neutral."""

    lacks_number: float = const(0.5, "000 §8: refutation by a sentence without the claim's number")
    uncertain: float = const(0.5, "000 §8 (seed-systems §8.3): refutation by a sentence that says it is not known")
    bounded: float = const(0.5, "design, decision 0003: refutation by a sentence that denies only up to a bound")
    exception: float = const(1.0, "000 §8, absolute quantifier: refutation by a sentence that names exceptions")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardSettings:
    """All of them."""

    number: NumberSettings = NumberSettings()
    polarity: PolaritySettings = PolaritySettings()
    manner: MannerSettings = MannerSettings()


GUARDS = GuardSettings()
