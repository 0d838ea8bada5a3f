-- What files of other systems say of themselves: their totals, the order of their days, what they call a partner beside its code.

-- What an empty cell means in a system's files.
ALTER TABLE external_systems ADD blanks text NOT NULL DEFAULT 'falta' CHECK (blanks IN ('falta', 'repite'));

-- A name that means nothing here: its rows are left out, or its column is not read.
ALTER TABLE external_dictionary ADD left_out boolean NOT NULL DEFAULT false;
ALTER TABLE external_dictionary DROP CONSTRAINT external_dictionary_check, DROP CONSTRAINT external_dictionary_check1, DROP CONSTRAINT external_dictionary_field_check;
ALTER TABLE external_dictionary
  ADD CHECK (field IN ('day', 'agency', 'agency_label', 'product', 'product_label', 'currency', 'sold', 'prizes', 'commission')),
  ADD CHECK (num_nonnulls(agency_id, product_id, field) = CASE WHEN left_out THEN 0 ELSE 1 END),
  ADD CHECK ((agency_id IS NULL OR kind = 'agency') AND (product_id IS NULL OR kind = 'product') AND (field IS NULL OR kind = 'column'));

ALTER TABLE external_rows ADD agency_label text, ADD product_label text;
ALTER TABLE external_rows DROP CONSTRAINT external_rows_state_check;
ALTER TABLE external_rows ADD CHECK (state IN ('leida', 'ignorada', 'falla', 'ajena'));
ALTER TABLE external_names ADD label text;
ALTER TABLE external_loads ADD day_order text CHECK (day_order IN ('dmy', 'mdy')),
  ADD totals jsonb NOT NULL DEFAULT '{"equal": 0, "differ": 0, "uncompared": 0, "lines": []}';

-- Usual names of columns are the vocabulary's now. What somebody had taken out of a system's dictionary is not used there,
-- and what the system itself had written into it is not a person's word.
INSERT INTO external_dictionary (system_id, kind, key, match, left_out)
SELECT s.id, 'column', regexp_replace(u.name, ' ', '_'), u.name, true
FROM external_systems s CROSS JOIN unnest(ARRAY[
  'fecha', 'dia', 'date', 'fecha de venta', 'fecha sorteo', 'agencia', 'taquilla', 'punto de venta', 'agency', 'cliente', 'nombre agencia',
  'producto', 'loteria', 'juego', 'product', 'game', 'moneda', 'currency', 'divisa', 'ventas', 'venta', 'monto venta', 'total ventas',
  'venta bruta', 'vendido', 'sales', 'premios', 'premio', 'total premios', 'monto premios', 'prizes', 'comision', 'comisiones', 'commission'
]) AS u(name)
ON CONFLICT (system_id, kind, match) DO NOTHING;
DELETE FROM external_dictionary d USING external_systems s
WHERE s.id = d.system_id AND d.kind = 'column' AND NOT d.left_out AND d.created_at = s.created_at;
-- Files that wait were read without all this.
UPDATE external_systems SET format_version = format_version + 1;
