/**
 * What the tests of awarding share: draws that are over, tickets, results given, corrected and taken back, and what the
 * banca looks like after each.
 */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { award, type Award, type Awarded } from '../../server/rules/award/award.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { withdrawResult, type Withdrawn } from '../../server/rules/award/withdraw.ts'
import type { Executor, Tx } from '../../server/platform/db/connect.ts'
import { settleWithin } from '../../server/rules/settlement/settle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { addCommission } from '../support/factories.ts'
import { expectBooksHold, expectRollupsHold } from '../support/holds.ts'

export type Numbers = { place: string; number: string; sign: string | null }[]
export interface Line {
  draw_id: number
  bet_type_id: number
  number: string
  stake: string
}
interface SoldTicket {
  serial: string
  code: string
  lines: { state: string; prize: string }[]
}

export const animal = (number: string): Numbers => [{ place: '', number, sign: null }]
export const columns = (A: string, B: string, C: string, sign = 'LEO'): Numbers => [
  { place: 'A', number: A, sign: null },
  { place: 'B', number: B, sign: null },
  { place: 'C', number: C, sign },
]
export const bet = (
  draw_id: number,
  number: string,
  stake = '10.00',
  type: Parameters<typeof betTypeId>[0] = 'ANIMALITO',
): Line => ({ draw_id, bet_type_id: betTypeId(type), number, stake })

export interface Bench {
  world: World
  app: TestApp
  /** Some draws of a product, open, one after the other. */
  draws(product: string, count: number): Promise<number[]>
  /** Moves draws into the past, in their order: over, ready for a result. */
  over(...ids: number[]): Promise<void>
  sell(lines: readonly Line[], as?: string): Promise<SoldTicket>
  look(serial: string): Promise<{ state: string; prize: string; lines: { state: string; prize: string }[] }>
  pay(ticket: { serial: string; code: string }, as?: string): Promise<string>
  give(draw_id: number, numbers: Numbers): Promise<Awarded>
  correct(draw_id: number, numbers: Numbers, accept_paid?: boolean): Promise<Awarded>
  withdraw(draw_id: number): Promise<Withdrawn>
  /** Balance of an account: debit less credit. */
  balance(partner_id: number, kind: string): Promise<string>
  /** The books hold and a rebuild finds nothing to put right. */
  holds(): Promise<void>
  close(): Promise<void>
}

const given = (draw_id: number, numbers: Numbers): Award => ({
  draw_id,
  numbers,
  entered_by: null,
  confirmed_by: null,
  source: 'prueba',
  at: new Date(),
})

/** Gives a draw its first result, or another one, inside a transaction. */
export function giveIn(tx: Tx, draw_id: number, numbers: Numbers): Promise<Awarded> {
  return award(tx, given(draw_id, numbers))
}
export function correctIn(tx: Tx, draw_id: number, numbers: Numbers, accept_paid?: boolean): Promise<Awarded> {
  return correct(tx, { ...given(draw_id, numbers), reason: 'se leyó mal', accept_paid })
}
export async function withdrawIn(tx: Tx, draw_id: number): Promise<Withdrawn> {
  const result = await tx.one<{ id: number }>(
    sql`SELECT id FROM results WHERE draw_id = ${draw_id} AND withdrawn_at IS NULL`,
  )
  return withdrawResult(tx, { result_id: result?.id ?? 0, reason: 'se leyó mal', by: null, at: new Date() })
}

export async function openBench(): Promise<Bench> {
  const database = await createDatabase()
  const world = await createWorld(database.url)
  const app = await startApp(database.url)
  await world.db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 3}'`)
  await world.db.run(
    sql`INSERT INTO partner_settings (partner_id, annul_minutes, prize_days) VALUES (${world.partner.banca}, 60, 3)`,
  )
  // One branch earns on sales less prizes: a prize changes its commission too.
  await addCommission(world.db, {
    partner_id: world.partner.agencia2,
    kind: 'UTILIDAD',
    commission_percent: 10,
    participation_percent: 25,
  })
  return {
    world,
    app,
    draws: async (product, count) => {
      const ids: number[] = []
      for (let n = 0; n < count; n++) ids.push(await world.draw(product))
      return ids
    },
    over: async (...ids) => {
      await world.db.run(sql`
        UPDATE draws
        SET opens_at = opens_at - interval '3 hours', closes_at = closes_at - interval '3 hours',
          scheduled_at = scheduled_at - interval '3 hours'
        WHERE id = ANY (${`{${ids.join(',')}}`}::int[]) AND scheduled_at > now()`)
    },
    sell: async (lines, as = 'taquilla') => {
      const reply = await app.call(
        tickets.sell,
        { body: { currency: 'BS', confirm_repeated: true, lines: [...lines] } },
        { as },
      )
      expect(reply.status < 300 ? 'sold' : reply.problem.code).toBe('sold')
      return reply.body
    },
    look: async (serial) => (await app.call(tickets.bySerial, { params: { serial } }, { as: 'taquilla' })).body,
    pay: async ({ serial, code }, as = 'taquilla') => {
      const reply = await app.call(tickets.pay, { params: { serial }, body: { code } }, { as })
      return reply.status < 300 ? reply.body.state : reply.problem.code
    },
    give: (draw_id, numbers) => world.run((tx) => giveIn(tx, draw_id, numbers)),
    correct: (draw_id, numbers, accept_paid) => world.run((tx) => correctIn(tx, draw_id, numbers, accept_paid)),
    withdraw: (draw_id) => world.run((tx) => withdrawIn(tx, draw_id)),
    balance: async (partner_id, kind) => {
      const row = await world.db.one<{ balance: string }>(sql`
        SELECT coalesce(sum(d.debit - d.credit), 0)::numeric(18, 2) AS balance
        FROM ledger_accounts a
        JOIN ledger_days d ON d.account_id = a.id
        WHERE a.partner_id = ${partner_id} AND a.kind = ${kind} AND a.currency = 'BS'`)
      return row!.balance
    },
    holds: async () => {
      await expectBooksHold(world.db)
      await expectRollupsHold(world, world.today, world.today)
    },
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}

