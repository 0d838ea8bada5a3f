/** A banca per country with one user for each role and combination of flags, and sessions without passwords. */
import type { Role } from '../../contract/access/rules.ts'
import { rolePartner } from '../../contract/access/rules.ts'
import { openFamily } from '../../server/platform/session/families.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { callers, nameOf, type Caller } from './tables.ts'
import { addUser } from '../support/factories.ts'

export interface Banca {
  world: World
  app: TestApp
  /** A new session of this user: an access and a refresh token that nothing else uses. */
  open(username: string): Promise<{ access_token: string; refresh_token: string }>
  close(): Promise<void>
}

/** Where a user of each kind of partner sits in the test world. */
const seat = { banca: 'banca', distribuidor: 'norte', agencia: 'agencia1', taquilla: 'taquilla1' } as const

/** The username of a caller of the tables. */
export function usernameOf(caller: Caller): string {
  return nameOf(caller).toLowerCase().replaceAll(' ', '.')
}

export async function openBanca(country: string): Promise<Banca> {
  const database = await createDatabase()
  const world = await createWorld(database.url, { country })
  const here = callers.filter((caller) => caller.country_iso2 === country)
  const ids = new Map(Object.entries(world.user))
  for (const caller of here) {
    const { manage_childs, awarding_results } = caller
    const [username, role] = [usernameOf(caller), caller.role as Role]
    const partner_id = world.partner[seat[rolePartner[role]]]
    ids.set(username, await addUser(world.db, { username, role, partner_id, manage_childs, awarding_results }))
  }
  const app = await startApp(database.url)
  return {
    world,
    app,
    open: async (username) => {
      const id = ids.get(username)
      if (id === undefined) throw new Error(`no user ${username}`)
      return openFamily(world.db, app.app.databases.main, id, { ip: '127.0.0.1', user_agent: 'test' })
    },
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}
