/** Fills an empty database with a believable banca: weeks of sales, results, prizes and books, up to now. */
import { sql } from 'drizzle-orm'
import { addDays, inZone } from '@contract/values/dates.ts'
import { settleParts } from '../rules/settlement/margin.ts'
import { settlePending } from '../rules/settlement/settle.ts'
import { createPool, executor, list, transaction, type Executor, type Pool } from '../platform/db/connect.ts'
import { ensurePartitions } from '../migrations/partitions.ts'
import { catalogueProducts } from './catalogue.ts'
import { loadClients } from './clients.ts'
import { demoPlan } from './demo-plan.ts'
import { beginSeed, finishSeed } from './emptiness.ts'
import type { TreeSize } from './grown-tree.ts'
import { sumLedger } from './ledger.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadRates, loadTerms, loadTree, loadUsers } from './load-plan.ts'
import { loadTickets } from './load-tickets.ts'
import { loadLocations } from './locations.ts'
import { loadPaymentMethods } from './payment-methods.ts'
import { loadPayments } from './payments.ts'
import { panamaPlan } from './panama-plan.ts'
import type { DemoPlan } from './plan.ts'
import { prepareRounds, seedPolla } from './polla.ts'
import { panamaName, sharedProgress, venezuelaName, type Progress } from './progress.ts'
import { Random } from './random.ts'
import { prepareDraws } from './results.ts'
import { minutesPerDay, spreadOverDays } from './shape.ts'
import { quotaScale } from './terms.ts'
import { TicketWriter } from './tickets.ts'
import { loadTill } from './till.ts'
import { makePrepaid } from './prepaid.ts'
import { closeWeeks, limitWeeks } from './weeks.ts'
import { openWorld, type World } from './world.ts'

export interface SeedOptions extends TreeSize {
  tickets?: number
  /** Days of sales, today included. */
  days?: number
  /** The same seed, instant and sizes make the same figures. */
  seed?: number
  now?: Date
  /** Empties the database first, whatever it holds. */
  reset?: boolean
  /** Registers of a week at some offices; where it is not said, in a demo of the usual size. */
  till?: boolean
  progress?: Progress
}

/** What was left open is decided; a tree may stay as it is. */
type Chosen = Required<Omit<SeedOptions, keyof TreeSize>> & TreeSize

export interface Seeded {
  tickets: number
  seconds: number
}

/** How far a seed has come when its steps end, as it was measured with the usual sizes. */
const until = { prepared: 0.15, loaded: 0.8, completed: 0.9 }
/** A demo of so many tickets has polla tickets besides; a smaller one, made for a test, has as many as were asked for. */
const playedFrom = 10_000
/** Days back in which pollas and prizes have a client, and other tickets. */
const clientDays = 30
const clientTicketDays = 7
/** How long ago a draw was suspended. */
const suspendedDaysAgo = 13

interface Period {
  first_day: string
  today: string
  days: string[]
  now: Date
}

function periodOf(plan: DemoPlan, days: number, now: Date): Period {
  const { day: today } = inZone(now, plan.zone)
  const first_day = addDays(today, 1 - days)
  return { first_day, today, days: Array.from({ length: days }, (_, at) => addDays(first_day, at)), now }
}

/** Everything but the tickets, in one transaction. */
async function prepare(db: Executor, plan: DemoPlan, period: Period, seed: number, scale: number): Promise<World> {
  const { first_day, today, now } = period
  const since = new Date(Date.parse(`${first_day}T12:00:00Z`) - 86_400_000)
  await loadLocations(db)
  await loadTree(db, plan, since)
  await loadUsers(db, plan, since)
  await loadCatalogue(
    db,
    catalogueProducts.filter((one) => plan.products.includes(one.id)),
  )
  // One day more: what is to come shows too.
  await loadRates(db, plan, first_day, period.days.length + 1)
  await loadTerms(db, plan, scale)
  await loadPaymentMethods(db, plan)
  const suspended_day = addDays(today, -suspendedDaysAgo)
  const draws = await prepareDraws(db, new Random(seed, 31), { from_day: first_day, today, now, suspended_day })
  await prepareRounds(db, today)
  return openWorld(db, plan, draws, scale, first_day, now)
}

