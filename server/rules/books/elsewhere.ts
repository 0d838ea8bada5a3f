/**
 * Books that were carried to another server by their rows (`pg_dump`): transactions count anew there, so that what is
 * written from now on would look as if every closing had seen it, and nothing would come late any more. Cuts and entries
 * get small numbers in the order they had: what each closing saw it still sees.
 */
import { sql } from 'drizzle-orm'
import { countText } from '@contract/values/money.ts'
import { executor, transaction, type Executor, type Pool } from '../../platform/db/connect.ts'

/** The first number that a transaction may have. */
const lowest = 3

/** Where cuts are kept: of closed weeks, and of registers and what was handed over in them. */
const kept = [
  ['closings', 'cut'],
  ['cash_registers', 'since'],
  ['cash_registers', 'cut'],
  ['cash_handovers', 'cut'],
] as const
/** Rows (cut), as text: every cut there is, each once. */
const everyCut = sql.join(
  kept.map(
    ([table, column]) =>
      sql`SELECT ${sql.identifier(column)}::text AS cut FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} IS NOT NULL`,
  ),
  sql` UNION `,
)

/** Once, at the first start over a server whose transactions are behind those of the books. `log` hears one Spanish sentence. */
export async function renumberBooks(pool: Pool, log: (message: string) => void): Promise<void> {
  const db = executor(pool)
  if (!(await isFromElsewhere(db))) return
  const [{ cuts }] = (await db.rows<{ cuts: number }>(sql`SELECT count(*)::int AS cuts FROM (${everyCut}) each`)) as [
    { cuts: number },
  ]
  await countUpTo(db, lowest + cuts + 1)
  await transaction(pool, async (tx) => {
    await tx.run(sql`
      CREATE TEMPORARY TABLE cut_numbers ON COMMIT DROP AS
      SELECT cut::pg_snapshot AS cut, cut AS name, pg_snapshot_xmax(cut::pg_snapshot) AS ends,
        ${lowest}::int + row_number() OVER (
          -- Of two that begin and end alike, whoever sees more of what was under way came later.
          ORDER BY pg_snapshot_xmax(cut::pg_snapshot), pg_snapshot_xmin(cut::pg_snapshot), length(cut) DESC) AS sees_below
      FROM (${everyCut}) each`)
    await tx.run(sql`CREATE INDEX ON cut_numbers (ends, sees_below)`)
    // Of a number below the first cut's every closing has seen it; above the last one's, none.
    await tx.run(sql`
      CREATE TEMPORARY TABLE entry_numbers ON COMMIT DROP AS
      SELECT written.xid, coalesce(first.sees_below - 1, ${lowest}::int + ${cuts}::int)::text::xid8 AS number
      FROM (SELECT DISTINCT xid FROM ledger_entries WHERE xid IS NOT NULL) written
      -- The first that sees it is almost always the first that ends behind it.
      LEFT JOIN LATERAL (
        SELECT cut_number.sees_below FROM cut_numbers cut_number
        WHERE cut_number.ends > written.xid AND pg_visible_in_snapshot(written.xid, cut_number.cut)
        ORDER BY cut_number.ends, cut_number.sees_below LIMIT 1
      ) first ON true`)
    for (const table of ['ledger_entries', 'backdated_entries'])
      await tx.run(sql`
        UPDATE ${sql.identifier(table)} entry SET xid = renumbered.number FROM entry_numbers renumbered
        WHERE renumbered.xid = entry.xid`)
    for (const [table, column] of kept) {
      const [name, cut] = [sql.identifier(table), sql.identifier(column)]
      await tx.run(sql`
        UPDATE ${name} held SET ${cut} = format('%s:%s:', cut_number.sees_below, cut_number.sees_below)::pg_snapshot
        FROM cut_numbers cut_number WHERE cut_number.name = held.${cut}::text`)
    }
  })
  log(
    `La base de datos viene de otro servidor: ${countText(cuts, 'corte', 'cortes')} de semanas cerradas y de cajas, y sus asientos ` +
      'llevan números de este.',
  )
}

/** A closing, or the last entry, knows of transactions that this server is yet to have. */
async function isFromElsewhere(db: Executor): Promise<boolean> {
  const found = await db.one<{ ahead: boolean | null }>(sql`
    SELECT EXISTS (SELECT 1 FROM (${everyCut}) each WHERE pg_snapshot_xmax(cut::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()))
      OR (SELECT entry.xid FROM ledger_entries entry WHERE entry.xid IS NOT NULL ORDER BY entry.day DESC, entry.id DESC LIMIT 1)
        > pg_snapshot_xmax(pg_current_snapshot()) AS ahead`)
  return found?.ahead === true
}

/** Uses up numbers of transactions, one by one: the new ones of the books lie below all that come. */
async function countUpTo(db: Executor, number: number): Promise<void> {
  const next = () => db.one<{ is_past: boolean }>(sql`SELECT pg_current_xact_id() > ${String(number)}::xid8 AS is_past`)
  while (!(await next())?.is_past) continue
}
