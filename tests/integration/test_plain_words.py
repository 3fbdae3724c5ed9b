"""Claims about the built-in facts in everyday words, with the bundled models and no network.

The claims were written without looking at the code and must not be used for tuning. Write new claims for that purpose.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

from backend.bootstrap import build
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, LeaningLabel
from backend.settings import Settings
from tests.models import bundled_models

CLAIMS = Path(__file__).parent.parent / "fixtures" / "claims" / "plain_words.jsonl"
EVERY = 2
"""Every second claim is verified, because all of them take seven seconds."""
LEAST_RIGHT = 27
MOST_WRONG = 3
LEAST_LEANING_RIGHT = 5
MOST_LEANING_WRONG = 2
LABELS = {
    LeaningLabel.PROBABLY_TRUE: "True",
    LeaningLabel.PROBABLY_FALSE: "False",
    LeaningLabel.PROBABLY_PARTLY_TRUE: "Partially True",
}


def test_claims_in_plain_words_are_decided_correctly_or_left_undecided(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()[::EVERY]]
    found, leaning = Counter[tuple[str, Label]](), Counter[bool]()
    with closing(build(Settings(_env_file=None, data_dir=tmp_path, offline=True), models=bundled_models())) as services:
        for row in rows:
            request = VerifyRequest(claim=row["claim"], options=VerifyOptions(remember=False))
            verdict = services.pipeline.verify(request, Run(seconds=25))
            found[row["label"], verdict.label] += 1
            if verdict.leaning:
                leaning[LABELS[verdict.leaning.label] == row["label"]] += 1
    firm = {pair: n for pair, n in found.items() if pair[1].firm}
    right = sum(n for (wanted, got), n in firm.items() if wanted == got)
    print(
        f"firm and right {right}, firm and wrong {sum(firm.values()) - right}, of {len(rows)}: {sorted(found.items())}"
    )
    print(f"leaning rightly {leaning[True]}, wrongly {leaning[False]}")
    assert right >= LEAST_RIGHT
    assert sum(firm.values()) - right <= MOST_WRONG
    assert leaning[True] >= LEAST_LEANING_RIGHT
    assert leaning[False] <= MOST_LEANING_WRONG