const zeros = (columns: string) =>
  sql.raw(
    columns
      .split(', ')
      .map((name) => `${name} <> 0`)
      .join(' OR '),
  )

/**
 * Everything the results decide, without the ids that each attempt draws anew: tickets, lines, prizes in
 * force, rollups and balances. Rows of zeros are no rows.
 */
export async function pictureOf(world: World): Promise<Record<string, unknown>> {
  await world.settle()
  return seenBy(world.db)
}

async function seenBy(db: Executor): Promise<Record<string, unknown>> {
  const picture: Record<string, unknown> = {}
  const counts = 'n_vendido, n_anulado, n_ganador, n_pagado, n_perdedor, n_devuelto, n_vencido'
  const parts = {
    tickets: sql`SELECT day, id, state, prize, pending_lines FROM tickets ORDER BY 1, 2`,
    lines: sql`SELECT day, ticket_id, n, state, prize FROM ticket_lines ORDER BY 1, 2, 3`,
    prizes: sql`
      SELECT ticket_day, ticket_id, line_n, draw_id, sum(amount) AS amount
      FROM prizes
      WHERE withdrawn_at IS NULL
      GROUP BY 1, 2, 3, 4
      ORDER BY 1, 2, 3, 4`,
    draws: sql`
      SELECT d.id, d.state, n.place, n.number, n.sign
      FROM draws d
      LEFT JOIN result_numbers n ON n.result_id = d.result_id
      ORDER BY 1, 3`,
    settlement: sql`
      SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes,
        coalesce(commission, 0) AS commission, coalesce(participation, 0) AS participation
      FROM settlement_hours
      LEFT JOIN settled_hours USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE sold <> 0 OR prizes <> 0
      ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    weeks: sql`SELECT * FROM settlement_weeks WHERE ${zeros('sold, prizes, commission, participation')} ORDER BY 1, 2, 3, 4, 5`,
    days: sql`
      SELECT day, office_id, currency, sold, prizes, commission, participation, ${sql.raw(counts)}
      FROM sales_days
      WHERE ${zeros('sold, prizes, commission, participation')} OR ${zeros(counts)}
      ORDER BY 1, 2, 3`,
    hours: sql`SELECT * FROM sales_hours WHERE ${zeros('sold, prizes, commission')} ORDER BY 1, 2, 3, 4, 5`,
    products: sql`SELECT * FROM product_days WHERE ${zeros('sold, prizes, commission')} ORDER BY 1, 2, 3, 4, 5, 6`,
    draw_totals: sql`
      SELECT day, partner_id, currency, draw_id, bet_type_id, sold, prizes, lines
      FROM draw_totals
      WHERE ${zeros('prizes, lines')}
      ORDER BY 1, 2, 3, 4, 5`,
    numbers: sql`SELECT * FROM number_days WHERE lines <> 0 ORDER BY 1, 2, 3, 4, 5, 6`,
    balances: sql`SELECT account_id, day, debit - credit AS balance FROM ledger_days WHERE debit <> credit ORDER BY 1, 2`,
  }
  for (const [name, query] of Object.entries(parts)) picture[name] = await db.rows(query)
  return picture
}

/** What the banca would look like after `work`, which is undone. */
export async function imagine(world: World, work: (tx: Tx) => Promise<void>): Promise<Record<string, unknown>> {
  let seen: Record<string, unknown> | undefined
  await world
    .run(async (tx) => {
      await work(tx)
      await settleWithin(tx)
      seen = await seenBy(tx)
      throw new Error('only imagined')
    })
    .catch((error: Error) => {
      if (error.message !== 'only imagined') throw error
    })
  return seen!
}
