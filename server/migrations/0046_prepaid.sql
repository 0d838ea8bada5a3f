-- Agencies that sell what they gave ahead: what is left to each, by currency, beside the accounts that move it. It is minus
-- what the agency owes, without the commission and participation that no closing has told and the prizes nobody came for.
ALTER TABLE ticket_offices DROP COLUMN IF EXISTS prepaid;
ALTER TABLE partners ADD COLUMN IF NOT EXISTS prepaid boolean NOT NULL DEFAULT false;
ALTER TABLE partners DROP CONSTRAINT IF EXISTS partners_prepaid_check;
ALTER TABLE partners ADD CONSTRAINT partners_prepaid_check CHECK (NOT prepaid OR type = 'agencia') NOT VALID;

-- Each of its sellers writes its row: there is room on the page for the next version of it.
CREATE TABLE IF NOT EXISTS prepaid_agencies (
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  currency currency NOT NULL,
  available numeric(20,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, currency)
) WITH (fillfactor = 50);
-- The prepaid agency whose row what is posted here moves; nothing of all others.
ALTER TABLE ledger_accounts ADD COLUMN IF NOT EXISTS prepaid_of int;

-- How an account counts in what is left: 1 where a debit raises it, -1 where it lowers it, nothing where it is not of it.
CREATE OR REPLACE FUNCTION prepaid_sign(kind text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('liquidacion', 'liquidado') THEN -1
    WHEN kind IN ('ventas', 'premios', 'premios_por_pagar', 'ventas_externas', 'premios_externos', 'comision_externa', 'ajustes') THEN 1
  END
$$;

-- Has the accounts of these agencies and offices move the row of their prepaid agency, or none where it is not prepaid.
CREATE OR REPLACE FUNCTION mark_prepaid(owners int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prepaid_agencies (partner_id, currency)
  SELECT DISTINCT agency.id, account.currency
  FROM partners owner
  JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END AND agency.prepaid
  JOIN ledger_accounts account ON account.partner_id = owner.id AND prepaid_sign(account.kind) IS NOT NULL
  WHERE owner.id = ANY (owners)
  ON CONFLICT DO NOTHING;
  UPDATE ledger_accounts account SET prepaid_of = CASE WHEN agency.prepaid THEN agency.id END
  FROM partners owner
  JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END
  WHERE owner.id = ANY (owners) AND account.partner_id = owner.id AND prepaid_sign(account.kind) IS NOT NULL
    AND account.prepaid_of IS DISTINCT FROM CASE WHEN agency.prepaid THEN agency.id END;
END $$;

-- Accounts are opened with their agency held: whoever switches it on or off at this moment comes before, or waits.
CREATE OR REPLACE FUNCTION open_prepaid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owners int[];
BEGIN
  WITH held AS MATERIALIZED (
    SELECT owner.id, agency.prepaid
    FROM partners owner
    JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id WHEN 'agencia' THEN owner.id END
    WHERE owner.id IN (SELECT partner_id FROM opened WHERE prepaid_sign(kind) IS NOT NULL)
    ORDER BY agency.id
    FOR SHARE OF agency
  ) SELECT array_agg(id) INTO owners FROM held WHERE prepaid;
  IF owners IS NOT NULL THEN PERFORM mark_prepaid(owners); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER open_prepaid AFTER INSERT ON ledger_accounts REFERENCING NEW TABLE AS opened
  FOR EACH STATEMENT EXECUTE FUNCTION open_prepaid();

-- An office that never sold may change its agency.
CREATE OR REPLACE FUNCTION move_prepaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_prepaid(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER move_prepaid AFTER UPDATE OF father_id ON partners FOR EACH ROW
  WHEN (NEW.type = 'taquilla' AND NEW.father_id IS DISTINCT FROM OLD.father_id) EXECUTE FUNCTION move_prepaid();
--> statement-breakpoint
ALTER TABLE partners VALIDATE CONSTRAINT partners_prepaid_check;
