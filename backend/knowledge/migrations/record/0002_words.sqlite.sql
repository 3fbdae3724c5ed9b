-- Full text in every script: `search_words` is the application's function of that name.

DROP TRIGGER passages_added;

DROP TRIGGER passages_removed;

DROP TABLE passages_fts;

CREATE VIEW passages_words AS
SELECT number, search_words(text) AS text, search_words(details) AS details FROM passages;

CREATE VIRTUAL TABLE passages_fts USING fts5 (
    text, details, content='passages_words', content_rowid='number',
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    INSERT INTO passages_fts (rowid, text, details)
    VALUES (new.number, search_words(new.text), search_words(new.details));
END;

CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    INSERT INTO passages_fts (passages_fts, rowid, text, details)
    VALUES ('delete', old.number, search_words(old.text), search_words(old.details));
END;

CREATE TRIGGER passages_rewritten AFTER UPDATE OF text, details ON passages BEGIN
    INSERT INTO passages_fts (passages_fts, rowid, text, details)
    VALUES ('delete', old.number, search_words(old.text), search_words(old.details));
    INSERT INTO passages_fts (rowid, text, details)
    VALUES (new.number, search_words(new.text), search_words(new.details));
END;
