"""Full-text search in SQLite, with FTS5 and its BM25, or in PostgreSQL, with tsvector, a GIN index and the same formula.

On PostgreSQL, `domain.text.stem` replaces Porter's stemmer, and the rarity of common words is taken from the server's
statistics instead of being counted (docs/scaling.md).
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import sqlalchemy as sa

from backend.domain.text import stem
from backend.knowledge.full_text_words import VERSION, match_any, question_terms, terms
from backend.knowledge.word_frequencies import SCORED, WordFrequencies

Scored = tuple[tuple[str, float], ...]
"""Pairs of passage id and BM25 score, best first. Higher scores are better."""

_STRUCTURE = 10
"""Id of the row in FTS5's internal table that lists the levels of the index, in two or more bytes per level."""
_MAX_STRUCTURE_BYTES = 3_000
"""Maximum length in bytes of the row with the id `_STRUCTURE`. The row reaches this length after about 750 merges."""
_POSITIONS = 200
_LAST_POSITION = 16_000
_LEXEME = 200
_RANKED = 10_000
"""Maximum number of passages that ts_rank scores per query. Scoring them takes a fifth of a second on a busy core."""
_PROBE = "vaccines landed studies ization happily ran ninety"


class FullText(Protocol):
    """The dialect-specific part of full-text search. Every method runs inside the caller's transaction."""

    version: str

    def add(self, db: sa.Connection, rows: Sequence[Mapping[Any, Any]]) -> None:
        """Add new passages, given as rows of `passages`."""
        ...

    def search(self, db: sa.Connection, question: str, k: int) -> Scored:
        """Return the k best passages that contain any content word of the query."""
        ...

    def remove_deleted_words(self, db: sa.Connection) -> None:
        """Remove the words of deleted passages from the index."""
        ...

    def needs_rebuild(self, db: sa.Connection) -> bool:
        """Return whether the index must be rebuilt before it can be used."""
        ...

    def rebuild(self, db: sa.Connection) -> None:
        """Rebuild the index from the passages."""
        ...


class SqliteFullText:
    """Full-text search with FTS5, whose index is kept up to date by database triggers."""

    version = VERSION

    def __init__(self, scored: int = SCORED) -> None:
        self._frequencies = WordFrequencies(scored)

    def add(self, db: sa.Connection, rows: Sequence[Mapping[Any, Any]]) -> None:
        """Do nothing, because the triggers have already added the words."""

    def search(self, db: sa.Connection, question: str, k: int) -> Scored:
        """Return the k best passages by FTS5's bm25() for the query's words.

        In a large database, only the rarest of these words are used.
        """
        size = db.exec_driver_sql("SELECT max(number) FROM passages").scalar() or 0

        def count(term: str, most: int) -> int:
            return int(db.exec_driver_sql(_COUNT_MATCHES, (match_any([term]), most)).scalar_one())

        match_expression = match_any(self._frequencies.select_rarest(question_terms(question), size, count))
        if not match_expression:
            return ()
        best = "SELECT rowid, rank FROM passages_fts WHERE passages_fts MATCH ? ORDER BY rank LIMIT ?"
        sql = f"SELECT id, -rank FROM ({best}) JOIN passages ON number = rowid ORDER BY rank, id"  # noqa: S608
        return tuple((str(row[0]), float(row[1])) for row in db.exec_driver_sql(sql, (match_expression, k)))

    def remove_deleted_words(self, db: sa.Connection) -> None:
        """Merge the segments of the index, which removes the deleted words."""
        if self.needs_rebuild(db):
            self.rebuild(db)
        else:
            db.exec_driver_sql("INSERT INTO passages_fts (passages_fts) VALUES ('optimize')")

    def needs_rebuild(self, db: sa.Connection) -> bool:
        """Return whether the number of levels is approaching the maximum.

        Older versions of SQLite, such as 3.40, add two levels with each merge, and treat an index with more than 2,000
        levels as malformed.
        """
        length = db.exec_driver_sql("SELECT length(block) FROM passages_fts_data WHERE id = ?", (_STRUCTURE,)).scalar()
        return (length or 0) > _MAX_STRUCTURE_BYTES

    def rebuild(self, db: sa.Connection) -> None:
        """Rebuild the index from the view that contains the passages' words."""
        db.exec_driver_sql("INSERT INTO passages_fts (passages_fts) VALUES ('rebuild')")


