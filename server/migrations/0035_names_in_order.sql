-- Names are ordered as people count and spell: Zona 2 before Zona 10, accents and capitals beside their letter, ñ after n.
-- What is equal stays what it was: the collation only orders.
CREATE COLLATION IF NOT EXISTS names (provider = icu, locale = 'es-u-kn-true');

-- Search looks in it by the letters of the database, as before.
ALTER TABLE users DROP COLUMN search_key;
ALTER TABLE users ALTER COLUMN username TYPE text COLLATE names, ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE users ADD COLUMN search_key text GENERATED ALWAYS AS
  (translate(lower((username || ' ' || name || ' ' || email) COLLATE "default"), 'áéíóúüñ', 'aeiouun')) STORED;

-- A list of quotas places every partner's rows by this index alone.
DROP INDEX partners_name;
ALTER TABLE partners DROP COLUMN search_key;
ALTER TABLE partners ALTER COLUMN name TYPE text COLLATE names, ALTER COLUMN code TYPE text COLLATE names;
ALTER TABLE partners ADD COLUMN search_key text NOT NULL GENERATED ALWAYS AS (
  name_key || E'\n' || translate(lower(code COLLATE "default"), 'áéíóúüñ', 'aeiouun') || E'\n' || translate(lower(document), 'áéíóúüñ', 'aeiouun')
) STORED;
CREATE INDEX partners_name ON partners (name, id) INCLUDE (currencies);

DROP INDEX clients_name;
ALTER TABLE clients ALTER COLUMN name TYPE text COLLATE names;
CREATE INDEX clients_name ON clients (name, id);

ALTER TABLE states ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE municipalities ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE rate_types ALTER COLUMN codigo TYPE text COLLATE names, ALTER COLUMN nombre TYPE text COLLATE names;
ALTER TABLE bet_types ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE products ALTER COLUMN code TYPE text COLLATE names, ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE product_symbols ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE payment_methods ALTER COLUMN name TYPE text COLLATE names, ALTER COLUMN bank TYPE text COLLATE names, ALTER COLUMN holder TYPE text COLLATE names;
ALTER TABLE external_systems ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE external_loads ALTER COLUMN filename TYPE text COLLATE names;
ALTER TABLE external_names ALTER COLUMN name TYPE text COLLATE names;
ALTER TABLE external_dictionary ALTER COLUMN key TYPE text COLLATE names;
ALTER TABLE saved_views ALTER COLUMN name TYPE text COLLATE names;
