/** Whoever runs the server lets a locked-out administrator in again, and nobody else that way. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../contract/audit-log.ts'
import { notifications } from '../../contract/notifications.ts'
import { session } from '../../contract/session.ts'
import { root } from '../../server/install.mjs'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startOf } from '../support/programs.ts'
import { createWorld, password, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

/** What the command says, and whether it went well. */
async function createAdmin(...words: string[]): Promise<{ ok: boolean; said: string }> {
  const env = { ...process.env, DATABASE_URL: database.url }
  try {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [...startOf('server/commands/create-admin.ts'), ...words], {
      cwd: root,
      env,
    })
    return { ok: true, said: stdout.trim() }
  } catch (error) {
    return { ok: false, said: (error as { stderr: string }).stderr.trim() }
  }
}

describe('an administrator who is locked out', () => {
  it('gets a password that works once, is out of every session, and the log says so', async () => {
    const token = await app.signInAs('banca')
    const { ok, said } = await createAdmin('--username', 'banca', '--reset')
    expect([ok, said]).toEqual([true, expect.stringMatching(/^Listo: banca entra una vez con \S+ y elige la suya\.$/)])
    expect((await app.call(notifications.count, {}, { token })).status).toBe(401)
    const given = / con (\S+) y /.exec(said)![1]!
    const enter = (with_password: string) =>
      app.call(session.open, { body: { username: 'banca', password: with_password } })
    expect((await enter(password)).status).toBe(401)
    const entered = await enter(given)
    expect([entered.status, entered.body.user.password_must_change]).toEqual([200, true])
    expect((await enter(given)).status).toBe(401)
    expect((await app.call(auditLog.list, {}, { token: entered.body.access_token! })).status).toBe(403)
    const written = await world.db.rows(
      sql`SELECT 1 FROM audit_log WHERE action = 'users.password' AND request_id = 'create-admin' AND significant`,
    )
    expect(written).toHaveLength(1)
  })

  it.each([
    ['nobody', 'nadie', 'No hay un usuario nadie.'],
    ['a seller', 'taquilla', /Registro > Usuarios/],
  ])('refuses %s', async (_who, username, sentence) => {
    const { ok, said } = await createAdmin('--username', username, '--reset')
    expect([ok, said]).toEqual([false, sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence])
  })
})
