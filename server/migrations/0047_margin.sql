-- What a distributor earns on what is below it is posted before its week is closed; until then it is shown as expected.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'venta', 'anulacion', 'devolucion', 'reintegro', 'caducidad', 'premiacion', 'correccion', 'pago_premio', 'vencimiento', 'comision',
  'participacion', 'margen', 'reliquidacion', 'pago', 'ingreso', 'egreso', 'transferencia', 'recarga', 'fondo', 'pote', 'ajuste',
  'externa', 'cierre', 'reapertura', 'apertura')) NOT VALID;

-- Through which Sunday a distributor's margin is posted, and which transactions that had seen.
CREATE TABLE IF NOT EXISTS margins (
  partner_id int PRIMARY KEY REFERENCES partners ON DELETE CASCADE,
  through date NOT NULL DEFAULT '-infinity',
  cut pg_snapshot,
  closed_at timestamptz
);
-- The Monday from which on margin is earned: weeks that were closed without it stay as they were told.
ALTER TABLE banca ADD COLUMN IF NOT EXISTS margin_since date NOT NULL DEFAULT '-infinity';
UPDATE banca SET margin_since = (SELECT max(week) + 1 FROM closings WHERE reversed_at IS NULL)
WHERE EXISTS (SELECT 1 FROM closings WHERE reversed_at IS NULL);

ALTER TABLE closings ADD COLUMN IF NOT EXISTS margin numeric(18,2) NOT NULL DEFAULT 0;
ALTER TABLE closings DROP CONSTRAINT IF EXISTS closings_check;
ALTER TABLE closings DROP CONSTRAINT IF EXISTS closings_total_check;
ALTER TABLE closings ADD CONSTRAINT closings_total_check CHECK (
  total = sold - prizes - commission - participation - margin + external + adjustments + collected + late);

-- A margin so far in a week: in the decimals of its currency, and never below zero.
CREATE OR REPLACE FUNCTION settle_margin(currency currency, so_far numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN greatest(round(so_far, CASE WHEN currency = 'COP' THEN 0 ELSE 2 END), 0)::numeric(18, 2);
--> statement-breakpoint
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
