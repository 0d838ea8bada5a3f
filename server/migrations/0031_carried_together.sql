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
