-- What each partner earned the banca with all below it, of days long past: with the days since then, its balance
-- without a walk through its whole history.
CREATE TABLE closed_balances (
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  currency currency NOT NULL,
  amount numeric(18, 2) NOT NULL,
  PRIMARY KEY (partner_id, currency)
) WITH (fillfactor = 80);
-- The last day that is in them.
CREATE TABLE balances_through (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  day date NOT NULL DEFAULT '-infinity'
);
INSERT INTO balances_through DEFAULT VALUES;

-- A day may still change when it is closed: a late result, a correction, a week settled again. Whoever changes one
-- shares the lock that closing days takes alone, so that either the closing sees the change or this sees the closing.
CREATE FUNCTION follow_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change numeric := coalesce(NEW.sold - NEW.prizes - NEW.commission - NEW.participation, 0)
    - coalesce(OLD.sold - OLD.prizes - OLD.commission - OLD.participation, 0);
BEGIN
  IF change = 0 THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(7204125);
  INSERT INTO closed_balances AS b (partner_id, currency, amount)
  SELECT coalesce(NEW.partner_id, OLD.partner_id), coalesce(NEW.currency, OLD.currency), change
  FROM balances_through t WHERE t.day >= coalesce(NEW.day, OLD.day)
  ON CONFLICT (partner_id, currency) DO UPDATE SET amount = b.amount + excluded.amount;
  RETURN NULL;
END $$;

-- Days are closed when they are two days old or more wherever the banca is, so a sale never gets here. Whoever carries
-- closed balances along by itself (`sorteo.closed`) does not either.
CREATE TRIGGER follow_closed_added AFTER INSERT OR UPDATE ON product_days FOR EACH ROW
  WHEN (NEW.day < (now() AT TIME ZONE 'UTC')::date - 1 AND current_setting('sorteo.closed', true) IS DISTINCT FROM 'aside')
  EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER follow_closed_removed AFTER DELETE ON product_days FOR EACH ROW
  WHEN (OLD.day < (now() AT TIME ZONE 'UTC')::date - 1 AND current_setting('sorteo.closed', true) IS DISTINCT FROM 'aside')
  EXECUTE FUNCTION follow_closed_days();
