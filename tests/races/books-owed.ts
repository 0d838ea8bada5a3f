/** Trees whose weeks are closed, and what everybody in one owes, added up from the postings by other code than the product's. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, weekday } from '../../contract/values/dates.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { toCents } from '../../contract/values/money.ts'
import { list, type Executor } from '../../server/platform/db/connect.ts'
import { balanceCtes } from '../../server/rules/books/debts.ts'
import { addPartner } from '../support/factories.ts'

/** Two distributors, one under the other, and three agencies, two of the lower one's, with an office each. */
export interface Tree {
  /** Begins the codes of all of it. */
  code: string
  top: number
  under: number
  agencies: number[]
  offices: number[]
}

export async function plant(db: Executor, banca_id: number, code: string): Promise<Tree> {
  const add = (father_id: number, type: 'distribuidor' | 'agencia' | 'taquilla', name: string) =>
    addPartner(db, { father_id, type, code: `${code}${name}`, name: `${code} ${name}` })
  const top = await add(banca_id, 'distribuidor', 'D1')
  const under = await add(top, 'distribuidor', 'D2')
  const agencies = [
    await add(under, 'agencia', 'A1'),
    await add(under, 'agencia', 'A2'),
    await add(top, 'agencia', 'A3'),
  ]
  const offices: number[] = []
  for (const [n, agency] of agencies.entries()) offices.push(await add(agency, 'taquilla', `T${n + 1}`))
  return { code, top, under, agencies, offices }
}

export const debtorsOf = ({ top, under, agencies }: Tree) => [top, under, ...agencies]

/** What was paid and passed on by now, as the payments and assignments themselves say, in cents: positive is owed more. */
export async function movedByHand(db: Executor, ids: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await db.rows<{ line: number[]; amount: string }>(sql`
    SELECT line[:cardinality(line) - 1] AS line, (CASE direction WHEN 'paga' THEN -amount ELSE amount END)::text AS amount
    FROM payments WHERE state = 'confirmado' AND currency = 'BS'
    UNION ALL
    SELECT to_line, amount::text FROM assignments WHERE currency = 'BS'
    UNION ALL
    SELECT from_line, (-amount)::text FROM assignments WHERE currency = 'BS'`)
  return new Map(
    ids.map((id) => [id, rows.reduce((sum, { line, amount }) => sum + (line.includes(id) ? toCents(amount) : 0n), 0n)]),
  )
}

/** What the product says that these partners owe at the end of a day, in cents. */
export async function toldDebts(
  db: Executor,
  ids: readonly number[],
  { from, to, currency = 'BS', closed }: { from: string; to: string; currency?: Currency; closed?: string | null },
): Promise<Map<number, { before: bigint; debt: bigint }>> {
  const rows = await db.rows<{ partner_id: number; before: string; debt: string }>(sql`
    WITH RECURSIVE ${balanceCtes({ rows: sql`partner.id = ANY (${list(ids)}::int[])`, from, to, closed })}
    SELECT partner_id, before::text AS before, debt::text AS debt FROM balance_row WHERE currency = ${currency}::currency`)
  const told = new Map(
    rows.map(({ partner_id, before, debt }) => [partner_id, { before: toCents(before), debt: toCents(debt) }]),
  )
  return new Map(ids.map((id) => [id, told.get(id) ?? { before: 0n, debt: 0n }]))
}

interface Posted {
  agency_id: number
  day: string
  amount: string
}
interface Answered {
  partner_id: number
  since: string
  responsible_id: number
}

/** Earned in accounts of an agency and of its offices, posting by posting; positive is owed. */
const posted = (agencies: SQL, currency: Currency) => sql`
  SELECT coalesce(agency.id, owner.id) AS agency_id, posting.day::text AS day, (-sum(posting.amount))::text AS amount
  FROM ledger_postings posting
  JOIN ledger_accounts account ON account.id = posting.account_id AND account.currency = ${currency} AND account.kind IN
    ('ventas', 'premios', 'comision', 'participacion', 'ajustes', 'margen', 'ventas_externas', 'premios_externos', 'comision_externa')
  JOIN partners owner ON owner.id = account.partner_id
  LEFT JOIN partners agency ON agency.id = owner.father_id AND owner.type = 'taquilla'
  WHERE coalesce(agency.id, owner.id) IN (${agencies}) GROUP BY 1, 2`

/**
 * What these partners owe at the end of a day: each posting goes up, from whoever earned it, through all who answered on
 * the Sunday of its week.
 */
export async function owedByPostings(
  db: Executor,
  ids: readonly number[],
  to: string,
  currency: Currency = 'BS',
): Promise<Map<number, bigint>> {
  const all = await db.rows<Posted>(posted(sql`SELECT id FROM partners WHERE type <> 'banca'`, currency))
  const answered = await db.rows<Answered>(sql`
    SELECT partner_id, since::text AS since, responsible_id FROM payment_responsibles ORDER BY partner_id, since`)
  const banca = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
  const owed = new Map(ids.map((id) => [id, 0n]))
  for (const { agency_id, day, amount } of all) {
    if (day > to) continue
    const sunday = addDays(day, 7 - weekday(day))
    for (let at = agency_id; at !== banca!.id; ) {
      const own = owed.get(at)
      if (own !== undefined) owed.set(at, own + toCents(amount))
      const { responsible_id } = answered.findLast(
        ({ partner_id, since }) => partner_id === at && (since === '-infinity' || since <= sunday),
      )!
      at = responsible_id === at ? banca!.id : responsible_id
    }
  }
  return owed
}