function minutesOfToday(plan: DemoPlan, now: Date): number {
  const [hours = 0, minutes = 0] = inZone(now, plan.zone).time.split(':').map(Number)
  return Math.min(hours * 60 + minutes, minutesPerDay)
}

/** Last facts and statistics, once everything is in; half of the statistics beside the other. */
async function complete(db: Executor, made: number): Promise<void> {
  const analyzed = db.run(sql`ANALYZE tickets, ticket_lines, prizes, ledger_entries, ledger_postings`)
  const rest = await db.rows<{ name: string }>(sql`
    SELECT quote_ident(relname) AS name
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition
      AND relname NOT IN ('prizes', 'ledger_days')`)
  await Promise.all([
    analyzed,
    db.run(sql.raw(`ANALYZE ${rest.map((one) => one.name).join(', ')}`)),
    sumLedger(db).then(() => db.run(sql`ANALYZE ledger_days`)),
  ])
  await db.run(sql`SELECT setval('ticket_ids', ${made + 1}, false)`)
  await db.run(sql`
    UPDATE ticket_offices terminal
    SET last_seen_at = sold.at
    FROM (SELECT office_id, max(last_sale_at) AS at FROM sales_days GROUP BY 1) sold
    WHERE sold.office_id = terminal.partner_id`)
  await rememberSuspension(db)
}

