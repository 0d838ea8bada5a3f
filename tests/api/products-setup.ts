/** A banca whose products change: what the products' test files share. */
import { sql } from 'drizzle-orm'
import { addDays } from '../../contract/values/dates.ts'
import type { Answer } from '../../contract/endpoint.ts'
import { products, type ProductForm } from '../../contract/products.ts'
import { ensureDraws } from '../../server/rules/draws/generate.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

interface Draw {
  id: number
  day: string
  /** Hour in Caracas. */
  at: string
  opens: string
  minutes: number
}

/** A product as the wire gives it. */
export type Product = Answer<typeof products.show>

export interface Catalogue {
  world: World
  app: TestApp
  /** The day after the business day. */
  tomorrow: string
  show(code: string): Promise<Product>
  /** Sends the form of a product as it was read, with `more` changed. */
  update(product: Product, more?: Partial<ProductForm>, as?: string): Promise<Reply<typeof products.update>>
  /** An update that must be accepted. */
  updated(product: Product, more?: Partial<ProductForm>): Promise<Product>
  create(more?: Partial<ProductForm>): Promise<Reply<typeof products.create>>
  draws(product_id: number, day: string): Promise<Draw[]>
  lastAudit(id: number): Promise<
    | {
        action: string
        before: Record<string, unknown> | null
        after: Record<string, unknown> | null
        significant: boolean
      }
    | undefined
  >
  close(): Promise<void>
}

export function formOf({
  code,
  name,
  kind,
  zone,
  status,
  position,
  settings,
  schedules,
  exceptions,
  offers,
  wildcards,
}: Product): ProductForm {
  return {
    code,
    name,
    kind,
    zone,
    status,
    position,
    exceptions,
    settings: { ...settings, polla: settings.polla ?? null } as ProductForm['settings'],
    schedules: schedules.map((one) => ({ ...one, valid_from: one.valid_from ?? null, valid_to: one.valid_to ?? null })),
    wildcards: wildcards.map((one) => ({ ...one, from_day: one.from_day ?? null, to_day: one.to_day ?? null })),
    offers: offers.map(({ bet_type_id, multiplier, place_multipliers, enabled }) => ({
      bet_type_id,
      multiplier,
      enabled,
      place_multipliers: place_multipliers ?? null,
    })),
  }
}

/** A world with the draws of tomorrow and the six days after it. */
export async function openCatalogue(): Promise<Catalogue> {
  const database = await createDatabase()
  const world = await createWorld(database.url)
  const app = await startApp(database.url)
  const tomorrow = addDays(world.today, 1)
  await world.run((tx) => ensureDraws(tx, tomorrow, addDays(world.today, 7)))
  let count = 0
  const show: Catalogue['show'] = async (code) =>
    (await app.call(products.show, { params: { id: world.product(code) } }, { as: 'banca' })).body
  const update: Catalogue['update'] = (product, more = {}, as = 'banca') =>
    app.call(
      products.update,
      { params: { id: product.id }, body: { ...formOf(product), version: product.version, ...more } },
      { as },
    )
  return {
    world,
    app,
    tomorrow,
    show,
    update,
    updated: async (product, more) => {
      const reply = await update(product, more)
      if (reply.status !== 200) throw new Error(`not saved: ${JSON.stringify(reply.problem)}`)
      return reply.body
    },
    create: (more = {}) => {
      count += 1
      const form = {
        code: `NUEVO_${count}`,
        name: `Producto Nuevo ${count}`,
        kind: 'animalitos' as const,
        zone: 'America/Caracas',
        status: 'activo' as const,
        position: 90,
        settings: { sale_days_before: 0, tripleta_draws: 11, polla: null },
        schedules: [],
        exceptions: [],
        offers: [],
        wildcards: [],
      }
      return app.call(products.create, { body: { ...form, ...more } }, { as: 'banca' })
    },
    draws: (product_id, day) =>
      world.db.rows<Draw>(sql`
      SELECT id, day, to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS at, opens_at AS opens,
        (extract(epoch FROM scheduled_at - closes_at) / 60)::int AS minutes
      FROM draws WHERE product_id = ${product_id} AND day = ${day}::date ORDER BY scheduled_at`),
    lastAudit: (id) =>
      world.db.one(
        sql`
          SELECT action, before, after, significant
          FROM audit_log
          WHERE entity = 'products' AND entity_id = ${String(id)}
          ORDER BY id DESC
          LIMIT 1`,
      ),
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}

/** One hour of every day, closing five minutes before. */
export function everyDay(
  local_time: string,
  more: Partial<ProductForm['schedules'][number]> = {},
): ProductForm['schedules'][number] {
  return { weekday_mask: 127, local_time, close_minutes: 5, valid_from: null, valid_to: null, ...more }
}
