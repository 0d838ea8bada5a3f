-- What ARRASTRE carries is an agency's of a product and currency, whatever the percentage. Weeks that were settled with a
-- loss for each set of rates keep it so, also when one of them is settled again: from this Monday on what they left goes on
-- together, and the week that runs is settled so. Where no product ever had two, it was so from the beginning.
ALTER TABLE banca ADD COLUMN carried_together_since date NOT NULL DEFAULT '-infinity';
UPDATE banca SET carried_together_since = week_of((now() AT TIME ZONE zone)::date) WHERE EXISTS (
  SELECT 1 FROM settlement_weeks w JOIN frozen_rates f ON f.id = w.rate_id AND f.participation_kind = 'ARRASTRE'
  GROUP BY w.agency_id, w.currency, w.product_id HAVING count(DISTINCT w.rate_id) > 1);
INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
SELECT w.agency_id, w.currency, w.product_id, w.rate_id, min(w.week)
FROM settlement_weeks w JOIN frozen_rates f ON f.id = w.rate_id AND f.participation_kind = 'ARRASTRE' JOIN banca b ON w.week >= b.carried_together_since
WHERE b.carried_together_since > '-infinity' GROUP BY 1, 2, 3, 4;

-- Of `amount` the part of `part` in `whole`, half up to the cent; exact, whatever the sizes.
CREATE FUNCTION part_of(amount numeric, part numeric, whole numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(div(200 * amount * part + whole, 2 * whole) / 100, 2);

-- Of what a load posted another one took the place in part: its file may come again, as a load of its own.
ALTER TABLE external_loads ADD COLUMN replaced_in_part boolean NOT NULL DEFAULT false;
UPDATE external_loads l SET replaced_in_part = true WHERE state = 'publicada' AND EXISTS (SELECT 1 FROM external_entries x WHERE x.load_id = l.id AND x.replaced_by IS NOT NULL);
DROP INDEX external_loads_file;
CREATE UNIQUE INDEX external_loads_file ON external_loads (system_id, sha256, day) NULLS NOT DISTINCT WHERE state IN ('por_revisar', 'publicada') AND NOT replaced_in_part;

-- A bet that may win several prizes has a partner's own multiplier for each; those that were set are the first prize's.
ALTER TABLE partner_multipliers ALTER COLUMN multiplier DROP NOT NULL, ADD COLUMN second numeric(8, 2) CHECK (second > 0), ADD COLUMN third numeric(8, 2) CHECK (third > 0);
