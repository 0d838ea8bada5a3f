-- From which total of a ticket, and from which prize, its client is asked for: per currency an amount, none where nothing is set.

ALTER TABLE banca ADD COLUMN IF NOT EXISTS client_from_ticket jsonb NOT NULL DEFAULT '{}';
ALTER TABLE banca ADD COLUMN IF NOT EXISTS client_from_prize jsonb NOT NULL DEFAULT '{}';
ALTER TABLE client_operations DROP CONSTRAINT IF EXISTS client_operations_kind_check;
ALTER TABLE client_operations ADD CONSTRAINT client_operations_kind_check
  CHECK (kind IN ('polla', 'ticket', 'premio', 'ingreso', 'egreso'));
