/**
 * Winners nobody came for: past their last day the ticket and its winning lines are expired, and what was
 * owed returns to the office's books. A payment that waits for its approval was asked for in time.
 */
import { sql } from 'drizzle-orm'
import { inZone } from '@contract/values/dates.ts'
import { list, transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { postAll } from '../ledger/post-all.ts'
import { lockTree } from '../tree/tree.ts'
import { validRequest } from './approvals.ts'

/** Tickets of one transaction: what they lock is held for moments. */
const usualBatch = 1_000

interface Key {
  day: string
  id: string
  office_id: number
  currency: string
}

interface Owed {
  office_id: number
  currency: string
  prize: string
}

/** Expires everything due, in batches; several runners share the work and none does another's again. Answers how many tickets. */
export async function expireTickets(pool: Pool, now: Date, batch = usualBatch): Promise<number> {
  let expired = 0
  let after: Key | undefined
  for (;;) {
    const done = await transaction(pool, (tx) => expireSome(tx, { now, batch, after }))
    expired += done.expired
    if (!done.last) return expired
    after = done.last
  }
}

/** One batch after a key, in the order of days: those another runner or a payment holds are passed over. */
export async function expireSome(
  tx: Tx,
  { now, batch, after }: { now: Date; batch: number; after: Key | undefined },
): Promise<{ expired: number; last: Key | undefined }> {
  const banca = await tx.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) return { expired: 0, last: undefined }
  await lockTree(tx, 'add')
  const today = inZone(now, banca.zone).day
  // Materialized, or the order would be sought in the key and every ticket be read for the few that are due.
  const due = await tx.rows<Key>(sql`
    WITH due AS MATERIALIZED (
      SELECT day, id, office_id, currency::text AS currency
      FROM tickets
      WHERE prize > 0 AND state = 'ganador' AND pending_lines = 0 AND expires_on < ${today}::date
    )
    SELECT * FROM due WHERE (day, id) > (${after?.day ?? '-infinity'}::date, ${after?.id ?? '0'}::bigint) ORDER BY day, id LIMIT ${batch}`)
  if (due.length === 0) return { expired: 0, last: undefined }
  const keys = sql`
    unnest(
      ${list(due.map((key) => key.day))}::date[], ${list(due.map((key) => key.id))}::bigint[],
      ${list(due.map((key) => key.office_id))}::int[], ${list(due.map((key) => key.currency))}::currency[]
    ) AS key(day, id, office_id, currency)`
  // Offices' days before tickets, as everyone who counts prizes takes them.
  await tx.run(sql`
    SELECT 1
    FROM sales_days sales_day
    WHERE (sales_day.day, sales_day.office_id, sales_day.currency) IN (SELECT key.day, key.office_id, key.currency FROM ${keys})
    ORDER BY sales_day.day, sales_day.office_id, sales_day.currency
    FOR NO KEY UPDATE`)
  const held = await tx.rows<Key>(sql`
    SELECT ticket.day, ticket.id, ticket.office_id, ticket.currency::text AS currency
    FROM ${keys}
    JOIN tickets ticket ON ticket.day = key.day AND ticket.id = key.id
    WHERE ticket.state = 'ganador'
    ORDER BY ticket.day, ticket.id
    FOR NO KEY UPDATE OF ticket SKIP LOCKED`)
  const owed = await settle(tx, held, today)
  await postAll(
    tx,
    owed.offices.map(({ office_id, currency, prize }) => ({
      day: today,
      kind: 'vencimiento',
      ref_kind: 'adjustment',
      ref_id: office_id,
      office_id,
      currency,
      created_at: now,
      memo: 'Premios vencidos sin cobrarse',
      moves: [
        {
          debit: { partner_id: office_id, kind: 'premios_por_pagar' },
          credit: { partner_id: office_id, kind: 'ajustes' },
          amount: prize,
        },
      ],
    })),
  )
  return { expired: owed.tickets, last: due.length < batch ? undefined : due.at(-1) }
}

/** Looks again with the tickets held: a request for approval came before this, or waits for it. */
async function settle(tx: Tx, held: readonly Key[], today: string): Promise<{ tickets: number; offices: Owed[] }> {
  const rows = await tx.rows<Owed & { tickets: number }>(sql`
    WITH expired AS (
      UPDATE tickets ticket
      SET state = 'vencido'
      FROM unnest(${list(held.map((key) => key.day))}::date[], ${list(held.map((key) => key.id))}::bigint[]) AS key(day, id)
      WHERE ticket.day = key.day AND ticket.id = key.id AND ticket.state = 'ganador' AND ticket.pending_lines = 0
        AND ticket.expires_on < ${today}::date
        AND NOT EXISTS (${validRequest} IN ('pendiente', 'aprobado'))
      RETURNING ticket.day, ticket.id, ticket.office_id, ticket.currency, ticket.prize
    ), lines AS (
      UPDATE ticket_lines line SET state = 'vencida' FROM expired
      WHERE line.day = expired.day AND line.ticket_id = expired.id AND line.state = 'ganadora'
    ), daily AS (
      UPDATE sales_days sales_day SET n_ganador = sales_day.n_ganador - expiry.tickets, n_vencido = sales_day.n_vencido + expiry.tickets
      FROM (SELECT day, office_id, currency, count(*) AS tickets FROM expired GROUP BY 1, 2, 3) expiry
      WHERE sales_day.day = expiry.day AND sales_day.office_id = expiry.office_id AND sales_day.currency = expiry.currency
    )
    SELECT office_id, currency::text AS currency, sum(prize) AS prize, count(*)::int AS tickets
    FROM expired
    GROUP BY office_id, expired.currency
    ORDER BY office_id, expired.currency`)
  return { tickets: rows.reduce((sum, row) => sum + row.tickets, 0), offices: rows }
}
