/**
 * Lines over several draws: three different symbols, won when all three have come among the draws of the
 * line, lost when none of those draws is still without a result. The prize is of the draw whose result
 * completed it, and stays there for as long as the line wins and that result is in force.
 */
import { sql } from 'drizzle-orm'
import { multiply } from '@contract/values/money.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SignedPrizes } from './count-prizes.ts'
import type { TicketKey } from './ticket-states.ts'

export interface Tripletas extends SignedPrizes {
  given: string[]
  taken: string[]
  /** Tickets with a line that is not what it was. */
  tickets: TicketKey[]
  won: number
}

/** `l` is a line of the draw `o.draw_id`; `v` what the results in force say of it: `won`, `waits`, and the draw with which its symbols were complete by the clock. */
const verdict = sql`
  line_draws o JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
  CROSS JOIN LATERAL (
    SELECT count(*) = cardinality(string_to_array(l.number, '-')) AS won, (max(came.first))[2]::int AS completed_by,
      (SELECT bool_or(d.result_id IS NULL) FROM line_draws each JOIN draws d ON d.id = each.draw_id WHERE each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n) AS waits
    FROM (
      SELECT min(ARRAY[extract(epoch FROM d.scheduled_at)::bigint, d.id]) AS first
      FROM unnest(string_to_array(l.number, '-')) AS code
      JOIN line_draws each ON each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n
      JOIN draws d ON d.id = each.draw_id JOIN result_numbers r ON r.result_id = d.result_id AND r.number = code
      GROUP BY code
    ) came
  ) v`

/**
 * Settles the lines that play in this draw, after its result changed: given (`result_id`), replaced or
 * withdrawn (`replaced_id`). Answers the prizes it gave and took back, which may be of other draws too.
 */
export async function settleTripletas(
  tx: Tx,
  draw_id: number,
  { result_id, replaced_id, at }: { result_id: number | null; replaced_id: number | null; at: Date },
): Promise<Tripletas> {
  const changed = await tx.rows<TicketKey & { won: boolean }>(sql`
    WITH verdict AS (
      SELECT l.day, l.ticket_id, l.n, v.won, v.waits, CASE WHEN v.won THEN round(l.stake * l.multiplier, 2) ELSE 0 END AS prize
      FROM ${verdict} WHERE o.draw_id = ${draw_id} AND l.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
    )
    UPDATE ticket_lines l SET prize = v.prize, state = CASE WHEN v.won THEN 'ganadora' WHEN v.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    FROM verdict v WHERE l.day = v.day AND l.ticket_id = v.ticket_id AND l.n = v.n
      AND CASE l.state WHEN 'vencida' THEN 'ganadora' ELSE l.state END <> CASE WHEN v.won THEN 'ganadora' WHEN v.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    RETURNING l.day, l.ticket_id, v.won`)
  const taken = await tx.rows<{ id: string }>(sql`
    UPDATE prizes p SET withdrawn_at = ${at.toISOString()}
    FROM line_draws o JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
    WHERE o.draw_id = ${draw_id} AND p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL
      AND (l.state NOT IN ('ganadora', 'vencida') OR p.result_id = ${replaced_id}::int) RETURNING p.id`)
  const given = await tx.rows<{ id: string }>(sql`
    INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at)
    SELECT l.day, l.ticket_id, l.n, d.id, d.result_id, l.office_id, l.currency, l.prize, ${at.toISOString()}::timestamptz
    FROM ${verdict}
    JOIN draws d ON d.id = CASE WHEN EXISTS (SELECT 1 FROM result_numbers r WHERE r.result_id = ${result_id}::int AND r.number = ANY (string_to_array(l.number, '-'))) THEN o.draw_id ELSE v.completed_by END
    WHERE o.draw_id = ${draw_id} AND l.state IN ('ganadora', 'vencida') AND l.prize > 0
      AND NOT EXISTS (SELECT 1 FROM prizes p WHERE p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL)
    RETURNING id`)
  return {
    given: given.map((row) => row.id),
    taken: taken.map((row) => row.id),
    tickets: changed,
    won: changed.filter((line) => line.won).length,
  }
}

interface Line {
  number: string
  stake: string
  multiplier: string
  prize: string
  state: string
  in_force: string
  came: string[]
  waits: boolean
}

/**
 * The second sum: each line's verdict and prize again, here, from its symbols and what came in its draws;
 * line and prize must agree to the cent. @throws Problem `award_sums_differ`
 */
export async function checkTripletas(tx: Executor, draw_id: number): Promise<void> {
  const lines = await tx.rows<Line>(sql`
    SELECT l.number, l.stake, l.multiplier, l.prize, l.state::text AS state, s.came, s.waits,
      coalesce((SELECT sum(p.amount) FROM prizes p WHERE p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL), 0.00) AS in_force
    FROM line_draws o JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n AND l.state NOT IN ('anulada', 'devuelta')
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(r.number) FILTER (WHERE r.number IS NOT NULL), '{}') AS came, bool_or(d.result_id IS NULL) AS waits
      FROM line_draws each JOIN draws d ON d.id = each.draw_id LEFT JOIN result_numbers r ON r.result_id = d.result_id
      WHERE each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n
    ) s WHERE o.draw_id = ${draw_id}`)
  for (const line of lines) {
    const came = new Set(line.came)
    const won = line.number.split('-').every((code) => came.has(code))
    const state = won ? 'ganadora' : line.waits ? 'pendiente' : 'perdedora'
    const prize = won ? multiply(line.stake, line.multiplier) : '0.00'
    if (
      (line.state === 'vencida' ? 'ganadora' : line.state) !== state ||
      line.prize !== prize ||
      line.in_force !== prize
    )
      throw new Problem('award_sums_differ')
  }
}
