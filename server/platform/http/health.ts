/**
 * What whoever watches over the server asks: whether the process lives (`/livez`), and whether it is to be sent calls
 * (`/readyz`): its database answers and is of this version, and it is not ending. A third asks the database alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { healthPaths } from '@contract/endpoint.ts'
import type { Database, Databases } from '../db/databases.ts'
import { DatabaseAway } from '../db/lost.ts'
import type { Leaving } from './leaving.ts'
import { Problem } from './problem.ts'

/** A probe waits no longer. */
const patienceMs = 2_000

interface Watched {
  databases: Databases
  leaving: Leaving
  /** When the newest migration was written that this version needs, as a database keeps it. */
  newest: () => number
}

export function answerWatchers(app: FastifyInstance, { databases, leaving, newest }: Watched): void {
  const { main } = databases
  app.get(healthPaths.database, async (_request, reply) => {
    await main.aside.one(sql`SELECT 1`)
    return reply.send({ ok: true })
  })
  app.get(healthPaths.live, (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get(healthPaths.ready, async (_request, reply) => {
    if (leaving.isGoing) throw notReady('El servidor se está deteniendo.')
    const known = await newestOf(main).catch(() => {
      throw notReady('La base de datos no responde.')
    })
    if (known < newest()) throw notReady('La base de datos es de una versión anterior.')
    return reply.header('cache-control', 'no-store').send({
      ready: true,
      // One that is away keeps no other banca from its work: it is told, and the server stays ready.
      bancas: Object.fromEntries(databases.all.map(({ key, presence }) => [key, presence.isAway ? 'away' : 'there'])),
      replicas: Object.fromEntries(
        databases.all.flatMap(({ key, replica }) => (replica ? [[key, replica.standing]] : [])),
      ),
    })
  })
}

const notReady = (detail: string) => new Problem('unavailable', { detail })

/** When the newest migration was written that a database has. */
async function newestOf({ aside }: Database): Promise<number> {
  const over = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new DatabaseAway()
  })
  late.catch(() => undefined)
  const asked = aside.one<{ at: string | null }>(sql`SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations`)
  return Promise.race([asked, late])
    .then((row) => Number(row?.at ?? 0))
    .finally(() => over.abort())
}
