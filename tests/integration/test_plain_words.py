"""Claims about the built-in facts in ordinary words, with the bundled models and no network.

They were written without a look at the code and are not for tuning: whoever wants a figure to tune by writes new ones.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

from backend.bootstrap import build
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.settings import Settings
from tests.models import bundled_models

CLAIMS = Path(__file__).parent.parent / "fixtures" / "claims" / "plain_words.jsonl"
LEAST_RIGHT = 38
MOST_WRONG = 7


def test_claims_in_ordinary_words_are_decided_rightly_or_not_at_all(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    found = Counter[tuple[str, Label]]()
    with closing(build(Settings(_env_file=None, data_dir=tmp_path, offline=True), models=bundled_models())) as services:
        for row in rows:
            request = VerifyRequest(claim=row["claim"], options=VerifyOptions(remember=False))
            found[row["label"], services.pipeline.verify(request, Run(seconds=25)).label] += 1
    firm = {pair: n for pair, n in found.items() if pair[1].firm}
    right = sum(n for (wanted, got), n in firm.items() if wanted == got)
    print(
        f"firm and right {right}, firm and wrong {sum(firm.values()) - right}, of {len(rows)}: {sorted(found.items())}"
    )
    assert right >= LEAST_RIGHT
    assert sum(firm.values()) - right <= MOST_WRONG
