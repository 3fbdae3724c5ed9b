-- What was spent on a day (UTC): questions to search engines, questions to the language model, its tokens.

CREATE TABLE spending (
    day TEXT NOT NULL,
    purpose TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (day, purpose)
) STRICT, WITHOUT ROWID;
