-- Lists of a large banca come in the order of their names without sorting all of them for each page.
CREATE INDEX partners_name ON partners (name_key, id);

-- What a search looks through, without case and accents: written with the partner and not anew for each search.
ALTER TABLE partners ADD COLUMN search_key text NOT NULL GENERATED ALWAYS AS (
  name_key || E'\n' || translate(lower(code), 'áéíóúüñ', 'aeiouun') || E'\n' || translate(lower(document), 'áéíóúüñ', 'aeiouun')
) STORED;
