/** Every list of the contract answers whatever its declaration says that it may be asked: each order, search, level and page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { createPool, executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { everyList, questionsOf, requestOf, whoMay } from '../bench/lists-calls.ts'
import { addToLists } from '../bench/lists-data.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
let test: TestApp

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  await addToLists(executor(pool))
  test = await startApp(database.url, { password: demoPassword })
})

afterAll(async () => {
  await test.close()
  await pool.end()
  await database.drop()
})

it('is answered in every order, search, level and page', async () => {
  const people = await Promise.all(
    ['banca', 'supervisor', 'distribuidor', 'polla'].map(async (username) => {
      const token = await test.signInAs(username)
      return { token, session: (await test.call(session.open, {}, { token })).body.user }
    }),
  )
  const refused: string[] = []
  let asked = 0
  for (const list of await everyList(executor(pool))) {
    const person = whoMay(list.endpoint, people)
    expect([list.name, person !== undefined]).toEqual([list.name, true])
    const answerTo = async (more?: Parameters<typeof requestOf>[1]) => {
      const { payload, ...call } = requestOf(list, more)
      const headers = { authorization: `Bearer ${person!.token}`, 'content-type': 'application/json' }
      const reply = await test.app.inject({ ...call, headers, ...(payload && { payload }) })
      asked += 1
      if (reply.statusCode !== 200) refused.push(`${call.url}: ${reply.statusCode} ${reply.body}`)
      return JSON.parse(reply.body) as { data?: object[]; total?: unknown }
    }
    const { data = [], total } = await answerTo()
    for (const more of questionsOf(list, typeof total === 'number' ? total : data.length, data[0])) await answerTo(more)
  }
  expect(refused).toEqual([])
  expect(asked).toBeGreaterThan(500)
})
