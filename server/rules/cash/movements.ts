/**
 * What movements of drawers and funds post. Each names itself in its entries; what it puts into an open drawer says in which
 * register it counts, and what comes when nobody stands at the counter counts by the registers' cuts.
 *
 * Whoever calls has shared the tree first (`lockTree`), then the register, then the movement's own row.
 */
import { sql } from 'drizzle-orm'
import type { MovementKind } from '@contract/cash-movements.ts'
import { negate } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { openAccounts, openNamed } from '../ledger/accounts.ts'
import type { LedgerEntry, Side } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'

/** Who does it, when, and on which business day. */
export interface MovementSignature {
  by: number
  at: Date
  today: string
}

export const signatureOf = ({
  session,
  now,
  today,
}: Pick<Context, 'session' | 'now' | 'today'>): MovementSignature => ({
  by: session.id,
  at: now,
  today,
})

/** A movement as the books take it. */
export interface Movement {
  id: number
  kind: MovementKind | 'fondo'
  direction: 'entra' | 'sale'
  state: string
  /** None of a fund's. */
  office_id: number | null
  fund_id: number | null
  /** Whose the drawer or the fund is. */
  holder_id: number
  /** Of its office. */
  agency_id: number | null
  register_id: number | null
  pair_id: number | null
  /** Of a fund's own move: another fund, or an account; neither where it is outside. */
  other_fund_id: number | null
  account_id: number | null
  type_id: number | null
  borne_by: 'agencia' | 'banca' | null
  method_id: number | null
  currency: string
  amount: string
}

export async function readMovement(tx: Tx, id: number): Promise<Movement> {
  const found = await tx.one<Movement>(sql`
    SELECT movement.id, movement.kind, movement.direction, movement.state, movement.office_id, movement.fund_id,
      coalesce(movement.office_id, fund.partner_id) AS holder_id, office.father_id AS agency_id, movement.register_id,
      movement.pair_id, movement.other_fund_id, movement.account_id, movement.type_id, type.borne_by,
      movement.method_id, movement.currency::text AS currency, movement.amount::text AS amount
    FROM cash_movements movement
    LEFT JOIN partners office ON office.id = movement.office_id
    LEFT JOIN cash_funds fund ON fund.id = movement.fund_id
    LEFT JOIN expenditure_types type ON type.id = movement.type_id
    WHERE movement.id = ${id}`)
  if (!found) throw new Error(`there is no movement ${id}`)
  return found
}

/** Where its money is. */
function moneyOf({ holder_id, fund_id, method_id }: Movement): Side {
  return fund_id === null
    ? { partner_id: holder_id, kind: 'caja', sub: method_id ?? 0 }
    : { partner_id: holder_id, kind: 'fondo', sub: fund_id }
}

/** What its money stands against: its type, once nobody has to decide. */
function typeOf({ direction, holder_id, type_id }: Movement): Side {
  return { partner_id: holder_id, kind: direction === 'entra' ? 'ingresos' : 'egresos', sub: type_id! }
}

const waiting = ({ holder_id }: Movement): Side => ({ partner_id: holder_id, kind: 'por_aprobar' })

type Moves = LedgerEntry['moves']

/** Opens what the moves speak of and posts them as one entry of the movement. */
async function post(
  tx: Tx,
  movement: Movement,
  moves: Moves,
  { by, at, today, register_id = null }: MovementSignature & { register_id?: number | null },
): Promise<void> {
  const { id, kind, office_id, currency } = movement
  const sides = moves.flatMap(({ debit, credit }) => [debit, credit])
  await openAccounts(tx, [...new Set(sides.map(({ partner_id }) => partner_id))], [currency])
  const named = sides.flatMap(({ partner_id, kind: of, sub }) =>
    sub && (of === 'caja' || of === 'fondo' || of === 'banco' || of === 'ingresos' || of === 'egresos')
      ? [{ partner_id, kind: of, currency, sub }]
      : [],
  )
  await openNamed(tx, named)
  const entry: LedgerEntry = {
    day: today,
    kind,
    ref_kind: 'movement',
    ref_id: id,
    currency,
    moves,
    created_by: by,
    created_at: at,
    ...(office_id !== null && { office_id }),
    ...(register_id !== null && { register_id }),
  }
  await postAll(tx, [entry])
}

