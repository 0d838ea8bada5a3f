import { expect, test } from 'vitest'
import { demoPlan } from './demo-plan.ts'
import type { DemoPartner } from './plan.ts'

const usual = demoPlan(1, 60)
const grown = demoPlan(1, 60, { agencies: 400, offices: 1_500 })
const of = (plan: typeof usual, type: DemoPartner['type']) => plan.partners.filter((one) => one.type === type)

test('a grown tree has exactly as many agencies and offices as were asked for', () => {
  expect(of(grown, 'agencia')).toHaveLength(400)
  expect(of(grown, 'taquilla')).toHaveLength(1_500)
  expect(grown.offices).toHaveLength(1_500)
})

test('a grown tree begins with the usual one, which loses nothing', () => {
  expect(grown.partners.slice(0, usual.partners.length)).toEqual(usual.partners)
  expect(grown.users).toEqual(expect.arrayContaining([...usual.users]))
  expect(demoPlan(1, 60, { agencies: 3, offices: 3 }).partners).toEqual(usual.partners)
})

test('in a grown tree nobody is called as another, and every agency has an office and somebody', () => {
  const keys = grown.partners.map((one) => `${one.type} ${one.name.toLowerCase()}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(grown.partners.map((one) => one.code)).size).toBe(grown.partners.length)
  expect(new Set(grown.users.map((one) => one.username)).size).toBe(grown.users.length)
  const fathers = new Set(of(grown, 'taquilla').map((one) => one.father_id))
  const added = grown.partners.slice(usual.partners.length).filter((one) => one.type === 'agencia')
  const peopled = new Set(grown.users.map((one) => one.partner_id))
  for (const { id } of added) expect([fathers.has(id), peopled.has(id)]).toEqual([true, true])
})
