/** Money that the banca puts into a pot, or takes out of it, by hand. */
import { sql } from 'drizzle-orm'
import type { Jackpot, Pot } from '@contract/jackpots.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { compare, formatMoney, hasCents, isZero, negate } from '@contract/values/money.ts'
import { locks } from '../../platform/db/locks.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { jackpots, namedPots } from './jackpots.ts'
import { movePots } from './pots.ts'

export interface PotPayment {
  jackpot_id: number
  kind: Jackpot['kind']
  type: 'INGRESO' | 'EGRESO'
  reason: string
  /** What goes to or comes from each pot, and the field it was written in. */
  amounts: readonly { pot: Pot; amount: string; field: string }[]
}

/**
 * Pays into or out of an open jackpot; a pot never goes below zero, however many take from it at once.
 * Throws `not_found`, `jackpot_zero`, `jackpot_closed`, `amount_decimals`, `jackpot_too_small`.
 */
export async function payPot(
  { db, session, now, today, audit }: Pick<Context, 'db' | 'session' | 'now' | 'today' | 'audit'>,
  payment: PotPayment,
): Promise<Jackpot> {
  const { jackpot_id, kind, type, reason, amounts } = payment
  // A settlement has the pots it shares to itself.
  await db.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
  const held = await db.one<{ state: string }>(
    sql`SELECT state FROM jackpots WHERE id = ${jackpot_id} AND kind = ${kind} FOR NO KEY UPDATE`,
  )
  if (!held) throw new Problem('not_found')
  if (held.state !== 'abierto') throw new Problem('jackpot_closed')
  const asked = amounts.filter(({ amount }) => !isZero(amount))
  if (asked.length === 0) throw Problem.on(amounts[0]!.field, 'jackpot_zero')
  const before = await view(db, jackpot_id)
  refuseCents(before, asked)
  if (type === 'EGRESO') refuseBelowZero(before, asked)
  await movePots(db, {
    kind: type,
    currency: before.currency,
    day: today,
    at: now,
    by: session.id,
    reason,
    moves: asked.map(({ pot, amount }) => ({ jackpot_id, pot, amount: type === 'EGRESO' ? negate(amount) : amount })),
  })
  const after = await view(db, jackpot_id)
  audit({
    entity_id: jackpot_id,
    before: namedPots(before),
    after: { tipo: type, ...namedPots(after) },
    ...(reason && { reason }),
    significant: true,
  })
  return after
}

async function view(db: Context['db'], jackpot_id: number): Promise<Jackpot> {
  const [jackpot] = await jackpots(db, sql`j.id = ${jackpot_id}`, { authors: true })
  if (!jackpot) throw new Problem('not_found')
  return jackpot
}

function refuseCents({ currency }: Jackpot, asked: PotPayment['amounts']): void {
  const first = asked.find(({ amount }) => hasCents(amount, currency))
  if (first) throw Problem.on(first.field, 'amount_decimals', `${centsFault(currency)}.`)
}

function refuseBelowZero(jackpot: Jackpot, asked: PotPayment['amounts']): void {
  const errors = asked.flatMap(({ pot, amount, field }) => {
    const available = jackpot.pots.find((one) => one.pot === pot)?.amount ?? '0.00'
    const message = `En el pote hay ${formatMoney(available, jackpot.currency as Currency)}.`
    return compare(amount, available) > 0
      ? [{ path: field, code: 'jackpot_too_small' as const, message, extra: { available } }]
      : []
  })
  const [first] = errors
  if (first) throw new Problem('jackpot_too_small', { detail: first.message, errors })
}
