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
export async function showDraw(scope: Scope, db: Executor, draw_id: number, looking: Looking): Promise<Detail> {
  const [draw] = await drawRows(scope, db, looking, { draws: sql`draw.id = ${draw_id}` })
  if (!draw) throw new Problem('not_found')
  const banca = await db.one<{ other: boolean }>(sql`SELECT ${otherPersonConfirms} AS other FROM banca`)
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
    results: await resultRows({ scope, db }, sql`result.draw_id = ${draw_id}`),
    external: await answers(db, draw_id),
  }
}

/** `paid` and `pending` speak of the prizes: handed over, or owed by the office. */
function figures(scope: Scope, db: Executor, draw_id: number): Promise<Detail['by_currency']> {
  return db.rows<Detail['by_currency'][number]>(sql`
    WITH sold AS (
      SELECT line.currency, count(*)::int AS lines, count(DISTINCT (line.day, line.ticket_id))::int AS tickets, sum(line.stake) AS sold
      FROM ticket_lines line
      WHERE line.draw_id = ${draw_id} AND line.state NOT IN ('anulada', 'devuelta') AND ${within(scope, sql`line.office_id`)}
      GROUP BY 1
    ), won AS (
      SELECT prize.currency, sum(prize.amount) AS prizes, coalesce(sum(prize.amount) FILTER (WHERE ticket.state = 'pagado'), 0.00) AS paid,
        coalesce(sum(prize.amount) FILTER (WHERE ticket.state IN ('vendido', 'ganador')), 0.00) AS pending
      FROM prizes prize
      JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
      WHERE prize.draw_id = ${draw_id} AND prize.withdrawn_at IS NULL AND ${within(scope, sql`prize.office_id`)}
      GROUP BY 1
    )
    SELECT currency::text AS currency, coalesce(sold.lines, 0) AS lines, coalesce(sold.tickets, 0) AS tickets,
      coalesce(sold.sold, 0.00) AS sold,
      coalesce(won.prizes, 0.00) AS prizes, coalesce(won.paid, 0.00) AS paid, coalesce(won.pending, 0.00) AS pending,
      coalesce(sold.sold, 0.00) - coalesce(won.prizes, 0.00) AS profit
    FROM sold FULL JOIN won USING (currency) ORDER BY 1`)
}

function liability(scope: Scope, db: Executor, draw_id: number): Promise<Detail['liability']> {
  return db.rows<Detail['liability'][number]>(sql`
    SELECT sale.bet_type_id, bet.name AS bet_type_name, sale.number, symbol.name AS symbol_name, sale.currency::text AS currency, sale.sold,
      sale.liability
    FROM draw_sales sale
    JOIN draws draw ON draw.id = sale.draw_id
    JOIN bet_types bet ON bet.id = sale.bet_type_id
    LEFT JOIN product_symbols symbol ON symbol.product_id = draw.product_id AND symbol.code = sale.number
    WHERE sale.draw_id = ${draw_id} AND sale.partner_id = ${scope.partner_id} AND sale.lines > 0
    ORDER BY sale.liability DESC, sale.currency, sale.bet_type_id, sale.number
    LIMIT ${mostNumbers}`)
}

function winners(scope: Scope, db: Executor, draw_id: number): Promise<Detail['winners']> {
  return db.rows<Detail['winners'][number]>(sql`
    SELECT ticket.serial, office.name AS office_name, agency.name AS agency_name, bet.name AS bet_type_name, line.number,
      prize.currency::text AS currency, line.stake, prize.amount AS prize,
      CASE ticket.state WHEN 'pagado' THEN 'pagado' WHEN 'vencido' THEN 'vencido' ELSE 'por_pagar' END AS state
    FROM prizes prize
    JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
    JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    JOIN bet_types bet ON bet.id = line.bet_type_id
    JOIN partners office ON office.id = prize.office_id
    JOIN partners agency ON agency.id = office.father_id
    WHERE prize.draw_id = ${draw_id} AND prize.withdrawn_at IS NULL AND ${within(scope, sql`prize.office_id`)}
    ORDER BY prize.amount DESC, ticket.serial, line.n
    LIMIT ${mostWinners}`)
}

function answers(db: Executor, draw_id: number): Promise<Detail['external']> {
  return db.rows<{ source: string; fetched_at: string; text: string; numbers: ResultNumber[]; note: string }>(sql`
    SELECT heard.source, heard.fetched_at, coalesce(${textOfNumbers(sql`heard.numbers`, sql`draw.product_id`)}, '') AS text, heard.numbers,
      heard.note
    FROM external_results heard JOIN draws draw ON draw.id = heard.draw_id WHERE heard.draw_id = ${draw_id} ORDER BY heard.id DESC
    LIMIT ${mostAnswers}`)
}
