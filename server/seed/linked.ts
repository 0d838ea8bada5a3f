/** The demo's two bancas know each other: who administers the first has the second registered, as if they had done it. */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { createPool, executor, type Executor } from '../platform/db/connect.ts'
import { bancaAdmin } from './plan.ts'

interface Filled {
  key: string
  url: string
}

/** The databases of the embedded server, by `url` of their names: the main banca's, and the demo's second. */
export function embeddedBancas(url: (name: string) => string): [Filled, Filled] {
  return [
    { key: 'principal', url: url('sorteo') },
    { key: 'panama', url: url('sorteo_panama') },
  ]
}

interface Administrator {
  id: number
  username: string
  banca_name: string
}

async function administrator(db: Executor): Promise<Administrator> {
  const found = await db.one<Administrator>(sql`
    SELECT u.id, u.username, banca.name AS banca_name FROM users u CROSS JOIN banca WHERE u.role = ${bancaAdmin} ORDER BY u.id LIMIT 1`)
  if (!found) throw new Error('a demo without who administers it')
  return found
}

/** Both were filled just now. */
export async function linkDemos(home: Filled, there: Filled): Promise<void> {
  const [pool, poolThere] = [createPool(home.url, { max: 1 }), createPool(there.url, { max: 1 })]
  try {
    const [db, dbThere] = [executor(pool), executor(poolThere)]
    const [own, remote] = await Promise.all([administrator(db), administrator(dbThere)])
    const id = randomUUID()
    await dbThere.run(sql`
      INSERT INTO database_guests (id, user_id, database, banca_name, remote_user_id, remote_username, password_changed_at)
      SELECT ${id}, id, ${home.key}, ${own.banca_name}, ${own.id}, ${own.username}, password_changed_at FROM users WHERE id = ${remote.id}`)
    await db.run(sql`
      INSERT INTO user_databases (id, user_id, database, banca_name, remote_user_id, remote_username, registered_at)
      VALUES (${id}, ${own.id}, ${there.key}, ${remote.banca_name}, ${remote.id}, ${remote.username}, now())`)
  } finally {
    await Promise.all([pool.end(), poolThere.end()])
  }
}
