/** Who owes: agencies and distributors, as reports of what is owed show them. */
import { z } from 'zod'
import { field } from './field.ts'
import { partnerTypeLabels } from './partners.ts'
import { money } from './values/money.ts'

const types = ['distribuidor', 'agencia'] as const
export const owingType = field(z.enum(types), 'Tipo', {
  labels: { distribuidor: partnerTypeLabels.distribuidor, agencia: partnerTypeLabels.agencia },
  width: 14,
})
export const owingWho = {
  name: field(z.string(), 'Afiliado', { width: 36 }),
  code: field(z.string(), 'Código', { width: 14 }),
  type: owingType,
}

export const signedMoney = (title: string, hint?: string) =>
  field(money, title, { signed: true, ...(hint && { hint }) })

/** The same of what seldom moves: zero is a dash, so that what did move is seen. */
export const seldomMoney = (title: string, hint?: string) =>
  field(money, title, { signed: true, zero_is_nothing: true, ...(hint && { hint }) })

/** The two sides of a line: the one that it does not move is left blank. */
export const sideMoney = (title: string) => field(money, title, { zero_is_nothing: true, nothing: '' })
