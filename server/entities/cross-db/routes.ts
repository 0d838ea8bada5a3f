/** Other bancas' databases: registering one, passing to it and back, and seeing all side by side. */
import { sql } from 'drizzle-orm'
import type { crossDb } from '@contract/cross-db.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import { staged, type Context, type Handlers } from '../../platform/http/context.ts'
import { changing } from './changing.ts'
import { connectionsOf } from './connections.ts'
import { ending } from './ending.ts'
import { figuresOfAll } from './figures.ts'
import { registering } from './registration.ts'

/** Every banca of this server where theirs works with others; else their own alone. A name that does not answer is its key. */
async function offered({ session, wire }: Context) {
  const { databases, database } = wire
  const bancas = session.cross_db ? databases.all : [database]
  const data = await Promise.all(
    bancas.map(async (one) => {
      const asked = await askThere(one, () => one.lists.db.one<{ name: string }>(sql`SELECT name FROM banca`))
      return { id: one.key, name: asked?.found?.name ?? one.key }
    }),
  )
  return { enabled: session.cross_db, current: database.key, data }
}

export const crossDbRoutes: Handlers<typeof crossDb> = {
  enabled: offered,
  register: staged((before, { body }) => registering(before, body)),
  change: staged((before, { body }) => changing(before, body.database)),
  conns: connectionsOf,
  end: staged((before, { params }) => ending(before, params.id)),
  figures: figuresOfAll,
}
