/** Filters that many lists share: whose rows, of which product, bet and currency. */
import { id, smallId } from './endpoint.ts'
import { choices, field } from './field.ts'
import { general, includingPast, type ProductOption } from './general.ts'
import { pastOptions } from './names.ts'
import { partners } from './partners.ts'
import { currencies, currency, currencyFacts } from './values/currency.ts'

const partner = {
  control: 'partner',
  choices: choices(partners.options, {
    searched: true,
    options: ({ data }) => pastOptions(data),
  }),
} as const
export const partnerFilter = field(id, 'Afiliado', { ...partner, placeholder: 'Todos los afiliados' })
/** Of a list that is one partner's: of whoever reads where nobody is chosen. */
export const onePartnerFilter = field(id, 'Afiliado', { ...partner, placeholder: 'De quién' })

export const productFilter = field(smallId, 'Producto', {
  control: 'product',
  choices: choices(general.products, { query: () => includingPast, options: ({ data }) => pastOptions(data) }),
})

/** Bet types of one product, or of all, each once. */
function betTypesOf(products: readonly ProductOption[], product_id: unknown) {
  const offered = products.filter(({ id: own }) => product_id === undefined || own === product_id)
  const named = offered.flatMap((product) => product.bet_types.map((one) => [one.id, one.name] as const))
  return [...new Map(named)].map(([value, label]) => ({ value, label }))
}

export const betTypeFilter = field(smallId, 'Jugada', {
  placeholder: 'Todas las jugadas',
  names: 'bet_type',
  choices: choices(general.products, {
    within: 'product_id',
    query: () => includingPast,
    options: ({ data }, { values }) => betTypesOf(data, values['product_id']),
  }),
})

export const drawFilter = field(id, 'Sorteo', { names: 'draw' })

/** Without it each currency has rows and sums of its own. */
export const currencyFilter = field(currency, 'Moneda', {
  control: 'currency',
  labels: Object.fromEntries(currencies.map((one) => [one, currencyFacts[one].name])),
})
