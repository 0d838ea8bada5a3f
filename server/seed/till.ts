/**
 * The demo's drawers, day after day, by the rules that counters go through. All sales were loaded in one go: what came into a
 * drawer, or left it, on a day is written anew in a transaction of that day's own, so that each register's cut parts them as it
 * would have.
 */
import { sql } from 'drizzle-orm'
import { usualDenominations, type Count } from '@contract/cash-counts.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { fromCents, subtract, toCents } from '@contract/values/money.ts'
import { executor, list, transaction, type Executor, type Pool, type Tx } from '../platform/db/connect.ts'
import { readRegister, readSums } from '../rules/cash/drawer.ts'
import {
  countRegister,
  declareDrawer,
  openRegister,
  sendRegister,
  settleRegister,
  type Hand,
} from '../rules/cash/registers.ts'
import { instantOf, type Drawer, type TillDays } from './till-days.ts'
import { makeFunds, makeTypes, moveInTill, outflowOf, type TillNames } from './till-moves.ts'
import type { DrawerPlan, OfficeName, TillPlan } from './till-plan.ts'

/** When the counters open and close. Late draws are over by then. */
const opens = '07:40'
const closes = '22:20'
const decides = '08:00'

async function readDrawers(db: Executor, { drawers }: TillPlan, most: number): Promise<Drawer[]> {
  const rows = await db.rows<Omit<Drawer, keyof DrawerPlan> & { name: OfficeName }>(sql`
    SELECT office.id AS office_id, office.father_id AS agency_id, office.currencies::text[] AS currencies, person.id AS seller,
      substr(office.name, length('Taquilla ') + 1) AS name,
      (SELECT above.id FROM users above JOIN partners seat ON seat.id = above.partner_id
        WHERE seat.id = office.father_id OR seat.type = 'banca' ORDER BY seat.type = 'banca', above.id LIMIT 1) AS decider
    FROM partners office
    JOIN LATERAL (SELECT id FROM users WHERE partner_id = office.id ORDER BY role <> 'VEND_TAQUILLA', id LIMIT 1) person ON true
    WHERE office.type = 'taquilla' AND office.name = ANY (${list(drawers.map(({ office }) => `Taquilla ${office}`))}::text[])`)
  return drawers.flatMap((drawer) => {
    const { name: _, ...row } = rows.find(({ name }) => name === drawer.office)!
    // A demo of few days began today.
    return most === 0 && drawer.closed_today ? [] : [{ ...drawer, ...row, since: Math.min(drawer.since, most) }]
  })
}

interface Flow {
  office_id: number
  currency: Currency
  day: string
  amount: string
}

/** What came into each drawer by tickets, less what left it, on each day since its first register. */
const readFlows = (db: Executor, drawers: readonly Drawer[], { today }: TillDays) =>
  db.rows<Flow>(sql`
    SELECT account.partner_id AS office_id, account.currency::text AS currency,
      (entry.created_at AT TIME ZONE banca.zone)::date::text AS day, sum(posting.amount)::text AS amount
    FROM unnest(${list(drawers.map(({ office_id }) => office_id))}::int[], ${list(drawers.map(({ since }) => since))}::int[])
      drawer(office_id, since)
    CROSS JOIN banca
    JOIN ledger_accounts account ON account.partner_id = drawer.office_id AND account.kind = 'caja'
    JOIN ledger_postings posting ON posting.account_id = account.id AND posting.day >= ${addDays(today, -10)}::date
    JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id AND entry.day >= ${addDays(today, -10)}::date
    WHERE (entry.created_at AT TIME ZONE banca.zone)::date >= ${today}::date - drawer.since
    GROUP BY 1, account.currency, 3 ORDER BY 1, 2, 3`)

