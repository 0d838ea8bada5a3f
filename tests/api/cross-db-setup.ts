/** Two bancas on one server, and people who work in both. */
import { sql } from 'drizzle-orm'
import { crossDb } from '../../contract/cross-db.ts'
import { refreshCookie, homeCookie, session } from '../../contract/session.ts'
import { cookieOf, startApp, type Reply, type TestApp } from '../support/app.ts'
import { addUser } from '../support/factories.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'
import type { Role } from '../../contract/access/rules.ts'

export interface TwoBancas {
  app: TestApp
  here: World
  there: World
  /** A new user of either, at its banca unless said. */
  person(world: World, role?: Role, at?: keyof World['partner']): Promise<{ id: number; username: string }>
  close(): Promise<void>
}

let count = 0

/** `there` is `otra`: its usernames begin with `o-`. Both work with others. */
export async function openTwoBancas(): Promise<TwoBancas> {
  const databases = [await createDatabase(), await createDatabase()] as const
  const here = await createWorld(databases[0].url)
  const there = await createWorld(databases[1].url)
  await there.db.run(sql`UPDATE users SET username = 'o-' || username`)
  await there.db.run(sql`UPDATE banca SET name = 'La Otra'`)
  for (const { db } of [here, there]) await db.run(sql`UPDATE banca SET cross_db = true`)
  const app = await startApp(databases[0].url, { more: [{ key: 'otra', url: databases[1].url }] })
  return {
    app,
    here,
    there,
    person: async (world, role = 'SUPERV_BANCA', at = 'banca') => {
      count += 1
      const username = `p${count}.${world === here ? 'aqui' : 'alla'}`
      return { id: await addUser(world.db, { username, role, partner_id: world.partner[at] }), username }
    },
    close: async () => {
      await app.close()
      await here.close()
      await there.close()
      for (const database of databases) await database.drop()
    },
  }
}

/** A browser: what it has of a session, and the cookies it keeps. */
export class Browser {
  token = ''
  readonly cookies = new Map<string, string>()
  private readonly app: TestApp

  constructor(app: TestApp) {
    this.app = app
  }

  private get headers() {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  /** Takes the cookies that an answer sets or takes back. */
  keep(reply: Pick<Reply<typeof session.open>, 'headers'>): void {
    for (const name of [refreshCookie, homeCookie]) {
      const lines = [reply.headers['set-cookie']].flat().map(String)
      if (!lines.some((line) => line.startsWith(`${name}=`))) continue
      const value = cookieOf(reply, name)
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }

  async enter(username: string, given = password) {
    const reply = await this.app.call(session.open, { body: { username, password: given } }, { headers: this.headers })
    this.keep(reply)
    this.token = reply.body.access_token ?? ''
    return reply
  }

  async call<E extends (typeof crossDb)['endpoints'][keyof (typeof crossDb)['endpoints']] | typeof session.close>(
    endpoint: E,
    args: object = {},
  ): Promise<Reply<E>> {
    const reply = await this.app.call(endpoint, args as never, { token: this.token, headers: this.headers })
    this.keep(reply as never)
    return reply as Reply<E>
  }

  /** Of the session here, or of the one it came from. */
  async renew(home = false) {
    const reply = await this.app.call(session.refresh, home ? { query: { home: 'si' } } : {}, { headers: this.headers })
    this.keep(reply as never)
    if (reply.status === 200) this.token = reply.body.access_token
    return reply
  }

  register(username: string, given = password, database = 'otra') {
    return this.call(crossDb.register, { body: { database, username, password: given } })
  }

  async change(database: string) {
    const reply = await this.call(crossDb.change, { body: { database } })
    if (reply.status === 200) this.token = reply.body.access_token
    return reply
  }

  me() {
    return this.app.call(session.open, {}, { token: this.token })
  }
}
