-- Lists of a large banca come in the order of their names without sorting all of them for each page. With the
-- currencies in it, a list of quotas places every partner's rows without a look at the partners.
CREATE INDEX partners_name ON partners (name_key, id) INCLUDE (currencies);

-- What a search looks through, without case and accents: written with the partner and not anew for each search.
ALTER TABLE partners ADD COLUMN search_key text NOT NULL GENERATED ALWAYS AS (
  name_key || E'\n' || translate(lower(code), 'áéíóúüñ', 'aeiouun') || E'\n' || translate(lower(document), 'áéíóúüñ', 'aeiouun')
) STORED;
