from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.search.dates import claim_date, is_after


@pytest.mark.parametrize(
    ("claim", "day"),
    [
        ("As of March 2024, the bridge is closed", "2024-03-31"),
        ("As of 12 March 2024 the bridge is closed", "2024-03-12"),
        ("As of March 12, 2024, the bridge is closed", "2024-03-12"),
        ("as of 2024-02-29 it is closed", "2024-02-29"),
        ("By the end of 2023 it was closed", "2023-12-31"),
        ("As of Feb 2023 it is closed", "2023-02-28"),
        ("In 2019 the bridge was closed", ""),
        ("The bridge is closed", ""),
        ("As of 31 February 2024 it is closed", ""),
    ],
)
def test_date_named_in_a_claim_is_read(claim: str, day: str) -> None:
    assert claim_date(claim) == day


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://www.nytimes.com/2024/03/12/world/bridge.html", "2024-03-12"),
        ("https://www.theguardian.com/world/2019/may/05/bridge", "2019-05-05"),
        ("https://news.example/2019-05-12/bridge", "2019-05-12"),
        ("https://news.example/2019/05/bridge", "2019-05-31"),
        ("https://news.example/story-20190512", ""),
        ("https://news.example/1234/56/78", ""),
        ("https://[broken", ""),
        ("", ""),
    ],
)
def test_date_of_the_page_is_read(url: str, day: str) -> None:
    assert claim_date("The bridge is closed", url) == day


def test_claim_date_is_preferred_to_the_page_date_and_that_to_the_address() -> None:
    url = "https://news.example/2019/05/12/bridge"
    assert claim_date("As of 2018 it is closed", url) == "2018-12-31"
    assert claim_date("It is closed", url, "2019-05-20") == "2019-05-20"
    assert claim_date("It is closed", url, "nonsense") == "2019-05-12"


@pytest.mark.parametrize(
    ("published", "after"),
    [
        ("2019-05-13", True), ("2019-05-12", False), ("2019-05-12T23:00:00+00:00", False), ("2019-06", True), ("2019-05", False),
        ("2020", True), ("2019", False), ("", False),
    ],
)  # fmt: skip
def test_only_certainly_later_dates_count_as_after(published: str, after: bool) -> None:
    assert is_after(published, "2019-05-12") is after
    assert not is_after(published, "")


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_read_without_an_error(claim: str, url: str) -> None:
    claim_date(f"as of {claim}", f"https://news.example/{url}", claim)
