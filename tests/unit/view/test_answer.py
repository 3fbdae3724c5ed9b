"""How a result is presented: grade, certainty, sentences, evidence and headings, in the user's language."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.domain.article import PassageKind
from backend.domain.claim import ClaimType
from backend.domain.evidence import Evidence, Origin
from backend.domain.explanation import Lack, LackKind, VerdictExplanation
from backend.domain.issue import Issue
from backend.domain.trust import SourceTier
from backend.domain.verdict import Fingerprint, Label, Leaning, LeaningLabel
from backend.knowledge.past_answers import as_today
from backend.messages.catalogue import table
from backend.messages.messages import LANGUAGES, Messages, Value, messages
from backend.view.certainty import measured, right_of_given
from backend.view.shape import view
from tests.each_row import each_row
from tests.view_results import AGAINST, FOR, NEITHER, every_kind, part, parts_of, passage, result

NASA, BBC = passage(FOR, "nasa.gov"), passage(FOR, "bbc.com")
AGAINST_IT = passage(AGAINST, "reuters.com")
STRANGER = passage(FOR, "a.example", tier=SourceTier.C)
LEAD = passage(FOR, "x.com", lead_only=True)
STORED_AGAINST = passage(AGAINST, "reuters.com", origin=Origin.KNOWLEDGE, quarantined=True)
NASA_AGAINST = passage(AGAINST, "nasa.gov")
NASA_ASIDE = passage(NEITHER, "nasa.gov")
OLD = replace(passage(NEITHER, "bbc.com"), signals={"outdated": 1.0})
PILLAR = VerdictExplanation(found="", pillars=("nasa.gov",))
NASA_STORED = passage(AGAINST, "nasa.gov", origin=Origin.KNOWLEDGE, quarantined=True)
REUTERS_PILLAR = VerdictExplanation(found="", pillars=("reuters.com",))
UNRATED = "It is not known how reliable this source is, so it is not enough on its own."
STORED = "Against it, but not confirmed yet: Reuters."
OPEN = Label.NOT_ENOUGH_EVIDENCE


def shown(found: dict[str, Any], language: str = "en") -> dict[str, Any]:
    return view(found, messages(language))


class Recorder(Messages):
    """Records which messages were used."""

    def __init__(self) -> None:
        super().__init__("ar")
        self.used: set[str] = set()

    def text(self, key: str, *values: Value) -> str:
        self.used.add(key)
        return super().text(key, *values)

    def plural(self, key: str, count: int, *values: Value) -> str:
        self.used.add(f"{key}_other")
        return super().plural(key, count, *values)


def test_every_message_of_a_view_is_used() -> None:
    m = Recorder()
    for found in every_kind():
        view(found, m)
    mine = {key for key in table("en") if key.startswith("view_") and not key.endswith("_one")}
    assert mine - m.used == set()


@each_row("language", list(LANGUAGES))
def test_every_result_is_shown_in_every_language(language: str) -> None:
    for found in every_kind():
        told = shown(found, language)
        assert told["says"]
        assert "$" not in json.dumps({**told, "log": []})
        assert told["language"] == messages(language).tag


@each_row(
    ("label", "evidence", "why", "said"),
    [
        (Label.TRUE, [NASA], PILLAR, "Supported by NASA."),
        (Label.TRUE, [NASA, BBC], PILLAR, "Supported by NASA and BBC. This rests mainly on NASA."),
        (Label.TRUE, [NASA, BBC], None, "Supported by NASA and BBC."),
        (Label.FALSE, [AGAINST_IT, NASA_STORED], REUTERS_PILLAR, "Contradicted by Reuters."),
        (Label.TRUE, [NASA, AGAINST_IT], None, "Supported by NASA. One source contradicts it but weighs less: Reuters."),
        (Label.FALSE, [AGAINST_IT, LEAD], None, "Contradicted by Reuters."),
        (Label.PARTIALLY_TRUE, [NASA, AGAINST_IT], None, "Sources disagree. For it: NASA. Against it: Reuters."),
        (Label.PARTIALLY_TRUE, [NASA, NASA_AGAINST], None, "NASA is quoted on both sides."),
        (Label.TRUE, [NASA, NASA_AGAINST], None, "Supported by NASA. NASA is also quoted against it."),
        (OPEN, [NASA, NASA_AGAINST], None, "NASA is quoted on both sides."),
        (OPEN, [], None, "Nothing was found about this."),
        (OPEN, [passage(NEITHER, "bbc.com")], None, "Nothing found supports or contradicts it."),
        (OPEN, [OLD, NASA_ASIDE], None, "What was found is too old to tell whether it still holds."),
        (OPEN, [NASA], None, "One source supports it: NASA. A second source would settle it."),
        (OPEN, [NASA, BBC], None, "2 sources support it (NASA and BBC), but not clearly enough to be sure."),
        (OPEN, [AGAINST_IT], None, "One source contradicts it: Reuters. A second source would settle it."),
        (OPEN, [STRANGER], None, f"One source supports it: a.example. {UNRATED}"),
        (OPEN, [NASA, STORED_AGAINST], None, f"One source supports it: NASA. A second source would settle it. {STORED}"),
        (OPEN, [LEAD], None, "Only sources too unreliable to decide a verdict support it: X."),
        (OPEN, [NASA, AGAINST_IT], None, "Sources disagree, and neither side is confirmed. For it: NASA. Against it: Reuters."),
    ],
)  # fmt: skip
def test_claim_comes_to_one_sentence_that_names_its_sources(
    label: Label, evidence: list[Evidence], why: VerdictExplanation | None, said: str
) -> None:
    assert shown(result(label, evidence, why=why))["says"] == said


@each_row(
    ("labels", "said"),
    [
        ((Label.TRUE, OPEN), "One part is confirmed; for the other nothing firm was found."),
        ((OPEN, Label.TRUE), "One part is confirmed; for the other nothing firm was found."),
        ((Label.FALSE, Label.TRUE), "One part is confirmed; the other is contradicted."),
        ((Label.TRUE, Label.TRUE), "Both parts are confirmed."),
        ((OPEN, OPEN), "Nothing firm was found for either part."),
        ((Label.TRUE, Label.TRUE, Label.TRUE), "Every part is confirmed."),
        ((OPEN, OPEN, OPEN), "Nothing firm was found for any part."),
        ((Label.TRUE, Label.TRUE, OPEN), "2 parts are confirmed; for 1 part nothing firm was found."),
        (
            (Label.TRUE, Label.FALSE, OPEN, OPEN),
            "1 part is confirmed; 1 part is contradicted; for 2 parts nothing firm was found.",
        ),
    ],
)
def test_claim_of_parts_comes_to_how_they_came_out(labels: tuple[Label, ...], said: str) -> None:
    assert shown(result(OPEN, parts=parts_of(*labels)))["says"] == said


def test_leaning_of_undecided_parts_is_told_once() -> None:
    leaning = Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=0.7)
    told = shown(result(OPEN, parts=parts_of(OPEN, OPEN), leaning=leaning))
    assert told["says"] == "At least one part is probably false."


def test_undecided_claim_with_a_confirmed_part_has_a_grade_of_its_own() -> None:
    told = shown(result(OPEN, parts=parts_of(Label.TRUE, OPEN)))
    assert told["grade"] == {"key": "mixed", "words": "1 of 2 parts confirmed", "firm": False}
    assert [row["grade"]["words"] for row in told["parts"]] == ["True", "Not Enough Evidence"]


def test_opinion_and_vague_claim_are_told_apart() -> None:
    opinion = result(Label.NOT_VERIFIABLE, type=ClaimType.OPINION) | {"explanation": None}
    vague = result(OPEN, type=ClaimType.AMBIGUOUS) | {"explanation": None}
    assert shown(opinion)["says"] == "This is a matter of opinion. Opinions cannot be fact-checked."
    assert shown(vague)["says"].startswith("This is too vague to check.")
    assert (shown(opinion)["change"], shown(vague)["change"]) == ((), ())


def test_rule_for_a_verdict_is_told_unless_a_credible_source_takes_a_side() -> None:
    told, beside = shown(result(OPEN, [STRANGER]))["change"], shown(result(OPEN, [NASA]))["change"]
    assert told[0].startswith("A clear statement from one authoritative source")
    assert beside == ()


@each_row("code", ["search_unavailable", "offline"])
def test_nothing_found_is_not_said_where_the_web_was_not_searched(code: str) -> None:
    issues = (Issue(code=code, stage="search", message="x"),)
    assert shown(result(OPEN, issues=issues))["says"] == (
        "Nothing saved on this computer is about this, and the web was not searched."
    )
    assert shown(result(OPEN, [NASA_ASIDE], issues=issues))["says"] == "Nothing found supports or contradicts it."


def test_no_figure_where_nothing_was_decided() -> None:
    told = shown(result(OPEN, [NASA]))
    assert (told["certainty"], told["figures"]) == ("", ())
    assert {figure["name"] for figure in shown(result(Label.TRUE, [NASA]))["figures"]} == {
        "confidence", "truthfulness", "coverage", "agreement", "diversity", "trust", "quality",
    }  # fmt: skip


@each_row(
    ("leaning", "said"),
    [
        (0.64, "such verdicts are right about 6 times in 10"),
        (0.78, "such verdicts are right about 8 times in 10"),
        (0.99, "such verdicts are right about 9 times in 10"),
    ],
)
def test_certainty_of_a_leaning_is_said_in_words(leaning: float, said: str) -> None:
    told = shown(result(OPEN, [NASA], leaning=Leaning(label=LeaningLabel.PROBABLY_TRUE, probability=leaning)))
    assert (told["grade"]["words"], told["certainty"]) == ("Probably true", said)


def test_certainty_of_a_verdict_is_what_was_measured_for_this_verifier() -> None:
    found = result(Label.TRUE, [NASA], confidence=0.79)
    assert shown(found)["certainty"] == "fairly sure"
    known = Fingerprint(
        version="1", settings="s", prompts="p", claim_model="c", embedder="e", verifier=measured()["verifier"], llm="", knowledge_revision=1
    )  # fmt: skip
    told = shown(result(Label.TRUE, [NASA], confidence=0.79, fingerprint=known))["certainty"]
    assert told.startswith("such verdicts are right about ")
    assert told.endswith(" times in 10")


def test_certainty_agrees_with_what_the_card_shows_of_the_measurement(root: Path) -> None:
    script = (root / "chrome_extension/shared/calibration.js").read_text(encoding="utf-8")
    rows = re.findall(r"from: ([\d.]+), to: [\d.]+, given: (\d+), right: (\d+)", script)
    assert rows
    for least, given, right in rows:
        known = right_of_given(float(least), measured()["verifier"])
        assert known == ((int(right), int(given)) if int(given) >= 5 else None)


def test_best_quote_comes_first_and_the_rest_is_counted_by_side() -> None:
    headline = passage(FOR, "who.int", title="Same words", text="Same words")
    told = shown(result(Label.TRUE, [LEAD, headline, NASA, BBC, AGAINST_IT, passage(NEITHER, "nist.gov")]))
    assert told["best"] == (3,)
    assert [(side["stance"], side["evidence"]) for side in told["further"]] == [
        ("supports", (1, 2, 4)), ("refutes", (5,)), ("neutral", (6,)),
    ]  # fmt: skip
    assert told["further_words"] == "3 more for it, 1 against it, and 1 as background"
    assert shown(result(OPEN, [AGAINST_IT, NASA]))["best"] == (2, 1)


def test_part_shows_its_own_evidence_and_no_passage_is_shown_twice() -> None:
    parts = [part(Label.TRUE, [NASA]), part(Label.TRUE, [NASA, BBC], n=2)]
    told = shown(result(Label.TRUE, [NASA, BBC], parts=parts))
    assert (told["best"], [row["best"] for row in told["parts"]]) == ((), [(1,), (2,)])
    assert told["parts"][1]["says"] == "Supported by NASA and BBC."


def test_words_that_were_not_read_on_a_page_are_not_quoted() -> None:
    kinds = (PassageKind.ARTICLE, PassageKind.SEED, PassageKind.REVIEW, PassageKind.SNIPPET)
    told = shown(result(Label.TRUE, [passage(FOR, "nasa.gov", kind=kind) for kind in kinds]))["evidence"]
    assert [(item["quoted"], item["badge"], item["lead"]) for item in told] == [
        (True, "", ""),
        (False, "Claimlight's summary", ""),
        (False, "Published rating", ""),
        (False, "", "found, not read in full"),
    ]
    assert ":~:text=" in told[0]["link"]
    assert not any(":~:" in item["link"] for item in told[1:])


def test_missing_is_told_with_counts_dates_and_the_part() -> None:
    lacks = (Lack(kind=LackKind.LEADS, count=1), Lack(kind=LackKind.NEWER, newest="2023-01-25"))
    why = VerdictExplanation(found="", lacks=lacks)
    assert shown(result(OPEN, [STORED_AGAINST], why=why))["missing"] == (
        "A recheck of the saved passage",
        "A newer source (the latest: Jan 25, 2023)",
    )
    lacking = part(OPEN, [STORED_AGAINST], n=2, explanation=VerdictExplanation(found="", lacks=lacks[:1]))
    of_parts = result(OPEN, [STORED_AGAINST], parts=[part(Label.TRUE), lacking])
    assert shown(of_parts, "de")["missing"] == (
        "Zu „part 2“: Bestätigung einer Textstelle auf der Seite, von der sie stammt",
    )
    same = [part(OPEN, [STORED_AGAINST], n=n, explanation=why) for n in (1, 2)]
    leads = "a recheck of the saved passage"
    assert shown(result(OPEN, [STORED_AGAINST], parts=same))["missing"] == (
        f"For every part: {leads}; a newer source (the latest: Jan 25, 2023)",
    )


def test_missing_is_told_by_name_where_another_part_is_decided() -> None:
    why = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.FIGURE),))
    parts = [part(Label.TRUE, explanation=why), *(part(OPEN, n=n, explanation=why) for n in (2, 3))]
    assert shown(result(OPEN, parts=parts))["missing"] == (
        "For “part 2”: a passage that states the figure",
        "For “part 3”: a passage that states the figure",
    )


def test_parts_of_the_same_words_each_tell_what_is_missing() -> None:
    lacks = (Lack(kind=LackKind.FIGURE), Lack(kind=LackKind.SECOND_SOURCE))
    parts = [part(OPEN, explanation=VerdictExplanation(found="", lacks=(lack,))) for lack in lacks]
    assert shown(result(OPEN, parts=parts))["missing"] == (
        "For “part 1”: a passage that states the figure",
        "For “part 1”: a second independent source",
    )


def test_missing_is_not_told_where_the_answer_says_it_elsewhere() -> None:
    lacks = tuple(Lack(kind=kind) for kind in (LackKind.ANY_SOURCE, LackKind.FIGURE, LackKind.WEB))
    why = VerdictExplanation(found="", lacks=lacks)
    offline = (Issue(code="offline", stage="search", message="x"),)
    lacking = ("A source that confirms or denies it", "A passage that states the figure")
    assert shown(result(OPEN, why=why, issues=offline))["missing"] == lacking
    assert shown(result(OPEN, [NASA], why=why))["missing"] == (
        "A passage that states the figure",
        "A search of the web",
    )
    alone = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.SAME_SIDE),))
    beside = VerdictExplanation(found="", lacks=(Lack(kind=LackKind.SAME_SIDE), *lacks[1:2]))
    missing = [
        len(shown(result(OPEN, [one], why=why))["missing"]) for one in (NASA, STRANGER) for why in (alone, beside)
    ]
    assert missing == [0, 2, 0, 1]
    parts = [part(Label.TRUE, [NASA], explanation=why), part(OPEN, n=2, explanation=why)]
    assert shown(result(OPEN, [NASA], parts=parts))["missing"] == (
        "For “part 2”: a source that confirms or denies it; a passage that states the figure; a search of the web",
    )


def test_firm_verdict_lacks_nothing_but_could_be_more_certain() -> None:
    assert shown(result(Label.TRUE, [NASA]))["labels"]["missing"] == "What would make this more certain"
    assert shown(result(OPEN, [NASA]))["labels"]["missing"] == "What is missing"


def test_whole_has_no_certainty_where_its_parts_came_out_differently() -> None:
    told = shown(result(Label.PARTIALLY_TRUE, parts=parts_of(Label.TRUE, Label.FALSE), confidence=0.65))
    assert (told["certainty"], all(row["certainty"] for row in told["parts"])) == ("", True)
    same = shown(result(Label.FALSE, parts=parts_of(Label.FALSE, Label.FALSE), confidence=0.95))
    assert same["certainty"] == "very sure"


def test_question_and_text_with_an_opinion_are_told_apart() -> None:
    asked = result(Label.TRUE, [NASA]) | {"original_claim": "Is the bridge old?"}
    sad = result(Label.TRUE, [NASA], type=ClaimType.MIXED) | {"original_claim": "Sadly, the bridge is old"}
    assert [line["label"] for line in shown(asked)["claim"]] == ["Your text", "We checked"]
    assert [line["label"] for line in shown(sad)["claim"]] == ["Your text", "We checked, without the opinion"]


def test_limits_are_told_once_and_by_name() -> None:
    codes = [
        ("search_failed", "ddgs:brave"),
        ("search_paused", "ddgs:brave"),
        ("language_limited", "de"),
        ("of_tomorrow", ""),
    ]
    issues = tuple(Issue(code=code, stage="search", message="As it says.", subject=subject) for code, subject in codes)
    told = [limit["words"] for limit in shown(result(OPEN, issues=issues), "fr")["limits"]]
    assert told[0] == "La recherche sur Brave Search a échoué."
    assert told[1].startswith("L’affirmation est en allemand ")
    assert told[2:] == ["As it says."]


def test_hostile_text_can_neither_hide_nor_reorder() -> None:
    evil = passage(FOR, "\u202eevil.example", text="a\u200bb\u2067c", title="\x1b[1mTitle\u2069")
    told = shown(result(Label.TRUE, [evil]), "ar")
    item = told["evidence"][0]
    assert (item["words"], item["publisher"], item["title"]) == ("abc", "evil.example", "[1mTitle")
    assert told["says"] == "يؤيد الادعاء: \u2068evil.example\u2069."


def test_answer_of_an_earlier_version_is_shown(root: Path, tmp_path: Path) -> None:
    kept = tmp_path / "history.sqlite3"
    packed = root / "tests/fixtures/data_folders/0.1.0/history.sqlite3.gz"
    kept.write_bytes(gzip.decompress(packed.read_bytes()))
    with sqlite3.connect(kept) as db:
        (row,) = db.execute("SELECT result FROM verdicts LIMIT 1").fetchone()
    db.close()
    told = shown(as_today(json.loads(row)), "es")
    assert (told["grade"]["words"], told["says"]) == ("Falso", "En contra: NASA.")