/** Who suspended the draw that did not take place, and what went back. */
async function rememberSuspension(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO draw_suspensions (draw_id, mode, reason, lines, amounts, created_by, created_at)
    SELECT draw.id, 'devolver', draw.suspended_reason, coalesce(sum(sale.lines), 0),
      coalesce(jsonb_object_agg(sale.currency, sale.stake::text) FILTER (WHERE sale.currency IS NOT NULL), '{}'),
      (SELECT min(id) FROM users WHERE partner_id = (SELECT id FROM partners WHERE type = 'banca')), draw.closes_at
    FROM draws draw
    LEFT JOIN LATERAL (
      SELECT currency, count(*) AS lines, sum(stake) AS stake
      FROM ticket_lines
      WHERE draw_id = draw.id AND state = 'devuelta'
      GROUP BY 1
    ) sale ON true
    WHERE draw.state = 'suspendido' GROUP BY draw.id`)
}

/** `pool` copies rows in; `selling` runs the product's own transactions, which send ahead. */
async function seedPlan(
  { pool, selling }: { pool: Pool; selling: Pool },
  plan: DemoPlan,
  options: Chosen,
): Promise<Seeded> {
  const { tickets, days, seed, now, till, progress } = options
  const started = performance.now()
  const period = periodOf(plan, days, now)
  const counts = spreadOverDays(tickets, period.days, minutesOfToday(plan, now), new Random(seed, 41))
  progress(0, 'afiliados, productos y sorteos')
  const world = await transaction(pool, (tx) => prepare(tx, plan, period, seed, quotaScale(tickets / days)))
  await ensurePartitions(executor(pool), now, { months_back: Math.ceil(days / 28) + 1, months_ahead: 3 })
  const writer = new TicketWriter(world, seed)
  const loading = `${tickets.toLocaleString('es-VE')} tickets de ${days} días`
  progress(until.prepared, loading)
  await loadTickets(
    pool,
    writer,
    period.days.map((day, index) => ({ day, index, count: counts[index]! })),
    (share) => progress(until.prepared + (until.loaded - until.prepared) * share, loading),
  )
  progress(until.loaded, 'estadísticas')
  await complete(executor(pool), writer.made)
  progress(until.completed, 'polla y comisiones')
  if (tickets >= playedFrom) await seedPolla(selling, { ...period, zone: plan.zone, seed })
  if (plan.country_iso2 === 'VE')
    await loadClients(executor(pool), {
      since: addDays(period.today, -clientDays),
      week: addDays(period.today, 1 - clientTicketDays),
    })
  await earnMargins(pool)
  await settlePending(pool)
  await closeWeeks(pool, { ...period, zone: plan.zone })
  await loadPayments(pool, { ...period, zone: plan.zone })
  await limitWeeks(executor(pool), period.today)
  await makePrepaid(pool, period)
  if (till) await loadTill(pool, { ...period, zone: plan.zone, country_iso2: plan.country_iso2 })
  progress(1, 'lista')
  return { tickets: writer.made, seconds: (performance.now() - started) / 1000 }
}

/**
 * What was loaded is settled; what it brings to distributors is not. So many agencies at a time: how many rows a part of the
 * statement has is nothing the planner knows, and of thousands at once it takes hours.
 */
async function earnMargins(pool: Pool): Promise<void> {
  const atOnce = 50
  const agencies = await executor(pool).rows<{ id: number }>(
    sql`SELECT DISTINCT agency_id AS id FROM settlement_weeks ORDER BY 1`,
  )
  for (let from = 0; from < agencies.length; from += atOnce) {
    const some = list(agencies.slice(from, from + atOnce).map(({ id }) => id))
    const weeks = sql`SELECT DISTINCT agency_id, currency, week FROM settlement_weeks WHERE agency_id = ANY (${some}::int[])`
    await transaction(pool, (tx) => settleParts(tx, weeks))
  }
}

/**
 * The same database with what a bulk load needs. What is lost when the machine goes down is seeded again, so no commit
 * waits for the disk.
 */
function tuned(url: string): string {
  const to = new URL(url)
  const settings = {
    timezone: 'UTC',
    statement_timeout: '0',
    synchronous_commit: 'off',
    work_mem: '128MB',
    maintenance_work_mem: '128MB',
  }
  to.searchParams.set(
    'options',
    Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  )
  return to.href
}

async function seed(
  url: string,
  planned: (options: Chosen) => DemoPlan,
  given: SeedOptions,
  usual: Size,
): Promise<Seeded> {
  const kept = { seed: 1, now: new Date(), reset: false, till: given.tickets === undefined, progress: () => undefined }
  const options = { ...kept, ...usual, ...given }
  const pool = createPool(tuned(url), { max: 6, pipeline: false })
  const selling = createPool(tuned(url), { max: 2 })
  try {
    const release = await beginSeed(pool, options.reset)
    try {
      const seeded = await seedPlan({ pool, selling }, planned(options), options)
      await finishSeed(pool)
      return seeded
    } finally {
      await release()
    }
  } finally {
    await Promise.all([pool.end(), selling.end()])
  }
}

interface Size {
  tickets: number
  days: number
}

/** A banca that one screen after the other shows alive, in as little time as that takes: what the first start makes. */
const usual = {
  venezuela: { tickets: 30_000, days: 400 },
  panama: { tickets: 2_000, days: 60 },
} satisfies Record<string, Size>

/** One progress for the demo's two bancas, Venezuela's first; `tickets` are hers, where they are not as usual. */
export function demoProgress(say: (line: string) => void, tickets = usual.venezuela.tickets): [Progress, Progress] {
  // What does not depend on the tickets takes as long as some thousands of them.
  const weight = (loaded: number) => 5_000 + loaded
  const [ofVenezuela, ofPanama] = sharedProgress(
    [
      { name: venezuelaName, weight: weight(tickets) },
      { name: panamaName, weight: weight(usual.panama.tickets) },
    ],
    say,
  )
  return [ofVenezuela!, ofPanama!]
}

/**
 * Seeds the Venezuelan demo banca into a migrated database. Throws a `SeedRefused` where there are
 * data already; what an interrupted seed left is cleared first.
 */
export function seedDemo(url: string, options: SeedOptions = {}): Promise<Seeded> {
  return seed(url, (chosen) => demoPlan(chosen.seed, chosen.days, chosen), options, usual.venezuela)
}

/** Seeds the smaller Panama banca, in a database of its own. */
export function seedPanama(url: string, options: SeedOptions = {}): Promise<Seeded> {
  return seed(url, ({ seed: of }) => panamaPlan(of), options, usual.panama)
}
