/**
 * The server is killed while a register is sent, and while it is approved: it was, with its lines and what it posts, or it was
 * not, and asked again with the same key it is once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { openRegister } from '../../server/rules/cash/registers.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { addDays } from '../../contract/values/dates.ts'
import { addUser } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callServer, killServer, quiet, startAsBanca, type Server } from '../support/server-process.ts'
import { session } from '../../contract/session.ts'
import { createWorld, password, type World } from '../support/world.ts'

const rounds = Math.max(2, Math.ceil(trials / 20))
/** Entries that a sending has to add up. */
const entries = 3_000

let database: TestDatabase
let world: World
let server: Server | undefined
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  await addUser(world.db, { username: 'cajera', role: 'VEND_TAQUILLA', partner_id: world.partner.taquilla1 })
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await world?.close()
  await database?.drop()
})

async function start(): Promise<{ banca: string; cajera: string }> {
  const begun = await startAsBanca(database.url)
  server = begun.server
  const signed = await callServer(server, session.open as Endpoint, { username: 'cajera', password })
  return { banca: begun.token, cajera: signed.body['access_token'] as string }
}

/** A register of a day of its own with much in it. */
async function filled(round: number): Promise<number> {
  const id = await world.run((tx) =>
    openRegister(
      tx,
      { office_id: world.partner.taquilla1, agency_id: world.partner.agencia1, currencies: ['BS'] },
      {
        counts: [],
        hand: {
          by: world.user['cajera'] ?? world.user['taquilla']!,
          at: new Date(),
          today: addDays(world.today, round),
        },
      },
    ),
  )
  await world.run(async (tx) => {
    await lockTree(tx, 'add')
    await postAll(
      tx,
      Array.from({ length: entries }, () => ({
        day: world.today,
        kind: 'ajuste' as const,
        ref_kind: 'adjustment' as const,
        ref_id: 1,
        currency: 'BS',
        moves: [
          {
            debit: { partner_id: world.partner.taquilla1, kind: 'caja' as const },
            credit: { partner_id: world.partner.taquilla1, kind: 'ingresos' as const },
            amount: '1.00',
          },
        ],
      })),
    )
  })
  return id
}

const stateOf = async (id: number) =>
  (await world.db.one<{ state: string; version: number }>(
    sql`SELECT state, version FROM cash_registers WHERE id = ${id}`,
  ))!

it('a register is sent and approved whole, once', { timeout: 10 * 60_000 }, async () => {
  let tokens = await start()
  for (let round = 0; round < rounds; round++) {
    const id = await filled(round)
    const press = async (call: Endpoint, token: string, body: object, key: string) =>
      callServer(server!, { ...call, path: call.path.replace(':id', String(id)) }, body, {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      })
    const moves = [
      [cashRegisters.send as Endpoint, 'cajera', ['abierta', 'enviada']],
      [cashManage.approve as Endpoint, 'banca', ['enviada', 'aprobada']],
    ] as const
    for (const [call, who, states] of moves) {
      const { version } = await stateOf(id)
      const body = { version, ...(who === 'cajera' && { observation: 'De prueba' }) }
      const key = `${who}-round-${round}`
      const asked = press(call, tokens[who], body, key).catch(() => null)
      await sleep(5 + ((round * 37) % 60))
      await killServer(server!)
      await asked
      await quiet(world.db)
      expect(states).toContain((await stateOf(id)).state)
      await expectBooksHold(world.db)
      tokens = await start()
      const again = await press(call, tokens[who], body, key)
      expect([again.status, (await stateOf(id)).state]).toEqual([200, states[1]])
      await expectBooksHold(world.db)
    }
  }
})
