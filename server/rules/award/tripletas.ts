/**
 * Lines over several draws: three different symbols, won when all three have come among the draws of the
 * line, lost when none of those draws is still without a result. The prize is of the draw that completed
 * the three by the clock (`scheduled_at`, then id), whatever the order in which results were entered: it
 * moves when a result entered or changed later says so, for a ticket that is paid or expired as well.
 */
import { sql, type SQL } from 'drizzle-orm'
import { multiply } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SignedPrizes } from './count-prizes.ts'
import type { TicketKey } from './ticket-states.ts'

export interface Tripletas extends SignedPrizes {
  given: string[]
  taken: string[]
  /** Of those given, the prizes of lines that had none: they won now and did not only change their draw. */
  won: string[]
  /** Tickets with a line that is not what it was. */
  tickets: TicketKey[]
}

/** A draw with numbers that are only asked about. */
export interface Assumed {
  draw_id: number
  numbers: readonly { number: string }[]
}

/**
 * `FROM` of lines over several draws: `l` is a line of the draw `o.draw_id`, and `v` what the results in force say
 * of it: `won`, `waits`, and `completed_by`, the draw with which its symbols were complete by the clock.
 */
export function tripletaVerdict(assumed?: Assumed): SQL {
  const came = sql`EXISTS (SELECT 1 FROM result_numbers r WHERE r.result_id = d.result_id AND r.number = code)`
  const comes = assumed
    ? sql`
      CASE
        WHEN d.id = ${assumed.draw_id}::int THEN code = ANY (${list(assumed.numbers.map((one) => one.number))}::text[])
          ELSE ${came}
      END`
    : came
  return sql`
  line_draws o JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
  CROSS JOIN LATERAL (
    SELECT count(*) = cardinality(string_to_array(l.number, '-')) AS won, (max(came.first))[2]::int AS completed_by,
      (
        SELECT bool_or(d.result_id IS NULL)
        FROM line_draws each
        JOIN draws d ON d.id = each.draw_id
        WHERE each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n
      ) AS waits
    FROM (
      SELECT min(ARRAY[extract(epoch FROM d.scheduled_at), d.id]) AS first
      FROM unnest(string_to_array(l.number, '-')) AS code
      JOIN line_draws each ON each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n
      JOIN draws d ON d.id = each.draw_id AND ${comes}
      GROUP BY code
    ) came
  ) v`
}

/**
 * Settles the lines that play in this draw, after its result was given, replaced or withdrawn: what each is,
 * and where its prize stands. Answers the prizes it gave and took back, which may be of other draws too.
 */
export async function settleTripletas(tx: Tx, draw_id: number, at: Date): Promise<Tripletas> {
  const verdict = tripletaVerdict()
  const tickets = await tx.rows<TicketKey>(sql`
    WITH verdict AS (
      SELECT l.day, l.ticket_id, l.n, v.won, v.waits, CASE WHEN v.won THEN round(l.stake * l.multiplier, 2) ELSE 0 END AS prize
      FROM ${verdict} WHERE o.draw_id = ${draw_id} AND l.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
    )
    UPDATE ticket_lines l
    SET prize = v.prize,
      state = CASE WHEN v.won THEN 'ganadora' WHEN v.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    FROM verdict v WHERE l.day = v.day AND l.ticket_id = v.ticket_id AND l.n = v.n
      AND CASE
        l.state WHEN 'vencida' THEN 'ganadora' ELSE l.state
      END <> CASE WHEN v.won THEN 'ganadora' WHEN v.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    RETURNING l.day, l.ticket_id`)
  // A prize is taken before the line's other one is given: both may be of one draw, whose result was corrected.
  const prizes = await tx.rows<{ id: string; given: boolean; moved: boolean }>(sql`
    WITH stands AS MATERIALIZED (
      SELECT l.day, l.ticket_id, l.n, l.office_id, l.currency, l.prize, d.id AS draw_id, d.result_id
      FROM ${verdict}
      JOIN draws d ON d.id = v.completed_by
      WHERE o.draw_id = ${draw_id} AND l.state IN ('ganadora', 'vencida') AND l.prize > 0
    ), taken AS (
      UPDATE prizes p SET withdrawn_at = ${at.toISOString()}
      FROM line_draws o LEFT JOIN stands s ON s.day = o.day AND s.ticket_id = o.ticket_id AND s.n = o.line_n
      WHERE o.draw_id = ${draw_id} AND p.ticket_day = o.day AND p.ticket_id = o.ticket_id AND p.line_n = o.line_n
        AND p.withdrawn_at IS NULL AND p.result_id IS DISTINCT FROM s.result_id
      RETURNING p.id, p.ticket_day, p.ticket_id, p.line_n
    ), given AS (
      INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at)
      SELECT s.day, s.ticket_id, s.n, s.draw_id, s.result_id, s.office_id, s.currency, s.prize, ${at.toISOString()}::timestamptz
      FROM stands s
      WHERE (SELECT count(*) FROM taken) >= 0
        AND NOT EXISTS (
          SELECT 1
          FROM prizes p
          WHERE p.ticket_day = s.day AND p.ticket_id = s.ticket_id AND p.line_n = s.n AND p.withdrawn_at IS NULL
            AND p.result_id = s.result_id
        )
      RETURNING id, ticket_day, ticket_id, line_n
    )
    SELECT id, false AS given, false AS moved FROM taken UNION ALL
    SELECT g.id, true,
      EXISTS (SELECT 1 FROM taken t WHERE t.ticket_day = g.ticket_day AND t.ticket_id = g.ticket_id AND t.line_n = g.line_n)
    FROM given g`)
  const ids = (of: (prize: (typeof prizes)[number]) => boolean) => prizes.filter(of).map((prize) => prize.id)
  return {
    given: ids((prize) => prize.given),
    taken: ids((prize) => !prize.given),
    won: ids((prize) => prize.given && !prize.moved),
    tickets,
  }
}

