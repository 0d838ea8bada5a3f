/**
 * What was given back and nobody came for: past its last day it is due no longer, and returns to the office's books. Of a
 * ticket whose prize waits for its approval it waits too, for both are given together.
 */
import { sql } from 'drizzle-orm'
import { inZone } from '@contract/values/dates.ts'
import { transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { postAll } from '../ledger/post-all.ts'
import { lockTree } from '../tree/tree.ts'
import { validRequest } from './approvals.ts'

/** Tickets of one transaction. */
const usualBatch = 1_000

interface Lapsed {
  id: string
  serial: string
  office_id: number
  currency: string
  amount: string
}

/**
 * Lapses everything past its day, in batches, unless the banca lets nothing lapse. Several runners share the work. Answers
 * how many tickets.
 */
export async function lapseRefunds(pool: Pool, now: Date, batch = usualBatch): Promise<number> {
  let lapsed = 0
  for (;;) {
    const some = await transaction(pool, (tx) => lapseSome(tx, now, batch))
    lapsed += some
    if (some < batch) return lapsed
  }
}

/** Those that another runner, a payment or a refund holds are passed over: the next run finds them, if they are still due. */
async function lapseSome(tx: Tx, now: Date, batch: number): Promise<number> {
  const banca = await tx.one<{ zone: string; refunds_lapse: boolean }>(sql`SELECT zone, refunds_lapse FROM banca`)
  if (!banca?.refunds_lapse) return 0
  await lockTree(tx, 'add')
  const today = inZone(now, banca.zone).day
  const lapsed = await tx.rows<Lapsed>(sql`
    WITH due AS MATERIALIZED (
      SELECT ticket.day, ticket.id, ticket.returned - ticket.refunded AS amount FROM tickets ticket
      WHERE ticket.returned > ticket.refunded AND ticket.refund_until < ${today}::date
        AND NOT (ticket.state = 'ganador' AND EXISTS (${validRequest} IN ('pendiente', 'aprobado')))
      LIMIT ${batch}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE tickets ticket SET returned = ticket.refunded FROM due
    WHERE ticket.day = due.day AND ticket.id = due.id AND ticket.returned > ticket.refunded
    RETURNING ticket.id, ticket.serial, ticket.office_id, ticket.currency::text AS currency, due.amount`)
  await postAll(
    tx,
    lapsed.map(({ id, serial, office_id, currency, amount }) => ({
      day: today,
      kind: 'caducidad',
      ref_kind: 'ticket',
      ref_id: id,
      office_id,
      currency,
      created_at: now,
      memo: `Devolución del ticket ${serial}, vencida sin entregarse`,
      moves: [
        {
          debit: { partner_id: office_id, kind: 'devoluciones_por_pagar' },
          credit: { partner_id: office_id, kind: 'ajustes' },
          amount,
        },
      ],
    })),
  )
  return lapsed.length
}
