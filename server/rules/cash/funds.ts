/**
 * Funds and what they hold. Whoever takes money out of one has its row alone until that is through: so much as is there is
 * given, and no more. Whoever gives to one shares its row: nobody closes it meanwhile.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { FundRow } from '@contract/cash-funds.ts'
import { centsFault, currencies, type Currency } from '@contract/values/currency.ts'
import { compare, formatMoney, hasCents } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { lockTree } from '../tree/tree.ts'
import { postMoved, readMovement, type MovementSignature } from './movements.ts'

/** What each fund holds by the books, as a lateral table `holds` of `fund`: `bs`, `usd`, `cop`, `moved_on`. */
export const fundHolds: SQL = sql`LATERAL (
  SELECT ${sql.join(
    currencies.map(
      (
        one,
      ) => sql`coalesce(sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE booked.currency = ${one}::currency), 0.00)
      AS ${sql.identifier(one.toLowerCase())}`,
    ),
    sql`, `,
  )}, max(ledger_day.day) AS moved_on
  FROM ledger_accounts booked JOIN ledger_days ledger_day ON ledger_day.account_id = booked.id
  WHERE booked.partner_id = fund.partner_id AND booked.kind = 'fondo' AND booked.sub = fund.id)`

/** How many of what was given to `fund`, or by it, nobody decided. */
export const fundWaits = (fund: SQL, more: SQL = sql``): SQL => sql`(
  SELECT count(*)::int FROM cash_movements given WHERE given.fund_id = ${fund}.id AND given.state = 'por_aceptar' ${more})`

async function heldIn(db: Executor, id: number, currency: Currency): Promise<string> {
  const held = await db.one<{ amount: string }>(sql`
    SELECT coalesce(sum(ledger_day.debit - ledger_day.credit), 0)::numeric(18, 2)::text AS amount
    FROM ledger_accounts booked JOIN ledger_days ledger_day ON ledger_day.account_id = booked.id
    WHERE booked.kind = 'fondo' AND booked.sub = ${id} AND booked.currency = ${currency}::currency`)
  return held!.amount
}

/** A fund of the partner's, or of several, with the path under which it was named. */
interface Named {
  id: number
  path: string
}

/**
 * Takes funds of one partner, in one order for everybody. @throws Problem `not_found`, on the field of one that is not its own,
 * or closed
 */
export async function holdFunds(tx: Tx, partner_id: number, named: readonly Named[]): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`
    SELECT fund.id FROM cash_funds fund
    WHERE fund.id = ANY (${list(named.map(({ id }) => id))}::int[]) AND fund.partner_id = ${partner_id} AND fund.status = 'activo'
    ORDER BY fund.id FOR UPDATE`)
  const missing = named.find(({ id }) => !rows.some((row) => row.id === id))
  if (missing) throw Problem.on(missing.path, 'not_found', 'El fondo no existe, no es suyo, o está cerrado')
}

/** The caller has the fund alone. @throws Problem `fund_short` with what there is in `held` */
export async function mustCover(tx: Tx, id: number, { currency, amount }: Wanted): Promise<void> {
  const held = await heldIn(tx, id, currency)
  if (compare(held, amount) >= 0) return
  const detail = `En el fondo hay ${formatMoney(held, currency, true)}: no alcanza.`
  throw new Problem('fund_short', {
    detail,
    errors: [{ path: 'amount', code: 'fund_short', message: detail }],
    extra: { held },
  })
}

interface Wanted {
  currency: Currency
  amount: string
}

/** @throws Problem `amount_decimals`, `currency_not_sold` */
export async function mustFitPartner(db: Executor, partner_id: number, { currency, amount }: Wanted): Promise<void> {
  if (hasCents(amount, currency)) throw Problem.on('amount', 'amount_decimals', centsFault(currency))
  const fits = await db.one<{ sells: boolean }>(sql`
    SELECT ${currency}::currency = ANY (partner.currencies) AS sells FROM partners partner WHERE partner.id = ${partner_id}`)
  if (!fits!.sells) throw Problem.on('currency', 'currency_not_sold', 'Quien tiene el fondo no trabaja con esa moneda')
}

