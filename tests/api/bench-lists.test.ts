/** What the bench asks of every list is answered: it runs for minutes, and ends at the first that is not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { everyList, questionsOf, requestOf, whoMay } from '../bench/lists-calls.ts'
import { addToLists } from '../bench/lists-data.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let test: TestApp

beforeAll(async () => {
  database = await createSeededDatabase()
  test = await startApp(database.url, { password: demoPassword })
  await addToLists(test.app.databases.main.db)
})

afterAll(async () => {
  await test?.close()
  await database?.drop()
})

it('is answered in every order, search, level and page', async () => {
  const people = await Promise.all(
    ['banca', 'supervisor', 'distribuidor', 'agencia', 'polla'].map(async (username) => {
      const token = await test.signInAs(username)
      return { token, session: (await test.call(session.open, {}, { token })).body.user }
    }),
  )
  const refused: string[] = []
  let asked = 0
  for (const list of await everyList(test.app.databases.main.db)) {
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
