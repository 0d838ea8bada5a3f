/** What an agency's drawers are counted with: pieces of each currency, what a first register opens with, what needs no words. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { currency } from './values/currency.ts'
import { amount, money, positiveAmount } from './values/money.ts'

const base = '/api/v2/admin/cash-management/config'
const access = rules.agencyCash
/** There are no more pieces of any currency. */
const mostPieces = 24

const perCurrency = z.object({
  currency: field(currency, 'Moneda'),
  denominations: field(
    z.array(positiveAmount).min(1, 'Deje al menos una pieza con la que se cuente').max(mostPieces),
    'Piezas',
    { hint: 'Monedas y billetes con los que se cuenta la gaveta.' },
  ),
  float: field(amount.nullable().default(null), 'Fondo inicial', {
    hint: 'Con cuánto se sugiere abrir la primera caja de una taquilla. Vacío: nada.',
  }),
  tolerance: field(amount, 'Diferencia tolerada', {
    hint: 'Hasta cuánto puede faltar o sobrar sin una observación.',
  }),
})
export type CurrencyConfig = z.output<typeof perCurrency>

/** Those of the agency's currencies, each whole. Version 0 is of an agency that never said anything. */
const kept = z.object({
  version: z.number().int(),
  currencies: z.array(
    perCurrency.extend({
      denominations: z.array(money),
      float: money.nullable(),
      tolerance: money,
      /** There are, from the largest down: what is chosen among. */
      usual: z.array(money),
    }),
  ),
})
export type KeptConfig = z.output<typeof kept>

export const cashConfig = entity('cashConfig', {
  config: endpoint({
    method: 'GET',
    path: base,
    access,
    response: kept,
    summary: 'Con qué se cuentan las cajas de la agencia: piezas, fondo inicial y diferencia tolerada de cada moneda',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: base,
    access,
    body: z.object({ version: z.number().int().min(0), currencies: z.array(perCurrency).min(1).max(3) }),
    response: kept,
    summary: 'Guarda con qué se cuentan las cajas de la agencia; lo ya contado no cambia',
  }),
})
