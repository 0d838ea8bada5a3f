/**
 * What distributors earn: on all that is sold below one the difference between its own rate and that of the next one below
 * it in the line of debt of that week, which is another distributor or, where none is between, the lines' own. So each
 * percent is earned once on the way up to the banca. Both must be VENTA for sales, COMPARTIDA for what these leave after
 * prizes and the lines' commission; other pairs earn nothing. A distributor's rate is that of the day's start.
 *
 * An agency's parts are worked out with its settling, exact and by day. Posted is what all of an earner's come to: in a week
 * and currency never below zero, and a day's amount is the change of the week to date. It is what should be posted less
 * what is, so that a correction, also of a closed week, is a difference, and posting again posts nothing.
 *
 * Locks, in this order: the tree shared, the agency that is settled or the earner whose margin is posted, days of accounts.
 * Of these only `margen` and `margen_por_pagar`, which no closing takes.
 */
import { sql, type SQL } from 'drizzle-orm'
import { json, type Tx } from '../../platform/db/connect.ts'
import { marginLockSpace } from '../../platform/db/locks.ts'
import { longestLine } from '../books/creditors.ts'
import { rateAt } from '../commissions/in-force.ts'
import { openAccounts } from '../ledger/accounts.ts'
import { postAll } from '../ledger/post-all.ts'
import { lockTree } from '../tree/tree.ts'

/** `week` is its Monday. */
interface CurrencyWeek {
  currency: string
  week: string
}
interface AgencyWeek extends CurrencyWeek {
  agency_id: number
}

/** Rows (agency_id, currency, week), to be worked out. */
export const agencyWeeks = (weeks: readonly AgencyWeek[]) => sql`
  SELECT one.agency_id, one.currency, one.week FROM jsonb_to_recordset(${json(weeks)}) AS one(agency_id int, currency currency, week date)`

/** The distributor that answered for a partner on the Sunday of a week, as a row `above`; none where it owed the banca. */
const answered = (partner: SQL, week: SQL) => sql`LATERAL (
  SELECT answer.responsible_id AS id FROM payment_responsibles answer
  WHERE answer.partner_id = ${partner} AND answer.since <= ${week} + 6
  ORDER BY answer.since DESC LIMIT 1
) above JOIN partners distributor ON distributor.id = above.id AND distributor.type = 'distribuidor' AND above.id <> ${partner}`

/** `earning (agency_id, week, earner_id, below_id, step)`: each line, `below_id` none of its first; `sold` of its days by rate. */
const soldCtes = (weeks: SQL) => sql`
  asked AS MATERIALIZED (
    SELECT one.agency_id, one.currency, one.week FROM (${weeks}) one WHERE one.week >= (SELECT margin_since FROM banca)
  ),
  earning(agency_id, week, earner_id, below_id, step) AS (
    SELECT each.agency_id, each.week, above.id, NULL::int, 1
    FROM (SELECT DISTINCT agency_id, week FROM asked) each CROSS JOIN ${answered(sql`each.agency_id`, sql`each.week`)}
    UNION ALL
    SELECT earning.agency_id, earning.week, above.id, earning.earner_id, earning.step + 1
    FROM earning CROSS JOIN ${answered(sql`earning.earner_id`, sql`earning.week`)}
    WHERE earning.step < ${sql.raw(String(longestLine))}
  ),
  sold AS MATERIALIZED (
    SELECT asked.agency_id, asked.week, cell.currency, cell.day, cell.product_id, cell.bet_type_id, cell.rate_id, sum(cell.sold) AS sold,
      sum(cell.sold - cell.prizes - coalesce(settled.commission, 0)) AS left_over
    FROM asked
    JOIN partners office ON office.father_id = asked.agency_id AND office.type = 'taquilla'
    JOIN settlement_hours cell ON cell.office_id = office.id AND cell.day BETWEEN asked.week AND asked.week + 6
      AND cell.currency = asked.currency
    LEFT JOIN settled_hours settled ON (settled.office_id, settled.day, settled.currency, settled.product_id, settled.bet_type_id,
      settled.rate_id, settled.hour) = (cell.office_id, cell.day, cell.currency, cell.product_id, cell.bet_type_id, cell.rate_id, cell.hour)
    WHERE EXISTS (SELECT 1 FROM earning WHERE earning.agency_id = asked.agency_id AND earning.week = asked.week)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  )`

/**
 * Keeps what the lines' distributors had at the start of the days that are not known yet. Rates are looked up once for all
 * days between which nobody set any.
 */
