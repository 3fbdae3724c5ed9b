-- Full text: the application writes the words (search_words and its stems), so that no server's locale or dictionary matters.

CREATE TABLE passage_words (
    passage_id TEXT PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    words TSVECTOR NOT NULL
);

CREATE INDEX passage_words_index ON passage_words USING GIN (words) WITH (fastupdate = off);
