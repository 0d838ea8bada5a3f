/**
 * Pours tickets into the database: three COPY streams in time order, and behind them, on connections
 * of their own, the rollups and the ledger of each group of days as soon as it is in.
 */
import { once } from 'node:events'
import { setImmediate as otherWork } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { weekday } from '@contract/values/dates.ts'
import { setClosedAside } from '../rules/balances/carry.ts'
import { closeDays } from '../rules/balances/close.ts'
import { moneyRollups, numberRollups } from '../rules/rollups/expected.ts'
import { fillDays } from '../rules/rollups/rebuild.ts'
import { transaction, type Pool, type Tx } from '../platform/db/connect.ts'
import { bookDays, bookSettled } from './ledger.ts'
import type { TicketWriter } from './tickets.ts'
import { lineColumns, prizeColumns, ticketColumns } from './ticket-rows.ts'

export interface DayToSell {
  day: string
  /** Days since the first of the demo. */
  index: number
  count: number
}

/**
 * Tickets of the days that are loaded and counted together: what one transaction and its sums hold, made up to whole
 * weeks, by which they are settled.
 */
const groupSize = 40_000

function groups(days: readonly DayToSell[], size: number): DayToSell[][] {
  const all: DayToSell[][] = []
  let room = 0
  for (const day of days) {
    if (all.length === 0 || (room <= 0 && weekday(day.day) === 1)) {
      all.push([])
      room = size
    }
    all.at(-1)!.push(day)
    room -= day.count
  }
  return all
}

/** An open COPY. Writing waits for the server, so memory stays bounded. */
class Copy {
  readonly #stream: ReturnType<typeof copyFrom>
  #failure: Error | undefined

  constructor(client: PoolClient, table: string, columns: string) {
    this.#stream = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`))
    this.#stream.on('error', (error: Error) => {
      this.#failure = error
    })
  }

  async write(text: string): Promise<void> {
    if (this.#failure) throw this.#failure
    if (text && !this.#stream.write(text)) await once(this.#stream, 'drain')
  }

  async end(): Promise<void> {
    if (this.#failure) throw this.#failure
    this.#stream.end()
    await once(this.#stream, 'finish')
  }
}

/** Work done in order, one after the other, on one connection; what fails stops the rest. */
class Queue {
  #last: Promise<unknown> = Promise.resolve()
  failure: unknown

  add(work: () => Promise<unknown>): void {
    this.#last = this.#last
      .then(() => (this.failure ? undefined : work()))
      .catch((error: unknown) => {
        this.failure ??= error
      })
  }

  async done(): Promise<void> {
    await this.#last
    this.check()
  }

  check(): void {
    if (this.failure) throw this.failure
  }
}

async function pourGroup(
  clients: readonly [PoolClient, PoolClient],
  writer: TicketWriter,
  days: readonly DayToSell[],
): Promise<void> {
  const [first, second] = clients
  await Promise.all(clients.map((client) => client.query('BEGIN')))
  const tickets = new Copy(first, 'tickets', ticketColumns)
  const lines = new Copy(second, 'ticket_lines', lineColumns)
  const prizes: string[] = []
  for (const { day, index, count } of days) {
    for (const rows of writer.day(day, index, count)) {
      await tickets.write(rows.tickets)
      await lines.write(rows.lines)
      prizes.push(rows.prizes)
      await otherWork()
    }
  }
  await Promise.all([tickets.end(), lines.end()])
  const won = new Copy(second, 'prizes', prizeColumns)
  await won.write(prizes.join(''))
  await won.end()
  await Promise.all(clients.map((client) => client.query('COMMIT')))
}

/**
 * One transaction of a bulk load. Its rows come from rows that are there by their keys, so where the
 * account may, foreign keys are not looked up again for each of them: it would take longer than all the rest.
 */
function bulk(pool: Pool, work: (tx: Tx) => Promise<void>): Promise<void> {
  return transaction(pool, async (tx) => {
    const account = await tx.one<{ rolsuper: boolean }>(sql`SELECT rolsuper FROM pg_roles WHERE rolname = current_user`)
    if (account?.rolsuper) await tx.run(sql`SET LOCAL session_replication_role = replica`)
    await work(tx)
  })
}

/** Sells all days, counts them and books them. `progress` hears which part of all that is done, from 0 to 1. */
export async function loadTickets(
  pool: Pool,
  writer: TicketWriter,
  days: readonly DayToSell[],
  progress: (share: number) => void,
): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()] as const
  const numbers = new Queue()
  const money = new Queue()
  const all = days.reduce((sum, day) => sum + day.count, 0)
  // A group is poured in, and then its numbers and its money are counted: a third of it each.
  let done = 0
  const third = (tickets: number) => progress((done += tickets) / (3 * Math.max(1, all)))
  let broken: Error | undefined
  try {
    for (const group of groups(days, Math.min(groupSize, Math.ceil(all / 10)))) {
      await pourGroup(clients, writer, group)
      const tickets = group.reduce((sum, day) => sum + day.count, 0)
      third(tickets)
      const from = group[0]!.day
      const to = group.at(-1)!.day
      numbers.add(async () => {
        await bulk(pool, (tx) => fillDays(tx, numberRollups, from, to))
        third(tickets)
      })
      money.add(async () => {
        await bulk(pool, async (tx) => {
          await bookDays(tx, from, to)
          await setClosedAside(tx, true)
          await fillDays(tx, moneyRollups, from, to)
          await bookSettled(tx, from, to)
        })
        third(tickets)
      })
      numbers.check()
      money.check()
    }
    await Promise.all([numbers.done(), money.done()])
    await closeDays(pool, { anew: true })
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    for (const client of clients) client.release(broken)
  }
}
