/** What a configuration must not say: contradictions, values that nothing offers, and more than the father allows. */
import { isBancaRole } from '@contract/access/rules.ts'
import type { BetsConfiguration, betsConfigurations } from '@contract/bets-configurations.ts'
import type { Received } from '@contract/endpoint.ts'
import { problems, type FieldFault, type ProblemCode } from '@contract/problems.ts'
import type { SessionUser } from '@contract/session.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { compare, formatDecimal, formatMoney } from '@contract/values/money.ts'
import { Problem } from '../../platform/http/problem.ts'
import { multiplierKey, type Setting } from './queries.ts'

export type Form = Received<typeof betsConfigurations.save>['body']
type Limit = Form['limits'][number]

/** Said of a bet that has no such prize. */
export const onePrize = 'Esta jugada gana un solo premio.'

function fault(path: string, code: ProblemCode, message: string = problems[code].detail): FieldFault {
  return { path, code, message }
}

/** Each currency, product and bet type at most once, and only those that the partner can sell. */
function unknown(form: Form, now: BetsConfiguration): FieldFault[] {
  const offered = new Map(
    now.products.map(({ product_id, bet_types }) => [
      product_id,
      new Set(bet_types.flatMap((one) => [String(one.bet_type_id), multiplierKey({ product_id, ...one })])),
    ]),
  )
  const type = form.rate_type_id ?? null
  return [
    ...(type === null || now.rate_types.some(({ id }) => id === type)
      ? []
      : [fault('rate_type_id', 'invalid', 'El tipo de tasa no existe.')]),
    ...form.limits.flatMap(({ currency }, index) =>
      now.limits.some((limit) => limit.currency === currency)
        ? []
        : [fault(`limits.${index}.currency`, 'currency_not_sold', `No vende en ${currencyFacts[currency].name}.`)],
    ),
    ...form.products.flatMap(({ product_id }, index) =>
      offered.has(product_id)
        ? []
        : [fault(`products.${index}.product_id`, 'invalid', 'El producto no existe o está inactivo.')],
    ),
    ...form.multipliers.flatMap(({ multiplier, ...bet }, index) => [
      ...(!offered.get(bet.product_id)?.has(String(bet.bet_type_id))
        ? [fault(`multipliers.${index}.bet_type_id`, 'bet_type_not_offered')]
        : !offered.get(bet.product_id)?.has(multiplierKey(bet))
          ? [fault(`multipliers.${index}.place`, 'invalid', onePrize)]
          : []),
      ...(multiplier !== null && compare(multiplier, '0') <= 0
        ? [fault(`multipliers.${index}.multiplier`, 'invalid', 'El multiplicador debe ser mayor que cero.')]
        : []),
    ]),
    ...repeated(form.limits.map((one) => one.currency)).map((index) =>
      fault(`limits.${index}.currency`, 'invalid', 'La moneda está repetida.'),
    ),
    ...repeated(form.products.map((one) => one.product_id)).map((index) =>
      fault(`products.${index}.product_id`, 'invalid', 'El producto está repetido.'),
    ),
    ...repeated(form.multipliers.map(multiplierKey)).map((index) =>
      fault(`multipliers.${index}.bet_type_id`, 'invalid', 'La jugada está repetida.'),
    ),
  ]
}

