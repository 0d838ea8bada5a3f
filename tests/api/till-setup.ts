/** A banca's drawers for tests: an open register, kinds of movements, a fund, and what the books have in a drawer. */
import { sql } from 'drizzle-orm'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes, type OutcomeRow } from '../../contract/outcomes.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

const tellerOf = { taquilla1: 'taquilla', taquilla2: 'vecina', taquilla3: 'lejana' } as const
type Office = 'taquilla1' | 'taquilla2' | 'taquilla3'

export interface Till {
  url: string
  world: World
  app: TestApp
  /** By `ingreso` or `egreso` and what they ask: `egreso`, `egreso_pide`, `egreso_banca`, `ingreso`, `ingreso_pide`. */
  type: Record<'ingreso' | 'ingreso_pide' | 'egreso' | 'egreso_pide' | 'egreso_banca', number>
  fund: number
  /** Opens an office's register of today; its number. */
  open(office: Office): Promise<number>
  /** The office's register as whoever sends it leaves it. */
  send(office: Office): Promise<void>
  income(more?: object, as?: string, key?: string): Promise<Reply<typeof incomes.create>>
  outcome(more?: object, as?: string, key?: string): Promise<Reply<typeof outcomes.create>>
  give(more?: object, as?: string, key?: string): Promise<Reply<typeof outcomes.transfer>>
  /** The receiving half of what was given. */
  halfOf(row: OutcomeRow): Promise<IncomeRow>
  /** What the accounts of a kind come to at a partner. */
  held(partner: keyof World['partner'], kind: string, currency?: string, sub?: number): Promise<string>
  close(): Promise<void>
}

export async function openTill(options: { country?: string } = {}): Promise<Till> {
  const database = await createDatabase()
  const world = await createWorld(database.url, options)
  const app = await startApp(database.url)
  const asks = options.country !== 'PA'
  const typed = async (as: string, direction: 'ingreso' | 'egreso', name: string, more: object = {}) =>
    (await app.call(outcomes.createType, { body: { direction, name, ...more } as never }, { as })).body?.id
  const type = {
    ingreso: await typed('agencia', 'ingreso', 'Aporte'),
    ingreso_pide: await typed('agencia', 'ingreso', 'Aporte grande', { needs_approval: asks }),
    egreso: await typed('agencia', 'egreso', 'Limpieza'),
    egreso_pide: await typed('agencia', 'egreso', 'Reparación', { needs_approval: asks }),
    egreso_banca: await typed('banca', 'egreso', 'Publicidad', { borne_by: asks ? 'banca' : 'agencia' }),
  }
  const fund = await world.db.one<{ id: number }>(sql`
    INSERT INTO cash_funds (partner_id, name, name_key) VALUES (${world.partner.agencia1}, 'Bóveda', 'boveda') RETURNING id`)
  const usual = { currency: 'BS', amount: '100.00' }
  const keyed = (as: string, key?: string) => ({ as, ...(key && { key }) })
  return {
    url: database.url,
    world,
    app,
    type,
    fund: fund!.id,
    open: async (office) => {
      // One that is of today already was a day ago.
      await world.db.run(sql`UPDATE cash_registers SET day = day - 1000 WHERE office_id = ${world.partner[office]}`)
      await world.db.run(sql`UPDATE cash_registers SET day = day + 999 WHERE office_id = ${world.partner[office]}`)
      const { status, body } = await app.call(
        cashRegisters.open,
        { body: { counts: [], office_id: world.partner[office] } },
        { as: tellerOf[office] },
      )
      if (status !== 201) throw new Error(`the register of ${office} was not opened: ${status}`)
      return body.id
    },
    send: async (office) => {
      const as = tellerOf[office]
      const { register } = (await app.call(cashRegisters.current, {}, { as })).body
      const { id, version } = register!
      const body = { version, observation: 'Nadie contó: es de prueba' }
      const { status } = await app.call(cashRegisters.send, { params: { id }, body }, { as })
      if (status !== 200) throw new Error(`the register of ${office} was not sent: ${status}`)
    },
    income: (more = {}, as = 'taquilla', key) =>
      app.call(incomes.create, { body: { ...usual, type_id: type.ingreso, ...more } as never }, keyed(as, key)),
    outcome: (more = {}, as = 'taquilla', key) =>
      app.call(outcomes.create, { body: { ...usual, type_id: type.egreso, ...more } as never }, keyed(as, key)),
    give: (more = {}, as = 'taquilla', key) =>
      app.call(
        outcomes.transfer,
        { body: { ...usual, to_office_id: world.partner.taquilla2, ...more } as never },
        keyed(as, key),
      ),
    halfOf: async ({ pair_id }) => (await app.call(incomes.show, { params: { id: pair_id! } }, { as: 'agencia' })).body,
    held: async (partner, kind, currency = 'BS', sub) => {
      const row = await world.db.one<{ amount: string }>(sql`
        SELECT coalesce(sum(posting.amount), 0)::numeric(18, 2)::text AS amount
        FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
        WHERE account.partner_id = ${world.partner[partner]} AND account.kind = ${kind} AND account.currency = ${currency}::currency
          AND (${sub ?? null}::int IS NULL OR account.sub = ${sub ?? null}::int)`)
      return row!.amount
    },
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}
