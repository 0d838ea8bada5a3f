/** Draws of a day as the business sees them: state by the clock, result in words, sales of the caller's subtree. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { draws } from '@contract/draws.ts'
import { isDay } from '@contract/values/dates.ts'
import { every, type Executor } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'
import { Problem } from '../http/problem.ts'

type DrawRow = Answer<typeof draws.list>['data'][number]

/** `23 Cebra`, `A 123 · B 456 · C 789 LEO`, `1 2345 · 2 6789 · 3 0123`: place, number, and its symbol's name or sign. */
const resultText = sql`(
  SELECT string_agg(concat_ws(' ', nullif(n.place, ''), n.number, coalesce(s.name, n.sign)), ' · ' ORDER BY n.place)
  FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = d.product_id AND s.code = n.number
  WHERE n.result_id = d.result_id)`

/** What the caller's subtree sold of the draw. Every level counts its own, so one partner's rows are enough. */
function soldBy(scope: Scope) {
  return sql`coalesce((
    SELECT jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount) ORDER BY t.currency)
    FROM (
      SELECT s.currency, sum(s.sold)::text AS amount FROM draw_sales s
      WHERE s.draw_id = d.id AND s.partner_id = ${scope.partner_id}
      GROUP BY s.currency HAVING sum(s.sold) <> 0
    ) t), '[]'::jsonb)`
}

/**
 * Draws of a business day (`today` unless one is asked), in order of time. A draw is open from its
 * opening instant until just before its close; awarded and suspended override the clock.
 * @throws Problem `invalid` when the day does not exist.
 */
export async function drawsOfDay(scope: Scope, db: Executor, asked: Received<typeof draws.list>['query'], clock: { now: Date; today: string }): Promise<Answer<typeof draws.list>> {
  const day = asked.day ?? clock.today
  if (!isDay(day)) throw Problem.on('day', 'invalid', 'Fecha no válida')
  const now = clock.now.toISOString()
  const state = sql`CASE
    WHEN d.state <> 'activo' THEN d.state::text
    WHEN d.opens_at > ${now}::timestamptz THEN 'programado'
    WHEN d.closes_at > ${now}::timestamptz THEN 'abierto'
    ELSE 'cerrado' END`
  const data = await db.rows<DrawRow>(sql`
    SELECT d.id, d.product_id, p.name AS product_name, d.day, d.scheduled_at, d.closes_at,
      ${state} AS state, ${resultText} AS result, ${soldBy(scope)} AS sold
    FROM draws d JOIN products p ON p.id = d.product_id
    WHERE ${every(sql`d.day = ${day}::date`, asked.product_id !== undefined && sql`d.product_id = ${asked.product_id}`, asked.state && sql`${state} = ${asked.state}`)}
    ORDER BY d.scheduled_at, p.position, d.id`)
  return { server_time: now, data }
}
