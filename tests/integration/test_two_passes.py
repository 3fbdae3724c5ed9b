"""Deep mode with the bundled models reverses no verdict on the article claims and makes very few of them undecided."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from backend.domain.evidence import Candidate, Evidence
from backend.stance.second_reading import CONFIRMED, OPPOSED, SecondReader
from tests.integration.test_article_claims import ARTICLES, Desk
from tests.models import bundled_models


class Twice:
    """A judge that judges decisive passages a second time, and counts the passes."""

    def __init__(self, desk: Desk) -> None:
        self.once = desk.judge
        self.reader = SecondReader(bundled_models().verifier)
        self.passes = Counter[float]()

    def judge(self, claim: str, candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
        found = self.reader.read(claim, self.once.judge(claim, candidates)).evidence
        self.passes.update(item.signals["passes"] for item in found if "passes" in item.signals)
        return found


def test_second_pass_rarely_reverses_or_loses_article_claims() -> None:
    desk = Desk()
    twice = Twice(desk)
    found = {1: Counter[tuple[str, str]](), 2: Counter[tuple[str, str]]()}
    for readings, judge in ((1, twice.once), (2, twice)):
        desk.judge = judge  # type: ignore[assignment]
        for article in json.loads(ARTICLES.read_text(encoding="utf-8")):
            for wanted in ("true", "false"):
                found[readings].update((wanted.title(), desk.verdict(article, claim)) for claim in article[wanted])
    once, both = (sum(n for (wanted, got), n in found[k].items() if wanted == got) for k in (1, 2))
    print(f"right once {once}, twice {both}; second readings {dict(twice.passes)}: {sorted(found[2].items())}")
    assert twice.passes[CONFIRMED] > twice.passes[OPPOSED]
    assert twice.passes[CONFIRMED] >= 20
    assert both >= once - 2
    assert found[2]["True", "False"] + found[2]["False", "True"] <= 1
