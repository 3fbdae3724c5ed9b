from hypothesis import given
from hypothesis import strategies as st

from backend.domain.evidence import Stance
from backend.domain.verdict import Label
from backend.verdict.explain import citations, explain, resolving
from tests.evidence_maker import evidence


def test_citations_that_point_at_nothing_are_removed():
    assert resolving("So [1], not so [4] and [0].", 2) == "So [1], not so and."
    assert citations("[2] and [1] and [2]") == (2, 1)


def test_a_refutation_quotes_its_source_and_names_it():
    text = explain(Label.FALSE, [evidence(Stance.REFUTES, text="The bridge never closed.")], searched=False)
    assert "nasa.gov [1]" in text
    assert "“The bridge never closed.”" in text


def test_no_evidence_says_where_was_looked():
    assert "the web" in explain(Label.NOT_ENOUGH_EVIDENCE, [], searched=True)
    assert "the web" not in explain(Label.NOT_ENOUGH_EVIDENCE, [], searched=False)


def test_leads_are_called_leads():
    assert "Only leads" in explain(Label.NOT_ENOUGH_EVIDENCE, [evidence(tier="C")], searched=True)


@given(st.text(max_size=80), st.integers(0, 9))
def test_every_citation_left_resolves(text, count):
    assert all(1 <= n <= count for n in citations(resolving(text, count)))
