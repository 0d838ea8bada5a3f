/**
 * Whether a server works on a database at all, looked at once before it starts: it must be one that is written to,
 * reached as it is and not through what lends other connections to each transaction, and have room for the pools.
 */
import { sql } from 'drizzle-orm'
import { createPool, executor, type Pool } from './connect.ts'
import { SettingError } from '../http/caller.ts'

/** What a server of databases can take, and which one it is. */
export interface Room {
  server: string
  connections: number
}

const pooled = (name: string) =>
  `${name} pasa por un intermediario que reparte las conexiones entre transacciones ` +
  '(PgBouncer con pool_mode=transaction): conéctese directamente a PostgreSQL.'

/**
 * Throws a SettingError, one sentence that begins with `name`, or what connecting throws. Answers what room there is
 * for connections.
 */
export async function examine(name: string, url: string): Promise<Room> {
  const pool = createPool(url, { name: 'start', max: 2 })
  try {
    const db = executor(pool)
    const row = await db.one<{ following: boolean; zone: string; server: string; connections: number }>(sql`
      SELECT pg_is_in_recovery() AS following, current_setting('timezone') AS zone,
        concat_ws(' ', inet_server_addr(), current_setting('port'), pg_postmaster_start_time()) AS server,
        least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true), '0')::int,
          (SELECT CASE WHEN datconnlimit < 0 THEN 1000000 ELSE datconnlimit END FROM pg_database WHERE datname = current_database()),
          (SELECT CASE WHEN rolconnlimit < 0 THEN 1000000 ELSE rolconnlimit END FROM pg_roles WHERE rolname = current_user)
        ) AS connections`)
    if (row!.following)
      throw new SettingError(
        `${name} lleva a una réplica, en la que no se puede escribir: indique la base principal, y la réplica en REPORTS_DATABASE_URL.`,
      )
    // What a session is told at its beginning does not always pass a go-between.
    if (row!.zone !== 'UTC' || (await isLentByTransaction(pool))) throw new SettingError(pooled(name))
    return row!
  } catch (error) {
    throw isOfGoBetween(error) ? new SettingError(pooled(name)) : error
  } finally {
    await pool.end()
  }
}

/** A go-between that was not told to let a session's parameters pass refuses them. */
const isOfGoBetween = (error: unknown) => error instanceof Error && /unsupported startup parameter/i.test(error.message)

/** Of two connections each has a process of its own at the server, and keeps it while the other is in a transaction. */
async function isLentByTransaction(pool: Pool): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  const processOf = async (client: typeof one) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
  try {
    const first = await processOf(one)
    await other.query('BEGIN')
    const its = await processOf(other)
    const again = await processOf(one)
    await other.query('COMMIT')
    return its === first || again !== first
  } finally {
    for (const client of [one, other]) client.release()
  }
}
