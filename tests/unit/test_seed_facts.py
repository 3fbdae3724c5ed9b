from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

import pysbd

from backend.domain.article import PassageKind, passage_id
from backend.knowledge.seeds import seed_passages
from backend.sources.registry import SourceRegistry
from seed_kb import main

FACTS = seed_passages()
DOCUMENT_004 = [
    ("4.54 billion", "nasa.gov"), ("oblate spheroid", "nasa.gov"), ("COVID-19 vaccines", "who.int"),
    ("Apollo 11", "nasa.gov"), ("human activities", "nasa.gov"), ("5G", "who.int"),
    ("fluoridation", "cdc.gov"), ("299,792,458", "nist.gov"),
    ("15 August 1947", "britannica.com"), ("24 October 1945", "un.org"),
]  # fmt: skip


def test_original_ten_facts_come_first() -> None:
    for (words, domain), fact in zip(DOCUMENT_004, FACTS, strict=False):
        assert words in fact.text
        assert fact.domain == domain


def test_there_are_at_least_a_hundred_facts_each_once() -> None:
    assert len(FACTS) >= 100
    assert len({fact.id for fact in FACTS}) == len({fact.text.casefold() for fact in FACTS}) == len(FACTS)


def test_every_fact_is_one_self_contained_sentence() -> None:
    splitter = pysbd.Segmenter(language="en", clean=False)
    for fact in FACTS:
        assert len(splitter.segment(fact.text)) == 1, fact.text
        assert fact.text.endswith("."), fact.text
        assert 15 <= len(fact.text) <= 240, fact.text
        assert not re.match(r"(It|They|He|She|This|These|That|Those|We|Its|Their)\b", fact.text), fact.text


def test_every_source_is_authoritative_https() -> None:
    registry = SourceRegistry.load(None)
    for fact in FACTS:
        assert urlsplit(fact.source).scheme == "https", fact.source
        rating = registry.rate(fact.source)
        assert rating.authoritative, fact.source
        assert not rating.lead_only
        assert rating.domain == fact.domain


def test_ids_are_content_hashes_of_seed_passages() -> None:
    for fact in FACTS:
        assert fact.id == passage_id(fact.source, fact.text)
        assert fact.kind is PassageKind.SEED
        assert fact.title
        assert fact.language == "en"


def test_no_domain_dominates() -> None:
    assert Counter(fact.domain for fact in FACTS).most_common(1)[0][1] <= len(FACTS) // 3


def test_the_command_seeds_a_folder_and_adds_nothing_the_second_time(tmp_path, capsys) -> None:
    assert main(["--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"{len(FACTS)} facts added, 0 were there already")
    assert main(["--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"0 facts added, {len(FACTS)} were there already")


def test_failed_seed_command_gives_the_reason(tmp_path, capsys) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder")
    assert main(["--data-dir", str(taken)]) == 1
    assert capsys.readouterr().err.strip()
