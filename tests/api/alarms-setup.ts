/** A banca whose figures are written by hand, so that each alarm can be looked at just below and just above its threshold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AlarmThresholds } from '../../contract/alarm-config.ts'
import { alarmKinds, type AlarmKind } from '../../contract/alarms.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import type { Alarm, Look } from '../../server/rules/alarms/alarm.ts'
import { keptThresholds } from '../../server/rules/alarms/settings.ts'
import { activeAlarms } from '../../server/rules/alarms/active.ts'
import { instantOf } from '../../server/rules/figures/stretch.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, zone, type World } from '../support/world.ts'

export const animal = betTypeId('ANIMALITO')

export interface AlarmsBanca {
  world: World
  app: TestApp
  /** An instant of today by the banca's clock. */
  at(time: string): Date
  /** A draw of today at `time`, or of some days before: open from midnight until its hour. */
  draw(time: string, more?: { product?: string; days_ago?: number; state?: string }): Promise<number>
  /** What a number sold in a draw at a level. */
  sold(draw: number, amount: string, more?: { partner?: number; number?: string }): Promise<unknown>
  /** What a product sold and paid on a day, at a level. */
  paid(days_ago: number, sold: string, prizes: string, more?: { product?: string; partner?: number }): Promise<unknown>
  /** Tickets of an agency in some hours of a day. */
  tickets(agency: number, days_ago: number, hours: readonly number[], count: number): Promise<unknown>
  /** The last sale of an office of today. */
  lastSale(office: number, time: string): Promise<unknown>
  set(of: Partial<AlarmThresholds>): Promise<unknown>
  /** What stands then. */
  standing(kind: AlarmKind, now: Date, more?: Partial<Pick<Look, 'by' | 'subject'>>): Promise<Alarm[]>
}

/** Opens one for a file's tests. Each begins without figures, with the thresholds of a new banca. */
export function openAlarmsBanca(): AlarmsBanca {
  const banca = {} as AlarmsBanca
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    const world = await createWorld(database.url)
    Object.assign(banca, over(world, await startApp(database.url)))
  })
  beforeEach(async () => {
    const { db } = banca.world
    for (const table of [
      'draw_sales',
      'product_days',
      'sales_hours',
      'sales_days',
      'top_quotas',
      'regular_quotas',
      'notifications',
      'alarm_settings',
    ])
      await db.run(sql`DELETE FROM ${sql.identifier(table)}`)
    await db.run(sql`UPDATE draws SET state = 'suspendido'`)
    await db.run(sql`INSERT INTO alarm_settings DEFAULT VALUES`)
  })
  afterAll(async () => {
    await banca.app?.close()
    await banca.world?.close()
    await database?.drop()
  })
  return banca
}

function over(world: World, app: TestApp): AlarmsBanca {
  const { db, today, partner, product } = world
  const at = (time: string) => instantOf(today, time, zone)
  let drawn = 0
  return {
    world,
    app,
    at,
    draw: async (time, { product: code = 'LOTTO_ACTIVO', days_ago = 0, state = 'activo' } = {}) => {
      const day = addDays(today, -days_ago)
      const from = instantOf(day, '00:00', zone).toISOString()
      // Two draws of a product are never at one instant, whichever test makes them.
      const hour = new Date(instantOf(day, time, zone).getTime() + drawn++).toISOString()
      const row = await db.one<{ id: number }>(sql`
        INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at, state)
        VALUES (${product(code)}, ${day}, ${hour}, ${from}, ${hour}, ${state}::draw_state) RETURNING id`)
      return row!.id
    },
    sold: (draw, amount, { partner: of = partner.banca, number = '5' } = {}) =>
      db.run(sql`INSERT INTO draw_sales VALUES (${draw}, ${of}, ${animal}, ${number}, 'BS', ${amount}, 0, 1)`),
    paid: (days_ago, sold, prizes, { product: code = 'LOTTO_ACTIVO', partner: of = partner.banca } = {}) =>
      db.run(sql`
        INSERT INTO product_days (day, partner_id, currency, product_id, bet_type_id, shard, sold, prizes)
        VALUES (${addDays(today, -days_ago)}, ${of}, 'BS', ${product(code)}, ${animal}, 0, ${sold}, ${prizes})`),
    tickets: (agency, days_ago, hours, count) =>
      db.run(sql`
        INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, tickets)
        SELECT ${addDays(today, -days_ago)}::date, a.ancestor_id, 'BS', h, 0, ${count}::int
        FROM partner_ancestors a CROSS JOIN unnest(${sql.param([...hours])}::int[]) h WHERE a.partner_id = ${agency}
        ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET tickets = s.tickets + excluded.tickets`),
    lastSale: (office, time) =>
      db.run(sql`
        INSERT INTO sales_days (day, office_id, currency, sold, n_vendido, last_sale_at)
        VALUES (${today}, ${office}, 'BS', 10, 1, ${at(time).toISOString()})
        ON CONFLICT (day, office_id, currency) DO UPDATE SET last_sale_at = excluded.last_sale_at`),
    set: (of) =>
      db.run(
        sql`UPDATE alarm_settings SET ${sql.join(
          Object.entries(of).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
          sql`, `,
        )}`,
      ),
    standing: async (
      kind,
      now,
      { by = {}, subject = { id: partner.banca, name: '', type: 'banca' as const } } = {},
    ) => {
      const of = await keptThresholds(db)
      const look: Look = { db, subject, of, by, at: { now, zone, today: inZone(now, zone).day } }
      return activeAlarms(
        look,
        alarmKinds.filter((one) => one === kind),
      )
    },
  }
}
