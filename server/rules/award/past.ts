/**
 * The second half of migration 0030: prizes of tripletas go to the draw that completed them, and prizes that were
 * paid at another agency are crossed, each on the day it belongs to. Only what is not so yet is done, some at a time:
 * an interrupted one is gone on with by the next start.
 */
import { sql } from 'drizzle-orm'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { add, countText } from '@contract/values/money.ts'
import { sumsText } from '@contract/values/sums.ts'
import { executor, list, transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { postAll } from '../ledger/entries.ts'
import { settlePending } from '../settlement/settle.ts'
import { holdDraws } from './hold.ts'
import { settle } from './settle-prizes.ts'
import { settleTripletas, tripletaVerdict } from './tripletas.ts'

/** Payments crossed in one transaction. */
const usualBatch = 5_000

/** Does what is left to do, if anything. `log` hears in Spanish what changed. */
export async function placePrizes(pool: Pool, log: (message: string) => void, batch = usualBatch): Promise<void> {
  const db = executor(pool)
  const left = await db.one<{ left: boolean }>(sql`SELECT to_regclass('prizes_before') IS NOT NULL AS left`)
  if (!left?.left) return
  const moved = await moveTripletas(pool)
  if (moved.count > 0) {
    await settlePending(pool)
    log(
      `Tripletas: ${countText(moved.count, 'premio pasó', 'premios pasaron')} al sorteo que las completó, ${text(moved.sums)}.`,
    )
  }
  const crossed = { count: 0, sums: [] as Amount[] }
  let after: Key | undefined
  do {
    const some = await transaction(pool, (tx) => crossSome(tx, batch, after))
    crossed.count += some.count
    crossed.sums.push(...some.sums)
    after = some.last
  } while (after)
  if (crossed.count > 0)
    log(
      `Pagos de otra agencia: ${countText(crossed.count, 'premio cruzado', 'premios cruzados')}, ${text(crossed.sums)}.`,
    )
  await db.run(sql`DROP TABLE IF EXISTS prizes_before`)
}

interface Done {
  count: number
  sums: readonly Amount[]
}
interface Amount {
  currency: Currency
  amount: string
}
interface Crossed extends Done {
  last: Key | undefined
}
interface Key {
  day: string
  id: string
}

function text(amounts: readonly Amount[]): string {
  return sumsText(
    currencies.flatMap((currency) => {
      const own = amounts.filter((one) => one.currency === currency)
      return own.length === 0 ? [] : [{ currency, amount: add(...own.map((one) => one.amount)) }]
    }),
  )
}

/** A draw after the other, as a correction counts them. Nobody wins or is paid another sum. */
async function moveTripletas(pool: Pool): Promise<Done> {
  const wrong = await executor(pool).rows<{ draw_id: number }>(sql`
    SELECT DISTINCT o.draw_id FROM ${tripletaVerdict()} JOIN draws d ON d.id = v.completed_by
    JOIN prizes p ON p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.draw_id = o.draw_id
      AND p.withdrawn_at IS NULL
    WHERE v.won AND p.result_id <> d.result_id ORDER BY 1`)
  const done = { count: 0, sums: [] as Amount[] }
  for (const { draw_id } of wrong) {
    const given = await transaction(pool, async (tx) => {
      await holdDraws(tx, [draw_id])
      const at = new Date()
      const moved = await settleTripletas(tx, draw_id, at)
      await settle(tx, moved, { by: null, at, accept_paid: true }, moved.tickets)
      return tx.rows<Amount>(
        sql`SELECT currency::text AS currency, amount FROM prizes WHERE id = ANY (${list(moved.given)}::bigint[])`,
      )
    })
    done.count += given.length
    done.sums.push(...given)
  }
  return done
}

interface Payment extends Key, Amount {
  serial: string
  paid_on: string
  office_id: number
  by: number | null
  seller_id: number
  payer_id: number
}

/** Crosses some payments after a key, dated as the payment was. */
async function crossSome(tx: Tx, batch: number, after: Key | undefined): Promise<Crossed> {
  const payments = await tx.rows<Payment>(sql`
    SELECT t.day, t.id, t.serial, coalesce(e.day, (t.paid_at AT TIME ZONE b.zone)::date) AS paid_on,
      t.paid_office_id AS office_id, t.paid_by AS by,
      t.currency::text AS currency, t.prize AS amount, seller.father_id AS seller_id, payer.father_id AS payer_id
    FROM tickets t JOIN partners seller ON seller.id = t.office_id JOIN partners payer ON payer.id = t.paid_office_id CROSS JOIN banca b
    LEFT JOIN LATERAL (
      SELECT e.day FROM ledger_entries e WHERE e.ref_kind = 'ticket' AND e.ref_id = t.id AND e.kind = 'pago_premio' LIMIT 1
    ) e ON true
    WHERE t.state = 'pagado' AND t.prize > 0 AND seller.father_id <> payer.father_id
      AND t.day >= ${after?.day ?? '-infinity'}::date
      AND (t.day, t.id) > (${after?.day ?? '-infinity'}::date, ${after?.id ?? '0'}::bigint)
      AND NOT EXISTS (
        SELECT 1
        FROM ledger_entries c
        JOIN ledger_postings p ON p.day = c.day AND p.entry_id = c.id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'ajustes'
        WHERE c.ref_kind = 'ticket' AND c.ref_id = t.id AND c.kind = 'pago_premio')
    ORDER BY t.day, t.id LIMIT ${batch}`)
  await postAll(
    tx,
    payments.map(({ id, serial, paid_on, office_id, by, currency, amount, seller_id, payer_id }) => ({
      day: paid_on,
      kind: 'pago_premio',
      ref_kind: 'ticket',
      ref_id: id,
      office_id,
      currency,
      memo: `Premio del ticket ${serial}, pagado en otra agencia`,
      ...(by !== null && { created_by: by }),
      moves: [
        {
          debit: { partner_id: payer_id, kind: 'ajustes' },
          credit: { partner_id: seller_id, kind: 'ajustes' },
          amount,
        },
      ],
    })),
  )
  return { count: payments.length, sums: payments, last: payments.length < batch ? undefined : payments.at(-1) }
}
