/**
 * Claimed work, by many instances at once: each piece is one's at a time, done once, by somebody else where whoever was at it
 * died, given up with a reason where it never ends; and only whose it is may write.
 */
import { spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../../contract/problems.ts'
import { Databases, type Database } from '../../server/platform/db/databases.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import {
  TryLater,
  mostAttempts,
  Superseded,
  workEnded,
  workOn,
  type Claim,
} from '../../server/platform/jobs/claimed.ts'
import { startApp } from '../support/app.ts'
import { errands, openErrands, type Does } from '../support/errands.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startOf } from '../support/programs.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let instances: readonly Databases[]
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  await openErrands(world.db)
  instances = Array.from({ length: 16 }, () => new Databases([{ key: 'principal', url: database.url }]))
})
afterAll(async () => {
  await Promise.all(instances?.map((one) => one.close()) ?? [])
  await world?.close()
  await database?.drop()
})
afterEach(async () => {
  for (const table of [sql`errands`, sql`errands_done`, sql`notifications`])
    await world.db.run(sql`DELETE FROM ${table}`)
})

const open = new AbortController().signal
setMaxListeners(0, open)
const at = (n: number): Database => instances[n]!.main
/** An instance looks once. */
const look = (n: number, does?: Does, closing = open) => workOn(errands(`${n}`, does), at(n), closing)
/** All of them, from the given one on. */
const all = (does?: Does, from = 0) => Promise.all(instances.slice(from).map((_, n) => look(from + n, does)))
const queue = async (count = 1): Promise<number> => {
  const { rows } = await world.pool.query<{ id: number }>(
    `INSERT INTO errands (user_id) SELECT ${world.user['banca']!} FROM generate_series(1, ${count}) RETURNING id`,
  )
  return rows[0]!.id
}
interface Row {
  state: string
  attempts: number
  done: number
  problem: string | null
  runner: string | null
  silent: number | null
}
const row = async (id: number): Promise<Row> =>
  (await world.db.one<Row>(sql`
    SELECT state, attempts, done, problem, runner, extract(epoch FROM clock_timestamp() - beat_at)::float AS silent
    FROM errands WHERE id = ${id}`))!
const closed = () => world.db.rows<{ id: number; by: string }>(sql`SELECT id, by FROM errands_done ORDER BY id, by`)
const told = async () =>
  (await world.db.rows<{ text: string }>(sql`SELECT text FROM notifications`)).map((one) => one.text)
/** Time goes by for what waits or is under way. */
const pass = (seconds: number) =>
  world.db.run(sql`UPDATE errands SET beat_at = beat_at - make_interval(secs => ${seconds})`)

/** A place where pieces stand until they are let go. */
function gate() {
  let letGo = () => {}
  let arrive = (_claim: Claim) => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const reached = new Promise<Claim>((resolve) => {
    arrive = resolve
  })
  const stand: Does = async (_piece, claim) => {
    arrive(claim)
    await free
  }
  return { stand, reached, letGo }
}

