-- Abstracts and labels that these sources' interfaces hand out were stored as text read on a page. They are no quotations of it.

UPDATE passages SET kind = 'handout', start_offset = -1, end_offset = -1
WHERE kind = 'article' AND id IN (
    SELECT passage_id FROM provenance
    WHERE engine IN ('arxiv', 'crossref', 'europepmc', 'openalex', 'openfda', 'semantic_scholar')
);
