"""Tests that run over a table of examples."""

from __future__ import annotations

import inspect
import threading

import pytest

from tests.each_row import each_row


@each_row(("number", "square"), [(1, 1), (2, 5), (3, 9), ("x", 1)])
def squares(number: int, square: int) -> None:
    assert number * number == square


def test_failure_lists_every_wrong_row_and_no_other() -> None:
    with pytest.raises(AssertionError) as caught:
        squares()
    message = str(caught.value)
    assert "2 of 4 rows are wrong" in message
    assert "number=2, square=5\n    AssertionError: assert (2 * 2) == 5" in message
    assert "number='x', square=1\n    TypeError" in message
    assert "number=3" not in message


def test_row_that_does_not_raise_as_expected_is_wrong() -> None:
    @each_row("text", ["1", "one"])
    def refused(text: str) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            int(text)

    with pytest.raises(AssertionError, match=r"(?s)1 of 2 rows.*text='1'\n    Failed: DID NOT RAISE"):
        refused()


def test_stacked_tables_check_every_combination() -> None:
    seen = []

    @each_row("one", "ab")
    @each_row("two", [1, 2])
    def pairs(one: str, two: int) -> None:
        seen.append((one, two))

    pairs()
    assert seen == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_fixtures_stay_parameters_of_the_test() -> None:
    @each_row("text", ["a"])
    def check(text: str, tmp_path: str) -> None:
        assert (text, tmp_path) == ("a", "here")

    assert list(inspect.signature(check).parameters) == ["tmp_path"]
    check(tmp_path="here")


def test_rows_at_once_wait_together_and_list_their_failures() -> None:
    everyone = threading.Barrier(3, timeout=60)

    @each_row("text", ["1", "one", "2"], at_once=True)
    def is_number(text: str) -> None:
        everyone.wait()
        int(text)

    with pytest.raises(AssertionError, match=r"(?s)1 of 3 rows.*text='one'\n    ValueError"):
        is_number()


def test_empty_table_fails() -> None:
    @each_row("text", [])
    def check(text: str) -> None:
        raise AssertionError(text)

    with pytest.raises(AssertionError, match="the table is empty"):
        check()


def test_row_with_a_missing_column_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        each_row(("one", "two"), [("a",)])
