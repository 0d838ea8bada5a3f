/**
 * What distributors earn: on all that is sold below one the difference between its own rate and that of the next one below
 * it in the line of debt, which is another distributor or, where none is between, the lines' own. So each percent of a line
 * is earned once on the way up to the banca. Both must be VENTA for sales, COMPARTIDA for what is left of them; other pairs
 * earn nothing. A distributor's rate is that of the day's start. In a week and currency it is never below zero, and a day's
 * part is the change of the week to date.
 *
 * No sale pays for it: it is posted before a closing, and what should be posted and is not yet is shown as expected. What
 * comes late of a week is posted as a difference on its days, so that posting twice or closing again posts nothing.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { EntryKind } from '@contract/ledger-entries.ts'
import { list, transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { rateAt } from '../commissions/in-force.ts'
import { openAccounts } from '../ledger/accounts.ts'
import { postAll } from '../ledger/entries.ts'
import { debtLine, sundayOf } from './creditors.ts'
import { lateEntry } from './late.ts'

/** Entries that change what a margin is worked out from. */
const facts = [
  'venta',
  'anulacion',
  'devolucion',
  'premiacion',
  'correccion',
  'comision',
  'participacion',
  'reliquidacion',
] as const satisfies readonly EntryKind[]

/** `margin_book`: how far each of the distributors (a SELECT of ids) is worked out, and from which day again. */
const booksCtes = (distributors: SQL): SQL => sql`
    margin_worked AS MATERIALIZED (
      SELECT partner.id AS partner_id, coalesce(worked.through, '-infinity') AS through, worked.cut, worked.closed_at
      FROM partners partner LEFT JOIN margins worked ON worked.partner_id = partner.id
      WHERE partner.type = 'distribuidor' AND partner.id IN (${distributors})
    ),
    margin_again AS MATERIALIZED (
      SELECT DISTINCT worked.partner_id, ${sundayOf(sql`entry.day`)} AS sunday
      FROM ${lateEntry(sql`margin_worked`)} entry
      JOIN margin_worked worked ON entry.day <= worked.through AND NOT pg_visible_in_snapshot(entry.xid, worked.cut)
      WHERE entry.kind = ANY (${list(facts)}::text[])
    ),
    margin_book AS MATERIALIZED (
      SELECT worked.partner_id, worked.through, greatest(
        least(worked.through + 1, (SELECT min(again.sunday) - 6 FROM margin_again again WHERE again.partner_id = worked.partner_id)),
        banca.margin_since) AS from_day
      FROM margin_worked worked CROSS JOIN banca
    )`

/** Is the week of `sunday` of a `book` to be worked out? */
const isAsked = (sunday: SQL) => sql`(${sunday} > book.through
  OR EXISTS (SELECT 1 FROM margin_again again WHERE again.partner_id = book.partner_id AND again.sunday = ${sunday}))`

/** `margin_sale`: what was sold below each, by the next one below it (`below_id`, none of an agency) and the lines' own rate. */
const salesCtes = (to: string): SQL => sql`
    margin_line AS MATERIALIZED (
      SELECT line.above_id AS partner_id, line.debtor_id AS agency_id, CASE WHEN line.step > 1 THEN below.above_id END AS below_id,
        greatest(line.since, below.since) AS since, least(line.until, below.until) AS until
      FROM debt_line line
      JOIN debt_line below ON below.debtor_id = line.debtor_id AND below.step = line.step - 1
        AND greatest(line.since, below.since) < least(line.until, below.until)
      JOIN partners agency ON agency.id = line.debtor_id AND agency.type = 'agencia'
      WHERE line.above_id IN (SELECT book.partner_id FROM margin_book book)
    ),
    margin_sale AS MATERIALIZED (
      SELECT line.partner_id, line.below_id, cell.currency, cell.day, cell.product_id, cell.bet_type_id, cell.rate_id,
        sum(cell.sold) AS sold, sum(cell.sold - cell.prizes - coalesce(settled.commission, 0)) AS profit
      FROM margin_book book
      JOIN margin_line line ON line.partner_id = book.partner_id
      JOIN partners office ON office.father_id = line.agency_id AND office.type = 'taquilla'
      JOIN settlement_hours cell ON cell.office_id = office.id AND cell.day >= book.from_day AND cell.day <= ${to}::date
      LEFT JOIN settled_hours settled USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE ${sundayOf(sql`cell.day`)} >= line.since AND ${sundayOf(sql`cell.day`)} < line.until
        AND ${isAsked(sundayOf(sql`cell.day`))}
      GROUP BY 1, 2, 3, 4, 5, 6, 7
    )`

