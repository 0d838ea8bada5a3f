-- What a banca brings along when it begins may be of a product too: what is in a polla's pots, and what an agency's ARRASTRE
-- still has to make up for.
ALTER TABLE openings ADD COLUMN IF NOT EXISTS product_id smallint REFERENCES products;
ALTER TABLE openings DROP CONSTRAINT IF EXISTS openings_kind_check;
ALTER TABLE openings ADD CONSTRAINT openings_kind_check
  CHECK (kind IN ('deuda', 'caja', 'fondo', 'banco', 'arrastre', 'primero', 'segundo', 'semanal'));
ALTER TABLE openings DROP CONSTRAINT IF EXISTS openings_product_check;
ALTER TABLE openings ADD CONSTRAINT openings_product_check
  CHECK ((product_id IS NOT NULL) = (kind IN ('arrastre', 'primero', 'segundo', 'semanal')));
ALTER TABLE openings DROP CONSTRAINT IF EXISTS openings_pkey;
ALTER TABLE openings DROP CONSTRAINT IF EXISTS openings_once;
ALTER TABLE openings ADD CONSTRAINT openings_once UNIQUE NULLS NOT DISTINCT (partner_id, currency, kind, product_id);
CREATE INDEX IF NOT EXISTS openings_product ON openings (product_id) WHERE product_id IS NOT NULL;

ALTER TABLE jackpot_movements DROP CONSTRAINT IF EXISTS jackpot_movements_kind_check;
ALTER TABLE jackpot_movements ADD CONSTRAINT jackpot_movements_kind_check
  CHECK (kind IN ('ticket', 'anulacion', 'acumulado', 'INGRESO', 'EGRESO', 'premio', 'reverso', 'apertura')) NOT VALID;
--> statement-breakpoint
ALTER TABLE jackpot_movements VALIDATE CONSTRAINT jackpot_movements_kind_check;
