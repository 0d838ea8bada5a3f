/** The order of `mostSpecific` without a database: which of a partner's own keys speaks of what is sold. */
import type { RateKey } from '@contract/commissions.ts'

type Key = Omit<RateKey, 'partner_id'>

/** All keys that speak of a cell (one bet type of one product in one currency), the most specific first. */
export function keysOf({ product_id, bet_type_id, currency }: Key): Key[] {
  const weight = (one: Key) =>
    [one.product_id, one.bet_type_id, one.currency].filter((part) => part !== null).length * 4 +
    (one.product_id === null ? 0 : 2) +
    (one.bet_type_id === null ? 0 : 1)
  return [product_id, null]
    .flatMap((product) => [bet_type_id, null].map((bet) => ({ product_id: product, bet_type_id: bet })))
    .flatMap((two) => [currency, null].map((money) => ({ ...two, currency: money })))
    .sort((one, other) => weight(other) - weight(one))
}
