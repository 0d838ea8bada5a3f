/** Limits and quotas of a demo: what its rules would have allowed, so that its sales never pass them. */
import type { Currency } from '@contract/values/currency.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { betTypeId, betTypes, catalogueProducts } from './catalogue.ts'
import type { DemoPlan, Quota } from './plan.ts'

/** Whole hundredths of the currency. */
export const stakeLimits: Record<Currency, { min_stake: number; max_stake: number; max_ticket: number }> = {
  BS: { min_stake: 10_00, max_stake: 3_000_00, max_ticket: 20_000_00 },
  USD: { min_stake: 25, max_stake: 20_00, max_ticket: 150_00 },
  COP: { min_stake: 500_00, max_stake: 60_000_00, max_ticket: 400_000_00 },
}

/** From a draw that is not held to whoever comes for the money. */
export const refundHours = 2
export const settings = { annul_minutes: 5, prize_days: 3, max_lines: 60 } as const

/** Sold of one number in one draw at most, in whole units, for a banca of some 3,400 tickets a day. */
const ceilings: Partial<Record<BetKind, Record<Currency, number>>> = {
  animalito: { BS: 5_000, USD: 40, COP: 60_000 },
  triple: { BS: 400, USD: 4, COP: 6_000 },
  terminal: { BS: 1_500, USD: 15, COP: 20_000 },
  punta: { BS: 1_200, USD: 12, COP: 20_000 },
  zodiacal: { BS: 60, USD: 1, COP: 1_500 },
  terminal_signo: { BS: 300, USD: 3, COP: 4_000 },
  terminal_pa: { BS: 3_000, USD: 30, COP: 40_000 },
}
const usualTicketsPerDay = 3_400

/** A busier banca has larger ceilings. */
export function quotaScale(tickets_per_day: number): number {
  return Math.max(1, Math.ceil(tickets_per_day / usualTicketsPerDay))
}

/** The banca's ceilings for everything it offers. */
export function bancaCeilings(plan: DemoPlan, scale: number): Quota[] {
  return catalogueProducts
    .filter((product) => plan.products.includes(product.id))
    .flatMap((product) =>
      product.offers.flatMap((offer) => {
        const id = betTypeId(offer.bet_type)
        const ceiling = ceilings[betTypes.find((one) => one.id === id)!.kind]
        return ceiling
          ? plan.currencies.map((currency) => ({
              product_id: product.id,
              bet_type_id: id,
              currency,
              amount: ceiling[currency] * scale,
            }))
          : []
      }),
    )
}

/** Two partners with quotas of their own: a border distributor, and an agency where much is staked on few animals. */
export function regularQuotas(plan: DemoPlan, scale: number): (Quota & { partner_id: number })[] {
  const animalito = betTypeId('ANIMALITO')
  const of = (name: string, amounts: Partial<Record<Currency, number>>) => {
    const partner = plan.partners.find((one) => one.name === name)
    if (!partner) return []
    return Object.entries(amounts).flatMap(([currency, amount]) =>
      [1, 2].map((product_id) => ({
        partner_id: partner.id,
        product_id,
        bet_type_id: animalito,
        currency: currency as Currency,
        amount: amount * scale,
      })),
    )
  }
  return [
    ...of('Distribuidora Andina', { BS: 2_500, USD: 20, COP: 45_000 }),
    ...of('Agencia Petare', { BS: 1_500, USD: 15 }),
  ]
}