/** What came and went on a day is of this transaction, which no cut before it sees. */
async function renumberDay(tx: Tx, drawers: readonly Drawer[], day: string): Promise<void> {
  await tx.run(sql`
    UPDATE ledger_entries entry SET xid = pg_current_xact_id()
    FROM ledger_accounts account
    JOIN ledger_postings posting ON posting.account_id = account.id AND posting.day BETWEEN ${day}::date - 1 AND ${day}::date + 1
    CROSS JOIN banca
    WHERE account.partner_id = ANY (${list(drawers.map(({ office_id }) => office_id))}::int[]) AND account.kind = 'caja'
      AND entry.day = posting.day AND entry.id = posting.entry_id AND entry.day BETWEEN ${day}::date - 1 AND ${day}::date + 1
      AND entry.register_id IS NULL AND (entry.created_at AT TIME ZONE banca.zone)::date = ${day}::date`)
}

/** An amount as pieces of cash, the largest first; what is smaller than the smallest of them is not counted. */
export function piecesOf(currency: Currency, amount: string): Count[] {
  let left = toCents(amount)
  return usualDenominations[currency].flatMap((denomination) => {
    const pieces = left > 0n ? left / toCents(denomination) : 0n
    left -= pieces * toCents(denomination)
    return pieces > 0n ? [{ currency, method_id: null, denomination, pieces: Number(pieces) }] : []
  })
}

/** What each currency's first register opens with beside what its days will ask for, and to what that is rounded up. */
const floats: Record<Currency, { least: bigint; unit: bigint }> = {
  BS: { least: 1_500_00n, unit: 100_00n },
  USD: { least: 40_00n, unit: 10_00n },
  COP: { least: 100_000_00n, unit: 10_000_00n },
}

/** So much that no day of the drawer ends below nothing, whatever the dice made it pay. */
function floatOf(drawer: Drawer, currency: Currency, flows: readonly Flow[], outflow: bigint): Count[] {
  const { least, unit } = floats[currency]
  let sum = 0n
  let lowest = 0n
  for (const flow of flows) {
    if (flow.office_id !== drawer.office_id || flow.currency !== currency) continue
    sum += toCents(flow.amount)
    if (sum < lowest) lowest = sum
  }
  const needed = least - lowest + outflow
  return piecesOf(currency, fromCents(((needed + unit - 1n) / unit) * unit))
}

