-- Rates hold from an instant on: a later row of the same key takes over then, and one without rates inherits again.
-- What has begun stands for good, so that whoever asks later is told what held; what has not may be replaced.
ALTER TABLE commissions
  ADD COLUMN starts_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN set_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ALTER COLUMN commission_kind DROP NOT NULL, ALTER COLUMN commission_kind DROP DEFAULT,
  ALTER COLUMN commission_percent DROP NOT NULL,
  ALTER COLUMN participation_kind DROP NOT NULL, ALTER COLUMN participation_kind DROP DEFAULT,
  ALTER COLUMN participation_percent DROP NOT NULL, ALTER COLUMN participation_percent DROP DEFAULT,
  ADD CONSTRAINT commissions_all_or_none CHECK (num_nulls(commission_kind, commission_percent, participation_kind, participation_percent) IN (0, 4)),
  DROP CONSTRAINT commissions_partner_id_product_id_bet_type_id_currency_key,
  ADD CONSTRAINT commissions_once UNIQUE NULLS NOT DISTINCT (partner_id, product_id, bet_type_id, currency, starts_at);
CREATE INDEX commissions_ahead ON commissions (starts_at) WHERE starts_at > '-infinity';

-- The rates in force at an instant. Who inherits from whom is the asker's: the nearest partner, then the most specific key.
CREATE FUNCTION commissions_at(at timestamptz) RETURNS SETOF commissions LANGUAGE sql STABLE AS $$
  SELECT c.* FROM commissions c
  WHERE c.starts_at <= at AND c.commission_kind IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM commissions n
    WHERE n.partner_id = c.partner_id AND n.product_id IS NOT DISTINCT FROM c.product_id AND n.bet_type_id IS NOT DISTINCT FROM c.bet_type_id
      AND n.currency IS NOT DISTINCT FROM c.currency AND n.starts_at > c.starts_at AND n.starts_at <= at)
$$;

-- A partner that goes takes its rates along; nothing else changes what has begun.
CREATE FUNCTION keep_begun_commissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.starts_at > '-infinity' AND OLD.starts_at <= clock_timestamp() AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'rates that have begun are kept' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_begun BEFORE UPDATE OR DELETE ON commissions FOR EACH ROW EXECUTE FUNCTION keep_begun_commissions();

-- Undoes a transaction that comes too late for what it writes to begin behind its commit: it is done anew.
CREATE FUNCTION refuse_late(starts_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() >= starts_at THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'the rates would have begun already'; END IF;
  RETURN true;
END $$;