/** `margin_rate`: what held for each of them at a day's start; looked up once for days between which nobody set any. */
const ratesCtes = sql`
    margin_day AS MATERIALIZED (
      SELECT sold.day, (
        SELECT max(set_at) FROM commissions rate CROSS JOIN LATERAL (VALUES (rate.starts_at), (rate.until)) each(set_at)
        WHERE set_at <= sold.day::timestamp AT TIME ZONE banca.zone
      ) AS at
      FROM (SELECT DISTINCT day FROM margin_sale) sold CROSS JOIN banca
    ),
    margin_rate AS MATERIALIZED (
      SELECT key.partner_id, key.product_id, key.bet_type_id, key.currency, key.at, rate.commission_kind, rate.commission_percent,
        rate.participation_kind, rate.participation_percent
      FROM (
        SELECT DISTINCT earner.partner_id, sale.product_id, sale.bet_type_id, sale.currency, margin_day.at
        FROM margin_sale sale
        JOIN margin_day USING (day)
        CROSS JOIN LATERAL (VALUES (sale.partner_id), (sale.below_id)) earner(partner_id)
        WHERE earner.partner_id IS NOT NULL AND margin_day.at IS NOT NULL
      ) key CROSS JOIN ${rateAt(sql`key`, sql`key.at`)} rate
    )`

const rateOf = (name: 'own' | 'below', partner: SQL) => sql`
      LEFT JOIN margin_rate ${sql.raw(name)} ON ${sql.raw(name)}.partner_id = ${partner} AND ${sql.raw(name)}.product_id = sale.product_id
        AND ${sql.raw(name)}.bet_type_id = sale.bet_type_id AND ${sql.raw(name)}.currency = sale.currency
        AND ${sql.raw(name)}.at = margin_day.at`

/**
 * `margin_due (partner_id, currency, day, amount)`: of these distributors (a SELECT of ids) what their margin up to the day
 * should be and is not posted. After `debtLine`, in a WITH RECURSIVE.
 */
export function marginCtes(distributors: SQL, to: string): SQL {
  return sql`${booksCtes(distributors)}, ${salesCtes(to)}, ${ratesCtes},
    margin_sum AS (
      SELECT sale.partner_id, sale.currency, sale.day, sum(
        CASE WHEN own.commission_kind = 'VENTA' AND next.commission_kind = 'VENTA'
          THEN sale.sold * (own.commission_percent - next.commission_percent) / 100 ELSE 0 END
        + CASE WHEN own.participation_kind = 'COMPARTIDA' AND next.participation_kind = 'COMPARTIDA'
          THEN sale.profit * (own.participation_percent - next.participation_percent) / 100 ELSE 0 END) AS amount
      FROM margin_sale sale
      JOIN margin_day USING (day)
      ${rateOf('own', sql`sale.partner_id`)}
      ${rateOf('below', sql`sale.below_id`)}
      LEFT JOIN frozen_rates frozen ON frozen.id = sale.rate_id AND sale.below_id IS NULL
      CROSS JOIN LATERAL (
        SELECT coalesce(frozen.commission_kind, below.commission_kind) AS commission_kind,
          coalesce(frozen.commission_percent, below.commission_percent) AS commission_percent,
          coalesce(frozen.participation_kind, below.participation_kind) AS participation_kind,
          coalesce(frozen.participation_percent, below.participation_percent) AS participation_percent
      ) next
      GROUP BY 1, 2, 3
    ),
    margin_to_date AS (
      SELECT partner_id, currency, day, settle_margin(currency, sum(amount) OVER upto) AS amount
      FROM margin_sum WINDOW upto AS (PARTITION BY partner_id, currency, ${sundayOf(sql`day`)} ORDER BY day)
    ),
    margin_should AS (
      SELECT partner_id, currency, day, amount - lag(amount, 1, 0.00) OVER (
        PARTITION BY partner_id, currency, ${sundayOf(sql`day`)} ORDER BY day) AS amount
      FROM margin_to_date
    ),
    margin_posted AS (
      SELECT book.partner_id, account.currency, ledger_day.day, ledger_day.debit - ledger_day.credit AS amount
      FROM margin_book book
      JOIN ledger_accounts account ON account.partner_id = book.partner_id AND account.kind = 'margen'
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
        AND ledger_day.day >= book.from_day AND ledger_day.day <= ${to}::date
      WHERE ${isAsked(sundayOf(sql`ledger_day.day`))}
    ),
    margin_due AS MATERIALIZED (
      SELECT partner_id, currency, day, coalesce(should.amount, 0.00) - coalesce(posted.amount, 0.00) AS amount
      FROM margin_should should FULL JOIN margin_posted posted USING (partner_id, currency, day)
      WHERE coalesce(should.amount, 0.00) <> coalesce(posted.amount, 0.00)
    )`
}

