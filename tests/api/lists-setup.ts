/** The demo's banca with rows in every list of the contract: what the lists' test files share. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { z } from 'zod'
import { measures } from '../../contract/measures.ts'
import type { Endpoint, ListFacts } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { addExternalLoad, addNetworkImport, kept } from '../support/factories.ts'
import { readerOf } from '../support/reader-of.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createSeededDatabase } from '../support/postgres.ts'

export type List = Endpoint & { list: ListFacts }
export interface Page {
  data: Record<string, unknown>[]
  total: number
  totals?: Record<string, unknown>[]
}

/** Every list, short ones for selects too, by the names of its entity and its own: new ones are tried without a line here. */
export const everyList = everyEndpoint()
  .filter(({ endpoint }) => endpoint.list)
  .map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint: endpoint as List }))

/** A list whose columns are asked for is asked for all that offices have. */
const question = { by: 'afiliado', level: 'taquilla', compare: 'ninguna', measures: Object.keys(measures).join() }

export interface Lists {
  app: TestApp
  pool: Pool
  db: Executor
  banca: { partner_id: number }
  /** How a call is asked, with what it must be asked with. Where a list asks by a body its file does too, but for the format. */
  asking(endpoint: Endpoint, asked: object): { body?: object; query?: object }
  ask(endpoint: Endpoint, asked: object): Promise<Reply<Endpoint>>
  /** A page that must be answered. */
  pageOf(endpoint: Endpoint, asked: object): Promise<Page>
  close(): Promise<void>
}

export async function openLists(): Promise<Lists> {
  const database = await createSeededDatabase()
  const app = await startApp(database.url, { password: demoPassword })
  const pool = createPool(database.url, { max: 8 })
  const db = executor(pool)
  const banca = (await db.one<Lists['banca']>(sql`SELECT partner_id FROM users WHERE username = 'banca'`))!
  const days = await daysOf(db)
  const given = { ...days, ...(await addRows(db, banca, days.to)) }
  /** What a list and its file must be asked with; its days too where only something else would do instead of them. */
  const needs = (endpoint: Endpoint) => {
    const { shape = {} } = ((endpoint.body ?? endpoint.query) as z.ZodObject | undefined) ?? {}
    const { period } =
      everyList.find((one) => [one.endpoint, one.endpoint.list.file as Endpoint].includes(endpoint as List))?.endpoint
        .list ?? {}
    const isNeeded = (name: string) =>
      shape[name] &&
      (!(shape[name] as z.ZodType).safeParse(undefined).success || (name in days && period && !period.open))
    const needed = Object.entries(given).filter(([name]) => isNeeded(name))
    return { ...Object.fromEntries(needed), ...(shape['measures'] && question) }
  }
  const asking: Lists['asking'] = (endpoint, asked) => {
    const all = { ...needs(endpoint), ...asked }
    return endpoint.method === 'POST' ? { body: all } : { query: all }
  }
  const ask: Lists['ask'] = (endpoint, asked) =>
    app.call(endpoint, asking(endpoint, asked), { as: readerOf(endpoint) }) as Promise<Reply<Endpoint>>
  return {
    app,
    pool,
    db,
    banca,
    asking,
    ask,
    pageOf: async (endpoint, asked) => {
      const { status, body, problem } = await ask(endpoint, asked)
      expect([status, problem.errors]).toEqual([200, undefined])
      return body as unknown as Page
    },
    close: async () => {
      await app.close()
      await pool.end()
      await database.drop()
    },
  }
}

/** The last days of the demo. */
async function daysOf(db: Executor): Promise<{ from: string; to: string }> {
  const days = sql`SELECT (max(day) - 9)::text AS from, max(day)::text AS to FROM tickets`
  return (await db.one<{ from: string; to: string }>(days))!
}

/** The account of which most is told. */
export const movedMost = sql`
  SELECT account.sub AS id FROM ledger_accounts account JOIN ledger_postings posting ON posting.account_id = account.id
  WHERE account.kind = 'banco' AND account.sub <> 0 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`

/** Rows for the lists that are empty in the demo; what lists of something are asked with. */
async function addRows(db: Executor, banca: Lists['banca'], last_day: string): Promise<Record<string, number>> {
  const busiest = sql`SELECT draw_id AS id FROM ticket_lines GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`
  const draw_id = (await db.one<{ id: number }>(busiest))!.id
  const user = await db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'banca'`)
  const load_id = await addExternalLoad(db, user!.id)
  const import_id = await addNetworkImport(db, user!.id)
  const regular = sql`SELECT client_id AS id FROM client_operations GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`
  const client_id = (await db.one<{ id: number }>(regular))!.id
  const account_id = (await db.one<{ id: number }>(movedMost))!.id
  const fund = await db.one<{ id: number }>(sql`
    INSERT INTO cash_funds (partner_id, name, name_key) VALUES (${banca.partner_id}, 'Bóveda de prueba', 'boveda de prueba') RETURNING id`)
  const change_id = (await db.one<{ id: number }>(sql`SELECT nextval('changes_of_many')::int AS id`))!.id
  await db.run(sql`
    INSERT INTO changed_rows (change_id, partner_id, product_id, bet_type_id, currency, before, after)
    SELECT ${change_id}::bigint, p.id, g.id, NULL, 'BS', NULL, '50.00' FROM partners p CROSS JOIN (SELECT min(id) AS id FROM products) g`)
  for (let n = 1; n <= 23; n++) await kept.paymentMethods.add(db, { partner_id: banca.partner_id, name: `Caja ${n}` })
  // At an hour that has come, of a day that is asked for.
  await db.run(sql`
    INSERT INTO audit_log (username, role, action, entity, significant, at)
    SELECT 'u' || n % 3, CASE n % 2 WHEN 0 THEN 'ADMIN_BANCA' ELSE 'VEND_TAQUILLA' END,
      CASE n % 2 WHEN 0 THEN 'polla.settle' ELSE 'savedViews.create' END, CASE n % 2 WHEN 0 THEN 'polla' ELSE 'savedViews' END, n % 2 = 0,
      least(now(), (${last_day}::date + time '12:00') AT TIME ZONE 'America/Caracas')
    FROM generate_series(1, 31) n`)
  await db.run(sql`
    INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number, draw_id)
    SELECT p.partner_id, o.product_id, o.bet_type_id, '7', CASE o.product_id WHEN d.product_id THEN d.id END
    FROM (SELECT ${banca.partner_id}::int UNION ALL (SELECT id FROM partners WHERE type = 'agencia' LIMIT 2)) AS p(partner_id)
    CROSS JOIN (SELECT product_id, bet_type_id FROM product_bet_types LIMIT 3) o
    LEFT JOIN (SELECT id, product_id FROM draws WHERE id = ${draw_id}) d ON true`)
  await db.run(sql`
    UPDATE ticket_offices SET pending_command = CASE partner_id % 2 WHEN 0 THEN 'software' ELSE 'hardware' END
    WHERE partner_id % 5 < 2`)
  return { draw_id, load_id, import_id, client_id, account_id, fund_id: fund!.id, change_id }
}
