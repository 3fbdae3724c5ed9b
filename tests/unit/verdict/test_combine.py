import pytest

from backend.domain.verdict import Label
from backend.verdict.combine import headline

T, F, P, M, N = Label.TRUE, Label.FALSE, Label.PARTIALLY_TRUE, Label.MISLEADING, Label.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ([T], T), ([F], F), ([N], N), ([T, T], T), ([F, F], F), ([T, F], P),
        ([F, N], F), ([P, T], P), ([M, T], M), ([T, N], N), ([N, N], N),
    ],
)  # fmt: skip
def test_headline_follows_the_order_of_document_001(parts, whole):
    assert headline(parts) is whole
