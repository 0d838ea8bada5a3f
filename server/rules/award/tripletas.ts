/**
 * Lines over several draws: three different symbols, won when all three have come among the draws of the
 * line, lost when none of those draws is still without a result. The prize is of the draw that completed
 * the three by the clock (`scheduled_at`, then id), whatever the order in which results were entered: it
 * moves when a result entered or changed later says so, for a ticket that is paid or expired as well.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { prizeOf } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SignedPrizes } from './count-prizes.ts'
import type { TicketRef } from './ticket-states.ts'

export interface Tripletas extends SignedPrizes {
  given: string[]
  taken: string[]
  /** Of those given, the prizes of lines that had none: they won now and did not only change their draw. */
  won: string[]
  /** Tickets with a line that is not what it was. */
  tickets: TicketRef[]
}

/** A draw with numbers that are only asked about. */
export interface Assumed {
  draw_id: number
  numbers: readonly { number: string }[]
}

/**
 * `FROM` of lines over several draws: `line` is a line of the draw `line_draw.draw_id`, and `verdict` what the results in force say
 * of it: `won`, `waits`, and `completed_by`, the draw with which its symbols were complete by the clock.
 */
export function tripletaVerdict(assumed?: Assumed): SQL {
  const came = sql`EXISTS (SELECT 1 FROM result_numbers number WHERE number.result_id = draw.result_id AND number.number = code)`
  const comes = assumed
    ? sql`
      CASE
        WHEN draw.id = ${assumed.draw_id}::int THEN code = ANY (${list(assumed.numbers.map((one) => one.number))}::text[])
          ELSE ${came}
      END`
    : came
  return sql`
  line_draws line_draw
  JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
  CROSS JOIN LATERAL (
    SELECT count(*) = cardinality(string_to_array(line.number, '-')) AS won, (max(came.first))[2]::int AS completed_by,
      (
        SELECT bool_or(draw.result_id IS NULL)
        FROM line_draws each
        JOIN draws draw ON draw.id = each.draw_id
        WHERE each.day = line.day AND each.ticket_id = line.ticket_id AND each.line_n = line.n
      ) AS waits
    FROM (
      SELECT min(ARRAY[extract(epoch FROM draw.scheduled_at), draw.id]) AS first
      FROM unnest(string_to_array(line.number, '-')) AS code
      JOIN line_draws each ON each.day = line.day AND each.ticket_id = line.ticket_id AND each.line_n = line.n
      JOIN draws draw ON draw.id = each.draw_id AND ${comes}
      GROUP BY code
    ) came
  ) verdict`
}

/**
 * Settles the lines that play in this draw, after its result was given, replaced or withdrawn: what each is,
 * and where its prize stands. Answers the prizes it gave and took back, which may be of other draws too.
 */
