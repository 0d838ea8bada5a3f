/** A banca's drawers for tests: an open register, kinds of movements, a fund, and what the books have in a drawer. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes, type OutcomeRow } from '../../contract/outcomes.ts'
import { currencies } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import { openRegister } from '../../server/rules/cash/registers.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

type Office = 'taquilla1' | 'taquilla2' | 'taquilla3'
const agencyOf = { taquilla1: 'agencia1', taquilla2: 'agencia1', taquilla3: 'agencia2' } as const
const sellerOf = { taquilla1: 'taquilla', taquilla2: 'vecina', taquilla3: 'lejana' } as const

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
    // One after another, as if each day had passed.
    open: (office) =>
      world.run(async (tx) => {
        const last = await tx.one<{ day: string | null }>(sql`
          SELECT max(day)::text AS day FROM cash_registers WHERE office_id = ${world.partner[office]}`)
        const own = { office_id: world.partner[office], agency_id: world.partner[agencyOf[office]] }
        const today = last!.day === null ? world.today : addDays(last!.day, 1)
        const hand = { by: world.user['agencia']!, at: new Date(), today }
        return openRegister(tx, { ...own, currencies: [...currencies] }, { counts: [], hand })
      }),
    send: async (office) => {
      const open = await world.db.one<{ id: number; version: number }>(sql`
        SELECT id, version FROM cash_registers WHERE office_id = ${world.partner[office]} AND state = 'abierta'`)
      if (!open) return
      const body = { version: open.version, observation: 'De prueba' }
      const sent = await app.call(cashRegisters.send, { params: { id: open.id }, body }, { as: sellerOf[office] })
      expect([sent.status, sent.problem.code]).toEqual([200, undefined])
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
