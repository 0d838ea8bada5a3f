/**
 * The life of a register: opened with what the one before counted, counted, sent with its cut, approved or returned. What it
 * was short of or had too much is posted when it is approved, and so is what was counted by other methods than cash, since a
 * count may change until then.
 */
import { sql } from 'drizzle-orm'
import { countOf, type CashSum, type Count } from '@contract/cash-counts.ts'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, isZero, negate } from '@contract/values/money.ts'
import { json, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { openAccounts, openNamed } from '../ledger/accounts.ts'
import type { Side, WrittenEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { lockTree } from '../tree/tree.ts'
import { keepCounts, mustBeCountable, readCashSettings } from './counts.ts'
import {
  freeze,
  readDrawerCounts,
  readDrawerLines,
  readDrawerOpenings,
  readRegister,
  drawerSums,
  type DrawerOpening,
  type Register,
} from './drawer.ts'

/** Who does it, and when: `today` is the banca's day. */
export interface Hand {
  by: number
  at: Date
  today: string
}

interface Office {
  office_id: number
  agency_id: number
  currencies: Currency[]
}

interface Last {
  id: number
  day: string
  state: string
}

/**
 * Opens today's register of an office and answers its number.
 * @throws Problem `register_open`, `register_there`, and for an office's first what `mustBeCountable` does
 */
export async function openRegister(
  tx: Tx,
  office: Office,
  { counts, hand }: { counts: readonly Count[]; hand: Hand },
): Promise<number> {
  await lockTree(tx, 'add')
  // Of one office one after the other.
  await tx.run(sql`SELECT 1 FROM ticket_offices WHERE partner_id = ${office.office_id} FOR NO KEY UPDATE`)
  const last = await tx.one<Last>(sql`
    SELECT id, day::text AS day, state FROM cash_registers WHERE office_id = ${office.office_id} ORDER BY day DESC LIMIT 1`)
  if (last?.state === 'abierta') throw new Problem('register_open')
  if (last && last.day >= hand.today) throw new Problem('register_there')
  if (last) return followRegister(tx, office, last.id, hand)
  await mustBeCountable(tx, { ...office, countable: office.currencies }, counts)
  return firstRegister(tx, office, { counts, hand })
}

async function followRegister(
  tx: Tx,
  { office_id }: Office,
  before_id: number,
  { by, at, today }: Hand,
): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_registers (office_id, day, before_id, since, since_at, opened_by, opened_at)
    SELECT ${office_id}::int, ${today}::date, id, cut, cut_at, ${by}::int, ${at.toISOString()}::timestamptz
    FROM cash_registers WHERE id = ${before_id} RETURNING id`)
  return made!.id
}

/** Of an office's first: what is declared is what it opens with, and what its books said before goes out of sight. */
async function firstRegister(
  tx: Tx,
  office: Office,
  { counts, hand }: { counts: readonly Count[]; hand: Hand },
): Promise<number> {
  const { by, at, today } = hand
  const rows = await tx.rows<{ id: number; currency: Currency | null; method_id: number; amount: string }>(sql`
    WITH made AS (
      INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
      VALUES (${office.office_id}, ${today}, pg_current_snapshot(), now(), ${by}, ${at.toISOString()}::timestamptz) RETURNING id
    )
    SELECT made.id, held.currency::text AS currency, held.sub AS method_id, held.amount::text AS amount FROM made LEFT JOIN (
      SELECT account.currency, account.sub, sum(ledger_day.debit - ledger_day.credit) AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.partner_id = ${office.office_id} AND account.kind = 'caja' GROUP BY 1, 2
    ) held ON true`)
  const { id } = rows[0]!
  const before = rows.flatMap(({ currency, method_id, amount }) =>
    currency === null ? [] : [{ currency, method_id, amount }],
  )
  await postOpening(tx, office, { id, counts, before, hand })
  return id
}

/** What was declared of a first register is kept, and goes into the books in the place of what they said `before`. */
export async function postOpening(
  tx: Tx,
  office: Pick<Office, 'office_id' | 'agency_id'>,
  { id, counts, before, hand }: { id: number; counts: readonly Count[]; before: readonly InDrawer[]; hand: Hand },
): Promise<void> {
  const { by, at, today } = hand
  await keepCounts(tx, id, 'apertura', counts)
  const declared = counts.map((one) => ({
    currency: one.currency,
    method_id: one.method_id ?? 0,
    amount: countOf(one),
  }))
  const moved = [...declared, ...before.map((one) => ({ ...one, amount: negate(one.amount) }))]
  const head = {
    day: today,
    ref_kind: 'register',
    ref_id: id,
    office_id: office.office_id,
    register_id: id,
    created_by: by,
    created_at: at,
  } as const
  await post(
    tx,
    office,
    byCurrency(moved).map(({ currency, sides, sum }) => ({
      ...head,
      kind: 'apertura',
      currency,
      sides: [
        ...sides.map((side) => ({ partner_id: office.office_id, ...side })),
        { partner_id: office.agency_id, kind: 'apertura', amount: negate(sum) },
      ],
    })),
  )
}

interface InDrawer {
  currency: Currency
  method_id: number
  amount: string
}

/** What comes into a drawer, by currency, with a side for each method. */
function byCurrency(rows: readonly InDrawer[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const sides = [...new Set(own.map(({ method_id }) => method_id))].map((sub) => ({
      kind: 'caja' as const,
      sub,
      amount: add('0.00', ...own.filter(({ method_id }) => method_id === sub).map(({ amount }) => amount)),
    }))
    return { currency, sides, sum: add('0.00', ...sides.map(({ amount }) => amount)) }
  })
}

/** Posts what of these is not zero, on accounts that are opened for it. */
async function post(
  tx: Tx,
  { office_id, agency_id }: Pick<Office, 'office_id' | 'agency_id'>,
  entries: readonly WrittenEntry[],
) {
  const whole = entries
    .map((entry) => ({ ...entry, sides: entry.sides.filter(({ amount }) => !isZero(amount)) }))
    .filter(({ sides }) => sides.length > 0)
  if (whole.length === 0) return
  await openAccounts(tx, [office_id, agency_id], [...new Set(whole.map(({ currency }) => currency))])
  await openNamed(
    tx,
    whole.flatMap(({ currency, sides }) =>
      sides.flatMap(({ partner_id, kind, sub }: Side) =>
        kind === 'caja' && sub ? [{ partner_id, kind, currency, sub }] : [],
      ),
    ),
  )
  await postAll(tx, whole)
}

/**
 * Keeps what was counted. The caller changed the register's version in this transaction, and so holds it.
 * @throws Problem what `mustBeCountable` does
 */
export async function countRegister(tx: Tx, register: Register, counts: readonly Count[]): Promise<void> {
  await mustBeCountable(tx, register, counts)
  await keepCounts(tx, register.id, 'cierre', counts)
}

/**
 * What follows from sending one, with its cut written: its lines and sums are kept, and those of the next one, which opens
 * with what this one counted. Answers whether its difference passes what is tolerated and nobody said why.
 */
export async function sendRegister(tx: Tx, id: number): Promise<{ untold: boolean }> {
  const register = await readRegister(tx, id)
  const sums = await freeze(tx, register)
  const next = await tx.one<{ id: number }>(sql`
    SELECT id FROM cash_registers WHERE before_id = ${id} AND state IN ('enviada', 'devuelta') FOR UPDATE`)
  if (next) await freeze(tx, await readRegister(tx, next.id))
  const { tolerances } = await readCashSettings(tx, register.agency_id)
  const told = await tx.one<{ observation: string }>(sql`SELECT observation FROM cash_registers WHERE id = ${id}`)
  return { untold: told!.observation === '' && sums.some((sum) => isOver(sum, tolerances[sum.currency])) }
}

const isOver = ({ difference }: CashSum, tolerance: string) => compare(difference!.replace('-', ''), tolerance) > 0

/** Those before it are decided. @throws Problem `register_order` */
async function mustBeNext(tx: Tx, { before_id }: Pick<Register, 'before_id'>): Promise<void> {
  if (before_id === null) return
  const before = await tx.one<{ state: string; day: string }>(sql`
    SELECT state, to_char(day, 'DD/MM/YYYY') AS day FROM cash_registers WHERE id = ${before_id}`)
  if (before!.state !== 'aprobada')
    throw new Problem('register_order', { detail: `Apruebe antes la caja del ${before!.day}.` })
}

/** Posts what the drawer was counted to hold otherwise than the books say. The caller holds the register, approved. */
export async function settleRegister(tx: Tx, id: number, { by, at, today }: Hand): Promise<void> {
  const register = await readRegister(tx, id)
  await mustBeNext(tx, register)
  const openings = await readDrawerOpenings(tx, register)
  const lines = await readDrawerLines(tx, register)
  const counts = await readDrawerCounts(tx, id)
  const known = [...openings, ...lines].map(inDrawer).map((one) => ({ ...one, amount: negate(one.amount) }))
  const counted = counts.map((one) => inDrawer({ ...one, amount: countOf(one) }))
  const { office_id } = register
  const head = {
    day: today,
    ref_kind: 'register',
    ref_id: id,
    office_id,
    register_id: id,
    created_by: by,
    created_at: at,
  } as const
  await post(
    tx,
    register,
    byCurrency([...counted, ...known]).map(({ currency, sides, sum }) => ({
      ...head,
      kind: 'diferencia',
      currency,
      sides: [
        ...sides.map((side) => ({ partner_id: office_id, ...side })),
        { partner_id: office_id, kind: 'diferencias', amount: negate(sum) },
      ],
    })),
  )
}

const inDrawer = ({
  currency,
  method_id,
  amount,
}: Pick<DrawerOpening, 'currency' | 'method_id' | 'amount'>): InDrawer => ({
  currency,
  method_id: method_id ?? 0,
  amount,
})

/** A drawer that passes from one to another: what it should hold now, beside what was counted. */
export async function handOver(
  tx: Tx,
  register: Register,
  { counts, notes, hand }: { counts: readonly Count[]; notes: string; hand: Hand },
): Promise<void> {
  await mustBeCountable(tx, register, counts)
  const openings = await readDrawerOpenings(tx, register)
  const lines = await readDrawerLines(tx, register)
  const sums = drawerSums(register, { openings, lines, counts })
  await tx.run(sql`
    INSERT INTO cash_handovers (register_id, cut, sums, counts, notes, signed_by, at)
    VALUES (${register.id}, pg_current_snapshot(), ${json(sums)}, ${json(counts)}, ${notes}, ${hand.by},
      ${hand.at.toISOString()}::timestamptz)`)
}
