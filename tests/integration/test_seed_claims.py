"""Answers from the bundled knowledge and models alone, without an API key or network access."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backend.bootstrap import Services, build
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import Settings
from backend.trust.sufficiency import countable
from tests.models import bundled_models

CLAIMS = Path(__file__).parent.parent / "fixtures" / "claims" / "knowledge_claims.jsonl"

TEN = [
    ("The Earth is 4.54 billion years old", "The Earth is not 4.54 billion years old"),
    ("The Earth is an oblate spheroid", "The Earth is not an oblate spheroid"),
    ("COVID-19 vaccines are safe and effective", "COVID-19 vaccines are not safe and effective"),
    ("Apollo 11 landed humans on the Moon in 1969", "Apollo 11 did not land humans on the Moon in 1969"),
    ("Climate change is caused mainly by human activities", "Climate change is not caused by human activities"),
    ("5G does not cause COVID-19", "5G causes COVID-19"),
    ("Water fluoridation is safe and effective", "Water fluoridation is not safe and effective"),
    ("The speed of light is 299,792,458 metres per second", "The speed of light is not 299,792,458 metres per second"),
    ("India became independent in 1947", "India did not become independent in 1947"),
    ("The United Nations was founded in 1945", "The United Nations was not founded in 1945"),
]
DENIALS_IN_OTHER_WORDS = [
    "The Earth is 6,000 years old",
    "The Earth is flat",
    "COVID-19 vaccines are dangerous",
    "The Moon landing was faked",
    "Climate change is a hoax",
    "5G spreads COVID-19",
    "Water fluoridation is dangerous",
    "The speed of light is 150,000 kilometres per second",
    "India became independent in 1950",
    "The United Nations was founded in 1919",
]


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("data")
    with closing(build(Settings(_env_file=None, data_dir=folder, offline=True), models=bundled_models())) as built:
        yield built


def verify(services: Services, claim: str) -> Verdict:
    request = VerifyRequest(claim=claim, options=VerifyOptions(remember=False))
    return services.pipeline.verify(request, Run(seconds=25))


def _cited(verdict: Verdict) -> bool:
    return any(countable(e) and e.quote in e.passage.text and e.passage.source for e in verdict.evidence)


@pytest.mark.parametrize("claim", [fact for fact, _ in TEN])
def test_built_in_facts_are_true(services, claim):
    verdict = verify(services, claim)
    assert verdict.label is Label.TRUE
    assert _cited(verdict)


@pytest.mark.parametrize("claim", [denial for _, denial in TEN] + DENIALS_IN_OTHER_WORDS)
def test_negated_built_in_facts_are_false(services, claim):
    verdict = verify(services, claim)
    assert verdict.label is Label.FALSE
    assert _cited(verdict)


def test_misspelt_word_is_corrected_before_judging(services):
    verdict = verify(services, "The Earth is coooling")
    assert verdict.classification.read_as == "The Earth is cooling"
    assert verdict.label is Label.FALSE


def test_new_claims_about_known_facts_are_rarely_reversed(services):
    # Every second claim, because all of them take seven seconds.
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()[::2]]
    found = Counter((row["expected"], verify(services, row["claim"]).label.value) for row in rows)
    right = sum(n for (wanted, got), n in found.items() if wanted == got)
    turned = sum(n for pair, n in found.items() if set(pair) == {"True", "False"})
    print(f"right {right} of {len(rows)}, turned round {turned}: {sorted(found.items())}")
    assert right / len(rows) >= 0.75
    assert turned / len(rows) <= 0.06
