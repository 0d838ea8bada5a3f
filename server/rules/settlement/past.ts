/**
 * The second half of migration 0005: what the sums it counted again earn by the week. It says what
 * changed, and posts the difference to the ledger as entries of a kind of their own. Done once: its
 * figures from before go with it, so an interrupted one is done by the next start.
 */
import { sql } from 'drizzle-orm'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { settledRollups } from '../rollups/expected.ts'
import { fillDays } from '../rollups/rebuild.ts'
import { countSettledDays, countSettledLevels, postSettled } from './settle.ts'

interface Sums {
  currency: Currency
  commission_before: string
  commission: string
  participation_before: string
  participation: string
  units: number
}

/** What the ledger lacks, or has too much of, for an office's day. */
interface Difference {
  day: string
  office_id: number
  agency_id: number
  currency: string
  commission: string
  participation: string
}

/** Settles what was sold before weeks were settled, if there is anything. `log` hears a Spanish sentence a currency. */
export async function settlePast(pool: Pool, log: (message: string) => void): Promise<void> {
  await transaction(pool, async (tx) => {
    const left = await tx.one<{ left: boolean }>(sql`SELECT to_regclass('settlement_before') IS NOT NULL AS left`)
    if (!left?.left) return
    const days = await tx.one<{ from: string | null; to: string | null }>(
      sql`SELECT min(day) AS from, max(day) AS to FROM settlement_hours`,
    )
    if (days?.from && days.to) {
      await tx.run(sql`SELECT set_config('work_mem', '128MB', true)`)
      await fillDays(tx, settledRollups, days.from, days.to)
      await countSettledDays(tx, sql`settled_hours change`)
      await countSettledLevels(tx, sql`settled_hours change`)
      await postSettled(tx, await differences(tx), { commission: 'reliquidacion', participation: 'reliquidacion' })
      for (const sums of await compared(tx)) log(sentence(sums))
    }
    await tx.run(sql`DROP TABLE settlement_before`)
  })
}

function differences(tx: Tx): Promise<Difference[]> {
  return tx.rows<Difference>(sql`
    SELECT day, office_id, office.father_id AS agency_id, currency::text AS currency,
      (coalesce(booked.commission, 0) - coalesce(posted.commission, 0))::text AS commission,
      (coalesce(booked.participation, 0) - coalesce(posted.participation, 0))::text AS participation
    FROM (
      SELECT day, office_id, currency, sum(commission) AS commission, sum(participation) AS participation
      FROM settled_hours
      GROUP BY 1, 2, 3
    ) booked
    FULL JOIN (
      SELECT ledger_day.day, account.partner_id AS office_id, account.currency,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'comision') AS commission,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'participacion') AS participation
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id AND account.kind IN ('comision', 'participacion') GROUP BY 1, 2, 3
    ) posted USING (day, office_id, currency) JOIN partners office ON office.id = office_id
    WHERE coalesce(booked.commission, 0) <> coalesce(posted.commission, 0)
      OR coalesce(booked.participation, 0) <> coalesce(posted.participation, 0)
    ORDER BY 1, 2, 4`)
}

function compared(tx: Tx): Promise<Sums[]> {
  return tx.rows<Sums>(sql`
    SELECT currency::text AS currency, coalesce(settlement_before.commission, 0) AS commission_before,
      coalesce(counted.commission, 0) AS commission, coalesce(settlement_before.participation, 0) AS participation_before,
      coalesce(counted.participation, 0) AS participation, coalesce(counted.units, 0) AS units
    FROM settlement_before FULL JOIN (
      SELECT currency, sum(commission) AS commission, sum(participation) AS participation, count(*)::int AS units
      FROM settlement_weeks
      GROUP BY 1
    ) counted USING (currency) ORDER BY 1`)
}

function sentence({ currency, units, ...of }: Sums): string {
  const money = (amount: string) => formatMoney(amount, currency, true)
  return (
    `Liquidación por semanas, ${currencyFacts[currency].name}: ${units} unidades, ` +
    `comisión de ${money(of.commission_before)} a ${money(of.commission)}, participación ` +
    `de ${money(of.participation_before)} a ${money(of.participation)}.`
  )
}
