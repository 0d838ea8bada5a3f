/** What a configuration must not say: contradictions, values that nothing offers, and more than the father allows. */
import { isBancaRole, type Role } from '@contract/access/rules.ts'
import type { BetsConfiguration, betsConfigurations } from '@contract/bets-configuration.ts'
import type { Received } from '@contract/endpoint.ts'
import { problems, type FieldFault, type ProblemCode } from '@contract/problems.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { compare, formatDecimal, formatMoney } from '@contract/values/money.ts'
import { Problem } from '../http/problem.ts'
import type { Setting } from './queries.ts'

export type Form = Received<typeof betsConfigurations.save>['body']
type Limit = Form['limits'][number]

function fault(path: string, code: ProblemCode, message: string = problems[code].detail): FieldFault {
  return { path, code, message }
}

/** Each currency, product and bet type at most once, and only those that the agency can sell. */
function unknown(form: Form, now: BetsConfiguration): FieldFault[] {
  const offered = new Map(now.products.map((product) => [product.product_id, new Set(product.bet_types.map((one) => one.bet_type_id))]))
  return [
    ...form.limits.flatMap(({ currency }, index) => (now.limits.some((limit) => limit.currency === currency) ? [] : [fault(`limits.${index}.currency`, 'currency_not_sold', `La agencia no vende en ${currencyFacts[currency].name}.`)])),
    ...form.products.flatMap(({ product_id }, index) => (offered.has(product_id) ? [] : [fault(`products.${index}.product_id`, 'invalid', 'El producto no existe o está inactivo.')])),
    ...form.multipliers.flatMap(({ product_id, bet_type_id, multiplier }, index) => [
      ...(offered.get(product_id)?.has(bet_type_id) ? [] : [fault(`multipliers.${index}.bet_type_id`, 'bet_type_not_offered')]),
      ...(multiplier !== null && compare(multiplier, '0') <= 0 ? [fault(`multipliers.${index}.multiplier`, 'invalid', 'El multiplicador debe ser mayor que cero.')] : []),
    ]),
    ...repeated(form.limits.map((one) => one.currency)).map((index) => fault(`limits.${index}.currency`, 'invalid', 'La moneda está repetida.')),
    ...repeated(form.products.map((one) => one.product_id)).map((index) => fault(`products.${index}.product_id`, 'invalid', 'El producto está repetido.')),
    ...repeated(form.multipliers.map((one) => `${one.product_id}:${one.bet_type_id}`)).map((index) => fault(`multipliers.${index}.bet_type_id`, 'invalid', 'La jugada está repetida.')),
  ]
}

/** Places of the values that stood before. */
function repeated(values: readonly (string | number)[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
}

/** Minimum ≤ maximum ≤ ticket, among the values that will hold: own ones, else inherited. A currency left to its ancestors is theirs to answer for. */
function contradictions(form: Form, now: BetsConfiguration): FieldFault[] {
  return form.limits.flatMap((own, index) => {
    const inherited = now.limits.find((one) => one.currency === own.currency)
    if (!inherited || [own.min_stake, own.max_stake, own.max_ticket].every((value) => value === null)) return []
    const held = (field: 'min_stake' | 'max_stake' | 'max_ticket') => own[field] ?? inherited[field].inherited
    const [min, max, ticket] = [held('min_stake'), held('max_stake'), held('max_ticket')]
    return [
      ...(min && max && compare(min, max) > 0 ? [fault(`limits.${index}.min_stake`, 'limit_contradiction', `El mínimo no puede superar al máximo por jugada, ${formatMoney(max, own.currency)}.`)] : []),
      ...(max && ticket && compare(max, ticket) > 0 ? [fault(`limits.${index}.max_stake`, 'limit_contradiction', `El máximo por jugada no puede superar al máximo por ticket, ${formatMoney(ticket, own.currency)}.`)] : []),
      ...(!max && min && ticket && compare(min, ticket) > 0 ? [fault(`limits.${index}.min_stake`, 'limit_contradiction', `El mínimo no puede superar al máximo por ticket, ${formatMoney(ticket, own.currency)}.`)] : []),
    ]
  })
}

/** Is `asked` a change of what is set here that goes above what holds at the father? What the banca granted before may stay. */
function above<T>(asked: T | null, setting: Setting<T> | undefined, order: (left: T, right: T) => number): boolean {
  if (asked === null || !setting || setting.inherited === null) return false
  if (setting.own !== null && order(asked, setting.own) === 0) return false
  return order(asked, setting.inherited) > 0
}

const byNumber = (left: number, right: number) => left - right
/** True is more than false. */
const byFlag = (left: boolean, right: boolean) => Number(left) - Number(right)

function limitsAbove(own: Limit, index: number, now: BetsConfiguration): FieldFault[] {
  const inherited = now.limits.find((one) => one.currency === own.currency)
  return (['max_stake', 'max_ticket'] as const).flatMap((field) =>
    above(own[field], inherited?.[field], compare)
      ? [fault(`limits.${index}.${field}`, 'setting_above_father', `El padre permite hasta ${formatMoney(inherited?.[field].inherited ?? '0', own.currency)}.`)]
      : [],
  )
}

/** Everything that raises the banca's risk stays within what holds at the father, for anyone below the banca. */
function aboveFather(form: Form, now: BetsConfiguration): FieldFault[] {
  const bets = new Map(now.products.flatMap((product) => product.bet_types.map((one) => [`${product.product_id}:${one.bet_type_id}`, one.multiplier] as const)))
  const enabled = new Map(now.products.map((product) => [product.product_id, product.enabled]))
  return [
    ...(['annul_minutes', 'prize_days', 'max_lines'] as const).flatMap((field) =>
      above(form[field], now[field], byNumber) ? [fault(field, 'setting_above_father', `El padre permite hasta ${now[field].inherited}.`)] : []),
    ...(above(form.pays_other_agencies, now.pays_other_agencies, byFlag) ? [fault('pays_other_agencies', 'setting_above_father', 'El padre no lo permite.')] : []),
    ...form.limits.flatMap((own, index) => limitsAbove(own, index, now)),
    ...form.products.flatMap((own, index) =>
      above(own.enabled, enabled.get(own.product_id), byFlag) ? [fault(`products.${index}.enabled`, 'setting_above_father', 'El padre no vende este producto.')] : []),
    ...form.multipliers.flatMap((own, index) => {
      const father = bets.get(`${own.product_id}:${own.bet_type_id}`)
      return above(own.multiplier, father, compare) ? [fault(`multipliers.${index}.multiplier`, 'setting_above_father', `El padre permite hasta ${formatDecimal(father?.inherited ?? '0')}.`)] : []
    }),
  ]
}

/**
 * `now` is what holds before the save. All faults at once, each on its field.
 * @throws Problem `invalid`, `bet_type_not_offered`, `currency_not_sold`, `limit_contradiction`, `setting_above_father`
 */
export function mustBeSound(form: Form, now: BetsConfiguration, role: Role): void {
  const faults = [...unknown(form, now), ...contradictions(form, now), ...(isBancaRole(role) ? [] : aboveFather(form, now))]
  const [first] = faults
  if (first) throw new Problem(first.code ?? 'invalid', { detail: first.message, errors: faults })
}
