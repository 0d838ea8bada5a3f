-- What everybody owes is read from what offices sold, by day, and from the days of accounts that no sale changes: few among
-- millions, so they bear a mark.
ALTER TABLE ledger_days ADD COLUMN IF NOT EXISTS without_sale boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- until done
UPDATE ledger_days ledger_day SET without_sale = true
FROM (
  SELECT unmarked.account_id, unmarked.day
  FROM ledger_accounts account
  JOIN ledger_days unmarked ON unmarked.account_id = account.id AND NOT unmarked.without_sale
  WHERE account.kind IN ('ventas_externas', 'premios_externos', 'comision_externa', 'ajustes', 'margen', 'liquidacion',
    'liquidado', 'cobranza')
  LIMIT 20000
) waiting
WHERE ledger_day.account_id = waiting.account_id AND ledger_day.day = waiting.day;
--> statement-breakpoint
-- alone
DROP INDEX CONCURRENTLY IF EXISTS ledger_days_without_sale;
--> statement-breakpoint
-- alone
-- Counters write while the index is made.
CREATE INDEX CONCURRENTLY ledger_days_without_sale ON ledger_days (day) WHERE without_sale;
