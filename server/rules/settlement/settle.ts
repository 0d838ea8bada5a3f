/**
 * Settles what changed: selling, annulling, returning and awarding count sums and leave a note in
 * `unsettled`; here the weeks of those units are worked out anew, and only the differences are written
 * to the figures of every level and to the ledger, distributors' margins behind them. Done before figures are read and by
 * the clock, never by the sale. In which order things happened does not matter: a week follows from its sums.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { EntryKind } from '@contract/ledger-entries.ts'
import { add, isZero } from '@contract/values/money.ts'
import { executor, json, transaction, type Executor, type Pool, type Tx } from '../../platform/db/connect.ts'
import { isLost } from '../../platform/db/lost.ts'
import { settleLockSpace } from '../../platform/db/locks.ts'
import type { LedgerEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { shards } from '../rollups/count.ts'
import { lockTree } from '../tree/tree.ts'
import { agencyWeeks, postMargin, settleParts } from './margin.ts'
import { noteCte } from './note.ts'
import { cellColumns, settledCtes } from './settled.ts'

/** By how much an hour's commission and participation changed. Amounts are decimal strings with a sign. */
interface Change {
  day: string
  hour: number
  office_id: number
  agency_id: number
  currency: string
  product_id: number
  bet_type_id: number
  commission: string
  participation: string
}

/** Of an agency's product and currency what is settled together, from its earliest noted week on. */
interface Unit {
  currency: string
  product_id: number
  rate_id: number | null
  from_week: string
  weeks: string[]
}

/**
 * Agencies that a reading settles before it reads. Where more sold since the clock last came round, a reader would
 * wait for all of them: their commission is then some seconds behind what they sold, everywhere alike.
 */
const settledByReader = 20

/** Settles what a reading of the partner's figures speaks of. */
export function settleBefore(pool: Pool, partner_id: number): Promise<void> {
  return settlePending(pool, partner_id, settledByReader)
}

/**
 * Settles every agency that waits for it, then posts every margin that does; of the partner's own branch only, when one is
 * named, and so many at most of each. One that cannot be settled holds none of the others back: what was wrong is thrown
 * when all had their turn.
 */
export async function settlePending(pool: Pool, partner_id?: number, most?: number): Promise<void> {
  const below = sql`(SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${partner_id ?? null})`
  const [agencies, earners] =
    partner_id === undefined
      ? [sql`true`, sql`true`]
      : [
          sql`(agency_id IN ${below} OR agency_id = (SELECT father_id FROM partners WHERE id = ${partner_id}))`,
          sql`earner_id IN ${below}`,
        ]
  const faults: unknown[] = []
  const each = async (waiting: Promise<{ id: number }[]>, settle: (tx: Tx, id: number) => Promise<void>) => {
    for (const { id } of await waiting) {
      await transaction(pool, (tx) => settle(tx, id)).catch((fault: unknown) => {
        // Without the database the next would only wait for it too.
        if (isLost(fault)) throw fault
        faults.push(fault)
      })
    }
  }
  const db = executor(pool)
  const first = sql`ORDER BY 1 LIMIT ${most ?? null}`
  await each(
    db.often<{ id: number }>(sql`SELECT DISTINCT agency_id AS id FROM unsettled WHERE ${agencies} ${first}`),
    settleAgency,
  )
  await each(
    db.often<{ id: number }>(sql`SELECT DISTINCT earner_id AS id FROM unposted_margins WHERE ${earners} ${first}`),
    postMargin,
  )
  if (faults.length > 0) throw faults[0]
}

/** Kinds of the entries in which what changed is posted. */
type SettledKinds = Record<'commission' | 'participation', EntryKind>
const usualKinds: SettledKinds = { commission: 'comision', participation: 'participacion' }

/**
 * Settles all of one agency that waits, or what `of` it (a condition on `unsettled`), once: whoever comes at the same moment
 * waits and finds it done.
 */
