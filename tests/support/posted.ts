/** Entries as sales, awards and settlements leave them: what an office sold and earned is in its days (`sales_days`) too. */
import { sql } from 'drizzle-orm'
import { fromCents, toCents } from '../../contract/values/money.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import type { LedgerEntry } from '../../server/rules/ledger/entries.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'

const columns: Readonly<Record<string, string>> = {
  ventas: 'sold',
  premios: 'prizes',
  comision: 'commission',
  participacion: 'participation',
}

export async function postWithDays(tx: Tx, entries: readonly LedgerEntry[]): Promise<void> {
  await postAll(tx, entries)
  for (const { day, currency, moves } of entries)
    for (const { debit, credit, amount } of moves)
      for (const [side, cents] of [
        [debit, toCents(amount)],
        [credit, -toCents(amount)],
      ] as const) {
        const column = columns[side.kind]
        if (!column) continue
        const added = fromCents(side.kind === 'ventas' ? -cents : cents)
        await tx.run(sql`
          INSERT INTO sales_days AS kept (day, office_id, currency, ${sql.identifier(column)})
          VALUES (${day}, ${side.partner_id}, ${currency}, ${added})
          ON CONFLICT (day, office_id, currency)
            DO UPDATE SET ${sql.identifier(column)} = kept.${sql.identifier(column)} + excluded.${sql.identifier(column)}`)
      }
}