export interface FundMove extends Wanted {
  fund_id: number
  direction: 'entra' | 'sale'
  /** One of these, or neither: it is outside. */
  other_fund_id: number | null
  account_id: number | null
  concept: string
  reference: string
}

/** Nobody closes the account meanwhile. @throws Problem `account_foreign`, `account_closed` */
async function holdAccount(tx: Tx, partner_id: number, { account_id, currency }: FundMove): Promise<void> {
  if (account_id === null) return
  const found = await tx.one<{ status: string }>(sql`
    SELECT account.status FROM accounts account
    WHERE account.id = ${account_id} AND account.partner_id = ${partner_id} AND account.currency = ${currency}::currency FOR SHARE`)
  if (!found) throw Problem.on('account_id', 'account_foreign', 'Elija una cuenta propia, de esa moneda')
  if (found.status !== 'activo') throw Problem.on('account_id', 'account_closed')
}

/**
 * Moves money of the partner's own. Answers the movement's number. @throws Problem `not_found` on a fund, `invalid`,
 * `account_foreign`, `account_closed`, `amount_decimals`, `currency_not_sold`, `fund_short`
 */
export async function moveMoney(
  tx: Tx,
  partner_id: number,
  move: FundMove,
  signature: MovementSignature,
): Promise<number> {
  const { fund_id, direction, other_fund_id, account_id, currency, amount, concept, reference } = move
  const { by, at, today } = signature
  if (other_fund_id === fund_id) throw Problem.on('other_fund_id', 'invalid', 'Elija otro fondo')
  await lockTree(tx, 'add')
  await mustFitPartner(tx, partner_id, move)
  const other = other_fund_id === null ? [] : [{ id: other_fund_id, path: 'other_fund_id' }]
  await holdFunds(tx, partner_id, [{ id: fund_id, path: 'fund_id' }, ...other])
  await holdAccount(tx, partner_id, move)
  const from = direction === 'sale' ? fund_id : other_fund_id
  if (from !== null) await mustCover(tx, from, move)
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_movements (kind, direction, fund_id, other_fund_id, account_id, outside, currency, amount, concept, reference,
      state, day, created_by, written_by, created_at)
    VALUES ('fondo', ${direction}, ${fund_id}, ${other_fund_id}::int, ${account_id}::int,
      ${other_fund_id === null && account_id === null}, ${currency}, ${amount}, ${concept}, ${reference}, 'registrado',
      ${today}::date, ${by}, ${by}, ${at.toISOString()}::timestamptz)
    RETURNING id`)
  await postMoved(tx, await readMovement(tx, made!.id), signature)
  return made!.id
}

/** Before it is closed. @throws Problem `fund_in_use` of one that holds money, or that something waits for */
export async function mustBeEmpty(tx: Tx, { id }: Pick<FundRow, 'id'>): Promise<void> {
  await tx.run(sql`SELECT 1 FROM cash_funds WHERE id = ${id} FOR UPDATE`)
  const row = await tx.one<{ bs: string; usd: string; cop: string; waits: number }>(sql`
    SELECT holds.bs::text AS bs, holds.usd::text AS usd, holds.cop::text AS cop, ${fundWaits(sql`fund`)} AS waits
    FROM cash_funds fund CROSS JOIN ${fundHolds} holds WHERE fund.id = ${id}`)
  const { waits, ...held } = row!
  if (waits > 0) throw Problem.on('status', 'fund_in_use', 'Algo que dio o que le dieron espera que alguien lo acepte')
  if (Object.values(held).some((amount) => compare(amount, '0') !== 0)) throw Problem.on('status', 'fund_in_use')
}

/** Nobody closes the fund that something is given to. @throws Problem `not_found`, on the field */
export async function shareFund(tx: Tx, { id, path }: Named): Promise<void> {
  const found = await tx.one(sql`SELECT 1 FROM cash_funds WHERE id = ${id} AND status = 'activo' FOR SHARE`)
  if (!found) throw Problem.on(path, 'not_found', 'El fondo ya no se usa')
}