export async function settleAgency(tx: Tx, agency_id: number, kinds = usualKinds, of = sql`true`): Promise<void> {
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${settleLockSpace}, ${agency_id})`)
  const units = await tx.rows<Unit>(sql`
    WITH taken AS (
      DELETE FROM unsettled WHERE agency_id = ${agency_id} AND ${of} RETURNING currency, product_id, rate_id, week
    )
    SELECT taken.currency, taken.product_id, CASE WHEN frozen.participation_kind <> 'ARRASTRE' THEN taken.rate_id END AS rate_id,
      min(taken.week) AS from_week, array_agg(DISTINCT taken.week::text) AS weeks
    FROM taken JOIN frozen_rates frozen ON frozen.id = taken.rate_id GROUP BY 1, 2, 3`)
  if (units.length === 0) return
  const changes = await writeSettled(tx, agency_id, units)
  if (changes.length > 0) await postChanges(tx, changes, kinds)
  // What an agency's week leaves to distributors hangs from that week's own sums alone: what is carried changes nothing of it.
  const weeks = new Map(
    units.flatMap(({ currency, weeks: noted }) =>
      noted.map((week) => [`${currency} ${week}`, { agency_id, currency, week }]),
    ),
  )
  await settleParts(tx, agencyWeeks([...weeks.values()]))
}

async function postChanges(tx: Tx, changes: readonly Change[], kinds: SettledKinds): Promise<void> {
  const source = sql`
    jsonb_to_recordset(${json(changes)}) AS change(
      day date, hour int, office_id int, currency currency, product_id int, bet_type_id int, commission numeric,
      participation numeric
    )`
  await countSettledDays(tx, source)
  await postSettled(tx, changes, kinds)
  await countSettledLevels(tx, source)
}

/** Settles the units of some days anew, after their sums were put right. The caller has the tree alone. */
export async function settleAgain(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.run(
    sql`
      WITH
        ${noteCte(sql`
          SELECT office_id, day, currency, product_id, rate_id
          FROM settlement_hours
          WHERE day BETWEEN ${from}::date AND ${to}::date`)}
      SELECT`,
  )
  await settleWithin(tx)
}

/** Settles every agency that waits for it in one transaction: for whoever has the tree alone, or the whole database. */
export async function settleWithin(tx: Tx): Promise<void> {
  const waiting = await tx.rows<{ agency_id: number }>(sql`SELECT DISTINCT agency_id FROM unsettled ORDER BY agency_id`)
  for (const { agency_id } of waiting) await settleAgency(tx, agency_id)
  const earning = await tx.rows<{ earner_id: number }>(
    sql`SELECT DISTINCT earner_id FROM unposted_margins ORDER BY earner_id`,
  )
  for (const { earner_id } of earning) await postMargin(tx, earner_id)
}

/**
 * Works the units' weeks out and writes what is new of them; answers the differences, in the order of
 * days and offices. Units without rates are all of the product's of ARRASTRE, whose losses are carried together.
 * Its snapshot is later than that of the notes it follows: what came between is noted still.
 */
async function writeSettled(tx: Tx, agency_id: number, units: readonly Unit[]): Promise<Change[]> {
  const cells = sql`
    SELECT ${cellColumns}
    FROM jsonb_to_recordset(${json(units)}) AS unit(currency currency, product_id smallint, rate_id int, from_week date)
    JOIN partners office ON office.father_id = ${agency_id}
    JOIN settlement_hours settlement_hour ON settlement_hour.office_id = office.id AND settlement_hour.currency = unit.currency
      AND settlement_hour.product_id = unit.product_id AND settlement_hour.day >= unit.from_week
    JOIN frozen_rates frozen ON frozen.id = settlement_hour.rate_id
      AND CASE WHEN unit.rate_id IS NULL THEN frozen.participation_kind = 'ARRASTRE' ELSE frozen.id = unit.rate_id END`
  return tx.prepared<Change>(
    'settle-units',
    sql`
    WITH ${settledCtes(cells)},
    week AS (
      INSERT INTO settlement_weeks AS week (agency_id, currency, product_id, rate_id, week, sold, prizes, commission, participation,
        carried)
      SELECT agency_id, currency, product_id, rate_id, week, sold, prizes, commission, participation, carried FROM settled_week
      ON CONFLICT (agency_id, currency, product_id, rate_id, week) DO UPDATE
        SET sold = excluded.sold, prizes = excluded.prizes, commission = excluded.commission,
          participation = excluded.participation, carried = excluded.carried
        WHERE (week.sold, week.prizes, week.commission, week.participation, week.carried) IS DISTINCT FROM (
          excluded.sold, excluded.prizes, excluded.commission, excluded.participation, excluded.carried
        )
    ), change AS (
      SELECT settled_hour.*, settled_hour.commission - coalesce(old.commission, 0) AS commission_change,
        settled_hour.participation - coalesce(old.participation, 0) AS participation_change
      FROM settled_hour LEFT JOIN settled_hours old USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE (settled_hour.commission, settled_hour.participation)
        IS DISTINCT FROM (coalesce(old.commission, 0), coalesce(old.participation, 0))
    ), hour AS (
      INSERT INTO settled_hours AS settled (office_id, day, currency, product_id, bet_type_id, rate_id, hour, commission, participation)
      SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, commission, participation FROM change
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET commission = excluded.commission, participation = excluded.participation
    )
    SELECT day, hour, office_id, agency_id, currency::text AS currency, product_id, bet_type_id,
      sum(commission_change)::text AS commission, sum(participation_change)::text AS participation
    FROM change
    GROUP BY day, hour, office_id, agency_id, change.currency, product_id, bet_type_id
    ORDER BY day, office_id, change.currency, hour, product_id, bet_type_id`,
  )
}

/** Adds changes to their offices' days. */
export async function countSettledDays(tx: Executor, changes: SQL): Promise<void> {
  await tx.run(sql`
    INSERT INTO sales_days AS sales_day (day, office_id, currency, commission, participation)
    SELECT day, office_id, currency, sum(commission), sum(participation) FROM ${changes} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, office_id, currency) DO UPDATE SET commission = sales_day.commission + excluded.commission,
      participation = sales_day.participation + excluded.participation`)
}

/** Adds changes to the rows that offices share, in the order in which a sale takes them. */
export async function countSettledLevels(tx: Executor, changes: SQL): Promise<void> {
  const shard = sql`(change.office_id % ${sql.raw(String(shards))})`
  await tx.run(sql`
    INSERT INTO sales_hours AS sales_hour (day, partner_id, currency, hour, shard, commission)
    SELECT change.day, above.ancestor_id, change.currency, change.hour, ${shard}, sum(change.commission)
    FROM ${changes}
    JOIN partner_ancestors above ON above.partner_id = change.office_id
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(change.commission) <> 0
    ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET commission = sales_hour.commission + excluded.commission`)
  await tx.run(sql`
    INSERT INTO product_days AS product_day (day, partner_id, currency, product_id, bet_type_id, shard, commission, participation)
    SELECT change.day, above.ancestor_id, change.currency, change.product_id, change.bet_type_id, ${shard}, sum(change.commission),
      sum(change.participation)
    FROM ${changes} JOIN partner_ancestors above ON above.partner_id = change.office_id GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 1, 4, 5, 6
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard)
      DO UPDATE SET commission = product_day.commission + excluded.commission,
        participation = product_day.participation + excluded.participation`)
}

const accounts = [
  ['commission', 'comision'],
  ['participation', 'participacion'],
] as const

/** One entry an office, day and amount, on the business day that changed; what it speaks of is the agency. */
export async function postSettled(
  tx: Tx,
  changes: readonly Omit<Change, 'hour' | 'product_id' | 'bet_type_id'>[],
  kinds: SettledKinds,
): Promise<void> {
  const days = new Map<string, Omit<Change, 'hour' | 'product_id' | 'bet_type_id'>>()
  for (const change of changes) {
    const key = `${change.day} ${change.office_id} ${change.currency}`
    const { commission, participation } = days.get(key) ?? { commission: '0', participation: '0' }
    days.set(key, {
      ...change,
      commission: add(commission, change.commission),
      participation: add(participation, change.participation),
    })
  }
  const entries = [...days.values()].flatMap(({ day, office_id, agency_id, currency, ...sums }) =>
    accounts
      .filter(([sum]) => !isZero(sums[sum]))
      .map(
        ([sum, account]): LedgerEntry => ({
          day,
          kind: kinds[sum],
          ref_kind: 'settlement',
          ref_id: agency_id,
          office_id,
          currency,
          moves: [
            {
              debit: { partner_id: office_id, kind: account },
              credit: { partner_id: office_id, kind: `${account}_por_pagar` },
              amount: sums[sum],
            },
          ],
        }),
      ),
  )
  await postAll(tx, entries)
}
