/**
 * What one partner earns is granted from above: who is not of the banca changes nothing of its own partner's, and gives
 * below it no kind but its own and no more than it has itself. What is given below is paid by the banca.
 */
import { sql, type SQL } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import {
  commissionKindLabels,
  isWholeRate,
  participationKindLabels,
  percentUnits,
  percentText,
  sameRate,
  type Rate,
  type RateField,
} from '@contract/commission-rates.ts'
import type { RateKey } from '@contract/commissions.ts'
import type { SessionUser } from '@contract/session.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import { rateAt, rateJson } from './in-force.ts'
import type { SetRate } from './write.ts'

/** Whose rates are the most that this user gives; null for who may give any. */
export function grantorOf({ role, partner_id }: Pick<SessionUser, 'role' | 'partner_id'>): number | null {
  return isBancaRole(role) ? null : partner_id
}

export const ownRate = 'Sus propias tasas las fija quien está por encima de usted.'

type Key = Omit<RateKey, 'partner_id'>

/** What a partner itself has for each key at an instant; without any it earns nothing. */
export async function grantedFor(
  db: Executor,
  partner_id: number,
  keys: readonly Key[],
  at: SQL,
): Promise<(Rate | null)[]> {
  return holdingFor(
    db,
    keys.map((key) => ({ ...key, partner_id })),
    at,
  )
}

async function holdingFor(db: Executor, keys: readonly RateKey[], at: SQL): Promise<(Rate | null)[]> {
  const rows = await db.rows<{ rate: Rate | null }>(sql`
    SELECT ${rateJson(sql`held`)} AS rate
    FROM jsonb_to_recordset(${json(keys.map((key, n) => ({ ...key, n })))}) AS cell(
      n int, partner_id int, product_id int, bet_type_id int, currency currency
    )
    LEFT JOIN ${rateAt(sql`cell`, at)} held ON true ORDER BY cell.n`)
  return rows.map(({ rate }) => rate)
}

export interface GrantedCell extends Key {
  /** `Lotto Activo · Animalito · BS` */
  name: string
  rate: Rate | null
}

/** Rows of everything that is sold in these currencies: each bet type of each product, and what it is called. */
export const offeredIn = (currencies: SQL): SQL => sql`
  SELECT offer.product_id::int AS product_id, offer.bet_type_id::int AS bet_type_id, each::text::currency AS currency,
    concat_ws(' · ', product.name, bet.name, each) AS name
  FROM product_bet_types offer
  JOIN products product ON product.id = offer.product_id
  JOIN bet_types bet ON bet.id = offer.bet_type_id
  CROSS JOIN unnest(${currencies}) each
  WHERE offer.enabled`

/** What a partner has of everything that is sold: of each bet type of each product, in each of its currencies. */
export async function grantedCells(db: Executor, partner_id: number, at: SQL): Promise<GrantedCell[]> {
  const own = sql`(SELECT partner.currencies FROM partners partner WHERE partner.id = ${partner_id})`
  const keys = await db.rows<Omit<GrantedCell, 'rate'>>(
    sql`SELECT product_id, bet_type_id, currency::text AS currency, name FROM (${offeredIn(own)}) offered ORDER BY 1, 2, 3`,
  )
  const rates = await grantedFor(db, partner_id, keys, at)
  return keys.map((key, n) => ({ ...key, rate: rates[n]! }))
}

/** The same of a cell, which its message names. */
export function aboveCell(rate: Rate, { name, rate: granted }: GrantedCell): ReturnType<typeof rateAboveGranted> {
  const above = rateAboveGranted(rate, granted)
  return above && { ...above, message: `${name}: ${above.message}` }
}

/** Does a rate that is set for `key` speak of the cell? */
export const speaksTo = (key: Key, cell: Key): boolean =>
  (['product_id', 'bet_type_id', 'currency'] as const).every((one) => key[one] === null || key[one] === cell[one])

export interface Above {
  /** Which of what is set. */
  n: number
  field: RateField
  message: string
}

/**
 * The instants after `at` at which something begins that a partner's own rates hang from, or those of the others.
 * What is given stays given then, though its giver has less by that time.
 */
