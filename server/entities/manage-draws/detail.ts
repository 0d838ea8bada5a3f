/** One draw: what the caller's subtree sold and could owe, who won, every result it had and what sources said. */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { manageDraws } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { drawRows, type Looking } from '../draws/queries.ts'
import { Problem } from '../../platform/http/problem.ts'
import { resultRows } from './results.ts'
import { otherPersonConfirms } from '../../rules/results/second-person.ts'
import { textOfNumbers } from '../../rules/results/texts.ts'

type Detail = Answer<typeof manageDraws.detail>

/** Numbers and winners shown at most: those that cost most. */
const mostNumbers = 60
const mostWinners = 500
const mostAnswers = 50

/** @throws Problem `not_found` */
export async function drawDetail(scope: Scope, db: Executor, draw_id: number, looking: Looking): Promise<Detail> {
  const [draw] = await drawRows(scope, db, looking, { draws: sql`d.id = ${draw_id}` })
  if (!draw) throw new Problem('not_found')
  const banca = await db.one<{ other: boolean }>(sql`SELECT ${otherPersonConfirms} AS other FROM banca b`)
  return {
    server_time: looking.now.toISOString(),
    draw,
    second_user_confirms: banca!.other,
    by_currency: await figures(scope, db, draw_id),
    liability: await liability(scope, db, draw_id),
    winners: await winners(scope, db, draw_id),
    symbols: await db.rows<Detail['symbols'][number]>(
      sql`SELECT code, name, image_url FROM product_symbols WHERE product_id = ${draw.product_id} ORDER BY position`,
    ),
    results: await resultRows({ scope, db }, sql`r.draw_id = ${draw_id}`),
    external: await answers(db, draw_id),
  }
}

/** `paid` and `pending` speak of the prizes: handed over, or owed by the office. */
function figures(scope: Scope, db: Executor, draw_id: number): Promise<Detail['by_currency']> {
  return db.rows<Detail['by_currency'][number]>(sql`
    WITH sold AS (
      SELECT l.currency, count(*)::int AS lines, count(DISTINCT (l.day, l.ticket_id))::int AS tickets, sum(l.stake) AS sold
      FROM ticket_lines l
      WHERE l.draw_id = ${draw_id} AND l.state NOT IN ('anulada', 'devuelta') AND ${within(scope, sql`l.office_id`)}
      GROUP BY 1
    ), won AS (
      SELECT p.currency, sum(p.amount) AS prizes, coalesce(sum(p.amount) FILTER (WHERE t.state = 'pagado'), 0.00) AS paid,
        coalesce(sum(p.amount) FILTER (WHERE t.state IN ('vendido', 'ganador')), 0.00) AS pending
      FROM prizes p
      JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
      WHERE p.draw_id = ${draw_id} AND p.withdrawn_at IS NULL AND ${within(scope, sql`p.office_id`)}
      GROUP BY 1
    )
    SELECT currency::text AS currency, coalesce(s.lines, 0) AS lines, coalesce(s.tickets, 0) AS tickets, coalesce(s.sold, 0.00) AS sold,
      coalesce(w.prizes, 0.00) AS prizes, coalesce(w.paid, 0.00) AS paid, coalesce(w.pending, 0.00) AS pending,
      coalesce(s.sold, 0.00) - coalesce(w.prizes, 0.00) AS profit
    FROM sold s FULL JOIN won w USING (currency) ORDER BY 1`)
}

function liability(scope: Scope, db: Executor, draw_id: number): Promise<Detail['liability']> {
  return db.rows<Detail['liability'][number]>(sql`
    SELECT s.bet_type_id, b.name AS bet_type_name, s.number, y.name AS symbol_name, s.currency::text AS currency, s.sold, s.liability
    FROM draw_sales s
    JOIN draws d ON d.id = s.draw_id
    JOIN bet_types b ON b.id = s.bet_type_id
    LEFT JOIN product_symbols y ON y.product_id = d.product_id AND y.code = s.number
    WHERE s.draw_id = ${draw_id} AND s.partner_id = ${scope.partner_id} AND s.lines > 0
    ORDER BY s.liability DESC, s.currency, s.bet_type_id, s.number
    LIMIT ${mostNumbers}`)
}

function winners(scope: Scope, db: Executor, draw_id: number): Promise<Detail['winners']> {
  return db.rows<Detail['winners'][number]>(sql`
    SELECT t.serial, office.name AS office_name, agency.name AS agency_name, b.name AS bet_type_name, l.number,
      p.currency::text AS currency, l.stake, p.amount AS prize,
      CASE t.state WHEN 'pagado' THEN 'pagado' WHEN 'vencido' THEN 'vencido' ELSE 'por_pagar' END AS state
    FROM prizes p
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
    JOIN bet_types b ON b.id = l.bet_type_id
    JOIN partners office ON office.id = p.office_id
    JOIN partners agency ON agency.id = office.father_id
    WHERE p.draw_id = ${draw_id} AND p.withdrawn_at IS NULL AND ${within(scope, sql`p.office_id`)}
    ORDER BY p.amount DESC, t.serial, l.n
    LIMIT ${mostWinners}`)
}

function answers(db: Executor, draw_id: number): Promise<Detail['external']> {
  return db.rows<{ source: string; fetched_at: string; text: string; numbers: ResultNumber[]; note: string }>(sql`
    SELECT e.source, e.fetched_at, coalesce(${textOfNumbers(sql`e.numbers`, sql`d.product_id`)}, '') AS text, e.numbers, e.note
    FROM external_results e JOIN draws d ON d.id = e.draw_id WHERE e.draw_id = ${draw_id} ORDER BY e.id DESC LIMIT ${mostAnswers}`)
}
