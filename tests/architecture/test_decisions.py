"""Every decision record has a date and a status, and supersedes only existing, earlier records."""

from __future__ import annotations

import re

import pytest

from tests.architecture.source import ROOT

FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("*.md"))
LINKS = r"\[\d+\]\(\d{4}-[\w-]+\.md\)(?: and \[\d+\]\(\d{4}-[\w-]+\.md\))*"
HEAD = re.compile(
    rf"# (?P<number>\d+)\. .+\n\nDate: \d{{4}}-\d\d-\d\d\. "
    rf"Status: (?P<status>accepted|(?:partly )?superseded by {LINKS})\.(?: .+)?\n\n"
)


@pytest.mark.parametrize("path", RECORDS, ids=[path.name[:4] for path in RECORDS])
def test_decision_records_have_a_date_and_a_status(path):
    text = path.read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head, f"{path.name} begins with '# N. Title' and 'Date: YYYY-MM-DD. Status: accepted.'"
    assert int(head["number"]) == int(path.name[:4])
    later = re.findall(r"\[(\d+)\]\((\d{4})-", head["status"])
    assert all(int(shown) == int(number) > int(head["number"]) for shown, number in later)
    assert not re.search(r"^(?:Later|Since then|Update)\b", text, flags=re.MULTILINE), "write a new record instead"


def test_decision_record_numbers_are_unique():
    numbers = [path.name[:4] for path in RECORDS]
    assert sorted(set(numbers)) == numbers
