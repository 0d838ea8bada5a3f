/**
 * What a form takes, its record shows: every entity of the contract that is created and saved answers every field as it
 * was sent, when it is shown and in its list. A column that nobody writes is no longer lost in silence.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isMultiple } from '../../contract/field.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import {
  applicable,
  filled,
  formEntities,
  holds,
  ownAccounts,
  variantsOf,
  type FormEntity,
  type Values,
} from './forms-setup.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  for (const { id, currency } of Object.values(ownAccounts))
    expect(await kept.accounts.add(world.db, { partner_id: world.partner.banca, currency })).toBe(id)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

/** Fields that a form takes and no record shows, and why. */
const unshown: Readonly<Record<string, string>> = {
  'savedViews.file': 'what is asked for each morning; a view only says that it can be sent',
  'savedViews.screen': 'the list of views is asked with it',
}

/** Filters that mean more than the field of that name. */
const wider: Readonly<Record<string, string>> = { partner_id: 'all that is below the partner too' }

const call = (endpoint: Endpoint, args: object) => app.call(endpoint, args as never, { as: 'banca' })

/** An answer of a call that must succeed. */
async function answered(endpoint: Endpoint, args: object): Promise<Values> {
  const { status, body, problem } = await call(endpoint, args)
  if (status >= 300)
    throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(problem)} of ${JSON.stringify(args)}`)
  return body as unknown as Values
}

/** The record as it is shown by itself and in its list. */
async function readings({ show, list }: FormEntity, id: unknown, { screen }: Values) {
  const query = {
    ...(list.query && 'per_page' in (list.query as never as { shape: object }).shape && { per_page: 500 }),
  }
  const { data } = await answered(list, { query: { ...query, ...(screen !== undefined && { screen }) } })
  const row = (data as Values[]).find((one) => one['id'] === id)
  return { row, record: show ? await answered(show, { params: { id } }) : row }
}

/** The fields that are not what was sent, and what they are. */
async function lost(entity: FormEntity, id: unknown, sent: Values): Promise<string[]> {
  const read = await readings(entity, id, sent)
  const expected = entity.form.parse(sent) as Values
  return (['record', 'row'] as const).flatMap((where) =>
    applicable(entity, expected)
      .filter((field) => field in entity.shown[where].shape && !holds(read[where]?.[field], expected[field]))
      .map(
        (field) =>
          `${where}.${field}: ${JSON.stringify(read[where]?.[field])}, ${JSON.stringify(expected[field])} sent`,
      ),
  )
}

/** The filters of its list that are called like a field and do not find the record by what was sent, or find others too. */
async function unfound({ list, form, shown }: FormEntity, id: unknown, sent: Values): Promise<string[]> {
  const { filters = {} } = (list as { list?: { filters: Readonly<Record<string, z.ZodType>> } }).list ?? {}
  const missing: string[] = []
  for (const filter of Object.keys(filters)) {
    const isField = filter in form.shape && filter in shown.row.shape && !isMultiple(filters[filter])
    if (!isField || filter in wider) continue
    const { data } = await answered(list, { query: { [filter]: sent[filter], per_page: 500 } })
    const rows = data as Values[]
    const isFound = rows.some((one) => one['id'] === id) && rows.every((one) => holds(one[filter], sent[filter]))
    if (!isFound) missing.push(filter)
  }
  return missing
}

/** Saves a record as whoever has just looked at it would. */
async function save(entity: FormEntity, id: unknown, sent: Values): Promise<void> {
  const { record } = await readings(entity, id, sent)
  const body = stripUnknown(entity.update.body!, { ...sent, version: record?.['version'] })
  await answered(entity.update, { params: { id }, body })
}

describe('what a form takes', () => {
  it('is looked for in every entity that is created and saved', () => {
    expect(formEntities.map(({ name }) => name)).toEqual(expect.arrayContaining(['agencies', 'products', 'savedViews']))
  })

  it('is shown by its record, or is known not to be', () => {
    const missing = formEntities.flatMap(({ name, form, shown }) =>
      Object.keys(form.shape).flatMap((field) =>
        field in shown.record.shape || field in shown.row.shape ? [] : [`${name}.${field}`],
      ),
    )
    expect(missing.sort()).toEqual(Object.keys(unshown).sort())
  })

  const trials = formEntities.flatMap((entity) =>
    variantsOf(entity).map((given) => ({
      entity,
      given,
      title: `${entity.name} ${Object.values(given).join()}`.trim(),
    })),
  )
  it.each(trials)(
    '$title: every field is what was sent, created, changed and changed back',
    async ({ entity, given }) => {
      const first = filled(entity, world, 'first', given)
      const { id } = await answered(entity.create, { body: first })
      expect(await lost(entity, id, first)).toEqual([])
      expect(await unfound(entity, id, first)).toEqual([])
      for (const side of ['second', 'first'] as const) {
        const next = filled(entity, world, side, given)
        await save(entity, id, next)
        expect(await lost(entity, id, next)).toEqual([])
      }
    },
  )

  it('changes in every field from what was sent first', () => {
    for (const entity of formEntities) {
      const [first, second] = (['first', 'second'] as const).map((side) => filled(entity, world, side, {}))
      const same = Object.keys(first!).filter((field) => holds(first![field], second![field]))
      expect([entity.name, same.filter((field) => !(`${entity.name}.${field}` in unshown))]).toEqual([entity.name, []])
    }
  })
})
