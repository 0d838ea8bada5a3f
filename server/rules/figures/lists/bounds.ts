/**
 * How large an answer to a free question may become. What it would be told apart by is counted before anything is
 * added up: a year of days by office and product is millions of rows, which nobody reads and everybody waits for.
 */
import { sql } from 'drizzle-orm'
import { daysBetween, type Period } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Executor } from '../../../platform/db/connect.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Dimensions, Narrowed } from '../model/question.ts'
import { partnersAt, onlyOffices, type Subject } from '../subject.ts'

/** As many as a sheet holds, in each currency. */
const most = 1_000_000

type By = Omit<Dimensions, 'partner'> & { partner: boolean }
type Level = Parameters<typeof partnersAt>[1]

/** Steps of time in a period. */
function stepsIn({ from, to }: Period, { time, weekday, hour }: By): number {
  const days = daysBetween(from, to)
  const steps = { day: days, week: Math.ceil(days / 7) + 1, month: Math.ceil(days / 28) + 1 }
  return (time ? steps[time] : 1) * (weekday && time !== 'day' ? Math.min(7, days) : 1) * (hour ? 24 : 1)
}

/** @throws Problem `invalid` on `by` for more rows than can be of use */
export async function expectReadable(
  db: Executor,
  subject: Subject,
  by: By,
  asked: Period & Narrowed & { level: Level },
): Promise<void> {
  const { level, product_id, bet_type_id } = asked
  // Distributors are told from the offices below them.
  const partners = level === 'distribuidor' ? onlyOffices(subject, sql`partner.id`) : partnersAt(subject, level)
  const kinds = sql`
    SELECT DISTINCT ${by.product ? sql`offer.product_id` : sql`NULL`}, ${by.bet_type ? sql`offer.bet_type_id` : sql`NULL`}
    FROM product_bet_types offer
    WHERE (${product_id ?? null}::int IS NULL OR offer.product_id = ${product_id ?? null})
      AND (${bet_type_id ?? null}::int IS NULL OR offer.bet_type_id = ${bet_type_id ?? null})`
  const found = await db.one<{ partners: number; kinds: number }>(sql`
    SELECT ${by.partner ? sql`(SELECT count(*) FROM partners partner WHERE ${partners})::int` : sql`1`} AS partners,
      (SELECT count(*) FROM (${kinds}) kind)::int AS kinds`)
  const rows = stepsIn(asked, by) * found!.partners * found!.kinds
  if (rows > most)
    throw Problem.on(
      'by',
      'invalid',
      `Serían hasta ${formatCount(rows)} filas, y se responden hasta ${formatCount(most)}: ` +
        'acorte el período, elija un afiliado o un nivel más alto, o quite algo de «Por».',
    )
}
