/** What a database cannot be for the server is one sentence when it starts, and it ends with 1. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, executor, type Pool } from '../../server/platform/db/connect.ts'
import { root } from '../../server/install.mjs'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startOf } from '../support/programs.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = createPool(database.url, { max: 1 })
})
afterAll(async () => {
  await executor(pool).run(sql`DROP OWNED BY strait; DROP ROLE IF EXISTS strait`)
  await pool?.end()
  await database?.drop()
})

/** The product itself, as `npm start` runs it: how it ended and all it said. */
async function start(url: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, startOf('server/dev.ts'), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

it('too few connections for the pools', async () => {
  await executor(pool).run(sql`CREATE ROLE strait LOGIN SUPERUSER PASSWORD 'strait' CONNECTION LIMIT 9`)
  const url = new URL(database.url)
  url.username = url.password = 'strait'
  expect(await start(url.href)).toEqual({
    code: 1,
    said: 'El servidor de la base de datos admite 9 conexiones y Sorteo usa hasta 37: suba max_connections.\n',
  })
})

it('a go-between that lends connections by transaction, which refuses what a session is told at its beginning', async () => {
  const text = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
  const error = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(text)])
  error.writeInt32BE(text.length + 4, 1)
  const between = createServer((socket) => socket.once('data', () => socket.end(error)).on('error', () => undefined))
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  const { port } = between.address() as AddressInfo
  expect(await start(`postgres://sorteo@127.0.0.1:${port}/sorteo`)).toEqual({
    code: 1,
    said:
      'DATABASE_URL pasa por un intermediario que reparte las conexiones entre ' +
      'transacciones (PgBouncer con pool_mode=transaction): conéctese directamente a ' +
      'PostgreSQL.\n',
  })
  between.close()
})
