/**
 * The demo's drawers: a week of registers in all their states at some offices, with what came and went beside tickets, what
 * waits, and funds. Written by the till's own rules, day after day, as counters and whoever decides would have.
 */
import { sql } from 'drizzle-orm'
import { addDays, dayStart } from '@contract/values/dates.ts'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, negate } from '@contract/values/money.ts'
import { transaction, type Pool, type Tx } from '../platform/db/connect.ts'
import { keepCounts } from '../rules/cash/counts.ts'
import { freeze, readRegister } from '../rules/cash/drawer.ts'
import { postOpening, sendRegister, settleRegister } from '../rules/cash/registers.ts'
import { write } from '../rules/cash/write.ts'
import { pieces } from './pieces.ts'
import { agencyAdmin, seller } from './plan.ts'
import { loadFunds, type DrawerOfToday } from './till-funds.ts'
import { decideOne, loadTypes, type TillTypes } from './till-types.ts'

export interface TillDays {
  today: string
  now: Date
  zone: string
  country_iso2: string
}

/** A drawer of the demo: who works at it, and who decides above. */
export interface Drawer {
  office_id: number
  agency_id: number
  currencies: Currency[]
  seller: number
  above: number
}

/** Days of registers before today's. */
const daysBack = 6
/** So many, and of them of the first agency; of others one each. */
const mostDrawers = 8
const ownDrawers = 3
const hour = 3_600_000

type State = 'aprobada' | 'devuelta' | 'enviada' | 'abierta' | 'ninguna'

/**
 * What has become of a drawer's register, so many days ago: the first drawer's has one that came back, the third one is not
 * opened today, and those of yesterday wait. In Panama sending approves.
 */
function stateOf(n: number, ago: number, country: string): State {
  if (ago === 0) return n === 2 ? 'ninguna' : 'abierta'
  if (country === 'PA') return 'aprobada'
  if (n === 0 && ago === 2) return 'devuelta'
  return ago === 1 && n !== 2 ? 'enviada' : 'aprobada'
}

/** PostgreSQL's own first number of a transaction: of all days before the first register. */
const firstNumber = 3
/**
 * What was loaded in one go was written by transactions of one moment, which no cut tells apart: the entries of each day get
 * a number of their own, below all that the server gives, and its registers are cut between them.
 */
const numberOf = (ago: number) => firstNumber + daysBack + 1 - ago
const cutBefore = (ago: number) => `${numberOf(ago)}:${numberOf(ago)}:`

async function numberEntries(tx: Tx, { office_id }: Drawer, today: string): Promise<void> {
  await tx.run(sql`
    UPDATE ledger_entries entry
    SET xid = greatest(${numberOf(0)}::int - (${today}::date - entry.day), ${firstNumber}::int)::text::xid8
    FROM ledger_postings posting
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja' AND account.partner_id = ${office_id}
    WHERE posting.day = entry.day AND posting.entry_id = entry.id AND entry.register_id IS NULL`)
}

/** The demo's own agency first, with some of its offices; of the others those that sold most. */
const drawersOf = (tx: Tx, today: string) =>
  tx.rows<Drawer>(sql`
    WITH sold AS (
      SELECT office_id, count(*) AS days, sum(n_vendido) AS tickets FROM sales_days
      WHERE day >= ${today}::date - ${daysBack}::int GROUP BY 1
    ), placed AS (
      SELECT office.id AS office_id, office.father_id AS agency_id, office.currencies::text[] AS currencies, worker.id AS seller,
        coalesce(
          (SELECT min(person.id) FROM users person WHERE person.partner_id = office.father_id AND person.role = ${agencyAdmin}),
          (SELECT min(person.id) FROM users person JOIN partners banca ON banca.id = person.partner_id AND banca.type = 'banca')
        ) AS above, own.username = 'taquilla' AS is_first, coalesce(agency.username, '') = 'agencia' AS is_own, sold.tickets,
        row_number() OVER (PARTITION BY office.father_id ORDER BY own.username = 'taquilla' DESC, sold.tickets DESC, office.id) AS n
      FROM partners office
      JOIN sold ON sold.office_id = office.id
      JOIN LATERAL (
        SELECT min(person.id) AS id FROM users person WHERE person.partner_id = office.id AND person.role = ${seller}
      ) worker ON worker.id IS NOT NULL
      JOIN users own ON own.id = worker.id
      LEFT JOIN users agency ON agency.partner_id = office.father_id AND agency.username = 'agencia'
      WHERE office.type = 'taquilla' AND office.status = 'activo'
    )
    SELECT office_id, agency_id, currencies, seller, above FROM placed WHERE n = 1 OR is_own AND n <= ${ownDrawers}
    ORDER BY is_first IS NOT TRUE, NOT is_own, tickets DESC, office_id LIMIT ${mostDrawers}`)

