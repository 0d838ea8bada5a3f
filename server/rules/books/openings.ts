/**
 * Openings: what partners owed and held before anything of theirs was kept here, what was in a polla's pots, and what an
 * agency's ARRASTRE carried. All of a sheet is dated one Sunday, that
 * before the first thing any of them earned here, so that the weeks that follow are closed as all others are. What a
 * partner owes stands against its own `apertura` and is its first closing; whoever answers for it brings along its own.
 */
import { sql } from 'drizzle-orm'
import { openingFacts, type OpeningRow, type OpeningSum } from '@contract/openings.ts'
import type { FieldFault } from '@contract/problems.ts'
import { centsFault } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { add, hasCents, isZero } from '@contract/values/money.ts'
import { json, list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { groupBy } from '../../platform/group-by.ts'
import { openAccounts, openNamed } from '../ledger/accounts.ts'
import type { LedgerEntry, Side } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { closeWeek, holdBooks, holdWeeks } from './close.ts'
import { readCreditors, type Creditors } from './creditors.ts'
import { carryOpened, fillPots } from './opened-products.ts'
import type { Signature } from './post-closings.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'

/** The Sunday that openings of these partners are dated: before the first week in which anybody at or below them earned. */
export async function openingWeek(db: Executor, partner_ids: readonly number[], today: string): Promise<string> {
  const row = await db.one<{ week: string }>(sql`
    SELECT (date_trunc('week', least(min(earned.day), ${today}::date)::timestamp)::date - 1)::text AS week
    FROM partner_ancestors above
    JOIN ledger_accounts account ON account.partner_id = above.partner_id AND account.kind = ANY (${list(earningKinds)}::text[])
    CROSS JOIN LATERAL (
      SELECT ledger_day.day FROM ledger_days ledger_day WHERE ledger_day.account_id = account.id ORDER BY ledger_day.day LIMIT 1
    ) earned
    JOIN partners partner ON partner.id = above.ancestor_id AND partner.type <> 'banca'
    WHERE above.ancestor_id IN (
      SELECT CASE named.type WHEN 'taquilla' THEN named.father_id ELSE named.id END
      FROM partners named WHERE named.id = ANY (${list(partner_ids)}::int[]))`)
  return row!.week
}

interface Found {
  n: number
  type: string | null
  sells: boolean
  closed_through: string | null
  posted: boolean
  /** Its product's, if it names one that is there. */
  product_kind: string | null
  /** A polla has a price in the currency. */
  priced: boolean
}

type Fault = FieldFault & { code: NonNullable<FieldFault['code']> }

/** What keeps each of the rows from being posted; its path names the row and its field. */
export async function openingFaults(db: Executor, rows: readonly OpeningRow[]): Promise<Fault[]> {
  const found = await db.rows<Found>(sql`
    SELECT asked.n, partner.type::text AS type, coalesce(asked.currency = ANY (partner.currencies), false) AS sells,
      books.closed_through::text AS closed_through, opening.partner_id IS NOT NULL AS posted, product.kind::text AS product_kind,
      coalesce(product.settings -> 'polla' -> 'price' ? asked.currency::text, false) AS priced
    FROM jsonb_to_recordset(${json(rows.map(({ amount: _amount, ...row }, n) => ({ n, ...row })))})
      AS asked(n int, partner_id int, currency currency, kind text, product_id int)
    LEFT JOIN partners partner ON partner.id = asked.partner_id
    LEFT JOIN products product ON product.id = asked.product_id
    LEFT JOIN partner_books books ON books.currency = asked.currency
      AND books.partner_id = CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END
    LEFT JOIN openings opening ON (opening.partner_id, opening.currency, opening.kind) = (asked.partner_id, asked.currency, asked.kind)
      AND opening.product_id IS NOT DISTINCT FROM asked.product_id
    ORDER BY asked.n`)
  const seen = new Set<string>()
  return rows.flatMap((row, n) => {
    const key = `${row.partner_id} ${row.currency} ${row.kind} ${row.product_id ?? ''}`
    const isTwice = seen.has(key)
    seen.add(key)
    const fault = faultOf(row, found[n]!, isTwice)
    return fault ? [{ ...fault, path: `rows.${n}.${fault.path}` }] : []
  })
}

function faultOf(row: OpeningRow, found: Found, isTwice: boolean): Fault | undefined {
  const { type, sells, closed_through, posted } = found
  const { label, at, signed } = openingFacts[row.kind]
  const told = (path: keyof OpeningRow, code: Fault['code'], message: string): Fault => ({ path, code, message })
  if (type === null) return told('partner_id', 'not_found', 'El afiliado no existe')
  if (!at.includes(type as 'agencia'))
    return told('kind', 'account_elsewhere', `${label} no es de este tipo de afiliado`)
  if (!sells) return told('currency', 'currency_not_sold', 'El afiliado no trabaja con esa moneda')
  const ofProduct = productFault(row, found)
  if (ofProduct) return told(...ofProduct)
  if (isTwice) return told('kind', 'opening_there', 'Está dos veces en el libro')
  if (posted) return told('kind', 'opening_there', 'Ya se trajo: una sola vez')
  if (closed_through !== null)
    return told('partner_id', 'week_closed', `Sus semanas están cerradas hasta el ${formatDay(closed_through)}`)
  if (isZero(row.amount)) return told('amount', 'invalid', 'Escriba un monto distinto de cero')
  if (!signed && row.amount.startsWith('-')) return told('amount', 'invalid', `${label} no puede ser menor que cero`)
  if (hasCents(row.amount, row.currency)) return told('amount', 'amount_decimals', centsFault(row.currency))
  return undefined
}

type Told = [path: keyof OpeningRow, code: Fault['code'], message: string]

function productFault({ kind, product_id }: OpeningRow, { product_kind, priced }: Found): Told | undefined {
  const { label, of } = openingFacts[kind]
  if (of === undefined)
    return product_id == null ? undefined : ['product_id', 'invalid', `${label} no es de un producto`]
  if (product_id == null) return ['product_id', 'invalid', 'Diga de qué producto es']
  if (product_kind === null) return ['product_id', 'not_found', 'El producto no existe']
  if ((product_kind === 'polla') !== (of === 'polla'))
    return ['product_id', 'invalid', of === 'polla' ? 'Los potes son de una polla' : 'Una polla no arrastra pérdidas']
  if (of === 'polla' && !priced) return ['currency', 'currency_not_sold', 'La polla no se vende en esa moneda']
  return undefined
}

/** By what they are and currency. */
export function openingSums(rows: readonly OpeningRow[]): OpeningSum[] {
  return groupBy(rows, ({ kind, currency }) => `${kind} ${currency}`).map((some) => ({
    kind: some[0].kind,
    currency: some[0].currency,
    rows: some.length,
    amount: add(...some.map(({ amount }) => amount)),
  }))
}

interface Opened {
  /** The batch that its entries refer to. */
  batch_id: string
  closed: number
}

/**
 * Posts all rows on the Sunday and closes the first week of whoever owes: what is of a product goes into the next pots
 * that are played for, and into the weeks of the agency. Faults of all rows are thrown at once.
 * @throws Problem `not_found`, `account_elsewhere`, `currency_not_sold`, `opening_there`, `week_closed`, `amount_decimals`,
 * `invalid`, `changed_meanwhile`
 */
export async function postOpenings(
  tx: Tx,
  { week, rows, signature }: { week: string; rows: readonly OpeningRow[]; signature: Signature & { by: number } },
): Promise<Opened> {
  await holdWeeks(tx)
  const partners = await tx.rows<{ id: number; holder_id: number; type: string }>(sql`
    SELECT partner.id, partner.type::text AS type, CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END AS holder_id
    FROM partners partner WHERE partner.id = ANY (${list([...new Set(rows.map(({ partner_id }) => partner_id))])}::int[])
    ORDER BY partner.id`)
  const holder = new Map(partners.map(({ id, holder_id }) => [id, holder_id]))
  const holders = [...new Set(holder.values())]
  const creditors = await readCreditors(tx, holders)
  const debtors = holders.filter((id) => id !== creditors.banca_id).sort((one, other) => one - other)
  if (debtors.length > 0) await holdBooks(tx, debtors, creditors, week)
  const errors = await openingFaults(tx, rows)
  if (errors[0]) throw new Problem(errors[0].code, { detail: errors[0].message, errors })
  if ((await openingWeek(tx, [...holder.keys()], signature.today)) !== week) throw new Problem('changed_meanwhile')
  const batch_id = (await tx.one<{ id: string }>(sql`SELECT nextval('ledger_entry_ids')::text AS id`))!.id
  await keep(tx, rows, { week, batch_id, signature })
  await carryOpened(tx, rows)
  await openAccounts(tx, [...new Set([...holder.keys(), ...holders])])
  const posting = { week, batch_id, signature }
  const entries = rows.flatMap((row) => entryOf(row, { ...posting, creditors, holder }))
  await openNamed(
    tx,
    entries.flatMap(({ currency, moves }) =>
      moves.flatMap(({ debit: { partner_id, kind, sub = 0 } }) =>
        kind === 'liquidacion' ? [{ partner_id, kind, currency, sub }] : [],
      ),
    ),
  )
  await fillPots(tx, rows, posting)
  await postAll(tx, entries)
  const owing = rows.flatMap(({ kind, partner_id }) => (kind === 'deuda' ? [partner_id] : []))
  const { closed } = await closeWeek(tx, {
    week,
    of: sql`partner.id = ANY (${list(owing)}::int[])`,
    signature,
    isFirst: true,
  })
  return { batch_id, closed: closed.length }
}

export interface Posting {
  week: string
  batch_id: string
  signature: Signature & { by: number }
}

/** Somebody who posts the same at once waits here, and is refused. */
async function keep(tx: Tx, rows: readonly OpeningRow[], { week, batch_id, signature }: Posting): Promise<void> {
  const kept = await tx.run(sql`
    INSERT INTO openings (partner_id, currency, kind, product_id, amount, week, batch_id, posted_by, posted_at)
    SELECT row.partner_id, row.currency, row.kind, row.product_id, row.amount, ${week}::date, ${batch_id}::bigint, ${signature.by},
      ${signature.at.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${json(rows)})
      AS row(partner_id int, currency currency, kind text, product_id smallint, amount numeric)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`)
  if (kept !== rows.length) throw new Problem('opening_there')
}

function entryOf(
  { partner_id, currency, kind, amount }: OpeningRow,
  {
    week,
    batch_id,
    signature,
    creditors,
    holder,
  }: Posting & { creditors: Creditors; holder: ReadonlyMap<number, number> },
): LedgerEntry[] {
  const { account, label, pot } = openingFacts[kind]
  if (account === null) return []
  const against: Side = { partner_id: holder.get(partner_id)!, kind: 'apertura' }
  const own: Side = { partner_id, kind: account, ...(kind === 'deuda' && { sub: creditors.of(partner_id, week) }) }
  // What is in a pot is owed to whoever wins it.
  const move = pot ? { debit: against, credit: own } : { debit: own, credit: against }
  return [
    {
      day: week,
      kind: 'apertura',
      ref_kind: 'batch',
      ref_id: batch_id,
      currency,
      memo: `Saldo inicial: ${label.toLowerCase()}`,
      moves: [{ ...move, amount }],
      created_by: signature.by,
      created_at: signature.at,
    },
  ]
}
