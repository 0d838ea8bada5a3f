/**
 * Quotas: sold of one number in one draw, counted at every level of the tree. One statement adds to
 * every counter whose quota still has room; a counter that did not answer had none. Two sellers at the
 * same instant cannot pass a quota between them: the row they both add to is locked by the database.
 */
import { sql, type SQL } from 'drizzle-orm'
import { compileOnce, type Places } from '../../platform/db/compile.ts'
import { array, list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { paidAheadCte, type PaidAhead } from '../prepaid/movements.ts'
import { levelCtes, levelRows, levelValues, shards, type Counted, type OfficePlace } from '../rollups/count.ts'
import { proof, type proofValues } from './proof.ts'

/** A number of a draw, as quotas are of it. */
interface PlayedNumber {
  draw_id: number
  product_id: number
  bet_type_id: number
  number: string
}

interface CountedLine extends PlayedNumber {
  stake: string
  /** The most it can win. */
  potential: string
}

/** A line as its office's counters take it. */
export interface QuotaLine extends CountedLine {
  /** At each of the office's levels, in their order; `infinity` where none is set. */
  quotas: readonly string[]
}

const arrayOf = <K extends string>(lines: readonly Record<K, unknown>[], key: K) =>
  array(lines.map((line) => line[key]))

/** What `quotaCtes` takes beside the levels. */
const quotaValues = (lines: readonly QuotaLine[]) => ({
  quotas: array(lines.flatMap((line) => line.quotas)),
  draws: arrayOf(lines, 'draw_id'),
  bets: arrayOf(lines, 'bet_type_id'),
  numbers: arrayOf(lines, 'number'),
  stakes: arrayOf(lines, 'stake'),
  potentials: arrayOf(lines, 'potential'),
})

/**
 * Common table expressions that add the lines (each number once) to the counters of the office and
 * all its ancestors; `added` holds the counters that had room. Rows are taken in one order by
 * everyone, so that sellers never wait for each other in a circle; `after` is a further condition, to be done with before.
 */
function quotaCtes(
  at: Places<ReturnType<typeof quotaValues>>,
  { levels, currency }: { levels: SQL; currency: SQL },
  after: SQL,
): SQL {
  return sql`
    asked AS (
      SELECT asked.draw_id, level.partner_id, asked.bet_type_id, asked.number, asked.stake, asked.potential,
        (${at.quotas}::numeric[])[(asked.n - 1) * cardinality(${levels}::int[]) + level.n] AS quota
      FROM unnest(
        ${at.draws}::int[], ${at.bets}::int[], ${at.numbers}::text[], ${at.stakes}::numeric[], ${at.potentials}::numeric[]
      ) WITH ORDINALITY AS asked(draw_id, bet_type_id, number, stake, potential, n)
      CROSS JOIN unnest(${levels}::int[]) WITH ORDINALITY AS level(partner_id, n)
    ), added AS (
      INSERT INTO draw_sales AS sale (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota)
      SELECT draw_id, partner_id, bet_type_id, number, ${currency}::currency, stake, potential, 1, quota FROM asked
      WHERE stake <= quota${after}
      ORDER BY draw_id, partner_id, bet_type_id, number
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
        SET sold = sale.sold + excluded.sold, liability = sale.liability + excluded.liability, lines = sale.lines + 1,
          quota = excluded.quota
        WHERE sale.sold + excluded.sold <= excluded.quota
      RETURNING 1
    )`
}

/** Of a prepaid office what its agency has left is lowered first: without it no counter is touched. */
const taking = (isPrepaid: boolean) =>
  compileOnce<
    [
      ReturnType<typeof quotaValues>,
      ReturnType<typeof levelValues>,
      ReturnType<typeof proofValues>,
      PaidAhead & { version: string },
    ]
  >(
    (at, counted, proved, { agency_id, total, version }) => sql`
    WITH ${isPrepaid ? sql`${paidAheadCte({ agency_id, total, currency: counted.currency })},` : sql``}
    ${quotaCtes(at, counted, isPrepaid ? sql` AND (SELECT count(*) FROM paid_ahead) > 0` : sql``)},
    ${levelCtes(
      levelRows(counted),
      sql`(SELECT count(*) FROM added) = cardinality(${at.draws}::int[]) * cardinality(${counted.levels}::int[])
    AND ${proof(proved)}`,
    )}
    SELECT refuse_unless((SELECT count(*) FROM hours) > 0, 'quota', ${version}::uuid)`,
  )
const usual = { name: 'quota-take', statement: taking(false) }
const ahead = { name: 'quota-take-prepaid', statement: taking(true) }

interface Taking {
  place: OfficePlace & { is_prepaid: boolean }
  /** Of the whole ticket. */
  total: string
  /** Of the rules: where they are no longer these the transaction is done again. */
  version: string
  /** What else the sale rests on. */
  proved: ReturnType<typeof proofValues>
  /** Says why, where that does not hold or a counter had no room. */
  refused: (db: Executor) => Promise<never>
}

/**
 * Takes the lines' quota, and of a prepaid office the total from what its agency has left, and counts the lines in the rows
 * that offices share, as the transaction's last statement.
 */
export function takeQuota(
  tx: Tx,
  counted: Counted,
  lines: readonly QuotaLine[],
  { place, total, version, proved, refused }: Taking,
): void {
  const { name, statement } = place.is_prepaid ? ahead : usual
  const asked = { agency_id: place.agency_id, total, version }
  tx.last({ name, query: statement(quotaValues(lines), levelValues(counted, place), proved, asked), refused })
}

export function counterKey(line: { draw_id: number; bet_type_id: number; number: string }): string {
  return `${line.draw_id}|${line.bet_type_id}|${line.number}`
}

/** What each line could still sell: the smallest remainder over the levels that set a quota; lines without one are left out. */
export async function remaining(
  db: Executor,
  office_id: number,
  currency: string,
  lines: readonly PlayedNumber[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ draw_id: number; bet_type_id: number; number: string; available: string }>(sql`
    WITH asked AS (
      SELECT *
      FROM unnest(
        ${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[],
        ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[]
      ) AS asked(draw_id, product_id, bet_type_id, number)
    ), level AS (
      SELECT above.ancestor_id AS partner_id, partner.type = 'banca' AS top
      FROM partner_ancestors above
      JOIN partners partner ON partner.id = above.ancestor_id
      WHERE above.partner_id = ${office_id}
    )
    SELECT asked.draw_id, asked.bet_type_id, asked.number, min(greatest(room.amount - coalesce(sale.sold, 0), 0)) AS available
    FROM asked CROSS JOIN level
    JOIN LATERAL (
      SELECT amount
      FROM regular_quotas quota
      WHERE quota.partner_id = level.partner_id AND quota.product_id = asked.product_id AND quota.bet_type_id = asked.bet_type_id
        AND quota.currency = ${currency}::currency
      UNION ALL
      SELECT amount
      FROM top_quotas top
      WHERE level.top AND top.product_id = asked.product_id AND top.bet_type_id = asked.bet_type_id AND top.currency = ${currency}::currency
    ) room ON true
    LEFT JOIN draw_sales sale ON sale.draw_id = asked.draw_id AND sale.partner_id = level.partner_id
      AND sale.bet_type_id = asked.bet_type_id
      AND sale.number = asked.number AND sale.currency = ${currency}::currency
    GROUP BY 1, 2, 3`)
  return new Map(rows.map((row) => [counterKey(row), row.available]))
}

/**
 * What a ticket's annulled lines had taken, out of the rows that sales share. It reads them itself, so that nobody waits
 * for them: lines are annulled with their ticket alone, and that once. Two of one number may have come together in a
 * draw, where another one's were moved.
 */
const giving = compileOnce<[{ day: string; id: string }]>(({ day, id }) => {
  const own = (column: SQL) => sql`(SELECT ${column} FROM own)`
  const levels = own(sql`levels`)
  return sql`
    WITH own AS MATERIALIZED (
      SELECT ticket.office_id, ticket.currency, extract(hour FROM ticket.sold_at AT TIME ZONE (SELECT zone FROM banca))::int AS hour,
        ARRAY(SELECT ancestor_id FROM partner_ancestors above WHERE above.partner_id = ticket.office_id) AS levels
      FROM tickets ticket WHERE ticket.day = ${day}::date AND ticket.id = ${id}::bigint
    ), line AS MATERIALIZED (
      SELECT draw_id, product_id, bet_type_id, number, stake,
        line_potential(stake, multiplier, place_multipliers, currency) AS potential
      FROM ticket_lines WHERE day = ${day}::date AND ticket_id = ${id}::bigint AND state = 'anulada'
    ), given AS (
      INSERT INTO draw_sales AS sale (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
      SELECT asked.draw_id, level.partner_id, asked.bet_type_id, asked.number, ${own(sql`currency`)}, -asked.stake, -asked.potential,
        -asked.lines
      FROM (
        SELECT draw_id, bet_type_id, number, sum(stake) AS stake, sum(potential) AS potential, count(*) AS lines
        FROM line
        GROUP BY 1, 2, 3
      ) asked
      CROSS JOIN unnest(${levels}::int[]) AS level(partner_id) ORDER BY asked.draw_id, level.partner_id, asked.bet_type_id, asked.number
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
        SET sold = sale.sold + excluded.sold, liability = sale.liability + excluded.liability, lines = sale.lines + excluded.lines
      RETURNING sale.lines
    ),
    ${levelCtes(
      {
        day,
        hour: own(sql`hour`),
        currency: own(sql`currency`),
        shard: own(sql`office_id % ${sql.raw(String(shards))}`),
        levels,
        tickets: sql`-1`,
        sold: sql`(SELECT -sum(stake) FROM line)`,
        kinds: sql`(SELECT product_id, bet_type_id, -sum(stake) AS sold, -count(*) AS lines FROM line GROUP BY 1, 2) kind`,
      },
      sql`(SELECT min(lines) FROM given) >= 0`,
    )}
    SELECT refuse_unless((SELECT count(*) FROM hours) > 0, 'give back')`
})

/**
 * Gives back what the lines of a ticket had taken that this transaction annulled, and takes them out of the rows that
 * offices share, as its last statement.
 */
export function giveBack(tx: Tx, ticket: { day: string; id: string }): void {
  tx.last({
    name: 'quota-give-back',
    query: giving(ticket),
    refused: () => {
      throw new Error('an annulled ticket was not in the counters')
    },
  })
}
