/**
 * What reports must say of a banca of any size, worked out by other code than theirs: sums of raw lines, prizes and
 * tickets by the clock of the banca, sums of the ledger's postings, and the tree read from the fathers alone.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { GeneralLevel } from '../../contract/reports.ts'
import { toCents } from '../../contract/values/money.ts'
import { createPool, every, executor, type Executor } from '../../server/platform/db/connect.ts'
import { zone } from '../support/world.ts'

export type Level = Exclude<GeneralLevel, 'producto' | 'dia'>

/** In cents; counts as they are. */
export interface Sums {
  sold: bigint
  prizes: bigint
  annulled: bigint
  lines: bigint
  tickets: bigint
}
const none = (): Sums => ({ sold: 0n, prizes: 0n, annulled: 0n, lines: 0n, tickets: 0n })

interface Question {
  /** The day of the sale, with prizes on that of their draw; or the day of the draw for both. */
  clock: 'sale' | 'draw'
  from: string
  to: string
  /** Columns that rows are told apart by, beside office and currency. */
  by: readonly ('day' | 'product_id' | 'draw_id' | 'bet_type_id')[]
  only?: { product_id?: number; bet_type_id?: number }
}
type Row = { office_id: number; currency: string } & Record<string, string | number>

/** Where an office's figures count, for somebody who asks for a level of a partner. */
export interface Tree {
  /** None for an office that is not below the partner. */
  places(office: number, subject: number, level: Level): number[]
  /** The partner just below another on the way down to a third, or that third itself. */
  below(subject: number, partner: number): number | undefined
}

