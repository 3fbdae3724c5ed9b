-- Answers that rest on text of a fact-checker's page were given before such pages were read as reviews (the record's step 8).

ALTER TABLE verdicts ADD COLUMN before_correction INTEGER NOT NULL DEFAULT 0;

UPDATE verdicts SET before_correction = 1 WHERE verdict NOT IN ('Not Enough Evidence', 'Not Verifiable') AND EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(verdicts.result) THEN verdicts.result ELSE '{}' END, '$.evidence') AS item
    WHERE json_extract(item.value, '$.kind') = 'article'
    AND json_extract(item.value, '$.source_type') = 'fact_checker'
    AND json_extract(item.value, '$.stance') <> 'neutral'
);
