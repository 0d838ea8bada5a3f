/** Draws as the business sees them: state by the clock, result in words, sales and prizes of the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { lateAfterMinutes, type DrawRow, type draws } from '@contract/draws.ts'
import type { SessionUser } from '@contract/session.ts'
import { isDay } from '@contract/values/dates.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { pendingDraws, hasSales } from '../../rules/draws/pending.ts'
import { stateSql } from '../../rules/draws/state.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { pendingEntries } from '../../rules/results/entries.ts'
import { resultShapes } from '../../rules/results/parts.ts'
import { textOfResult } from '../../rules/results/texts.ts'

/** Who looks, and when. */
export interface Looking {
  session: Pick<SessionUser, 'id' | 'role' | 'manage_childs' | 'awarding_results' | 'country_iso2'>
  now: Date
}

type Row = Omit<DrawRow, 'parts' | 'entry' | 'sold' | 'prizes'>

/** What each draw sold or gave in prizes, by currency. */
type Sums = { draw_id: number; currency: DrawRow['sold'][number]['currency']; amount: string }

/** Every level counts its own, so one partner's rows are enough. */
function soldIn(scope: Pick<Scope, 'partner_id'>, db: Executor, ids: SQL): Promise<Sums[]> {
  return db.rows<Sums>(sql`
    SELECT draw_id, currency::text AS currency, sum(sold) AS amount FROM draw_sales
    WHERE draw_id = ANY (${ids}::int[]) AND partner_id = ${scope.partner_id}
    GROUP BY draw_id, draw_sales.currency
    HAVING sum(sold) <> 0
    ORDER BY draw_id, draw_sales.currency`)
}

function prizesIn(scope: Pick<Scope, 'partner_id'>, db: Executor, ids: SQL): Promise<Sums[]> {
  return db.rows<Sums>(sql`
    SELECT prize.draw_id, prize.currency::text AS currency, sum(prize.amount) AS amount
    FROM prizes prize JOIN partner_ancestors sub ON sub.partner_id = prize.office_id AND sub.ancestor_id = ${scope.partner_id}
    WHERE prize.draw_id = ANY (${ids}::int[]) AND prize.withdrawn_at IS NULL GROUP BY prize.draw_id, prize.currency
    ORDER BY prize.draw_id, prize.currency`)
}

/** Draws, called `draw`, in order of time. An entry that waits is shown to those who may award. */
export async function drawRows(
  scope: Pick<Scope, 'partner_id'>,
  db: Executor,
  { session, now }: Looking,
  where: { draws: SQL; state?: DrawRow['state'] | undefined; limit?: number },
): Promise<DrawRow[]> {
  const at = now.toISOString()
  const rows = await db.rows<Row>(sql`
    SELECT draw.id, draw.product_id, product.name AS product_name, product.kind::text AS product_kind, draw.day, draw.scheduled_at,
      draw.opens_at,
      draw.closes_at, ${stateSql(at)} AS state,
      ${textOfResult(sql`draw.result_id`, sql`draw.product_id`)} AS result, draw.result_id,
      ${hasSales} AS played,
      draw.state = 'activo' AND product.kind <> 'polla' AND draw.closes_at <= ${at}::timestamptz
      AND draw.scheduled_at + make_interval(mins => ${lateAfterMinutes}) < ${at}::timestamptz AND ${hasSales} AS late
    FROM draws draw JOIN products product ON product.id = draw.product_id
    WHERE ${every(where.draws, where.state && sql`${stateSql(at)} = ${where.state}`)}
    ORDER BY draw.scheduled_at, product.position, draw.id LIMIT ${where.limit ?? null}`)
  const ids = list(rows.map((row) => row.id))
  const [shapes, sold, prizes, entries] = [
    await resultShapes(db, [...new Set(rows.map((row) => row.product_id))]),
    await soldIn(scope, db, ids),
    await prizesIn(scope, db, ids),
    allows(rules.awarding, session) ? await pendingEntries(db, session, sql`entry.draw_id = ANY (${ids}::int[])`) : [],
  ]
  const of = (sums: Sums[], id: number) =>
    sums.filter((sum) => sum.draw_id === id).map(({ currency, amount }) => ({ currency, amount }))
  return rows.map((row) => ({
    ...row,
    parts: shapes.get(row.product_id)?.parts ?? [],
    entry: entries.find((entry) => entry.draw_id === row.id) ?? null,
    sold: of(sold, row.id),
    prizes: of(prizes, row.id),
  }))
}

/**
 * Draws of a business day (`today` unless one is asked). A draw is open from its opening instant until
 * just before its close; awarded and suspended override the clock.
 * @throws Problem `invalid` when the day does not exist, `not_found` for a partner out of reach.
 */
export async function drawsOfDay(
  scope: Scope,
  db: Executor,
  asked: Received<typeof draws.list>['query'],
  looking: Looking & { today: string },
): Promise<Answer<typeof draws.list>> {
  const day = asked.day ?? looking.today
  if (!isDay(day)) throw Problem.on('day', 'invalid', 'Fecha no válida')
  const { id: partner_id } = await subjectOf(db, scope, asked.partner_id)
  const data = await drawRows({ partner_id }, db, looking, {
    draws: every(
      sql`draw.day = ${day}::date`,
      asked.product_id !== undefined && sql`draw.product_id = ${asked.product_id}`,
    ),
    state: asked.state,
  })
  return { server_time: looking.now.toISOString(), data }
}

/** Draws of any day that wait for a person, the oldest first. */
export async function drawsPending(
  scope: Scope,
  db: Executor,
  { limit, product_id }: Received<typeof draws.pending>['query'],
  looking: Looking & { today: string },
): Promise<Answer<typeof draws.pending>> {
  const waiting = every(
    sql`draw.id IN (${pendingDraws(looking)})`,
    product_id !== undefined && sql`draw.product_id = ${product_id}`,
  )
  const counted = await db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM draws draw WHERE ${waiting}`)
  const data = limit === 0 ? [] : await drawRows(scope, db, looking, { draws: waiting, limit })
  return { server_time: looking.now.toISOString(), count: counted!.count, data }
}