describe('many instances', () => {
  it('never do one piece at once, and do each once', async () => {
    await queue(120)
    const under_way = new Set<number>()
    const by = new Map<object, number>()
    const twice: number[] = []
    await all(async ({ id }, claim) => {
      if (under_way.has(id)) twice.push(id)
      under_way.add(id)
      by.set(claim.database, (by.get(claim.database) ?? 0) + 1)
      await sleep(15)
      under_way.delete(id)
    })
    expect(twice).toEqual([])
    const done = await closed()
    expect([done.length, new Set(done.map(({ id }) => id)).size]).toEqual([120, 120])
    expect(by.size).toBeGreaterThan(4)
    expect(await world.db.rows(sql`SELECT DISTINCT state, attempts, runner FROM errands`)).toEqual([
      { state: 'cerrado', attempts: 1, runner: null },
    ])
    expect(await told()).toHaveLength(120)
  })

  it('are each at one piece of a kind', async () => {
    await queue(6)
    let most = 0
    let now = 0
    const does: Does = async () => {
      most = Math.max(most, ++now)
      await sleep(5)
      now -= 1
    }
    await Promise.all([look(0, does), look(0, does), look(0, does)])
    expect([most, (await closed()).length]).toEqual([1, 6])
  })

  it('go on, once, with what a process that was killed was at, when it has been silent for 20 seconds', async () => {
    const id = await queue()
    const child = spawn(process.execPath, startOf('tests/support/errands.ts'), {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, ERRANDS_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    expect(line).toBe(`at ${id}`)
    // It says that it lives.
    await pass(15)
    await expect.poll(async () => (await row(id)).silent).toBeLessThan(3)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const { runner } = await row(id)
    await all()
    expect(await row(id)).toMatchObject({ state: 'por_cerrar', runner, attempts: 1 })
    await pass(21)
    await all()
    expect(await row(id)).toMatchObject({ state: 'cerrado', attempts: 2, runner: null })
    expect(await closed()).toHaveLength(1)
    expect(await told()).toHaveLength(1)
  })
})

describe('a piece', () => {
  it('that takes long and says that it lives is nobody else’s, and tells how far it is', async () => {
    const id = await queue()
    const { stand, reached, letGo } = gate()
    const slow = look(0, stand)
    const claim = await reached
    claim.tell({ done: 7 })
    await pass(19)
    // Somebody who watches sees it within seconds.
    await expect.poll(async () => (await row(id)).done).toBe(7)
    expect((await row(id)).silent).toBeLessThan(3)
    await all(undefined, 1)
    expect(await row(id)).toMatchObject({ state: 'por_cerrar', attempts: 1 })
    letGo()
    await slow
    expect(await closed()).toEqual([{ id, by: '0' }])
  })

  it('that was taken over is not ended by whoever was slow, nor written to', async () => {
    const id = await queue()
    const [slow, next] = [gate(), gate()]
    // It cannot say that it lives.
    const mute = { ...at(0), aside: { ...at(0).aside, run: async () => Promise.reject(new Error('away')) } }
    const first = workOn(errands('slow', slow.stand), mute, open)
    const claim = await slow.reached
    await pass(21)
    const second = look(1, next.stand)
    await next.reached
    await expect(world.run((tx) => claim.keep(tx, sql`done = 99`))).rejects.toThrow(Superseded)
    slow.letGo()
    // It ends without a word: nothing of what it did is there.
    await first
    expect([await closed(), await told()]).toEqual([[], []])
    expect(await row(id)).toMatchObject({ state: 'por_cerrar', attempts: 2, done: 0 })
    next.letGo()
    await second
    expect([await closed(), await told()]).toEqual([[{ id, by: '1' }], ['1']])
  })

  it(`that fails ${mostAttempts} times is given up, and its person is told why, once`, async () => {
    const id = await queue()
    let runs = 0
    const fails: Does = async () => {
      runs += 1
      throw new Error('broken')
    }
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      expect(await row(id)).toMatchObject({ state: 'por_cerrar', attempts: attempt - 1, runner: null })
      // Whoever operates the server hears of it each time.
      await expect(look(0, fails)).rejects.toThrow('broken')
      // It rests before it is tried again.
      await look(1, fails)
      await pass(6)
    }
    const reason = problems.internal.detail
    expect(await row(id)).toMatchObject({ state: 'fallido', problem: reason, runner: null })
    await all(fails)
    expect([runs, await told(), await closed()]).toEqual([mostAttempts, [reason], []])
  })

  it('that ends its instances each time is given up by the next, which does not try it', async () => {
    const id = await queue()
    await world.db.run(sql`
      UPDATE errands SET attempts = ${mostAttempts}, runner = gen_random_uuid(), beat_at = now() - interval '21 seconds'`)
    await all(async () => Promise.reject(new Error('tried')))
    expect(await row(id)).toMatchObject({ state: 'fallido', problem: problems.internal.detail })
    expect(await told()).toEqual([problems.internal.detail])
  })

  it('that is refused ends at once with the reason, and one that meets a busy server waits and counts nothing', async () => {
    const [refused, busy] = [await queue(), await queue()]
    const does: Does = async ({ id }) => {
      throw id === refused ? Problem.on('week', 'invalid', 'Esa semana no ha terminado.') : new TryLater()
    }
    await all(does)
    expect(await row(refused)).toMatchObject({ state: 'fallido', problem: 'Esa semana no ha terminado.', attempts: 1 })
    expect(await row(busy)).toMatchObject({ state: 'por_cerrar', attempts: 0, runner: null })
    expect(await told()).toEqual(['Esa semana no ha terminado.'])
    await all()
    expect(await closed()).toEqual([])
    await pass(6)
    await all()
    expect((await closed()).map(({ id }) => id)).toEqual([busy])
  })
})

describe('an instance', () => {
  it('that stops puts its piece back, for another to begin at once, and is waited for', async () => {
    const id = await queue()
    const closing = new AbortController()
    let isUnderWay = () => {}
    const begun = new Promise<void>((resolve) => {
      isUnderWay = resolve
    })
    const work = look(
      0,
      async (_piece, { signal }) => {
        isUnderWay()
        await sleep(60_000, undefined, { signal })
      },
      closing.signal,
    )
    await begun
    closing.abort()
    await workEnded([at(0)])
    expect(await row(id)).toMatchObject({ state: 'por_cerrar', attempts: 0, runner: null, silent: null })
    await work
    await look(1)
    expect(await closed()).toEqual([{ id, by: '1' }])
  })

  it('is waited for by the app that closes over it', async () => {
    const id = await queue()
    const app = await startApp(database.url)
    const closing = new AbortController()
    const { stand, reached, letGo } = gate()
    const work = workOn(errands('app', stand), app.app.databases.main, closing.signal)
    await reached
    closing.abort()
    const closed_app = app.close()
    await sleep(300)
    letGo()
    await Promise.all([closed_app, work])
    expect(await row(id)).toMatchObject({ state: 'cerrado', runner: null, attempts: 1 })
  })

  it('hears that its piece is not wanted any more', async () => {
    const id = await queue()
    const { stand, reached, letGo } = gate()
    const work = look(0, stand)
    const { signal } = await reached
    await world.db.run(sql`UPDATE errands SET state = 'parado' WHERE id = ${id}`)
    await expect.poll(() => signal.aborted).toBe(true)
    letGo()
    await work
    expect([(await row(id)).state, await closed(), await told()]).toEqual(['parado', [], []])
  })

  it('does at once what is queued while it takes its last look', async () => {
    const { jobs } = at(0)
    let looks = 0
    const watched: Database = {
      ...at(0),
      jobs: {
        ...jobs,
        db: {
          ...jobs.db,
          one: async <T>(query: Parameters<typeof jobs.db.one>[0]) => {
            const found = await jobs.db.one<T>(query)
            looks += 1
            if (looks > 1) return found
            await queue()
            void workOn(errands('watched'), watched, open)
            return found
          },
        },
      },
    }
    await workOn(errands('watched'), watched, open)
    expect((await closed()).map(({ by }) => by)).toEqual(['watched'])
  })
})
