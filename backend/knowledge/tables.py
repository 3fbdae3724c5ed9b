"""Table definitions for use in queries. The migrations create the tables."""

from __future__ import annotations

import sqlalchemy as sa

_metadata = sa.MetaData()

passages = sa.Table(
    "passages",
    _metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text),
    sa.Column("namespace", sa.Text),
    sa.Column("text", sa.Text),
    sa.Column("vector", sa.LargeBinary),
    sa.Column("model_id", sa.Text),
    sa.Column("quarantined", sa.Integer),
    sa.Column("kind", sa.Text),
    sa.Column("published", sa.Text),
    sa.Column("start_offset", sa.Integer),
    sa.Column("end_offset", sa.Integer),
    sa.Column("retrieved", sa.Text),
    sa.Column("source", sa.Text),
    sa.Column("source_type", sa.Text),
    sa.Column("source_credibility", sa.Float),
    sa.Column("details", sa.Text),
    sa.Column("timestamp", sa.Text),
    sa.Column("access_count", sa.Integer),
    sa.Column("verification_count", sa.Integer),
    sa.Column("avg_relevance", sa.Float),
    sa.Column("last_accessed", sa.Text),
    sa.Column("domain", sa.Text),
    sa.Column("text_length", sa.Integer),
    sa.Column("language", sa.Text),
)
"""One row per passage.

`text` and the last twelve columns are the metadata described in docs/design.md#knowledge-base. `details` is the title.
"""

provenance = sa.Table(
    "provenance",
    _metadata,
    sa.Column("passage_id", sa.Text, primary_key=True),
    sa.Column("engine", sa.Text, primary_key=True),
    sa.Column("tier", sa.Text, primary_key=True),
    sa.Column("claim_hash", sa.Text, primary_key=True),
    sa.Column("first_seen", sa.Text),
)
"""How each passage was found.

This table contains only a hash of the claim. The text of the claim is stored in the history, if at all.
"""

meta = sa.Table("meta", _metadata, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text))

forgotten = sa.Table("forgotten", _metadata, sa.Column("passage_id", sa.Text, primary_key=True))
"""The seed facts that the user has deleted. Seeding at the next start must not restore them."""

triples = sa.Table(
    "triples",
    _metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("passage_id", sa.Text),
    sa.Column("subject", sa.Text),
    sa.Column("relation", sa.Text),
    sa.Column("object", sa.Text),
    sa.Column("subject_key", sa.Text),
    sa.Column("object_key", sa.Text),
    sa.Column("negated", sa.Integer),
    sa.Column("quote_start", sa.Integer),
    sa.Column("quote_end", sa.Integer),
    sa.Column("confidence", sa.Float),
    sa.Column("reader", sa.Text),
    sa.Column("extractor", sa.Text),
    sa.Column("extracted", sa.Text),
)
"""Statements from trusted passages that relate an entity to another entity or to a literal.

The row of the passage contains the source's URL and the dates, and the quote is a span of the passage's text."""

readings = sa.Table(
    "readings",
    _metadata,
    sa.Column("passage_id", sa.Text, primary_key=True),
    sa.Column("reader", sa.Text, primary_key=True),
    sa.Column("extractor", sa.Text),
)
"""The extractors that have read each passage, so that a passage without triples is not read again."""