interface At {
  day: string
  ago: number
  days: TillDays
}
/** An instant of a day's hour, or this one where that lies ahead. */
const instantOf = ({ day, days: { zone, now } }: Pick<At, 'day' | 'days'>, hours: number) =>
  new Date(Math.min(Date.parse(dayStart(day, zone)) + hours * hour, now.getTime()))

/** What a first register opens with covers what prizes will take out of it, and leaves some change. */
const change: Record<Currency, string> = { BS: '500.00', USD: '40.00', COP: '200000.00' }

async function declaredOf(tx: Tx, { office_id, currencies }: Drawer, first: string) {
  const rows = await tx.rows<{ currency: Currency; before: string; lowest: string }>(sql`
    WITH moved AS (
      SELECT account.currency, ledger_day.day, ledger_day.debit - ledger_day.credit AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.partner_id = ${office_id} AND account.kind = 'caja'
    ), running AS (
      SELECT currency, sum(amount) OVER (PARTITION BY currency ORDER BY day) AS amount FROM moved WHERE day >= ${first}::date
    )
    SELECT currency::text AS currency, coalesce(sum(amount) FILTER (WHERE day < ${first}::date), 0)::text AS before,
      (SELECT least(min(running.amount), 0)::text FROM running WHERE running.currency = moved.currency) AS lowest
    FROM moved GROUP BY moved.currency`)
  const counts = currencies.flatMap((currency) => {
    const lowest = rows.find((row) => row.currency === currency)?.lowest ?? '0.00'
    return pieces(currency, add(change[currency], negate(lowest)))
  })
  return { counts, before: rows.map(({ currency, before }) => ({ currency, method_id: 0, amount: before })) }
}

