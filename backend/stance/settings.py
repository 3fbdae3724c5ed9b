"""Every figure of reading numbers in one frozen object; each names the document and section that it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSettings:
    """When two quantities are the same."""

    tolerance: float = const(0.02, "design: relative difference under which two quantities are the same")
    spelling_tolerance: float = const(0.005, "design: difference up to which two spellings are of one number")
    rough_tolerance: float = const(0.1, "000 §8 (seed-systems §10.4): the same where one is said to be approximate")
    rough_years: float = const(10, 'design: years on either side that "around 1450" allows')
    first_year: int = const(1000, "design: a bare whole number from here …")
    last_year: int = const(2100, "design: … to here is a calendar year")


NUMBERS = NumberSettings()
