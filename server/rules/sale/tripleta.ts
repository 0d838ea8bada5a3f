/**
 * The draws of a tripleta: its own and the next ones of the product, as many as the product says. They are
 * shared with other sales from the first look on, so that none of them is suspended while it is sold.
 */
import { sql } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace } from '../../platform/db/locks.ts'
import type { Line, LineFacts } from './facts.ts'
import { rangeFault, type SaleFault } from './rules.ts'

export interface LineRange {
  /** Number of the line in its ticket, from 1. */
  n: number
  /** The line's own draw first. */
  draw_ids: number[]
  last_day: string
}

interface Asked {
  n: number
  draw_id: number
  count: number
}

/** A draw of a range was suspended between two looks: the sale begins again. */
class RangeChanged extends Error {
  readonly code = '40001'
}

type RangeLine = Line & { facts: LineFacts }

const askedOf = (lines: readonly RangeLine[]): Asked[] =>
  lines.flatMap(({ draw_id, facts }, index) =>
    facts.kind === 'tripleta' ? [{ n: index + 1, draw_id, count: facts.tripleta_draws }] : [],
  )

/** Of each line, what is against its range: nothing, or fewer draws ahead than it plays in. Holds none of them. */
export async function rangeFaults(db: Executor, lines: readonly RangeLine[]): Promise<(SaleFault | null)[]> {
  const asked = askedOf(lines)
  const ranges = asked.length > 0 ? await read(db, asked) : []
  const count = (n: number) => ranges.find((range) => range.n === n)?.draw_ids.length ?? 0
  return lines.map((_, index) => {
    const own = asked.find(({ n }) => n === index + 1)
    return own ? rangeFault(own.count, count(own.n)) : null
  })
}

/** The ranges of a ticket's tripletas; without one, nothing is asked of the database. Null where draws are missing. */
export async function holdRanges(tx: Tx, lines: readonly RangeLine[]): Promise<LineRange[] | null> {
  const asked = askedOf(lines)
  if (asked.length === 0) return []
  const wanted = await read(tx, asked)
  if (asked.some(({ n, count }) => wanted.find((range) => range.n === n)?.draw_ids.length !== count)) return null
  const ids = [...new Set(wanted.flatMap((range) => range.draw_ids))].sort((left, right) => left - right)
  await tx.prepared(
    'tripleta-hold',
    sql`SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, d.id) FROM unnest(${list(ids)}::int[]) AS d(id)`,
  )
  const held = await read(tx, asked)
  if (JSON.stringify(held) !== JSON.stringify(wanted)) throw new RangeChanged('a draw of the range changed')
  return held
}

function read(db: Executor, asked: readonly Asked[]): Promise<LineRange[]> {
  return db.prepared<LineRange>(
    'tripleta-range',
    sql`
    SELECT a.n, array_agg(r.id ORDER BY r.scheduled_at) AS draw_ids, max(r.day)::text AS last_day
    FROM unnest(
      ${list(asked.map((one) => one.n))}::int[], ${list(asked.map((one) => one.draw_id))}::int[],
      ${list(asked.map((one) => one.count))}::int[]
    ) AS a(n, draw_id, count)
    JOIN draws first ON first.id = a.draw_id
    CROSS JOIN LATERAL (
      SELECT d.id, d.day, d.scheduled_at FROM draws d
      WHERE d.product_id = first.product_id AND d.scheduled_at >= first.scheduled_at AND d.state = 'activo'
      ORDER BY d.scheduled_at
      LIMIT a.count
    ) r GROUP BY a.n ORDER BY a.n`,
  )
}

/** Writes each range with its ticket. */
export async function writeRanges(
  tx: Tx,
  { day, id }: { day: string; id: string },
  ranges: readonly LineRange[],
): Promise<void> {
  if (ranges.length === 0) return
  const rows = ranges.flatMap(({ n, draw_ids }) => draw_ids.map((draw_id) => ({ n, draw_id })))
  await tx.prepared(
    'tripleta-write',
    sql`
    INSERT INTO line_draws (draw_id, day, ticket_id, line_n)
    SELECT r.draw_id, ${day}::date, ${id}::bigint, r.n
    FROM unnest(${list(rows.map((row) => row.draw_id))}::int[], ${list(rows.map((row) => row.n))}::int[]) AS r(draw_id, n)`,
  )
}
