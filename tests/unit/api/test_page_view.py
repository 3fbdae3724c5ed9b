"""View of a result: the same with and without scripts, and safe in both."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.api import wire
from backend.api.evidence_view import day, evidence_view, lead_because, passage_link, place, star_signs
from backend.api.page_view import cited, verdict_view
from backend.api.reliability_view import measured, reliability_view, told
from backend.api.trace_view import clean
from backend.domain.article import PassageKind
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.explanation import Explanation
from backend.domain.issue import Issue
from backend.domain.verdict import Belief, Label, Leaning, Side, Voice
from backend.trust.sufficiency import countable
from tests.api_world import EARTH, make_evidence, make_part, make_verdict
from tests.each_row import each_row

SCRIPT = """
import { readFileSync } from "node:fs";
const { verdictView } = await import(process.argv[1]);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(verdictView)));
"""


def changed(item: Evidence | None = None, *, kind: PassageKind | None = None, **changes: Any) -> Evidence:
    """Evidence of another kind, or from another place."""
    item = item or make_evidence()
    passage = replace(item.passage, kind=kind or item.passage.kind)
    return replace(item, candidate=replace(item.candidate, passage=passage, **changes))


def heard(name: str) -> Belief:
    """A belief of many voices, of equal and unequal weight, on both sides."""
    odds = (0.05, 0.15, 0.25, -0.35, 1.95, -2.5, 0.0, 1e-9, 0.15, -0.35, 1.0, 2.0)
    voices = tuple(
        Voice(domain=f"{name}{n}" if n % 2 else f"d{n}.example", passage=str(n), log_odds=o) for n, o in enumerate(odds)
    )
    return Belief(log_odds=-3.0, probability=0.045, consensus=0.5, voices=voices)


def results() -> list[wire.Json]:
    evil = "Evil \u202e\u200b\x07 [1] <script>alert(1)</script> [2] [99] [0]"
    items = (
        make_evidence(),
        make_evidence(Stance.SUPPORTS, evil, domain="who.int"),
        make_evidence(Stance.NEUTRAL, "So so.", domain="xn--bcher-kva.example"),
    )
    items = (
        *items[:2],
        changed(items[2], quarantined=True),
        changed(kind=PassageKind.SNIPPET),
        changed(kind=PassageKind.REVIEW),
        changed(kind=PassageKind.RECORD),
    )
    found = []
    for label in Label:
        verdict = make_verdict(VerifyRequest(claim=f"{evil} {label}"), label=label, evidence=items)
        issue = Issue(code="x", stage="search", message="Engine\u202e refused.")
        parts = (make_part(label, items, text=evil), make_part(Label.TRUE, (), text="b", n=2))
        why = Explanation(found="x", sources=f"One {evil}.", change=("If so.", "If not."), supporting=1)
        parts = (replace(parts[0], belief=heard(evil), explanation=why), parts[1])
        found.append(wire.result(replace(verdict, reasoning=evil, issues=(issue,), parts=parts), job_id="j"))
    signalled = replace(make_evidence(), signals={"topicality": 0.445, "rule": -1.0, "llm": 1.0, "passes": -1.0})
    one = make_verdict(VerifyRequest(claim="c"), evidence=(signalled,))
    timed = replace(one, belief=heard("who.int"), timings_ms={"stance": 0.05, "recall": 0.05, "total": 9.0})
    found.append(wire.result(timed, job_id="j"))
    found.append(wire.result(replace(one, trust=None, steps=()), job_id="j"))
    # As an earlier version kept it in the history.
    old = wire.result(make_verdict(VerifyRequest(claim="c")), job_id="j")
    del old["leaning"]
    found.append(
        {**old, "trust": {name: old["trust"][name] for name in old["trust"] if name not in {"state", "segments"}}}
    )
    outlook = Explanation(found="It is so.", missing=("a second source", "a \u202edate"), change=("If so, then not.",))
    told_whole = replace(one, explanation=outlook, reasoning=outlook.text, saved=False)
    found.append(wire.result(told_whole, job_id="j"))
    long = make_evidence(text="One, two - three (four) five's six! seven* eight nine ten eleven twelve thirteen.")
    for published in ("", "2024", "2024-02", "2024-02-09T10:00:00", "in May", "2024-13-01"):
        dated = changed(long, kind=PassageKind.ARTICLE)
        passage = replace(dated.passage, published=published, source="https://a.example/x#part")
        dated = replace(dated, candidate=replace(dated.candidate, passage=passage))
        found.append(wire.result(replace(one, evidence=(dated,)), job_id="j"))
    for side, probability in ((Side.PROBABLY_TRUE, 0.65), (Side.PROBABLY_FALSE, 0.849), (Side.PROBABLY_TRUE, 0.98)):
        leaning = Leaning(label=side, probability=probability)
        part = replace(make_part(Label.NOT_ENOUGH_EVIDENCE, (), text="b", n=2), leaning=leaning)
        parts = (make_part(Label.TRUE, (), text="a"), part)
        undecided = make_verdict(VerifyRequest(claim="a and b"), label=Label.NOT_ENOUGH_EVIDENCE)
        found.append(wire.result(replace(undecided, leaning=leaning, parts=parts), job_id="j"))
    for confidence in (0.0, 0.445, 0.45, 0.7449, 0.745, 0.75, 1.0):
        found.append(wire.result(replace(make_verdict(VerifyRequest(claim="c")), confidence=confidence), job_id="j"))
    return found


def test_browser_and_server_render_the_same_view(root: Path) -> None:
    module = (root / "backend/web/static/js/view.js").as_uri()
    given = results()
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, module],
        input=json.dumps(given), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    expected: list[Any] = json.loads(json.dumps([verdict_view(result) for result in given]))
    assert json.loads(done.stdout) == expected


def test_published_rating_is_shown_as_statement_not_as_quotation() -> None:
    view = evidence_view(wire.evidence(replace(changed(kind=PassageKind.REVIEW), quote="not flat")))
    assert (view["kind_words"], view["shown"], view["statement"], view["context"]) == (
        "Published rating",
        "",
        EARTH,
        "",
    )
    plain = evidence_view(wire.evidence(replace(changed(kind=PassageKind.ARTICLE), quote="not flat")))
    assert (plain["kind_words"], plain["shown"], plain["statement"], plain["context"]) == ("", "not flat", "", EARTH)


def test_record_is_shown_by_its_deciding_fact() -> None:
    view = evidence_view(wire.evidence(replace(changed(kind=PassageKind.RECORD), quote="not flat")))
    assert (view["kind_words"], view["shown"], view["statement"], view["context"]) == (
        "Claimlight's summary",
        "",
        "not flat",
        "",
    )


@each_row("origin", list(Origin))
@each_row("kind", list(PassageKind))
@each_row("lead_only", [False, True])
@each_row("quarantined", [False, True])
def test_evidence_is_a_lead_exactly_when_it_does_not_count(
    origin: Origin, kind: PassageKind, lead_only: bool, quarantined: bool
) -> None:
    rating = replace(make_evidence().rating, lead_only=lead_only)
    item = changed(kind=kind, origin=origin, quarantined=quarantined, rating=rating)
    assert bool(lead_because(wire.evidence(item))) is not countable(item)


def test_browser_and_server_describe_reliability_alike(root: Path) -> None:
    script = """
    import { readFileSync } from "node:fs";
    const { told } = await import(process.argv[1]);
    const data = JSON.parse(readFileSync(process.argv[2], "utf8"));
    console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(([c, verifier]) => told(data, c, verifier))));
    """
    verifier = measured()["verifier"]
    asked = [(c, v) for c in (0.0, 0.35, 0.6, 0.61, 0.79, 0.8, 0.801, 0.95, 1.0) for v in (verifier, "another", "")]
    web = root / "backend/web/static"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script, (web / "js/reliability.js").as_uri(), web / "data/reliability.json"],
        input=json.dumps(asked), capture_output=True, text=True, timeout=30, check=True,
    )  # fmt: skip
    said = json.loads(done.stdout)
    assert said == [told(confidence, verifier) for confidence, verifier in asked]
    assert {bool(line) for line, (_, v) in zip(said, asked, strict=True) if v != verifier} == {False}
    assert said[0] == ""
    assert said[-3].startswith("Measured: of ")


def test_links_open_the_page_at_the_quote() -> None:
    quote = "one two-three four, five six seven eight nine ten eleven twelve thirteen fourteen"
    opened = passage_link("https://a.example/x#:~:text=old", quote)
    assert (
        opened
        == "https://a.example/x#:~:text=one%20two%2Dthree%20four%2C%20five%20six,ten%20eleven%20twelve%20thirteen%20fourteen"
    )
    assert passage_link("https://a.example/#part", "so") == "https://a.example/#part:~:text=so"
    assert passage_link("", "so") == ""
    assert passage_link("https://a.example/", "") == "https://a.example/"


@each_row(
    ("published", "said"), [("2024-03-01T10:00Z", "1 Mar 2024"), ("2024-03", "Mar 2024"), ("soon", "soon"), ("", "")]
)
def test_dates_are_shown_in_words(published: str, said: str) -> None:
    assert day(published) == said


def test_missing_evidence_is_shown_once() -> None:
    why = Explanation(found="So it is.", missing=("a second source",), change=("One more would do.",))
    verdict = replace(make_verdict(VerifyRequest(claim="c")), explanation=why, reasoning=why.text)
    view = verdict_view(wire.result(verdict, job_id="j"))
    assert view["reasoning"] == [("So it is.", 0)]
    assert (view["missing"], view["change"]) == ([{"words": "A second source"}], [{"words": "One more would do."}])


def test_citations_out_of_range_stay_text() -> None:
    assert cited("A [1] b [3], c [0].", highest=2) == [("A ", 1), (" b [3], c [0].", 0)]
    assert cited("none", highest=0) == [("none", 0)]


@each_row(
    ("url", "host", "linked"),
    [
        ("https://www.nasa.gov/x", "nasa.gov", True),
        ("http://a.example:81/", "a.example", True),
        ("javascript:alert(1)", "", False),
        ("data:text/html,x", "", False),
        ("ftp://a.example/", "a.example", False),
        ("https://user@evil.example/", "evil.example", True),
        ("https://[bad", "", False),
        ("", "", False),
    ],
)
def test_only_web_addresses_become_links_with_their_real_host(url: str, host: str, linked: bool) -> None:
    assert place(url) == (host, url if linked else "")


def test_text_that_reorders_or_hides_is_removed() -> None:
    assert clean("a\u202eb\u2066c\u200bd\x00\x1be\x85\ufefff\n\tg") == "abcdef\n\tg"


@each_row(("stars", "signs"), [(0.0, "☆☆☆☆☆"), (2.5, "★★½☆☆"), (5.0, "★★★★★"), (4.5, "★★★★½")])
def test_stars_are_shown_as_signs(stars: float, signs: str) -> None:
    assert star_signs(stars) == signs


def test_leaning_is_a_grade_told_in_words_alone() -> None:
    leaning = Leaning(label=Side.PROBABLY_FALSE, probability=0.78)
    verdict = replace(make_verdict(VerifyRequest(claim="c"), label=Label.NOT_ENOUGH_EVIDENCE), leaning=leaning)
    view = verdict_view(wire.result(verdict, job_id="j"))
    assert (view["verdict"], view["tone"]) == ("Probably false", "probably_false")
    assert view["says"] == "What was found points this way, but not firmly."
    assert (view["rated"], view["odds"]) == (False, "Right about 8 times in 10")


def test_claim_of_several_parts_says_how_many_are_confirmed() -> None:
    parts = (make_part(Label.TRUE, (), text="a"), make_part(Label.NOT_ENOUGH_EVIDENCE, (), text="b", n=2))
    verdict = replace(make_verdict(VerifyRequest(claim="a and b"), label=Label.NOT_ENOUGH_EVIDENCE), parts=parts)
    assert verdict_view(wire.result(verdict, job_id="j"))["says"] == "1 of 2 parts confirmed."


def test_reliability_is_shown_only_for_the_verifier_that_was_measured() -> None:
    assert reliability_view(measured()["verifier"])["sets"]
    assert reliability_view("another")["sets"] == []


def test_nothing_is_rated_where_nothing_was_decided() -> None:
    request = VerifyRequest(claim="c")
    rated = {label: verdict_view(wire.result(make_verdict(request, label=label), job_id="j")) for label in Label}
    assert {label for label, view in rated.items() if view["rated"]} == {label for label in Label if label.firm}
    undecided = rated[Label.NOT_ENOUGH_EVIDENCE]
    assert (undecided["confidence_words"], undecided["odds"]) == ("", "")


def test_publishers_are_named_where_their_name_is_known() -> None:
    assert evidence_view(wire.evidence(make_evidence()))["host"] == "NASA"
    assert evidence_view(wire.evidence(make_evidence(domain="unknown.example")))["host"] == "unknown.example"
