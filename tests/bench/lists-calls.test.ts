import { expect, it } from 'vitest'
import { operationsOf } from '../../contract/endpoint.ts'
import { isReading } from '../../server/platform/http/lanes.ts'
import { everyListName } from './lists-calls.ts'

it('every list of the contract can be asked, so that each has its row among what is measured', () => {
  const names = everyListName()
  const paged = operationsOf().filter(({ endpoint }) => isReading(endpoint) && endpoint.list)
  expect(names).toEqual(expect.arrayContaining(paged.map(({ entity, name }) => `${entity}.${name}`)))
})
