-- Rates are set on a screen: types may be each office's own to set, and a rate of such a type is of one office.
ALTER TABLE rate_types
  ADD COLUMN IF NOT EXISTS by_offices boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS version int NOT NULL DEFAULT 1;
ALTER TABLE rates ADD COLUMN IF NOT EXISTS office_id int REFERENCES partners;
ALTER TABLE rates DROP CONSTRAINT IF EXISTS rates_rate_type_id_currency_valid_from_key;
-- One from an instant on: of the banca, and of each office. The one in force is found from its end.
CREATE UNIQUE INDEX IF NOT EXISTS rates_from ON rates (rate_type_id, currency, office_id, valid_from) NULLS NOT DISTINCT;
CREATE INDEX IF NOT EXISTS rates_of_offices ON rates (office_id) WHERE office_id IS NOT NULL;
