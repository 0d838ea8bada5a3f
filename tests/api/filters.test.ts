/**
 * What nobody asks, nothing hides: a list that is asked nothing has all its rows, and a filter that is called like a field
 * of its rows finds those that have the value, all of them and no others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isMultiple } from '../../contract/field.ts'
import { everyList, openLists, type List, type Lists, type Page } from './lists-setup.ts'

let opened: Lists
let { pageOf } = {} as Lists
beforeAll(async () => {
  opened = await openLists()
  ;({ pageOf } = opened)
})
afterAll(() => opened?.close())

/** What a list asks for although nobody did, and why it hides nothing that somebody would look for. */
const settings: Readonly<Record<string, string>> = {
  level: 'how far the sums are told apart, not which of them there are',
  by: 'what the sums are told apart by',
  measures: 'which sums are shown',
  compare: 'what stands beside a sum',
  detail: 'how far the sums are told apart',
  own_only: 'off, it narrows nothing',
  'movementReports.list.currency': 'a statement is of one currency: each row leaves a balance',
  'betsConfigurations.list.type': 'partners of one level are looked at together, and the screen says of which',
}

/** Filters that mean more than the field of that name, and what. */
const wider: Readonly<Record<string, string>> = {
  partner_id: 'all that is below the partner too',
}

/** Filters that are said in another word than the field's own; of null nobody can ask. */
const words: Readonly<Record<string, (value: unknown) => unknown>> = {
  'auditLog.list.significant': (value) => (value ? 'si' : null),
}

const mostRows = 500
/** So many values of a field are asked for, of those that the first rows have. */
const mostValues = 5

const isOne = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** All rows where they are few, else the first. */
async function rowsOf(endpoint: List, asked: object): Promise<Page> {
  const page = await pageOf(endpoint, { ...asked, ...(!endpoint.list.whole && { per_page: mostRows }) })
  return { ...page, total: page.total ?? page.data.length }
}

/** The filters of a list that are fields of its rows. */
const sharedOf = ({ list }: List) =>
  Object.keys(list.filters).filter((name) => name in list.row.shape && !isMultiple(list.filters[name]))

describe('a list', () => {
  it.each(everyList)('$name: asks nothing that nobody asked', ({ name, endpoint }) => {
    const { shape } = (endpoint.body ?? endpoint.query) as z.ZodObject
    const asked = Object.keys(endpoint.list.filters).filter((filter) => {
      const { success, data } = (shape[filter] as z.ZodType).safeParse(undefined)
      const narrows = Array.isArray(data) ? data.length > 0 : data !== undefined
      return success && narrows && !(filter in settings) && !(`${name}.${filter}` in settings)
    })
    expect(asked).toEqual([])
  })

  const filtered = everyList.filter(({ endpoint }) => sharedOf(endpoint).length > 0)
  it.each(filtered)(
    '$name: each filter finds the rows that have the value, and no others',
    async ({ name, endpoint }) => {
      const all = await rowsOf(endpoint, {})
      for (const filter of sharedOf(endpoint)) {
        const values = [...new Set(all.data.map((row) => row[filter]))].filter(isOne).slice(0, mostValues)
        for (const value of values) {
          const word = words[`${name}.${filter}`]
          const said = word ? word(value) : value
          if (said === null) continue
          const found = await rowsOf(endpoint, { [filter]: said })
          const having = all.data.filter((row) => row[filter] === value).length
          expect([filter, value, found.total >= Math.min(having, mostRows)]).toEqual([filter, value, true])
          if (filter in wider) continue
          expect([filter, value, found.data.filter((row) => row[filter] !== value)]).toEqual([filter, value, []])
          if (all.total <= mostRows) expect([filter, value, found.total]).toEqual([filter, value, having])
        }
      }
    },
  )
})
