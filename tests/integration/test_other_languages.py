"""Claims in languages that the local verifier does not support: with the real models, they are reported and never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from backend.bootstrap import Services, build
from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.claim import PageContext, VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.settings import Settings
from tests.models import bundled_models

# Passages by language, as two public broadcasters and an agency might publish them. Each set supports or refutes its claim.
TOLD = {
    "de": (
        "Die Brücke von Halden wurde im März 2024 wieder für den Verkehr geöffnet.",
        "Nach der Reparatur fahren seit März 2024 wieder Züge über die Brücke von Halden.",
    ),
    "hi": (
        "हाल्डेन का पुल मार्च 2024 में यातायात के लिए फिर से खोला गया।",
        "मरम्मत के बाद मार्च 2024 से हाल्डेन के पुल पर फिर रेलगाड़ियाँ चल रही हैं।",
    ),
    "en": (
        "The Halden bridge was reopened to traffic in March 2024.",
        "Trains have crossed the Halden bridge again since March 2024, when it was reopened to traffic after repairs.",
    ),
}  # fmt: skip
CLAIMS = [
    ("Die Brücke von Halden wurde im März 2024 wieder für den Verkehr geöffnet", "de", "German"),
    ("Die Brücke von Halden ist seit März 2024 für den Verkehr geschlossen", "de", "German"),
    ("Die Brücke von Halden wurde nicht wieder geöffnet", "de", "German"),
    ("हाल्डेन का पुल मार्च 2024 में यातायात के लिए फिर से खोला गया", "hi", "Hindi"),
    ("हाल्डेन का पुल मार्च 2024 से बंद है", "hi", "Hindi"),
]


def passages(language: str) -> list[Passage]:
    domains = ("bbc.com", "reuters.com")
    return [
        Passage(
            id=passage_id(f"https://{domain}/halden-{language}", text), text=text, source=f"https://{domain}/halden-{language}",
            title="Halden", domain=domain, kind=PassageKind.ARTICLE, published="2024-03-12", retrieved="2026-11-22",
            language=language,
        )
        for domain, text in zip(domains, TOLD[language], strict=True)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("languages")
    with closing(build(Settings(_env_file=None, data_dir=folder, offline=True), models=bundled_models())) as built:
        for language in TOLD:
            built.knowledge.ingest(passages(language), quarantined=False)
        yield built


def verify(services: Services, claim: str, context: PageContext | None = None) -> Verdict:
    return services.pipeline.verify(VerifyRequest(claim=claim, context=context or PageContext()), Run(seconds=25))


def language_issues(verdict: Verdict) -> dict[str, str]:
    return {issue.subject: issue.message for issue in verdict.issues if issue.code == "language_limited"}


def test_the_same_passages_decide_in_english(services: Services) -> None:
    verdict = verify(services, "The Halden bridge was reopened to traffic in March 2024")
    assert verdict.label is Label.TRUE
    assert language_issues(verdict) == {}


@pytest.mark.parametrize(("claim", "language", "name"), CLAIMS)
def test_unjudgeable_language_is_reported_not_guessed(services: Services, claim: str, language: str, name: str) -> None:
    verdict = verify(services, claim)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert f"The claim is in {name}" in language_issues(verdict)[language]
    assert not [item for item in verdict.evidence if item.decisive]
    assert {item.passage.language for item in verdict.evidence} <= {language, "en"}
    assert language in {item.passage.language for item in verdict.evidence}


def test_page_language_is_used_when_the_claim_has_none(services: Services) -> None:
    claim = "Impfungen verursachen Autismus"
    assert language_issues(verify(services, claim)) == {}
    assert language_issues(verify(services, claim, PageContext(language="de-AT"))).keys() == {"de"}
    english = "The Halden bridge was reopened to traffic in March 2024"
    assert verify(services, english, PageContext(language="de")).label is Label.TRUE


def test_published_rating_of_the_same_claim_counts_in_any_language(services: Services) -> None:
    claim = "Der Bürgermeister von Halden hat die Brücke verkauft"
    for n, domain in enumerate(("snopes.com", "politifact.com")):
        text = f"{domain} rates the claim “{claim}” as “False”."
        source = f"https://{domain}/halden-{n}"
        item = Passage(
            id=passage_id(source, text), text=text, source=source, title="Fact check", domain=domain,
            kind=PassageKind.REVIEW, published="2026-11-01", retrieved="2026-11-22", language="de",
        )  # fmt: skip
        services.knowledge.ingest([item], quarantined=False)
    verdict = verify(services, claim)
    assert {item.stance for item in verdict.evidence if item.passage.kind is PassageKind.REVIEW} == {Stance.REFUTES}
    assert language_issues(verdict).keys() == {"de"}
    denied = verify(services, f"{claim} nicht")
    assert {item.stance for item in denied.evidence if item.passage.kind is PassageKind.REVIEW} == {Stance.NEUTRAL}