function keepRates(tx: Tx, weeks: SQL): Promise<unknown> {
  return tx.run(sql`
    WITH RECURSIVE ${soldCtes(weeks)}, missing AS MATERIALIZED (
      SELECT DISTINCT earning.earner_id AS partner_id, sold.day, sold.currency, sold.product_id, sold.bet_type_id
      FROM sold JOIN earning USING (agency_id, week)
      WHERE NOT EXISTS (SELECT 1 FROM margin_rates kept WHERE (kept.partner_id, kept.day, kept.currency, kept.product_id,
        kept.bet_type_id) = (earning.earner_id, sold.day, sold.currency, sold.product_id, sold.bet_type_id))
    ), set_before AS MATERIALIZED (
      SELECT missing.day, (
        SELECT coalesce(max(set_at), '-infinity')
        FROM commissions rate CROSS JOIN LATERAL (VALUES (rate.starts_at), (rate.until)) each(set_at)
        WHERE set_at <= missing.day::timestamp AT TIME ZONE banca.zone
      ) AS at
      FROM (SELECT DISTINCT day FROM missing) missing CROSS JOIN banca
    ), held AS MATERIALIZED (
      SELECT key.*, CASE rate.commission_kind WHEN 'VENTA' THEN rate.commission_percent END AS sales_percent,
        CASE rate.participation_kind WHEN 'COMPARTIDA' THEN rate.participation_percent END AS shared_percent
      FROM (
        SELECT DISTINCT missing.partner_id, missing.currency, missing.product_id, missing.bet_type_id, set_before.at
        FROM missing JOIN set_before USING (day)
      ) key LEFT JOIN ${rateAt(sql`key`, sql`key.at`)} rate ON true
    )
    INSERT INTO margin_rates (partner_id, day, currency, product_id, bet_type_id, sales_percent, shared_percent)
    SELECT missing.partner_id, missing.day, missing.currency, missing.product_id, missing.bet_type_id, held.sales_percent,
      held.shared_percent
    FROM missing
    JOIN set_before USING (day)
    JOIN held USING (partner_id, currency, product_id, bet_type_id, at)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING`)
}

const rateOf = (name: 'own' | 'below', partner: SQL) => {
  const rate = sql.raw(name)
  return sql`margin_rates ${rate} ON ${rate}.partner_id = ${partner} AND ${rate}.day = sold.day AND ${rate}.currency = sold.currency
    AND ${rate}.product_id = sold.product_id AND ${rate}.bet_type_id = sold.bet_type_id`
}

/**
 * Works out anew what weeks (rows as of `agencyWeeks`) bring to whoever is above their agencies, and notes what changed. The
 * agencies' settling is the caller's.
 */
export async function settleParts(tx: Tx, weeks: SQL): Promise<void> {
  if (await writeParts(tx, weeks)) return
  await keepRates(tx, weeks)
  await writeParts(tx, weeks)
}

/** Answers whether all rates were known; nothing is written where one is not. */
async function writeParts(tx: Tx, weeks: SQL): Promise<boolean> {
  const [{ known }] = (await tx.often<{ known: boolean }>(sql`
    WITH RECURSIVE ${soldCtes(weeks)}, part AS MATERIALIZED (
      SELECT agency_id, earning.earner_id, sold.currency, sold.day, bool_and(own.partner_id IS NOT NULL
          AND (earning.below_id IS NULL OR below.partner_id IS NOT NULL)) AS known,
        sum(coalesce(sold.sold * (own.sales_percent - next.sales_percent), 0)
          + coalesce(sold.left_over * (own.shared_percent - next.shared_percent), 0)) * 0.01 AS amount
      FROM sold
      JOIN earning USING (agency_id, week)
      LEFT JOIN ${rateOf('own', sql`earning.earner_id`)}
      LEFT JOIN ${rateOf('below', sql`earning.below_id`)}
      LEFT JOIN frozen_rates line ON line.id = sold.rate_id AND earning.below_id IS NULL
      CROSS JOIN LATERAL (
        SELECT CASE line.commission_kind WHEN 'VENTA' THEN line.commission_percent ELSE below.sales_percent END AS sales_percent,
          CASE line.participation_kind WHEN 'COMPARTIDA' THEN line.participation_percent ELSE below.shared_percent END AS shared_percent
      ) next
      GROUP BY 1, 2, 3, 4
    ), all_known AS MATERIALIZED (SELECT coalesce(bool_and(known), true) AS known FROM part), old AS (
      SELECT kept.agency_id, kept.earner_id, kept.currency, kept.day, kept.amount
      FROM asked
      JOIN margin_parts kept ON kept.agency_id = asked.agency_id AND kept.currency = asked.currency
        AND kept.day BETWEEN asked.week AND asked.week + 6
    ), change AS MATERIALIZED (
      SELECT agency_id, earner_id, currency, day, coalesce(part.amount, 0) AS amount
      FROM part FULL JOIN old USING (agency_id, earner_id, currency, day)
      WHERE coalesce(part.amount, 0) <> coalesce(old.amount, 0) AND (SELECT all_known.known FROM all_known)
    ), gone AS (
      DELETE FROM margin_parts kept USING change
      WHERE change.amount = 0 AND (kept.earner_id, kept.currency, kept.day, kept.agency_id)
        = (change.earner_id, change.currency, change.day, change.agency_id)
    ), kept AS (
      INSERT INTO margin_parts AS kept (earner_id, agency_id, currency, day, amount)
      SELECT earner_id, agency_id, currency, day, amount FROM change WHERE amount <> 0
      ON CONFLICT (earner_id, currency, day, agency_id) DO UPDATE SET amount = excluded.amount
    ), noted AS (
      INSERT INTO unposted_margins (earner_id, currency, week)
      SELECT DISTINCT earner_id, currency, week_of(day) FROM change
    )
    SELECT all_known.known FROM all_known`)) as [{ known: boolean }]
  return known
}

