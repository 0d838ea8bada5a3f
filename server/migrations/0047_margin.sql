-- What a distributor earns on what is below it: settled with its agencies' sales and posted like commission.
-- Beside the kinds of entry that the table knows, whichever they are: later migrations may have been there before this one.
DO $$
DECLARE known text := (
  SELECT pg_get_constraintdef(oid) FROM pg_constraint
  WHERE conrelid = 'ledger_entries'::regclass AND conname = 'ledger_entries_kind_check');
BEGIN
  IF known NOT LIKE '%''margen''%' THEN
    ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
    EXECUTE 'ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check '
      || replace(known, '''participacion''::text, ', '''participacion''::text, ''margen''::text, ') || ' NOT VALID';
  END IF;
END $$;
--> statement-breakpoint
-- What a distributor had at a day's start, of VENTA and of COMPARTIDA; null where it had another kind. Kept when the first
-- of a day is settled: later moves and rates change nothing of it.
CREATE TABLE IF NOT EXISTS margin_rates (
  partner_id int NOT NULL,
  day date NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  sales_percent numeric(7,4),
  shared_percent numeric(7,4),
  PRIMARY KEY (partner_id, day, currency, product_id, bet_type_id)
);
-- What an earner has on an agency's sales of a day, exact: it is rounded for all of a week together.
CREATE TABLE IF NOT EXISTS margin_parts (
  earner_id int NOT NULL,
  agency_id int NOT NULL,
  currency currency NOT NULL,
  day date NOT NULL,
  amount numeric(24,8) NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (earner_id, currency, day, agency_id)
);
CREATE INDEX IF NOT EXISTS margin_parts_agency ON margin_parts (agency_id, currency, day);
-- Weeks of which parts have changed since the earner's margin was posted; `week` is their Monday.
CREATE TABLE IF NOT EXISTS unposted_margins (
  earner_id int NOT NULL,
  currency currency NOT NULL,
  week date NOT NULL
);

-- A margin so far in a week: in the decimals of its currency, and never below zero.
CREATE OR REPLACE FUNCTION settle_margin(currency currency, so_far numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN greatest(round(so_far, CASE WHEN currency = 'COP' THEN 0 ELSE 2 END), 0)::numeric(18, 2);

-- The Monday from which on margin is earned: weeks that were closed without it stay as they were told.
ALTER TABLE banca ADD COLUMN IF NOT EXISTS margin_since date NOT NULL DEFAULT '-infinity';
UPDATE banca SET margin_since = coalesce(
  (SELECT max(week) + 1 FROM closings WHERE reversed_at IS NULL), week_of((now() AT TIME ZONE zone)::date));
--> statement-breakpoint
INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
SELECT agency_id, currency, product_id, rate_id, week FROM settlement_weeks WHERE week >= (SELECT margin_since FROM banca);

-- Somebody else answers, for weeks that end from that day on: whoever earned on them has to be found anew.
CREATE OR REPLACE FUNCTION settle_line_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
  SELECT week.agency_id, week.currency, week.product_id, week.rate_id, week.week
  FROM partner_ancestors below
  JOIN settlement_weeks week ON week.agency_id = below.partner_id
    AND week.week + 6 >= least(NEW.since, CASE TG_OP WHEN 'UPDATE' THEN OLD.since END)
  WHERE below.ancestor_id = NEW.partner_id AND below.partner_type = 'agencia';
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER other_line AFTER INSERT OR UPDATE ON payment_responsibles FOR EACH ROW EXECUTE FUNCTION settle_line_again();

ALTER TABLE closings ADD COLUMN IF NOT EXISTS margin numeric(18,2) NOT NULL DEFAULT 0;
ALTER TABLE closings DROP CONSTRAINT IF EXISTS closings_check;
ALTER TABLE closings DROP CONSTRAINT IF EXISTS closings_total_check;
ALTER TABLE closings ADD CONSTRAINT closings_total_check CHECK (
  total = sold - prizes - commission - participation - margin + external + adjustments + collected + late);
--> statement-breakpoint
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
