-- What a sale remembers of its rules holds as long as this stands: whatever changes one of them replaces it, with the
-- commit that changes it. Sales only read it. Never counted up: a database that goes back to an earlier moment must not
-- come to the same version by other changes.
CREATE TABLE rules_version (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  version uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 50);
INSERT INTO rules_version DEFAULT VALUES;

-- One row for a transaction that changes rules, gone before it commits.
CREATE TABLE rules_touched (transaction xid8 PRIMARY KEY);

-- It is replaced as the very last of the transaction: two that change rules wait for each other's commit and
-- never in a circle.
CREATE FUNCTION renew_rules_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rules_version SET version = gen_random_uuid();
  DELETE FROM rules_touched WHERE transaction = NEW.transaction;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER renew_rules_version AFTER INSERT ON rules_touched DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION renew_rules_version();

CREATE FUNCTION touch_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rules_touched VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

DO $$
DECLARE changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY['banca', 'partners', 'partner_ancestors', 'partner_settings', 'partner_limits', 'partner_products', 'partner_multipliers',
    'products', 'bet_types', 'product_bet_types', 'product_symbols', 'product_wildcards', 'blocked_numbers', 'commissions', 'regular_quotas', 'top_quotas',
    'rate_types', 'ledger_accounts'] LOOP
    EXECUTE format('CREATE TRIGGER touch_rules AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION touch_rules()', changed);
  END LOOP;
END $$;
-- Of an office's machine only the device it is bound to is a rule: the rest changes whenever it is heard of.
CREATE TRIGGER touch_rules AFTER INSERT OR UPDATE OF device_id OR DELETE OR TRUNCATE ON ticket_offices FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

-- As `refuse_unless`, for a statement that rests on rules read under this version: they are read again and the work done anew.
CREATE FUNCTION refuse_unless(holds boolean, what text, under uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF under IS DISTINCT FROM (SELECT version FROM rules_version) THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'the rules have changed'; END IF;
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = what; END IF;
  RETURN true;
END $$;