export async function settleTripletas(tx: Tx, draw_id: number, at: Date): Promise<Tripletas> {
  const verdict = tripletaVerdict()
  const tickets = await tx.rows<TicketRef>(sql`
    WITH verdict AS (
      SELECT line.day, line.ticket_id, line.n, verdict.won, verdict.waits,
        CASE WHEN verdict.won THEN prize_of(line.stake, line.multiplier, line.currency) ELSE 0 END AS prize
      FROM ${verdict} WHERE line_draw.draw_id = ${draw_id} AND line.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
    )
    UPDATE ticket_lines line
    SET prize = verdict.prize,
      state = CASE WHEN verdict.won THEN 'ganadora' WHEN verdict.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    FROM verdict WHERE line.day = verdict.day AND line.ticket_id = verdict.ticket_id AND line.n = verdict.n
      AND CASE
        line.state WHEN 'vencida' THEN 'ganadora' ELSE line.state
      END <> CASE WHEN verdict.won THEN 'ganadora' WHEN verdict.waits THEN 'pendiente' ELSE 'perdedora' END::line_state
    RETURNING line.day, line.ticket_id`)
  // A prize is taken before the line's other one is given: both may be of one draw, whose result was corrected.
  const prizes = await tx.rows<{ id: string; given: boolean; moved: boolean }>(sql`
    WITH stands AS MATERIALIZED (
      SELECT line.day, line.ticket_id, line.n, line.office_id, line.currency, line.prize, draw.id AS draw_id, draw.result_id
      FROM ${verdict}
      JOIN draws draw ON draw.id = verdict.completed_by
      WHERE line_draw.draw_id = ${draw_id} AND line.state IN ('ganadora', 'vencida') AND line.prize > 0
    ), taken AS (
      UPDATE prizes prize SET withdrawn_at = ${at.toISOString()}
      FROM line_draws line_draw
      LEFT JOIN stands ON stands.day = line_draw.day AND stands.ticket_id = line_draw.ticket_id AND stands.n = line_draw.line_n
      WHERE line_draw.draw_id = ${draw_id} AND prize.ticket_day = line_draw.day AND prize.ticket_id = line_draw.ticket_id
        AND prize.line_n = line_draw.line_n
        AND prize.withdrawn_at IS NULL AND prize.result_id IS DISTINCT FROM stands.result_id
      RETURNING prize.id, prize.ticket_day, prize.ticket_id, prize.line_n
    ), given AS (
      INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at)
      SELECT stands.day, stands.ticket_id, stands.n, stands.draw_id, stands.result_id, stands.office_id, stands.currency, stands.prize,
        ${at.toISOString()}::timestamptz
      FROM stands
      WHERE (SELECT count(*) FROM taken) >= 0
        AND NOT EXISTS (
          SELECT 1
          FROM prizes prize
          WHERE prize.ticket_day = stands.day AND prize.ticket_id = stands.ticket_id AND prize.line_n = stands.n
            AND prize.withdrawn_at IS NULL
            AND prize.result_id = stands.result_id
        )
      RETURNING id, ticket_day, ticket_id, line_n
    )
    SELECT id, false AS given, false AS moved FROM taken UNION ALL
    SELECT given.id, true,
      EXISTS (SELECT 1 FROM taken
        WHERE taken.ticket_day = given.ticket_day AND taken.ticket_id = given.ticket_id AND taken.line_n = given.line_n)
    FROM given`)
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
  currency: Currency
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
    SELECT line.number, line.currency::text AS currency, line.stake, line.multiplier, line.prize, line.state::text AS state,
      stood.came, stood.waits, coalesce(possible.in_force, 0.00) AS in_force, coalesce(possible.stands, '{}') AS stands
    FROM line_draws line_draw
    JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
      AND line.state NOT IN ('anulada', 'devuelta')
    CROSS JOIN LATERAL (
      SELECT coalesce(
        jsonb_agg(
          jsonb_build_object('number', number.number, 'draw_id', draw.id) ORDER BY draw.scheduled_at, draw.id
        ) FILTER (WHERE number.number IS NOT NULL), '[]'
      ) AS came, bool_or(draw.result_id IS NULL) AS waits
      FROM line_draws each JOIN draws draw ON draw.id = each.draw_id LEFT JOIN result_numbers number ON number.result_id = draw.result_id
      WHERE each.day = line.day AND each.ticket_id = line.ticket_id AND each.line_n = line.n
    ) stood CROSS JOIN LATERAL (
      SELECT sum(prize.amount) AS in_force, array_agg(prize.draw_id) AS stands
      FROM prizes prize
      WHERE prize.ticket_day = line.day AND prize.ticket_id = line.ticket_id AND prize.line_n = line.n AND prize.withdrawn_at IS NULL
    ) possible WHERE line_draw.draw_id = ${draw_id}`)
  for (const line of lines) {
    const draw = completing(line)
    const state = draw !== null ? 'ganadora' : line.waits ? 'pendiente' : 'perdedora'
    const prize = draw !== null ? prizeOf(line.stake, line.multiplier, line.currency) : '0.00'
    if (
      (line.state === 'vencida' ? 'ganadora' : line.state) !== state ||
      line.prize !== prize ||
      line.in_force !== prize ||
      line.stands.some((stands) => stands !== draw)
    )
      throw new Problem('award_sums_differ')
  }
}
