-- Which way the evidence of an undecided answer points, '' for neither, and how probably it points the right way.

ALTER TABLE verdicts ADD COLUMN leaning TEXT NOT NULL DEFAULT '';

ALTER TABLE verdicts ADD COLUMN probability DOUBLE PRECISION NOT NULL DEFAULT 0;
