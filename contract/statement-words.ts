/** How a line of a week's statement is reckoned, in words: what was sold, at which rate, to what it comes. */
import { percentText } from './commission-rates.ts'
import { formatDay } from './values/dates.ts'
import type { Currency } from './values/currency.ts'
import { compare, formatMoney, isZero, negate, percentOf } from './values/money.ts'

/** In the order in which they stand. */
export const statementConcepts = [
  'anterior',
  'ventas',
  'premios',
  'comision',
  'participacion',
  'margen',
  'externo',
  'ajustes',
  'cobranza',
  'tardio',
  'asignacion',
  'pagos',
  'saldo',
] as const
export type StatementConcept = (typeof statementConcepts)[number]
export const statementConceptLabels: Record<StatementConcept, string> = {
  anterior: 'Saldo anterior',
  ventas: 'Ventas',
  premios: 'Premios',
  comision: 'Comisión',
  participacion: 'Participación',
  margen: 'Margen',
  externo: 'Otros sistemas',
  ajustes: 'Ajustes',
  cobranza: 'De los que responde',
  tardio: 'Tardío',
  asignacion: 'Asignación',
  pagos: 'Pagos',
  saldo: 'Saldo',
}

/** What a line is made from; null where it is not of that kind. Amounts are decimal strings. */
export interface ReckonedLine {
  concept: StatementConcept
  currency: Currency
  /** The Sunday before the week. */
  before: string
  /** What was sold of it, the debtor it came from, the payment's receipt; null of all of them together. */
  name: string | null
  /** Of a product that had several rates: the bet types and the days of this one. */
  bet_types: readonly string[] | null
  since: string | null
  until: string | null
  rate_kind: string | null
  percent: string | null
  sold: string | null
  prizes: string | null
  commission: string | null
  /** Lost in earlier weeks and not made up for: never positive. */
  carried: string | null
  /** Positive is owed more by it; null where nothing moves. */
  amount: string | null
  balance: string
  creditor_name: string
  /** The name is one that the reader may know: whoever stands above is told by none, but for the banca. */
  is_creditor_named: boolean
  /** What no line accounts for: of other days, or changed since the week was closed. */
  is_rest: boolean
  is_agency: boolean
}

const everything: Partial<Record<StatementConcept, string>> = { comision: 'Todas las ventas', participacion: 'Todo' }
const money = (line: ReckonedLine, amount: string | null) => formatMoney(amount ?? '0.00', line.currency, true)

/** `Triple Zulia (Triple, Terminal) del 16/11/2026 al 18/11/2026`, or all there is. */
function whatOf({ concept, name, bet_types, since, until }: ReckonedLine): string {
  const types = bet_types && bet_types.length > 0 ? ` (${bet_types.join(', ')})` : ''
  const days =
    since && until
      ? since === until
        ? ` el ${formatDay(since)}`
        : ` del ${formatDay(since)} al ${formatDay(until)}`
      : ''
  return `${name ?? everything[concept] ?? ''}${types}${days}`
}

/** Where amounts were rounded product by product the whole may differ from the product of the sums. */
const rounded = ({ name, amount, percent, currency }: ReckonedLine, base: string) =>
  name === null &&
  percent !== null &&
  amount !== null &&
  compare(percentOf(base, percent, currency), negate(amount)) !== 0
    ? ', redondeado producto por producto'
    : ''

function commissionWords(line: ReckonedLine): string {
  const { sold, prizes, percent, rate_kind } = line
  if (rate_kind === 'VENTA')
    return `${whatOf(line)}: ${money(line, sold)} × ${percentText(percent!)}${rounded(line, sold!)}`
  const gain = compare(sold!, prizes!) > 0 ? '' : ': sin utilidad'
  return `${whatOf(line)}: (ventas ${money(line, sold)} − premios ${money(line, prizes)}) × ${percentText(percent!)}${gain}`
}

/** `base` is what is left of the sales: sold − prizes − commission. */
function participationWords(line: ReckonedLine, base: string): string {
  const { percent, rate_kind, carried } = line
  const of = `${whatOf(line)}: utilidad ${money(line, base)}`
  if (rate_kind === 'COMPARTIDA') return `${of} × ${percentText(percent!)}${rounded(line, base)}`
  if (rate_kind === 'ARRASTRE' && !isZero(carried!))
    return (
      `${whatOf(line)}: (utilidad ${money(line, base)} − arrastrado ${money(line, negate(carried!))}) × ` +
      percentText(percent!)
    )
  return `${of} × ${percentText(percent!)}${compare(base, '0') > 0 ? '' : ': sin utilidad'}`
}

function owedWords({ balance, creditor_name, is_creditor_named }: ReckonedLine): string {
  const sign = compare(balance, '0')
  if (!is_creditor_named) return sign === 0 ? 'A mano' : sign > 0 ? 'Por pagar a quien le cobra' : 'A su favor'
  if (sign === 0) return `A mano con ${creditor_name}`
  return sign > 0 ? `Le debe a ${creditor_name}` : `${creditor_name} le debe`
}

/** `base`: what the rate was of, where there is one. */
export function statementWords(line: ReckonedLine, base: string | null): string {
  const { concept, name, is_rest, is_agency, before } = line
  if (concept === 'anterior') return `Al ${formatDay(before)}`
  if (concept === 'saldo') return owedWords(line)
  if (is_rest && (concept === 'comision' || concept === 'participacion'))
    return is_agency ? 'De otros días, o corregido después' : 'De los que responde'
  if (is_rest) return concept === 'pagos' ? 'De otros días' : 'De otros afiliados u otros días'
  if (concept === 'comision') return commissionWords(line)
  if (concept === 'participacion') return participationWords(line, base!)
  if (concept === 'margen') return 'La diferencia entre su porcentaje y el de quien está debajo'
  if (concept === 'tardio') return 'De semanas ya cerradas, que llegó después'
  if (concept === 'asignacion')
    return compare(line.amount ?? '0.00', '0') > 0 ? 'Una deuda que ahora cobra' : 'Una deuda que ahora cobra otro'
  return name ?? ''
}
