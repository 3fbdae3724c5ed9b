-- Earlier versions stored the line of a fact-check that names the reviewed claim as text that supports it, often within a longer
-- passage. All text of fact-checkers' pages goes: it is read anew when it is needed. Ratings stay.

DELETE FROM passages WHERE kind = 'article' AND source_type = 'fact_checker';