class PostgresFullText:
    """Full-text search with tsvector.

    Selects 4·k passages by ts_rank, weighted by rarity, and ranks them by BM25 (k1 = 1.2, b = 0.75, as in FTS5).
    """

    version = f"{VERSION}/{hashlib.sha256(' '.join(stem(w) for w in _PROBE.split()).encode()).hexdigest()[:8]}"

    def __init__(self, ranked: int = _RANKED) -> None:
        self._limit = WordFrequencies(ranked)

    def add(self, db: sa.Connection, rows: Sequence[Mapping[Any, Any]]) -> None:
        """Add the stemmed words of new passages with their positions."""
        new = [{"id": row["id"], "words": _to_tsvector(f"{row['details']}\n{row['text']}")} for row in rows]
        if new:
            db.execute(_ADD, new)

    def search(self, db: sa.Connection, question: str, k: int) -> Scored:
        """Return the k best passages.

        Common words add to the score of passages that contain rarer words, but are not searched for on their own.
        """
        query_terms = list(dict.fromkeys(stem(term)[:_LEXEME] for term in question_terms(question)))
        total = max(1, int(db.execute(_SIZE).scalar_one()))
        counts = {term: count for term, count in self._frequencies(db, query_terms, total).items() if count}
        if not counts:
            return ()
        rarity = {term: math.log(1 + (total - n + 0.5) / (n + 0.5)) for term, n in counts.items()}
        rare = self._limit.select_rarest(list(counts), total, lambda term, _most: int(counts[term]))
        chosen = {"any": " | ".join(f"'{t}'" for t in rare), "most": 4 * k, "k": k}
        weights = {"terms": list(rarity), "rarity": list(rarity.values()), "rare": list(rare)}
        return tuple((str(row[0]), float(row[1])) for row in db.execute(_BEST, chosen | weights))

    def remove_deleted_words(self, db: sa.Connection) -> None:
        """Do nothing, because the words are deleted with their passages and VACUUM reclaims the space."""

    def needs_rebuild(self, db: sa.Connection) -> bool:  # noqa: ARG002
        """Return False, because the index never needs a rebuild."""
        return False

    def rebuild(self, db: sa.Connection) -> None:
        """Rebuild the index in batches, to limit memory use."""
        db.execute(sa.text("DELETE FROM passage_words"))
        after = 0
        while rows := db.execute(_PORTION, {"after": after}).mappings().all():
            self.add(db, rows)
            after = rows[-1]["number"]

    def _frequencies(self, db: sa.Connection, query_terms: Sequence[str], total: int) -> dict[str, float]:
        """Return the number of passages that contain each term.

        The number is estimated for common terms and counted for the others.
        """
        estimated_counts = {
            row[0]: float(row[1]) * total for row in db.execute(_COMMONEST, {"terms": list(query_terms)})
        }
        rest = [term for term in query_terms if term not in estimated_counts]
        return estimated_counts | {row[0]: float(row[1]) for row in db.execute(_COUNT, {"terms": rest})}


def full_text_of(dialect: str) -> FullText:
    """Return the implementation for a SQLAlchemy dialect name."""
    return PostgresFullText() if dialect == "postgresql" else SqliteFullText()


def _to_tsvector(text: str) -> str:
    """Return a tsvector in text form. No escaping is needed, because terms contain only letters, digits and marks."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, term in enumerate(terms(text), start=1):
        term_positions = places[stem(term)[:_LEXEME]]
        if len(term_positions) < _POSITIONS:
            term_positions.append(min(place, _LAST_POSITION))
    return " ".join(f"'{term}':{','.join(map(str, dict.fromkeys(positions)))}" for term, positions in places.items())


_COUNT_MATCHES = "SELECT count(*) FROM (SELECT 1 FROM passages_fts WHERE passages_fts MATCH ? LIMIT ?)"
_ADD = sa.text(
    "INSERT INTO passage_words (passage_id, words) VALUES (:id, CAST(:words AS tsvector)) ON CONFLICT (passage_id) DO NOTHING"
)
_PORTION = sa.text("SELECT number, id, text, details FROM passages WHERE number > :after ORDER BY number LIMIT 2000")
# Use the planner's estimate, which costs nothing, and count only if the table is small or has never been analysed.
_SIZE = sa.text("""
    SELECT CASE WHEN reltuples > 5000 THEN CAST(reltuples AS bigint) ELSE (SELECT count(*) FROM passage_words) END
    FROM pg_class WHERE oid = CAST('passage_words' AS regclass)
""")
_COMMONEST = sa.text("""
    SELECT term, frequency FROM pg_stats,
    unnest(CAST(CAST(most_common_elems AS text) AS text[]), most_common_elem_freqs) AS s (term, frequency)
    WHERE schemaname = current_schema() AND tablename = 'passage_words' AND attname = 'words' AND term = ANY(:terms)
""")
_COUNT = sa.text("""
    SELECT term, (SELECT count(*) FROM passage_words WHERE words @@ CAST('''' || term || '''' AS tsquery))
    FROM unnest(CAST(:terms AS text[])) AS t (term)
""")
_BEST = sa.text("""
    WITH asked AS (
        SELECT * FROM unnest(CAST(:terms AS text[]), CAST(:rarity AS double precision[])) AS a (term, rarity)
    ), likely AS (
        SELECT passage_id, words FROM passage_words WHERE words @@ CAST(:any AS tsquery)
        ORDER BY (
            SELECT sum(rarity * ts_rank(words, CAST('''' || term || '''' AS tsquery), 1)) FROM asked
            WHERE term = ANY(CAST(:rare AS text[]))
        ) DESC LIMIT :most
    ), usual AS (
        SELECT greatest(avg(length(words)), 1) AS length FROM (SELECT words FROM passage_words LIMIT 200) AS sampled
    )
    SELECT passage_id, sum(
        rarity * 2.2 * cardinality(positions)
        / (cardinality(positions) + 1.2 * (0.25 + 0.75 * length(words) / usual.length))
    ) AS score
    FROM likely CROSS JOIN usual CROSS JOIN LATERAL unnest(words) AS w (lexeme, positions, weights)
    JOIN asked ON asked.term = w.lexeme
    GROUP BY passage_id ORDER BY score DESC, passage_id LIMIT :k
""")