/** An income or an outcome as it was written: in its drawer, against its type or what waits to be approved. */
export async function postWritten(tx: Tx, movement: Movement, signature: MovementSignature): Promise<void> {
  const { amount, direction, register_id, state } = movement
  const other = state === 'por_aprobar' ? waiting(movement) : typeOf(movement)
  const money = moneyOf(movement)
  const [debit, credit] = direction === 'entra' ? [money, other] : [other, money]
  await post(tx, movement, [{ debit, credit, amount }], { ...signature, register_id })
}

/** What was decided from above: nothing moves in the drawer. What the banca bears, the agency owes it less. */
export async function postDecided(tx: Tx, movement: Movement, signature: MovementSignature): Promise<void> {
  const { amount, direction, state, holder_id, agency_id, borne_by } = movement
  const other: Side = state === 'aprobado' ? typeOf(movement) : { partner_id: holder_id, kind: 'diferencias' }
  const [debit, credit] = direction === 'entra' ? [waiting(movement), other] : [other, waiting(movement)]
  const borne = state === 'aprobado' && borne_by === 'banca'
  const banca = borne ? await tx.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`) : undefined
  const owedLess: Moves = banca
    ? [
        {
          debit: { partner_id: agency_id!, kind: 'ajustes' },
          credit: { partner_id: banca.id, kind: 'ajustes' },
          amount,
        },
      ]
    : []
  await post(tx, movement, [{ debit, credit, amount }, ...owedLess], signature)
}

/** What one gives is on its way, and still the giver's. */
export async function postGiven(tx: Tx, giving: Movement, signature: MovementSignature): Promise<void> {
  const { amount, holder_id, register_id } = giving
  const moves: Moves = [{ debit: { partner_id: holder_id, kind: 'transito' }, credit: moneyOf(giving), amount }]
  await post(tx, giving, moves, { ...signature, register_id })
}

/** What was given comes into the drawer or the fund of whoever accepts it. */
export async function postTaken(
  tx: Tx,
  taking: Movement,
  { holder_id }: Pick<Movement, 'holder_id'>,
  signature: MovementSignature,
): Promise<void> {
  const { amount, register_id } = taking
  const moves: Moves = [{ debit: moneyOf(taking), credit: { partner_id: holder_id, kind: 'transito' }, amount }]
  await post(tx, taking, moves, { ...signature, register_id })
}

/** What was refused goes back to whoever gave it, who may have counted and sent the drawer since. */
export async function postRefused(tx: Tx, giving: Movement, signature: MovementSignature): Promise<void> {
  const { amount, holder_id } = giving
  await post(
    tx,
    giving,
    [{ debit: moneyOf(giving), credit: { partner_id: holder_id, kind: 'transito' }, amount }],
    signature,
  )
}

/** Money of one partner's: between a fund of its own and another one, an account, or what nobody follows. */
export async function postMoved(tx: Tx, movement: Movement, signature: MovementSignature): Promise<void> {
  const { amount, direction, holder_id, other_fund_id, account_id } = movement
  const sub = other_fund_id ?? account_id ?? 0
  const kind = other_fund_id !== null ? 'fondo' : account_id !== null ? 'banco' : 'fuera'
  const other: Side = { partner_id: holder_id, kind, ...(sub && { sub }) }
  const fund = moneyOf(movement)
  const [debit, credit] = direction === 'entra' ? [fund, other] : [other, fund]
  await post(tx, movement, [{ debit, credit, amount }], signature)
}

/** Takes back all that a movement posted, in its own register, which is open. */
export async function reverse(tx: Tx, movement: Movement, signature: MovementSignature): Promise<void> {
  const { id, kind, office_id, register_id } = movement
  const posted = await tx.rows<Side & { currency: string; amount: string }>(sql`
    SELECT account.partner_id, account.kind, account.sub, account.currency::text AS currency, sum(posting.amount)::text AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE entry.ref_kind = 'movement' AND entry.ref_id = ${id}
    GROUP BY 1, 2, 3, 4 HAVING sum(posting.amount) <> 0`)
  await postAll(tx, [
    {
      day: signature.today,
      kind,
      ref_kind: 'movement',
      ref_id: id,
      // What it said before a correction may be of another currency than what it says now.
      currency: posted[0]!.currency,
      created_by: signature.by,
      created_at: signature.at,
      ...(office_id !== null && { office_id }),
      ...(register_id !== null && { register_id }),
      sides: posted.map(({ currency: _, ...side }) => ({ ...side, amount: negate(side.amount) })),
    },
  ])
}
