-- What of a ticket is owed back to whoever holds it (lines that a draw gave back, an annulment) and what of that was
-- given at a counter; what lapses is owed no longer. The difference is due until `refund_until`.
ALTER TABLE tickets
  ADD COLUMN IF NOT EXISTS returned numeric(14, 2) NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS refunded numeric(14, 2) NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS refund_until date;
ALTER TABLE tickets DROP CONSTRAINT IF EXISTS tickets_refunds_check;
ALTER TABLE tickets ADD CONSTRAINT tickets_refunds_check CHECK (0 <= refunded AND refunded <= returned) NOT VALID;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'venta', 'anulacion', 'devolucion', 'reintegro', 'caducidad', 'premiacion', 'correccion', 'pago_premio', 'vencimiento', 'comision',
  'participacion', 'reliquidacion', 'pago', 'ingreso', 'egreso', 'transferencia', 'recarga', 'fondo', 'pote', 'ajuste', 'externa',
  'cierre', 'reapertura', 'apertura')) NOT VALID;
--> statement-breakpoint
-- Whether what nobody comes for lapses, after as many days as a prize.
ALTER TABLE banca ADD COLUMN IF NOT EXISTS refunds_lapse boolean NOT NULL DEFAULT true;
-- Months from before get theirs one by one, while others sell.
CREATE INDEX IF NOT EXISTS tickets_refund_due ON ONLY tickets (refund_until) WHERE returned > refunded;
--> statement-breakpoint
INSERT INTO ledger_accounts (partner_id, kind, currency)
SELECT account.partner_id, 'devoluciones_por_pagar', account.currency
FROM ledger_accounts account JOIN partners office ON office.id = account.partner_id AND office.type = 'taquilla'
WHERE account.kind = 'caja' ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE tickets VALIDATE CONSTRAINT tickets_refunds_check;
--> statement-breakpoint
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
--> statement-breakpoint
-- What draws gave back before this left the drawer there and then: nothing of it is due.
UPDATE tickets ticket SET returned = back.amount, refunded = back.amount
FROM (
  SELECT line.day, line.ticket_id, sum(line.stake) AS amount FROM ticket_lines line
  WHERE line.draw_id = ANY (ARRAY(SELECT id FROM draws WHERE state = 'suspendido' UNION SELECT draw_id FROM draw_suspensions))
    AND line.state = 'devuelta'
  GROUP BY 1, 2
) back
WHERE ticket.day = back.day AND ticket.id = back.ticket_id AND ticket.returned = 0;