async function treeOf(db: Executor): Promise<Tree> {
  const rows = await db.rows<{ id: number; father_id: number | null; type: string }>(
    sql`SELECT id, father_id, type::text AS type FROM partners`,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const chain = (id: number) => {
    const found = []
    for (let at = known.get(id); at; at = at.father_id === null ? undefined : known.get(at.father_id)) found.push(at)
    return found
  }
  const below = (subject: number, partner: number) => {
    const ids = chain(partner).map(({ id }) => id)
    const at = ids.indexOf(subject)
    return at < 0 ? undefined : ids[Math.max(at - 1, 0)]
  }
  const places: Tree['places'] = (office, subject, level) => {
    const up = chain(office)
    const at = up.findIndex(({ id }) => id === subject)
    if (at < 0) return []
    if (at === 0 || level === 'taquilla') return [office]
    if (level === 'directos') return [up[at - 1]!.id]
    const within = up.slice(0, at + 1)
    if (level === 'agencia' || up[at]!.type === 'agencia') return [within.find(({ type }) => type === 'agencia')!.id]
    const distributors = within.filter(({ type }) => type === 'distribuidor').map(({ id }) => id)
    // Without a distributor above it an office has a row all the same.
    return distributors.length > 0 ? distributors : [0]
  }
  return { places, below }
}

/** Once over all lines, prizes and tickets: what is asked afterwards is added up from these by the same connection. */
const facts = [
  sql`CREATE TEMP TABLE proof_lines AS
    SELECT (t.sold_at AT TIME ZONE ${zone}::text)::date AS day, (d.scheduled_at AT TIME ZONE ${zone}::text)::date AS draw_day, l.draw_id,
      d.product_id::int AS product_id, l.bet_type_id::int AS bet_type_id, t.office_id, t.currency::text AS currency,
      coalesce(sum(l.stake) FILTER (WHERE l.state NOT IN ('anulada', 'devuelta')), 0) AS sold,
      count(*) FILTER (WHERE l.state NOT IN ('anulada', 'devuelta')) AS lines,
      coalesce(sum(l.stake) FILTER (WHERE l.state = 'anulada'), 0) AS annulled
    FROM ticket_lines l
    JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
    JOIN draws d ON d.id = l.draw_id
    GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  sql`CREATE TEMP TABLE proof_prizes AS
    SELECT (d.scheduled_at AT TIME ZONE ${zone}::text)::date AS day, p.draw_id, d.product_id::int AS product_id,
      l.bet_type_id::int AS bet_type_id, p.office_id,
      p.currency::text AS currency, sum(p.amount) AS amount
    FROM prizes p
    JOIN draws d ON d.id = p.draw_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    WHERE p.withdrawn_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6`,
  sql`CREATE TEMP TABLE proof_tickets AS
    SELECT (sold_at AT TIME ZONE ${zone}::text)::date AS day, office_id, currency::text AS currency, count(*) AS tickets
    FROM tickets WHERE state NOT IN ('anulado', 'devuelto') GROUP BY 1, 2, 3`,
]

export interface Proof {
  db: Executor
  tree: Tree
  tickets: number
  /** Sums by key and currency, of everything below a partner: `keysOf` names the rows that a raw one counts in. */
  sums(
    question: Question,
    subject: number,
    keysOf: (row: Row) => readonly (string | number)[],
  ): Promise<Map<string, Sums>>
  /** Sums of the ledger by key and currency, of one kind of account, in cents. */
  ledger(
    kind: string,
    period: { from: string; to: string },
    subject: number,
    keyOf: (row: { partner_id: number; day: string }) => string | number,
  ): Promise<Map<string, bigint>>
  close(): Promise<void>
}

export async function readProof(url: string): Promise<Proof> {
  const pool = createPool(url, { max: 1 })
  const db = executor(pool)
  for (const made of facts) await db.run(made)
  const tree = await treeOf(db)
  const found = await db.one<{ tickets: number }>(sql`SELECT count(*)::int AS tickets FROM tickets`)
  return {
    db,
    tree,
    tickets: found!.tickets,
    sums: async (question, subject, keysOf) => {
      const sums = new Map<string, Sums>()
      const take = (rows: readonly Row[], change: (sum: Sums, row: Row) => void) => {
        for (const row of rows) {
          if (tree.below(subject, row.office_id) === undefined) continue
          for (const key of keysOf(row)) {
            const name = `${key} ${row.currency}`
            const sum = sums.get(name) ?? none()
            sums.set(name, sum)
            change(sum, row)
          }
        }
      }
      take(await rowsOf(db, 'proof_lines', question), (sum, row) => {
        sum.sold += toCents(String(row['sold']))
        sum.annulled += toCents(String(row['annulled']))
        sum.lines += BigInt(row['lines']!)
      })
      take(await rowsOf(db, 'proof_prizes', question), (sum, row) => {
        sum.prizes += toCents(String(row['amount']))
      })
      if (question.clock === 'sale' && !question.only && question.by.every((column) => column === 'day'))
        take(await rowsOf(db, 'proof_tickets', question), (sum, row) => {
          sum.tickets += BigInt(row['tickets']!)
        })
      return sums
    },
    ledger: async (kind, { from, to }, subject, keyOf) => {
      const rows = await db.rows<{ partner_id: number; day: string; currency: string; amount: string }>(sql`
        SELECT a.partner_id, p.day::text AS day, p.currency::text AS currency, sum(p.amount)::text AS amount
        FROM ledger_postings p
        JOIN ledger_accounts a ON a.id = p.account_id
        WHERE a.kind = ${kind} AND p.day BETWEEN ${from} AND ${to}
        GROUP BY 1, 2, 3`)
      const sums = new Map<string, bigint>()
      for (const row of rows) {
        if (tree.below(subject, row.partner_id) === undefined) continue
        const name = `${keyOf(row)} ${row.currency}`
        sums.set(name, (sums.get(name) ?? 0n) + toCents(row.amount))
      }
      return sums
    },
    close: () => pool.end(),
  }
}

const amounts = {
  proof_lines: sql`sum(f.sold)::text AS sold, sum(f.annulled)::text AS annulled, sum(f.lines)::int AS lines`,
  proof_prizes: sql`sum(f.amount)::text AS amount`,
  proof_tickets: sql`sum(f.tickets)::int AS tickets`,
}

function rowsOf(db: Executor, table: keyof typeof amounts, { clock, from, to, by, only }: Question): Promise<Row[]> {
  const day = sql.raw(table === 'proof_lines' && clock === 'draw' ? 'f.draw_day' : 'f.day')
  const columns = by.map((column): SQL => (column === 'day' ? sql`${day}::text AS day` : sql.raw(`f.${column}`)))
  const places = sql.raw([1, 2, ...by.map((_, at) => at + 3)].join(', '))
  const where = every(
    sql`${day} BETWEEN ${from} AND ${to}`,
    only?.product_id !== undefined && sql`f.product_id = ${only.product_id}`,
    only?.bet_type_id !== undefined && sql`f.bet_type_id = ${only.bet_type_id}`,
  )
  return db.rows<Row>(sql`
    SELECT ${sql.join([sql`f.office_id, f.currency`, ...columns, amounts[table]], sql`, `)}
    FROM ${sql.raw(table)} f
    WHERE ${where}
    GROUP BY ${places}`)
}
