/**
 * Whom a partner owes. Its payment responsible answers for it: an agency owes its own, a distributor the one above it, and
 * so up to the banca, one leg a level; who answers for itself owes the banca. A week belongs to the responsible of its
 * Sunday, whoever answers since (`payment_responsibles`, kept by triggers of `partners`).
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'

/** Rows (partner_id, creditor_id, since, until): of the weeks whose Sunday is from `since` on and before `until`. */
export const creditors: SQL = sql`(
  SELECT answered.partner_id, answered.since,
    CASE WHEN answered.responsible_id = answered.partner_id THEN root.id ELSE answered.responsible_id END AS creditor_id,
    coalesce(lead(answered.since) OVER (PARTITION BY answered.partner_id ORDER BY answered.since), 'infinity') AS until
  FROM payment_responsibles answered CROSS JOIN (SELECT id FROM partners WHERE type = 'banca') root)`

/** Longer than any line of distributors: who is reached twice is not followed. */
export const longestLine = 20

/**
 * Rows (debtor_id, above_id, since, until, step) for a WITH RECURSIVE as `debt_line`: who answers, directly or further up, for
 * what a partner owes of those weeks; the partner itself is one of them. Found from those that are asked for (`rows`, of
 * `partner`) downwards: a few of them are looked up, and the rest of the tree is left alone.
 */
export const debtLine = (rows: SQL): SQL => sql`
  debt_line(debtor_id, above_id, since, until, step) AS (
    SELECT partner.id, partner.id, '-infinity'::date, 'infinity'::date, 0
    FROM partners partner
    WHERE partner.type IN ('agencia', 'distribuidor') AND ${rows}
    UNION ALL
    SELECT answered.partner_id, debt_line.above_id, greatest(debt_line.since, answered.since),
      least(debt_line.until, replaced.since), debt_line.step + 1
    FROM debt_line
    JOIN payment_responsibles answered ON answered.responsible_id = debt_line.debtor_id
      AND answered.partner_id <> answered.responsible_id
    CROSS JOIN LATERAL (
      SELECT coalesce(min(later.since), 'infinity') AS since FROM payment_responsibles later
      WHERE later.partner_id = answered.partner_id AND later.since > answered.since
        -- Of those that were reached alone: it would be looked up for everybody first.
        AND debt_line.step IS NOT NULL
    ) replaced
    WHERE greatest(debt_line.since, answered.since) < least(debt_line.until, replaced.since)
      AND debt_line.step < ${sql.raw(String(longestLine))}
  )`

/** The last day of the business week of a day, its Sunday: days are counted, the first of all having been a Monday. */
export const sundayOf = (day: SQL): SQL => sql`(${day}::date + 6 - (${day}::date - '0001-01-01'::date) % 7)`

export interface Creditors {
  /** Whom the partner owes the week of this Sunday. */
  of(partner_id: number, sunday: string): number
  /** Everybody it owed a week up to that of this Sunday. */
  ever(partner_id: number, sunday: string): number[]
  banca_id: number
}

/** The creditors of these partners and of everybody above them. @throws Error of a partner that nobody answers for */
export async function readCreditors(db: Executor, partner_ids: readonly number[]): Promise<Creditors> {
  const rows = await db.rows<{ partner_id: number; creditor_id: number; since: string; until: string }>(sql`
    SELECT creditor.partner_id, creditor.creditor_id, creditor.since::text AS since, creditor.until::text AS until
    FROM ${creditors} creditor
    JOIN partners partner ON partner.id = creditor.partner_id
    WHERE partner.type = 'distribuidor' OR partner.id = ANY (${list(partner_ids)}::int[])`)
  const banca = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
  const spans = new Map(groupBy(rows, ({ partner_id }) => String(partner_id)).map((some) => [some[0].partner_id, some]))
  const isIn = (sunday: string) => (span: { since: string; until: string }) =>
    (span.since === '-infinity' || span.since <= sunday) && (span.until === 'infinity' || sunday < span.until)
  return {
    banca_id: banca!.id,
    of(partner_id, sunday) {
      const found = spans.get(partner_id)?.find(isIn(sunday))
      if (!found) throw new Error(`nobody answers for partner ${partner_id} in the week of ${sunday}`)
      return found.creditor_id
    },
    ever: (partner_id, sunday) =>
      (spans.get(partner_id) ?? [])
        .filter(({ since }) => since === '-infinity' || since <= sunday)
        .map(({ creditor_id }) => creditor_id),
  }
}
