/** A database is read by who has it registered, and by nobody else, whatever they call it and whatever they ask. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { agencies } from '../../contract/agencies.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { addUserDatabase } from '../support/factories.ts'
import { eachDay } from '../support/length.ts'
import { openTwoBancas, type TwoBancas } from './cross-db-setup.ts'

/** Stands in every name of a banca; no other has it. */
const marks = { principal: 'MarcaDeAqui', otra: 'MarcaDeAlla' } as const
type Key = keyof typeof marks

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
  for (const [key, { db }] of [
    ['principal', two.here],
    ['otra', two.there],
  ] as const) {
    const mark = marks[key]
    for (const table of ['partners', 'products', 'users', 'banca'])
      await db.run(sql`UPDATE ${sql.identifier(table)} SET name = left(name, 40) || ${` ${mark}`}`)
  }
  for (const world of [two.here, two.there]) await world.draw('LOTTO_ACTIVO')
})
afterAll(() => two?.close())

const needed: Record<string, unknown> = {
  from: '2026-03-02',
  to: '2026-03-03',
  date: '2026-03-02',
  draw_id: 1,
  which: 'receipt',
}
/** The least that a call takes; undefined where that is not known here. */
function least(query: z.ZodType | undefined): Record<string, unknown> | undefined {
  const missing = query?.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? []
  const given = Object.fromEntries(missing.map((key) => [key, needed[key]]))
  return !query || query.safeParse(given).success ? given : undefined
}
const lists = everyEndpoint().flatMap(({ entity, name, endpoint }) => {
  const query = least(endpoint.query)
  const isList =
    endpoint.method === 'GET' &&
    !endpoint.params &&
    typeof endpoint.response !== 'string' &&
    endpoint.access.roles !== 'public'
  return isList && query ? [{ name: `${entity}.${name}`, endpoint: endpoint as Endpoint, query }] : []
})

it('of thousands of questions with exchanged keys none is answered by another banca', async () => {
  const admin = async (world: TwoBancas['here']) => two.person(world, 'ADMIN_BANCA')
  const [plain, mine, ended, native, guest] = [
    await admin(two.here),
    await admin(two.here),
    await admin(two.here),
    await admin(two.there),
    await admin(two.there),
  ]
  for (const { db } of [two.here, two.there])
    await db.run(sql`UPDATE users SET manage_childs = true, awarding_results = true`)
  await addUserDatabase(
    { db: two.here.db, user_id: mine.id },
    { db: two.there.db, database: 'otra', user_id: native.id },
  )
  await addUserDatabase(
    { db: two.there.db, database: 'otra', user_id: guest.id },
    { db: two.here.db, database: 'principal', user_id: plain.id },
  )
  const over = await addUserDatabase(
    { db: two.here.db, user_id: ended.id },
    { db: two.there.db, database: 'otra', user_id: native.id },
  )
  await two.there.db.run(sql`DELETE FROM database_guests WHERE id = ${over}`)
  const callers: { as: string; reads: readonly Key[]; own: Key }[] = [
    { as: plain.username, own: 'principal', reads: ['principal'] },
    { as: mine.username, own: 'principal', reads: ['principal', 'otra'] },
    { as: ended.username, own: 'principal', reads: ['principal'] },
    { as: native.username, own: 'otra', reads: ['otra'] },
    { as: guest.username, own: 'otra', reads: ['otra', 'principal'] },
  ]
  let [asked, answered] = [0, 0]
  const looked = eachDay(lists, (_, at) => at % 3 === 0)
  for (const { name, endpoint, query } of looked)
    for (const { as, reads, own } of callers)
      for (const key of [undefined, 'principal', 'otra', 'Otra', 'ninguna']) {
        const reply = await two.app.call(
          endpoint,
          { query: { ...query, ...(key && { 'db-identifier': key }) } },
          { as },
        )
        const at = (key ?? own) as Key
        const foreign = at === 'principal' ? marks.otra : marks.principal
        asked += 1
        if (reply.status === 200) answered += 1
        const isTheirs = reads.includes(at)
        // What lists all bancas of the server by their names, or all of a person's, is no row of another.
        const tells = !name.startsWith('crossDb.') && reply.raw.toString('utf8').includes(foreign)
        expect([name, as, key, isTheirs || reply.problem.code, tells]).toEqual([
          name,
          as,
          key,
          isTheirs || 'foreign_database',
          false,
        ])
      }
  expect(lists.length * callers.length).toBeGreaterThan(400)
  expect(asked).toBe(looked.length * callers.length * 5)
  expect(answered).toBeGreaterThan(asked / 4)
}, 240_000)

it('whoever asks for one that is not theirs is written down once a minute, and told of once an hour', async () => {
  const asker = await two.person(two.here)
  for (let n = 0; n < 30; n++)
    await two.app.call(
      agencies.list,
      { query: { 'db-identifier': n % 2 ? 'otra' : `x${n}` } as never },
      { as: asker.username },
    )
  const rows = await two.here.db.rows<{ significant: boolean; after: unknown }>(
    sql`SELECT significant, after FROM audit_log WHERE action = 'crossDb.foreign' AND user_id = ${asker.id}`,
  )
  expect(rows).toEqual([{ significant: true, after: { database: 'x0', asked: agencies.list.path, times: 1 } }])
  const told = await two.here.db.one<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM notifications WHERE user_id = ${two.here.user['banca']!} AND title = 'Consulta a otra banca rechazada'`)
  expect(told!.n).toBe(1)
})