/** Distributors whose margin is worked out in a transaction. */
const batchSize = 100

interface Due {
  partner_id: number
  currency: string
  day: string
  amount: string
}

/**
 * Posts what distributors (`of`: a condition on `partner`) have earned up to the Sunday `week`, and what came late of what
 * was posted before. In transactions of its own, before the closing that takes it: the closing's cut sees it.
 */
export async function settleMargins(pool: Pool, { of, week }: { of: SQL; week: string }): Promise<void> {
  const ids = await transaction(pool, (tx) =>
    tx.rows<{ id: number }>(
      sql`SELECT partner.id FROM partners partner WHERE partner.type = 'distribuidor' AND ${of} ORDER BY partner.id`,
    ),
  )
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize).map(({ id }) => id)
    await transaction(pool, (tx) => settleSome(tx, some, week))
  }
}

/** Whoever comes at the same moment waits for the rows of `margins`, and finds it done. */
async function settleSome(tx: Tx, ids: readonly number[], week: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO margins (partner_id) SELECT id FROM unnest(${list(ids)}::int[]) given(id) ORDER BY 1 ON CONFLICT DO NOTHING`)
  const held = await tx.rows<{ through: string }>(sql`
    SELECT through::text AS through FROM margins WHERE partner_id = ANY (${list(ids)}::int[]) ORDER BY partner_id FOR UPDATE`)
  // Nothing that came late of a later week may be taken for seen.
  const to = held
    .map(({ through }) => through)
    .reduce((last, one) => (one !== '-infinity' && one > last ? one : last), week)
  const [seen] = await tx.rows<{ due: Due[]; cut: string }>(sql`
    WITH RECURSIVE ${debtLine}, ${marginCtes(sql`SELECT unnest(${list(ids)}::int[])`, to)}
    SELECT pg_current_snapshot()::text AS cut, coalesce((
      SELECT jsonb_agg(jsonb_build_object('partner_id', partner_id, 'currency', currency, 'day', day, 'amount', amount::text)
        ORDER BY partner_id, currency, day) FROM margin_due), '[]') AS due`)
  const { due, cut } = seen!
  if (due.length > 0) {
    await openAccounts(
      tx,
      [...new Set(due.map(({ partner_id }) => partner_id))],
      [...new Set(due.map(({ currency }) => currency))],
    )
    await postAll(
      tx,
      due.map(({ partner_id, currency, day, amount }) => ({
        day,
        kind: 'margen' as const,
        ref_kind: 'settlement' as const,
        ref_id: partner_id,
        currency,
        moves: [
          {
            debit: { partner_id, kind: 'margen' as const },
            credit: { partner_id, kind: 'margen_por_pagar' as const },
            amount,
          },
        ],
      })),
    )
  }
  await tx.run(sql`
    UPDATE margins SET through = greatest(through, ${week}::date), cut = ${cut}::pg_snapshot, closed_at = clock_timestamp()
    WHERE partner_id = ANY (${list(ids)}::int[])`)
}
