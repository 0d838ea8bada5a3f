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
import { postAll } from '../ledger/post-all.ts'
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
    SELECT DISTINCT line_draw.draw_id FROM ${tripletaVerdict()} JOIN draws draw ON draw.id = verdict.completed_by
    JOIN prizes prize ON prize.ticket_day = line.day AND prize.ticket_id = line.ticket_id AND prize.line_n = line.n
      AND prize.draw_id = line_draw.draw_id
      AND prize.withdrawn_at IS NULL
    WHERE verdict.won AND prize.result_id <> draw.result_id ORDER BY 1`)
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
    SELECT ticket.day, ticket.id, ticket.serial, coalesce(paid.day, (ticket.paid_at AT TIME ZONE banca.zone)::date) AS paid_on,
      ticket.paid_office_id AS office_id, ticket.paid_by AS by,
      ticket.currency::text AS currency, ticket.prize AS amount, seller.father_id AS seller_id, payer.father_id AS payer_id
    FROM tickets ticket JOIN partners seller ON seller.id = ticket.office_id JOIN partners payer ON payer.id = ticket.paid_office_id
    CROSS JOIN banca
    LEFT JOIN LATERAL (
      SELECT entry.day FROM ledger_entries entry WHERE entry.ref_kind = 'ticket' AND entry.ref_id = ticket.id AND entry.kind = 'pago_premio'
      LIMIT 1
    ) paid ON true
    WHERE ticket.state = 'pagado' AND ticket.prize > 0 AND seller.father_id <> payer.father_id
      AND ticket.day >= ${after?.day ?? '-infinity'}::date
      AND (ticket.day, ticket.id) > (${after?.day ?? '-infinity'}::date, ${after?.id ?? '0'}::bigint)
      AND NOT EXISTS (
        SELECT 1
        FROM ledger_entries correction
        JOIN ledger_postings posting ON posting.day = correction.day AND posting.entry_id = correction.id
        JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'ajustes'
        WHERE correction.ref_kind = 'ticket' AND correction.ref_id = ticket.id AND correction.kind = 'pago_premio')
    ORDER BY ticket.day, ticket.id LIMIT ${batch}`)
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