interface Due {
  currency: string
  day: string
  amount: string
  has_account: boolean
}

/** Posts what an earner's noted weeks lack, once: whoever comes at the same moment waits and finds it done. */
export async function postMargin(tx: Tx, earner_id: number): Promise<void> {
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${marginLockSpace}, ${earner_id})`)
  const weeks = await tx.often<CurrencyWeek>(sql`
    WITH taken AS (DELETE FROM unposted_margins WHERE earner_id = ${earner_id} RETURNING currency, week)
    SELECT DISTINCT currency::text AS currency, week::text AS week FROM taken`)
  if (weeks.length === 0) return
  // Its snapshot is later than that of the notes it follows: what came between is noted still.
  const due = await tx.often<Due>(sql`
    WITH asked AS MATERIALIZED (
      SELECT one.currency, one.week FROM jsonb_to_recordset(${json(weeks)}) AS one(currency currency, week date)),
    to_date AS (
      SELECT asked.currency, asked.week, part.day,
        settle_margin(asked.currency, sum(sum(part.amount)) OVER (PARTITION BY asked.currency, asked.week ORDER BY part.day)) AS amount
      FROM asked
      JOIN margin_parts part ON part.earner_id = ${earner_id} AND part.currency = asked.currency
        AND part.day BETWEEN asked.week AND asked.week + 6
      GROUP BY 1, 2, 3
    ), should AS (
      SELECT currency, day, amount - lag(amount, 1, 0.00) OVER (PARTITION BY currency, week ORDER BY day) AS amount FROM to_date
    ), posted AS (
      SELECT asked.currency, ledger_day.day, ledger_day.debit - ledger_day.credit AS amount
      FROM asked
      JOIN ledger_accounts account ON account.partner_id = ${earner_id} AND account.kind = 'margen' AND account.currency = asked.currency
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.day BETWEEN asked.week AND asked.week + 6
    ), due AS (
      SELECT currency, day, coalesce(should.amount, 0.00) - coalesce(posted.amount, 0.00) AS amount
      FROM should FULL JOIN posted USING (currency, day)
    )
    SELECT due.currency::text AS currency, due.day::text AS day, due.amount::text AS amount, EXISTS (
      SELECT 1 FROM ledger_accounts account
      WHERE account.partner_id = ${earner_id} AND account.kind = 'margen' AND account.currency = due.currency) AS has_account
    FROM due WHERE due.amount <> 0 ORDER BY due.currency, due.day`)
  if (due.length === 0) return
  // Of a currency in which it no longer sells, if ever it did.
  const missing = [...new Set(due.filter(({ has_account }) => !has_account).map(({ currency }) => currency))]
  if (missing.length > 0) await openAccounts(tx, [earner_id], missing)
  await postAll(
    tx,
    due.map(({ currency, day, amount }) => ({
      day,
      kind: 'margen',
      ref_kind: 'settlement',
      ref_id: earner_id,
      currency,
      moves: [
        {
          debit: { partner_id: earner_id, kind: 'margen' },
          credit: { partner_id: earner_id, kind: 'margen_por_pagar' },
          amount,
        },
      ],
    })),
  )
}
