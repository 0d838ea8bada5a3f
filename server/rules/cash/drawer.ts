/**
 * What a drawer should hold. A register's lines are the postings of its office's `caja` that count in it: those that a
 * movement wrote into it, and of all others what its cut sees and that of the register before does not. So each of them is in
 * exactly one register, however late it commits, and nobody who sells is held back.
 */
import { sql, type SQL } from 'drizzle-orm'
import { countedIn, type CashSum, type Count } from '@contract/cash-counts.ts'
import type { RegisterDetail, RegisterLine, RegisterState } from '@contract/cash-registers.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { add, subtract } from '@contract/values/money.ts'
import { json, list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'

/** A register as the rules read it. */
export interface Register {
  id: number
  office_id: number
  agency_id: number
  day: string
  state: RegisterState
  before_id: number | null
  /** Of its office. */
  currencies: Currency[]
  /** Those, and those in which it may still hold something. */
  countable: Currency[]
  /** No entry of an earlier day counts in it, by its cuts. */
  from_day: string
}

/** No transaction outlives this: what the cut before did not see was begun no earlier. */
const longest = sql`interval '1 hour'`

/** The register, whoever asks: its rights are asked of its row. */
export async function readRegister(db: Executor, id: number): Promise<Register> {
  const found = await db.one<Register>(sql`
    SELECT register.id, register.office_id, office.father_id AS agency_id, register.day::text AS day, register.state, register.before_id,
      office.currencies::text[] AS currencies, ARRAY(
        SELECT DISTINCT account.currency::text FROM ledger_accounts account WHERE account.partner_id = office.id AND account.kind = 'caja'
      ) AS countable, ((register.since_at - ${longest}) AT TIME ZONE banca.zone)::date::text AS from_day
    FROM cash_registers register
    JOIN partners office ON office.id = register.office_id
    CROSS JOIN banca
    WHERE register.id = ${id}`)
  return found!
}

/**
 * Whether the `entry` counts in the `register`, up to its cut or to this moment. What was told when it was opened, and what its
 * difference was, are no lines: they are its opening and its end.
 */
export const countsInRegister = sql`CASE
  WHEN entry.register_id IS NOT NULL THEN entry.register_id = register.id AND entry.kind NOT IN ('apertura', 'diferencia')
  ELSE NOT pg_visible_in_snapshot(entry.xid, register.since)
    AND pg_visible_in_snapshot(entry.xid, coalesce(register.cut, pg_current_snapshot())) END`

/** Rows (register_id, currency, method_id, kind, span, amount, n) of registers, up to their cut or to this moment. */
const linesOf = (ids: readonly number[], from_day: string): SQL => sql`
  SELECT register.id AS register_id, account.currency, account.sub AS method_id, entry.kind,
    CASE
      -- A movement that was corrected in a register that came back: of its own day, whenever that was.
      WHEN entry.register_id IS NOT NULL AND entry.created_at > register.cut_at THEN 'turno'
      WHEN entry.created_at < register.opened_at THEN 'antes'
      WHEN (entry.created_at AT TIME ZONE banca.zone)::date > register.day THEN 'despues'
      ELSE 'turno'
    END AS span, sum(posting.amount) AS amount, count(*)::int AS n
  FROM cash_registers register
  CROSS JOIN banca
  JOIN ledger_accounts account ON account.partner_id = register.office_id AND account.kind = 'caja'
  JOIN ledger_postings posting ON posting.account_id = account.id AND posting.day >= ${from_day}::date
  JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id AND entry.day >= ${from_day}::date
  WHERE register.id = ANY (${list(ids)}::int[]) AND ${countsInRegister}
  GROUP BY 1, 2, 3, 4, 5`

/** Sums of registers by their number: as they were sent, or of open ones what they should hold at this moment. */
export async function readSums(
  db: Executor,
  registers: readonly { id: number; state: RegisterState }[],
): Promise<Map<number, CashSum[]>> {
  const open = registers.filter(({ state }) => state === 'abierta').map(({ id }) => id)
  const sent = registers.filter(({ state }) => state !== 'abierta').map(({ id }) => id)
  const live = open.length === 0 ? [] : await liveSums(db, open)
  const kept = await db.rows<SumRow>(sql`
    SELECT register_id, currency::text AS currency, opening::text AS opening, expected::text AS expected, counted::text AS counted,
      (counted - expected)::text AS difference
    FROM cash_sums WHERE register_id = ANY (${list(sent)}::int[]) ORDER BY currency`)
  return new Map(
    groupBy([...live, ...kept], ({ register_id }) => String(register_id)).map((rows) => [
      rows[0].register_id,
      rows.map(({ register_id: _, ...sum }) => sum),
    ]),
  )
}

type SumRow = CashSum & { register_id: number }

async function liveSums(db: Executor, ids: readonly number[]): Promise<SumRow[]> {
  const first = await db.one<{ from_day: string }>(sql`
    SELECT min(((register.since_at - ${longest}) AT TIME ZONE banca.zone)::date)::text AS from_day
    FROM cash_registers register CROSS JOIN banca WHERE register.id = ANY (${list(ids)}::int[])`)
  return db.rows<SumRow>(sql`
    WITH line AS (SELECT register_id, currency, sum(amount) AS amount FROM (${linesOf(ids, first!.from_day)}) line GROUP BY 1, 2),
    opening AS (
      SELECT register.id AS register_id, counted.currency, sum(counted.denomination * counted.pieces) AS amount
      FROM cash_registers register
      JOIN cash_counts counted ON counted.register_id = coalesce(register.before_id, register.id)
        AND counted.moment = CASE WHEN register.before_id IS NULL THEN 'apertura' ELSE 'cierre' END
      WHERE register.id = ANY (${list(ids)}::int[]) GROUP BY 1, 2
    )
    SELECT register.id AS register_id, each.currency::text AS currency, coalesce(opening.amount, 0)::numeric(18, 2)::text AS opening,
      (coalesce(opening.amount, 0) + coalesce(line.amount, 0))::numeric(18, 2)::text AS expected, NULL AS counted, NULL AS difference
    FROM cash_registers register
    JOIN partners office ON office.id = register.office_id
    CROSS JOIN unnest(office.currencies) each(currency)
    LEFT JOIN opening ON opening.register_id = register.id AND opening.currency = each.currency
    LEFT JOIN line ON line.register_id = register.id AND line.currency = each.currency
    WHERE register.id = ANY (${list(ids)}::int[]) ORDER BY register.id, each.currency`)
}

export type DrawerOpening = RegisterDetail['openings'][number]

/** What it opened with, by currency and method: what the one before counted, or what was declared of an office's first. */
export async function readDrawerOpenings(
  db: Executor,
  { id, before_id }: Pick<Register, 'id' | 'before_id'>,
): Promise<DrawerOpening[]> {
  return db.rows<DrawerOpening>(sql`
    SELECT currency::text AS currency, nullif(method_id, 0) AS method_id, sum(denomination * pieces)::text AS amount
    FROM cash_counts WHERE register_id = ${before_id ?? id} AND moment = ${before_id === null ? 'apertura' : 'cierre'}
    GROUP BY cash_counts.currency, cash_counts.method_id ORDER BY cash_counts.currency, cash_counts.method_id`)
}

export async function readDrawerCounts(db: Executor, register_id: number): Promise<Count[]> {
  return db.rows<Count>(sql`
    SELECT currency::text AS currency, nullif(method_id, 0) AS method_id, denomination::text AS denomination, pieces
    FROM cash_counts WHERE register_id = ${register_id} AND moment = 'cierre'
    ORDER BY cash_counts.currency, cash_counts.method_id, cash_counts.denomination DESC`)
}

/** Its lines: as they were when it was sent, or of an open one as they are now. */
export async function readDrawerLines(db: Executor, register: Register): Promise<RegisterLine[]> {
  const from =
    register.state === 'abierta'
      ? sql`(${linesOf([register.id], register.from_day)})`
      : sql`(SELECT * FROM cash_lines WHERE register_id = ${register.id})`
  return db.rows<RegisterLine>(sql`
    SELECT line.currency::text AS currency, nullif(line.method_id, 0) AS method_id, method.name AS method_name, line.kind, line.span,
      line.amount::text AS amount, line.n
    FROM ${from} line LEFT JOIN payment_methods method ON method.id = line.method_id
    ORDER BY line.currency, line.kind, line.method_id, line.span DESC`)
}

/** What a drawer holds by the books, what was counted, and how they differ, of each currency. */
export function drawerSums(
  { currencies: own }: Pick<Register, 'currencies'>,
  {
    openings,
    lines,
    counts,
  }: { openings: readonly DrawerOpening[]; lines: readonly RegisterLine[]; counts: readonly Count[] | null },
): CashSum[] {
  const named = new Set<Currency>(own)
  for (const { currency } of [...openings, ...lines, ...(counts ?? [])]) named.add(currency)
  const inOrder = currencies.filter((one) => named.has(one))
  return inOrder.map((currency) => {
    const of = <T extends { currency: Currency; amount: string }>(rows: readonly T[]) =>
      add('0.00', ...rows.filter((row) => row.currency === currency).map(({ amount }) => amount))
    const opening = of(openings)
    const expected = add(opening, of(lines))
    const counted = counts === null ? null : countedIn(counts, currency)
    return { currency, opening, expected, counted, difference: counted === null ? null : subtract(counted, expected) }
  })
}

/** Writes the lines and sums of a register that has its cut, anew. */
export async function freeze(tx: Tx, register: Register): Promise<CashSum[]> {
  await tx.run(sql`DELETE FROM cash_lines WHERE register_id = ${register.id}`)
  await tx.run(sql`
    INSERT INTO cash_lines (register_id, currency, method_id, kind, span, amount, n) ${linesOf([register.id], register.from_day)}`)
  const openings = await readDrawerOpenings(tx, register)
  const lines = await readDrawerLines(tx, { ...register, state: 'enviada' })
  const sums = drawerSums(register, { openings, lines, counts: await readDrawerCounts(tx, register.id) })
  await tx.run(sql`DELETE FROM cash_sums WHERE register_id = ${register.id}`)
  await tx.run(sql`
    INSERT INTO cash_sums (register_id, currency, opening, expected, counted)
    SELECT ${register.id}::int, currency, opening, expected, counted
    FROM jsonb_to_recordset(${json(sums)}) AS sums(currency currency, opening numeric, expected numeric, counted numeric)`)
  return sums
}