/** The first one, of a day that has gone by: the books of before it are those without what came since. */
async function openFirst(tx: Tx, drawer: Drawer, { counts, flows, hand }: Opening & { hand: Hand }): Promise<void> {
  const { office_id } = drawer
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
    VALUES (${office_id}, ${hand.today}, pg_current_snapshot(), ${hand.at.toISOString()}::timestamptz, ${hand.by},
      ${hand.at.toISOString()}::timestamptz) RETURNING id`)
  const held = await tx.rows<{ currency: Currency; method_id: number; amount: string }>(sql`
    SELECT account.currency::text AS currency, account.sub AS method_id, sum(kept.debit - kept.credit)::text AS amount
    FROM ledger_accounts account JOIN ledger_days kept ON kept.account_id = account.id
    WHERE account.partner_id = ${office_id} AND account.kind = 'caja' GROUP BY account.currency, account.sub ORDER BY 1, 2`)
  const since = flows.filter((flow) => flow.office_id === office_id)
  const before = held.map(({ currency, method_id, amount }) => ({
    currency,
    method_id,
    amount: since
      .filter((flow) => method_id === 0 && flow.currency === currency)
      .reduce((left, flow) => subtract(left, flow.amount), amount),
  }))
  await declareDrawer(tx, drawer, { id: made!.id, before, counts, hand })
}

interface Opening {
  counts: readonly Count[]
  flows: readonly Flow[]
}

/** Counts what should be there, less what is short, and sends it. In Panama that approves it. */
async function send(
  tx: Tx,
  drawer: Drawer,
  short: DrawerPlan['short'],
  { hand, decides_above }: Sending,
): Promise<void> {
  const open = await tx.one<{ id: number }>(sql`
    SELECT id FROM cash_registers WHERE office_id = ${drawer.office_id} AND state = 'abierta'`)
  const { id } = open!
  const sums = (await readSums(tx, [{ id, state: 'abierta' }])).get(id) ?? []
  const counts = sums.flatMap(({ currency, expected }) =>
    piecesOf(currency, short && currency === drawer.currencies[0] ? subtract(expected, short.amount) : expected),
  )
  await countRegister(tx, await readRegister(tx, id), counts)
  const at = sql`${hand.at.toISOString()}::timestamptz`
  await tx.run(sql`
    UPDATE cash_registers SET state = 'enviada', observation = ${short?.observation ?? ''}, cut = pg_current_snapshot(), cut_at = ${at},
      sent_by = ${hand.by}, sent_at = ${at}, version = version + 1
    WHERE id = ${id}`)
  await sendRegister(tx, id)
  if (!decides_above) await approve(tx, id, hand)
}

interface Sending {
  hand: Hand
  decides_above: boolean
}

async function approve(tx: Tx, id: number, hand: Hand): Promise<void> {
  await tx.run(sql`
    UPDATE cash_registers SET state = 'aprobada', decided_by = ${hand.by}, decided_at = ${hand.at.toISOString()}::timestamptz,
      version = version + 1
    WHERE id = ${id}`)
  await settleRegister(tx, id, hand)
}

/** The morning after: what was sent is approved, or of yesterday's what the plan says. */
async function decide(tx: Tx, drawer: Drawer, { state, hand }: { state: DrawerPlan['yesterday']; hand: Hand }) {
  if (state === 'enviada') return
  const sent = await tx.one<{ id: number }>(sql`
    SELECT id FROM cash_registers WHERE office_id = ${drawer.office_id} AND state = 'enviada'`)
  if (!sent) return
  if (state === 'aprobada') return approve(tx, sent.id, hand)
  await tx.run(sql`
    UPDATE cash_registers SET state = 'devuelta', refusal = ${drawer.refusal ?? ''}, decided_by = ${hand.by},
      decided_at = ${hand.at.toISOString()}::timestamptz, version = version + 1
    WHERE id = ${sent.id}`)
}

/** Fills the drawers of the plan, from their first register on. */
export async function loadTill(pool: Pool, plan: TillPlan, days: TillDays, decides_above: boolean): Promise<void> {
  const { today, first_day } = days
  const most = Math.round((Date.parse(today) - Date.parse(first_day)) / 86_400_000)
  const db = executor(pool)
  const drawers = await readDrawers(db, plan, most)
  const flows = await readFlows(db, drawers, days)
  const names: TillNames = { drawers, ...(await transaction(pool, (tx) => makeTypes(tx, plan))), funds: new Map() }
  await transaction(pool, (tx) => makeFunds(tx, plan, names, days))
  for (let ago = Math.max(0, ...drawers.map(({ since }) => since)); ago >= 0; ago--) {
    const day = addDays(today, -ago)
    const hand = (by: number, clock: string, of = ago): Hand => ({
      by,
      at: instantOf(days, of, clock),
      today: addDays(today, -of),
    })
    const begun = drawers.filter(({ since }) => since >= ago)
    const standing = begun.filter(({ closed_today }) => ago > 0 || !closed_today)
    await transaction(pool, async (tx) => {
      for (const drawer of standing) {
        const by = hand(drawer.seller, opens)
        if (drawer.since > ago) await openRegister(tx, drawer, { counts: [], hand: by })
        else {
          const counts = currencies
            .filter((one) => drawer.currencies.includes(one))
            .flatMap((one) => floatOf(drawer, one, flows, outflowOf(plan, drawer, one)))
          await openFirst(tx, drawer, { counts, flows, hand: by })
        }
      }
    })
    await transaction(pool, (tx) => renumberDay(tx, begun, day))
    for (const move of plan.moves)
      if (move.ago === ago) await transaction(pool, (tx) => moveInTill(tx, move, names, days))
    if (ago === 0) continue
    await transaction(pool, async (tx) => {
      for (const drawer of standing)
        await send(tx, drawer, ago === 1 ? drawer.short : undefined, {
          hand: hand(drawer.seller, closes),
          decides_above,
        })
    })
    if (decides_above)
      await transaction(pool, async (tx) => {
        for (const drawer of standing)
          await decide(tx, drawer, {
            state: ago === 1 ? drawer.yesterday : 'aprobada',
            hand: hand(drawer.decider, decides, ago - 1),
          })
      })
  }
}