export async function turnsAfter(
  db: Executor,
  partner_id: number,
  at: SQL,
  others: readonly number[] = [],
): Promise<SQL[]> {
  const rows = await db.rows<{ at: string }>(sql`
    SELECT DISTINCT starts_at::text AS at FROM commissions WHERE starts_at > ${at} AND partner_id IN (
      SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${partner_id} OR partner_id = ANY (${list(others)}::int[]))`)
  return rows.map((turn) => sql`${turn.at}::timestamptz`)
}

/**
 * Looks before and after rates are written at what they change, for a rate does more than its own key says: a general one
 * holds for products of which its giver has less, one that is taken back leaves what stood under it, and each holds on
 * when its giver has less. Answers what from `at` on is more than the giver has of it by then, and more than it was.
 */
export async function watchGranted(
  db: Executor,
  grantor: number,
  set: readonly SetRate[],
  at: SQL,
): Promise<() => Promise<Above[]>> {
  const lifted = set.filter(({ rate }) => !rate || !isWholeRate(rate)).map(({ partner_id }) => partner_id)
  const looks = [await watchAt(db, grantor, set, at)]
  for (const turn of await turnsAfter(db, grantor, at, [...new Set(lifted)]))
    looks.push(await watchAt(db, grantor, set, turn))
  return async () => {
    const found: Above[] = []
    for (const [turn, look] of looks.entries())
      for (const above of await look())
        found.push(turn === 0 ? above : { ...above, message: `${above.message} ${laterText}` })
    return found
  }
}

/** Said of what its giver has at a later instant. */
export const laterText = 'Es lo que tendrá más adelante.'

async function watchAt(
  db: Executor,
  grantor: number,
  set: readonly SetRate[],
  at: SQL,
): Promise<() => Promise<Above[]>> {
  const cells = await grantedCells(db, grantor, at)
  const suspects = set.flatMap((one, n) =>
    cells
      .filter(
        (cell) => speaksTo(one, cell) && (!one.rate || !isWholeRate(one.rate) || rateAboveGranted(one.rate, cell.rate)),
      )
      .map((cell) => ({ n, cell, partner_id: one.partner_id })),
  )
  const held = async () =>
    suspects.length === 0
      ? []
      : holdingFor(
          db,
          suspects.map(({ cell: { product_id, bet_type_id, currency }, partner_id }) => ({
            partner_id,
            product_id,
            bet_type_id,
            currency,
          })),
          at,
        )
  const before = await held()
  return async () =>
    (await held()).flatMap((rate, one) => {
      const { n, cell } = suspects[one]!
      const was = before[one]!
      if (rate === null || sameRate(rate, was) || !rateAboveGranted(rate, was)) return []
      const above = aboveCell(rate, cell)
      return above ? [{ n, ...above }] : []
    })
}

const nothing: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '0',
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
}

/** Why a rate is more than what whoever gives it has, by its field; null where it is not. */
export function rateAboveGranted(rate: Rate, granted: Rate | null): { field: RateField; message: string } | null {
  const own = granted ?? nothing
  if (rate.commission_kind !== own.commission_kind && percentUnits(rate.commission_percent) > 0n)
    return { field: 'commission_kind', message: `Puede dar la suya: ${commissionKindLabels[own.commission_kind]}.` }
  if (percentUnits(rate.commission_percent) > percentUnits(own.commission_percent))
    return {
      field: 'commission_percent',
      message: `Puede dar hasta lo que usted tiene: ${percentText(own.commission_percent)}.`,
    }
  if (rate.participation_kind !== own.participation_kind && percentUnits(rate.participation_percent) > 0n)
    return {
      field: 'participation_kind',
      message: `Puede dar la suya: ${participationKindLabels[own.participation_kind]}.`,
    }
  if (percentUnits(rate.participation_percent) > percentUnits(own.participation_percent))
    return {
      field: 'participation_percent',
      message: `Puede dar hasta lo que usted tiene: ${percentText(own.participation_percent)}.`,
    }
  return null
}
