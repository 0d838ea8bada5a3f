/** Setting a rate from an instant on, and withdrawing one that has not begun. What was sold keeps its own. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import { mostDaysAhead, usualChange, type RateRow, type rates } from '@contract/rates.ts'
import { formatDecimal } from '@contract/values/money.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { refusingDuplicates } from '../../platform/lists/versioned.ts'
import { rateInForce } from '../../rules/rates/in-force.ts'
import { isOfBanca, rateRow } from './history.ts'

type Asked = Received<typeof rates.create>['body']

const dayMs = 24 * 60 * 60 * 1000

/** From which instant: now, or one still to come. @throws Problem `rate_past`, `rate_far` */
function startOf({ valid_from }: Asked, now: Date): Date {
  if (valid_from === null) return now
  const from = new Date(valid_from)
  if (from < now) throw Problem.on('valid_from', 'rate_past')
  if (from.getTime() > now.getTime() + mostDaysAhead * dayMs) throw Problem.on('valid_from', 'rate_far')
  return from
}

/** A slip of the hand is asked about before it is sold at. @throws Problem `rate_unusual`, with the rate in force */
async function mustBeUsual({ db }: Context, asked: Asked, from: Date, office_id: number | null): Promise<void> {
  if (asked.again) return
  const row = await db.one<{ rate: string; change: string; unusual: boolean }>(sql`
    SELECT trim_scale(found.rate)::text AS rate, round((${asked.rate}::numeric / found.rate - 1) * 100, 1)::text AS change,
      abs(${asked.rate}::numeric / found.rate - 1) * 100 > ${usualChange} AS unusual
    FROM rates found WHERE found.id = ${rateInForce({
      rate_type_id: sql`${asked.rate_type_id}::int`,
      currency: sql`${asked.currency}::currency`,
      at: sql`${from.toISOString()}::timestamptz`,
      office_id: sql`${office_id}::int`,
    })}`)
  if (!row?.unusual) return
  const change = `${row.change.startsWith('-') ? '' : '+'}${formatDecimal(row.change)} %`
  throw Problem.on(
    'rate',
    'rate_unusual',
    `Rige ${formatDecimal(row.rate)}: sería un cambio de ${change}. Confirme que es esa.`,
  )
}

/**
 * @throws Problem on its field: `invalid` type, `not_your_side` where the type is the banca's, `rate_past`, `rate_far`,
 * `rate_taken`, `rate_unusual` until it is said again
 */
export async function setRate(context: Context, asked: Asked): Promise<RateRow> {
  const { db, session, scope, now } = context
  const type = await db.one<{ by_offices: boolean }>(
    sql`SELECT by_offices FROM rate_types WHERE id = ${asked.rate_type_id}`,
  )
  if (!type) throw Problem.on('rate_type_id', 'invalid', 'El tipo de tasa no existe.')
  if (!isOfBanca(session) && !type.by_offices)
    throw Problem.on('rate_type_id', 'not_your_side', 'La tasa de ese tipo la pone la banca.')
  const office_id = isOfBanca(session) ? null : scope.partner_id
  const from = startOf(asked, now)
  await mustBeUsual(context, asked, from, office_id)
  const set = await refusingDuplicates({ rates_from: ['valid_from', 'rate_taken'] }, () =>
    db.one<{ id: number }>(sql`
      INSERT INTO rates (rate_type_id, currency, rate, valid_from, set_by, office_id)
      VALUES (${asked.rate_type_id}, ${asked.currency}::currency, ${asked.rate}::numeric, ${from.toISOString()}::timestamptz,
        ${session.id}, ${office_id}::int)
      RETURNING id::int AS id`),
  )
  const row = await rateRow(context, set!.id)
  context.audit({ entity_id: row.id, after: row, significant: true })
  return row
}

/** @throws Problem `not_found` of another's, `rate_in_force` */
export async function withdrawExchangeRate(context: Context, id: number): Promise<{ id: number }> {
  const { db, session, scope, now } = context
  const before = await rateRow(context, id)
  const gone = await db.run(sql`
    DELETE FROM rates
    WHERE id = ${id} AND valid_from > ${now.toISOString()}::timestamptz
      AND office_id IS NOT DISTINCT FROM ${isOfBanca(session) ? null : scope.partner_id}::int`)
  if (gone !== 1) throw new Problem(before.state === 'programada' ? 'not_your_side' : 'rate_in_force')
  context.audit({ entity_id: id, before, significant: true })
  return { id }
}
