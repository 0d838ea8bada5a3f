/** One agency of the demo sells what it gave ahead: what an adjustment of this morning leaves it, and no more. */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { isZero, subtract } from '@contract/values/money.ts'
import { transaction, type Pool } from '../platform/db/connect.ts'
import { postAll } from '../rules/ledger/post-all.ts'
import { followFlag } from '../rules/prepaid/switch.ts'
import { lockTree } from '../rules/tree/tree.ts'

/** What it may sell. */
const target: Record<Currency, string> = { BS: '25000.00', USD: '300.00', COP: '1500000.00' }

/** The last agency in which nobody signs in with the demo's password: whoever tries the counter finds it as it always was. */
export async function makePrepaid(pool: Pool, { today, now }: { today: string; now: Date }): Promise<void> {
  await transaction(pool, async (tx) => {
    await lockTree(tx, 'move')
    const agency = await tx.one<{ id: number; banca_id: number }>(sql`
      UPDATE partners SET prepaid = true WHERE id = (
        SELECT max(agency.id) FROM partners agency WHERE agency.type = 'agencia' AND agency.status = 'activo' AND NOT EXISTS (
          SELECT 1 FROM users person
          JOIN partners seat ON seat.id = person.partner_id
          WHERE agency.id IN (seat.id, seat.father_id) AND person.username IN ('agencia', 'taquilla', 'polla'))
      ) RETURNING id, (SELECT root.id FROM partners root WHERE root.type = 'banca') AS banca_id`)
    if (!agency) return
    await followFlag(tx, [agency.id])
    const left = await tx.rows<{ currency: Currency; available: string }>(sql`
      SELECT own.currency::text AS currency, own.available FROM prepaid_agencies own
      JOIN partners partner ON partner.id = own.partner_id AND own.currency = ANY (partner.currencies)
      WHERE own.partner_id = ${agency.id} ORDER BY own.currency`)
    await postAll(
      tx,
      left.flatMap(({ currency, available }) => {
        const amount = subtract(target[currency], available)
        if (isZero(amount)) return []
        return [
          {
            day: today,
            kind: 'ajuste' as const,
            ref_kind: 'batch' as const,
            ref_id: agency.id,
            currency,
            memo: 'Entregado por adelantado',
            created_at: now,
            moves: [
              {
                debit: { partner_id: agency.id, kind: 'ajustes' as const },
                credit: { partner_id: agency.banca_id, kind: 'ajustes' as const },
                amount,
              },
            ],
          },
        ]
      }),
    )
  })
}
