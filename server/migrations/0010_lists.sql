-- Lists of a large banca come in the order of their names without sorting all of them for each page.
CREATE INDEX partners_name ON partners (name_key, id);
