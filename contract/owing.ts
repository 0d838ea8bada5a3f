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