interface Line {
  number: string
  stake: string
  multiplier: string
  prize: string
  state: string
  in_force: string
  /** The draws whose prizes those are. */
  stands: number[]
  /** What came, in the order of the clock, and in which draw. */
  came: { number: string; draw_id: number }[]
  waits: boolean
}

/** The draw that brought the last of the symbols, or none. */
function completing({ number, came }: Pick<Line, 'number' | 'came'>): number | null {
  const missing = new Set(number.split('-'))
  for (const drawn of came) if (missing.delete(drawn.number) && missing.size === 0) return drawn.draw_id
  return null
}

/**
 * The second sum: each line's verdict, prize and draw again, here, from its symbols and what came in its draws;
 * line and prize must agree to the cent. @throws Problem `award_sums_differ`
 */
export async function checkTripletas(tx: Executor, draw_id: number): Promise<void> {
  const lines = await tx.rows<Line>(sql`
    SELECT l.number, l.stake, l.multiplier, l.prize, l.state::text AS state, s.came, s.waits,
      coalesce(p.in_force, 0.00) AS in_force, coalesce(p.stands, '{}') AS stands
    FROM line_draws o
    JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
      AND l.state NOT IN ('anulada', 'devuelta')
    CROSS JOIN LATERAL (
      SELECT coalesce(
        jsonb_agg(
          jsonb_build_object('number', r.number, 'draw_id', d.id) ORDER BY d.scheduled_at, d.id
        ) FILTER (WHERE r.number IS NOT NULL), '[]'
      ) AS came, bool_or(d.result_id IS NULL) AS waits
      FROM line_draws each JOIN draws d ON d.id = each.draw_id LEFT JOIN result_numbers r ON r.result_id = d.result_id
      WHERE each.day = l.day AND each.ticket_id = l.ticket_id AND each.line_n = l.n
    ) s CROSS JOIN LATERAL (
      SELECT sum(p.amount) AS in_force, array_agg(p.draw_id) AS stands
      FROM prizes p
      WHERE p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL
    ) p WHERE o.draw_id = ${draw_id}`)
  for (const line of lines) {
    const draw = completing(line)
    const state = draw !== null ? 'ganadora' : line.waits ? 'pendiente' : 'perdedora'
    const prize = draw !== null ? multiply(line.stake, line.multiplier) : '0.00'
    if (
      (line.state === 'vencida' ? 'ganadora' : line.state) !== state ||
      line.prize !== prize ||
      line.in_force !== prize ||
      line.stands.some((stands) => stands !== draw)
    )
      throw new Problem('award_sums_differ')
  }
}