/** Places of the values that stood before. */
function repeated(values: readonly (string | number)[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
}

/**
 * Minimum ≤ maximum ≤ ticket, among the values that will hold: own ones, else inherited. A currency left to its
 * ancestors is theirs to answer for.
 */
function contradictions(form: Form, now: BetsConfiguration): FieldFault[] {
  return form.limits.flatMap((own, index) => {
    const inherited = now.limits.find((one) => one.currency === own.currency)
    if (!inherited || [own.min_stake, own.max_stake, own.max_ticket].every((value) => value === null)) return []
    const held = (field: 'min_stake' | 'max_stake' | 'max_ticket') => own[field] ?? inherited[field].inherited
    const [min, max, ticket] = [held('min_stake'), held('max_stake'), held('max_ticket')]
    return [
      ...(min && max && compare(min, max) > 0
        ? [
            fault(
              `limits.${index}.min_stake`,
              'limit_contradiction',
              `El mínimo no puede superar al máximo por jugada, ${formatMoney(max, own.currency)}.`,
            ),
          ]
        : []),
      ...(max && ticket && compare(max, ticket) > 0
        ? [
            fault(
              `limits.${index}.max_stake`,
              'limit_contradiction',
              `El máximo por jugada no puede superar al máximo por ticket, ${formatMoney(ticket, own.currency)}.`,
            ),
          ]
        : []),
      ...(!max && min && ticket && compare(min, ticket) > 0
        ? [
            fault(
              `limits.${index}.min_stake`,
              'limit_contradiction',
              `El mínimo no puede superar al máximo por ticket, ${formatMoney(ticket, own.currency)}.`,
            ),
          ]
        : []),
    ]
  })
}

/** -1, 0 or 1 of two values of one setting: of amounts, whole numbers or flags, of which true is more. */
export type Order<T> = (left: T, right: T) => number
export const byNumber: Order<number> = (left, right) => left - right
export const byFlag: Order<boolean> = (left, right) => Number(left) - Number(right)

/**
 * Is `asked` a change of what is set here that goes above what was granted? Below its own partner a user
 * may go as far as what holds at the father, and what the banca granted there before may stay. Its own
 * partner's values are its father's to raise: it may only keep or lower what holds.
 */
export function goesAbove<T>(
  asked: T | null,
  setting: Setting<T> | undefined,
  order: Order<T>,
  own_partner: boolean,
): boolean {
  if (!setting) return false
  if (own_partner) {
    const [present, next] = [setting.own ?? setting.inherited, asked ?? setting.inherited]
    return present !== null && (next === null || order(next, present) > 0)
  }
  if (asked === null || setting.inherited === null) return false
  if (setting.own !== null && order(asked, setting.own) === 0) return false
  return order(asked, setting.inherited) > 0
}

/** Up to where a user may go, for the sentence that refuses. */
function granted<T>(setting: Setting<T> | undefined, own_partner: boolean): T | null {
  return (own_partner ? setting?.own : null) ?? setting?.inherited ?? null
}

function limitsAbove(own: Limit, index: number, now: BetsConfiguration, own_partner: boolean): FieldFault[] {
  const inherited = now.limits.find((one) => one.currency === own.currency)
  return (['max_stake', 'max_ticket'] as const).flatMap((field) =>
    goesAbove(own[field], inherited?.[field], compare, own_partner)
      ? [
          fault(
            `limits.${index}.${field}`,
            'setting_above_father',
            `El padre permite hasta ${formatMoney(granted(inherited?.[field], own_partner) ?? '0', own.currency)}.`,
          ),
        ]
      : [],
  )
}

/** What a partner sets itself of what is no list of products. */
export function ownSettings(now: BetsConfiguration) {
  const { version, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id, limits } = now
  return {
    version,
    annul_minutes: annul_minutes.own,
    prize_days: prize_days.own,
    max_lines: max_lines.own,
    pays_other_agencies: pays_other_agencies.own,
    rate_type_id: rate_type_id.own,
    limits: limits.map(({ currency, min_stake, max_stake, max_ticket }) => ({
      currency,
      min_stake: min_stake.own,
      max_stake: max_stake.own,
      max_ticket: max_ticket.own,
    })),
  }
}

/** The form with what it leaves out written as inherited: the same, said in full. */
function inFull(form: Form, now: BetsConfiguration): Form {
  const missing = <T, K>(all: readonly T[], said: readonly K[], same: (one: T, other: K) => boolean) =>
    all.filter((one) => !said.some((other) => same(one, other)))
  const bets = now.products.flatMap(({ product_id, bet_types }) =>
    bet_types.map(({ bet_type_id, place }) => ({ product_id, bet_type_id, place })),
  )
  return {
    ...form,
    limits: [
      ...form.limits,
      ...missing(now.limits, form.limits, (one, other) => one.currency === other.currency).map(({ currency }) => ({
        currency,
        min_stake: null,
        max_stake: null,
        max_ticket: null,
      })),
    ],
    products: [
      ...form.products,
      ...missing(now.products, form.products, (one, other) => one.product_id === other.product_id).map(
        ({ product_id }) => ({ product_id, enabled: null }),
      ),
    ],
    multipliers: [
      ...form.multipliers,
      ...missing(bets, form.multipliers, (one, other) => multiplierKey(one) === multiplierKey(other)).map((one) => ({
        ...one,
        multiplier: null,
      })),
    ],
  }
}

/** Everything that raises the banca's risk stays within what holds at the father, for anyone below the banca. */
function aboveFather(form: Form, now: BetsConfiguration, own_partner: boolean): FieldFault[] {
  const bets = new Map(
    now.products.flatMap(({ product_id, bet_types }) =>
      bet_types.map((one) => [multiplierKey({ product_id, ...one }), one.multiplier] as const),
    ),
  )
  const enabled = new Map(now.products.map((product) => [product.product_id, product.enabled]))
  return [
    ...(['annul_minutes', 'prize_days', 'max_lines'] as const).flatMap((field) =>
      goesAbove(form[field], now[field], byNumber, own_partner)
        ? [fault(field, 'setting_above_father', `El padre permite hasta ${granted(now[field], own_partner)}.`)]
        : [],
    ),
    ...(goesAbove(form.pays_other_agencies, now.pays_other_agencies, byFlag, own_partner)
      ? [fault('pays_other_agencies', 'setting_above_father', 'El padre no lo permite.')]
      : []),
    ...form.limits.flatMap((own, index) => limitsAbove(own, index, now, own_partner)),
    ...form.products.flatMap((own, index) =>
      goesAbove(own.enabled, enabled.get(own.product_id), byFlag, own_partner)
        ? [fault(`products.${index}.enabled`, 'setting_above_father', 'El padre no vende este producto.')]
        : [],
    ),
    ...form.multipliers.flatMap((own, index) => {
      const father = bets.get(multiplierKey(own))
      return goesAbove(own.multiplier, father, compare, own_partner)
        ? [
            fault(
              `multipliers.${index}.multiplier`,
              'setting_above_father',
              `El padre permite hasta ${formatDecimal(granted(father, own_partner) ?? '0')}.`,
            ),
          ]
        : []
    }),
  ]
}

/** Of its own partner, what a user leaves out counts as well: inheriting again may raise it. */
function grantedFaults(form: Form, now: BetsConfiguration, own_partner: number): FieldFault[] {
  return form.agency_id === own_partner ? aboveFather(inFull(form, now), now, true) : aboveFather(form, now, false)
}

/**
 * `now` is what holds before the save; `who` saves it. All faults at once, each on its field.
 * @throws Problem `invalid`, `bet_type_not_offered`, `currency_not_sold`, `limit_contradiction`, `setting_above_father`
 */
export function mustBeSoundBets(
  form: Form,
  now: BetsConfiguration,
  who: Pick<SessionUser, 'role' | 'partner_id'>,
): void {
  const faults = [
    ...unknown(form, now),
    ...contradictions(form, now),
    ...(isBancaRole(who.role) ? [] : grantedFaults(form, now, who.partner_id)),
  ]
  const [first] = faults
  if (first) throw new Problem(first.code ?? 'invalid', { detail: first.message, errors: faults })
}
