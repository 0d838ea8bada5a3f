/** States and municipalities. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../contract/locations.ts'
import { states } from '../../server/seed/locations.ts'
import { openRegistry, place, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
beforeAll(async () => {
  registry = await openRegistry()
})
afterAll(() => registry?.close())

const spanish = new Intl.Collator('es')

it('answers the states of the banca’s country, as Spanish orders them', async () => {
  const { body } = await registry.app.call(locations.states, {}, { as: 'taquilla' })
  const names = body.data.map((state) => state.name)
  expect(new Set(body.data.map((state) => state.country_iso2))).toEqual(new Set(['VE']))
  expect(names).toEqual(
    states
      .filter((state) => state.country_iso2 === 'VE')
      .map((state) => state.name)
      .sort(spanish.compare),
  )
})

it('answers those of another country when it is named', async () => {
  const { body } = await registry.app.call(locations.states, { query: { country_iso2: 'pa' } }, { as: 'taquilla' })
  expect(body.data).toHaveLength(states.filter((state) => state.country_iso2 === 'PA').length)
  expect(
    (await registry.app.call(locations.states, { query: { country_iso2: 'XX' } }, { as: 'taquilla' })).body.data,
  ).toEqual([])
})

it('answers the municipalities of one state', async () => {
  const { body } = await registry.app.call(
    locations.municipalities,
    { query: { state_id: place.state_id } },
    { as: 'polla' },
  )
  expect(body.data).toContainEqual({ id: place.municipality_id, name: 'Maracaibo', state_id: place.state_id })
  expect(new Set(body.data.map((one) => one.state_id))).toEqual(new Set([place.state_id]))
  expect(
    (await registry.app.call(locations.municipalities, { query: { state_id: 999 } }, { as: 'polla' })).body.data,
  ).toEqual([])
})

it('asks which state, and who is asking', async () => {
  expect(refusal(await registry.app.call(locations.municipalities, {}, { as: 'polla' }))).toEqual([
    400,
    'invalid',
    'state_id',
  ])
  expect(
    refusal(await registry.app.call(locations.states, { query: { country_iso2: 'VEN' } }, { as: 'polla' })),
  ).toEqual([400, 'invalid', 'country_iso2'])
  expect(refusal(await registry.app.call(locations.states, {}))).toEqual([401, 'unauthenticated', undefined])
})
