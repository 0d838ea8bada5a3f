/** A past of two days with draws of animals and of Panama, for the reports by the day of the draw. */
import { afterAll, beforeAll } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

export interface DrawnPast {
  app: TestApp
  past: Past
  /** Of animals: at noon, and at the last minute of the day; of Panama. */
  noon: number
  late: number
  panama: number
}

/** Makes one for a file's tests. The object is filled before the first of them. */
export function openDrawnPast(): DrawnPast {
  const drawn = {} as DrawnPast
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    const past = await createPast(database.url)
    Object.assign(drawn, { past, ...(await fill(past)), app: await startApp(database.url) })
  })
  afterAll(async () => {
    await drawn.app?.close()
    await drawn.past?.world.close()
    await database?.drop()
  })
  return drawn
}

async function fill({ world, day, sell, prize }: Past): Promise<Pick<DrawnPast, 'noon' | 'late' | 'panama'>> {
  const noon = await world.draw('LOTTO_ACTIVO')
  const late = await world.draw('LA_GRANJITA')
  const panama = await world.draw('PANAMA_DOMINICAL')
  const before = addDays(day, -1)
  for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries()) {
    await sell(before, '23:59', office, 'BS', [{ draw: noon, number: String(n + 1), stake: `${n + 2}.35` }], 59_999)
    await sell(day, '00:00', office, 'BS', [
      { draw: noon, number: '2', stake: '10.00' },
      { draw: late, number: String(n + 7), stake: '5.15' },
    ])
    await sell(day, '09:00', office, 'USD', [{ draw: late, number: '9', stake: '1.25' }])
    await sell(day, '09:30', office, 'BS', [{ draw: panama, number: `4${n}`, stake: '3.00', type: 'TERMINAL_PA' }])
  }
  await prize(noon, day, '12:00', [{ place: '', number: '2', sign: null }])
  await prize(late, day, '23:59', [{ place: '', number: '9', sign: null }])
  await prize(
    panama,
    day,
    '15:00',
    ['1240', '7741', '0040'].map((number, place) => ({ place: String(place + 1), number, sign: null })),
  )
  return { noon, late, panama }
}
