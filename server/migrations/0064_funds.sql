-- What moves between a fund and another one, an account, or what is outside; and what a movement paid.

ALTER TABLE cash_movements ADD COLUMN IF NOT EXISTS other_fund_id int REFERENCES cash_funds;
ALTER TABLE cash_movements ADD COLUMN IF NOT EXISTS account_id int REFERENCES accounts;
ALTER TABLE cash_movements ADD COLUMN IF NOT EXISTS outside boolean NOT NULL DEFAULT false;
ALTER TABLE cash_movements DROP CONSTRAINT IF EXISTS cash_movements_kind_check;
ALTER TABLE cash_movements ADD CONSTRAINT cash_movements_kind_check
  CHECK (kind IN ('ingreso', 'egreso', 'transferencia', 'recarga', 'fondo')) NOT VALID;
ALTER TABLE cash_movements DROP CONSTRAINT IF EXISTS cash_movements_against;
ALTER TABLE cash_movements ADD CONSTRAINT cash_movements_against CHECK (
  (kind = 'fondo')::int = num_nonnulls(other_fund_id, account_id) + outside::int
  AND (kind <> 'fondo' OR (fund_id IS NOT NULL AND pair_id IS NULL AND method_id IS NULL AND other_fund_id IS DISTINCT FROM fund_id))
) NOT VALID;
--> statement-breakpoint
ALTER TABLE cash_movements VALIDATE CONSTRAINT cash_movements_kind_check;
--> statement-breakpoint
ALTER TABLE cash_movements VALIDATE CONSTRAINT cash_movements_against;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS cash_movements_other_fund ON cash_movements (other_fund_id) WHERE other_fund_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS cash_movements_account ON cash_movements (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS cash_movements_reloads ON cash_movements (created_at) WHERE kind = 'recarga' AND direction = 'sale';

-- Cash that came to another debtor carried its debt: the payment of the giving half, whose money is the movement's.
ALTER TABLE payments ADD COLUMN IF NOT EXISTS movement_id int REFERENCES cash_movements;
CREATE UNIQUE INDEX IF NOT EXISTS payments_movement ON payments (movement_id) WHERE movement_id IS NOT NULL;