async function open(tx: Tx, drawer: Drawer, at: At, before_id: number | null): Promise<number> {
  const opened = instantOf(at, 7.5)
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_registers (office_id, day, before_id, since, since_at, opened_by, opened_at)
    SELECT ${drawer.office_id}::int, ${at.day}::date, ${before_id}::int, ${cutBefore(at.ago)}::pg_snapshot,
      coalesce((SELECT cut_at FROM cash_registers WHERE id = ${before_id}::int), ${dayStart(at.day, at.days.zone)}::timestamptz),
      ${drawer.seller}::int, ${opened.toISOString()}::timestamptz RETURNING id`)
  if (before_id !== null) return made!.id
  const { counts, before } = await declaredOf(tx, drawer, at.day)
  const hand = { by: drawer.seller, at: opened, today: at.day }
  await postOpening(tx, drawer, { id: made!.id, counts, before, hand })
  return made!.id
}

/** What came and went beside tickets: some change in the morning, what a shop needs at noon. */
async function work(tx: Tx, drawer: Drawer, n: number, { types, ...at }: At & { types: TillTypes }): Promise<void> {
  const { office_id, seller, above } = drawer
  const { day, ago } = at
  const signed = (hours: number) => ({ by: seller, at: instantOf(at, hours), today: day })
  // Where bolivars are not sold, in dollars, a tenth as many.
  const currency: Currency = drawer.currencies.includes('BS') ? 'BS' : 'USD'
  const usual = { currency, method_id: null, reference: '' }
  const amount = (base: number, step: number) => {
    const units = base + step * ((ago + n) % 4)
    return `${currency === 'BS' ? units : Math.round(units / 10)}.00`
  }
  if ((ago + n) % 2 === 0) {
    const form = { ...usual, type_id: types.change, amount: amount(200, 50), concept: 'Sencillo de la mañana' }
    await write(tx, 'ingreso', office_id, form, signed(8))
  }
  const out = (ago + n) % 3 === 0 ? types.paper : types.transport
  const concept = out === types.paper ? 'Rollos y bolsas' : 'Traslado del efectivo'
  await write(tx, 'egreso', office_id, { ...usual, type_id: out, amount: amount(35, 15), concept }, signed(12))
  if (!types.advance || n !== 0 || (ago !== 0 && ago !== 3 && ago !== 4)) return
  const form = { ...usual, type_id: types.advance, amount: amount(120, 20), concept: 'Adelanto de la quincena' }
  const id = await write(tx, 'egreso', office_id, form, signed(13))
  if (ago > 0) await decideOne(tx, id, ago === 3 ? 'aprobado' : 'rechazado', { ...signed(15), by: above })
}

/** Counted to the last piece, but for what the second drawer lacks of yesterday, and the fourth one had too much of before. */
async function send(tx: Tx, drawer: Drawer, n: number, { id, at }: { id: number; at: At }): Promise<void> {
  const sent = instantOf(at, 21.5).toISOString()
  await tx.run(sql`
    UPDATE cash_registers SET state = 'enviada', cut = ${cutBefore(at.ago - 1)}::pg_snapshot, cut_at = ${sent}::timestamptz,
      sent_by = ${drawer.seller}, sent_at = ${sent}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${id}`)
  const differs = (n === 1 && at.ago === 1) || (n === 3 && at.ago === 4)
  const sums = await freeze(tx, await readRegister(tx, id))
  const counts = sums.flatMap(({ currency, expected }) => {
    const off = differs && currency === 'BS' ? (n === 1 ? '-20.00' : '10.00') : '0.00'
    const counted = add(expected, off)
    return compare(counted, '0') > 0 ? pieces(currency, counted) : []
  })
  await keepCounts(tx, id, 'cierre', counts)
  const said = differs ? (n === 1 ? 'Falta un billete: se revisa con la cámara' : 'Sobró sencillo') : ''
  await tx.run(sql`UPDATE cash_registers SET observation = ${said} WHERE id = ${id}`)
  await sendRegister(tx, id)
}

async function decide(tx: Tx, drawer: Drawer, state: State, { id, at }: { id: number; at: At }): Promise<void> {
  if (state === 'enviada') return
  const isOwn = at.days.country_iso2 === 'PA'
  const next = isOwn ? at.day : addDays(at.day, 1)
  const decided = instantOf({ ...at, day: next }, isOwn ? 21.5 : 9)
  const by = isOwn ? drawer.seller : drawer.above
  const refusal = state === 'devuelta' ? 'Falta el soporte de un egreso: anéxelo y vuelva a contar' : null
  await tx.run(sql`
    UPDATE cash_registers SET state = ${state}, refusal = ${refusal}, decided_by = ${by},
      decided_at = ${decided.toISOString()}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${id}`)
  if (state === 'aprobada') await settleRegister(tx, id, { by, at: decided, today: next })
}

async function week(tx: Tx, drawer: Drawer, n: number, days: TillDays, types: TillTypes): Promise<number | null> {
  await numberEntries(tx, drawer, days.today)
  let before: number | null = null
  let last: State = 'ninguna'
  for (let ago = daysBack; ago >= 0; ago--) {
    const state = stateOf(n, ago, days.country_iso2)
    last = state
    if (state === 'ninguna') continue
    const at: At = { day: addDays(days.today, -ago), ago, days }
    const id: number = await open(tx, drawer, at, before)
    await work(tx, drawer, n, { ...at, types })
    if (state !== 'abierta') {
      await send(tx, drawer, n, { id, at })
      await decide(tx, drawer, state, { id, at })
    }
    before = id
  }
  return last === 'abierta' ? before : null
}

/** Writes the till of some offices up to now; the sales and their sums by day are loaded. */
export async function loadTill(pool: Pool, days: TillDays): Promise<void> {
  await transaction(pool, async (tx) => {
    const drawers = await drawersOf(tx, days.today)
    const types = await loadTypes(tx, days.country_iso2, drawers[0]?.agency_id)
    const open: DrawerOfToday[] = []
    for (const [n, drawer] of drawers.entries()) {
      const register_id = await week(tx, drawer, n, days, types)
      if (register_id !== null) open.push({ drawer, register_id })
    }
    if (days.country_iso2 === 'VE') await loadFunds(tx, { open, types, days })
  })
}
