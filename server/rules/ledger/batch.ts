/** A batch of lines that a person writes: all of it is posted, or nothing. */
import { sql } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import {
  batchEntries,
  batchSums,
  differenceText,
  lineFaults,
  signedAmount,
  type BatchLine,
} from '@contract/entry-batch.ts'
import type { FieldFault } from '@contract/problems.ts'
import type { SessionUser } from '@contract/session.ts'
import { add, isZero } from '@contract/values/money.ts'
import { json, list, type Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { rateOf } from '../rates/in-force.ts'
import type { WrittenEntry } from './entries.ts'
import { postAll } from './post-all.ts'
import { mustBeOpenWeek } from './open-week.ts'
import { lockTree } from '../tree/tree.ts'

interface Writer {
  scope: Scope
  session: Pick<SessionUser, 'id' | 'role' | 'partner_id'>
  now: Date
  /** The banca's day. */
  today: string
}

type Fault = FieldFault & { code: NonNullable<FieldFault['code']> }

export interface PostedBatch {
  /** Names the batch; its entries refer to it. */
  batch_id: string
  entries: { id: string; day: string; currency: BatchLine['currency']; debit: string }[]
}

/**
 * Posts the lines, each run of them that balances as an entry. Throws the faults of all lines at once, each on its field:
 * `not_found`, `account_missing`, `day_ahead`, `day_behind`, `amount_decimals`; then `batch_unbalanced`, `not_your_side`,
 * and what `mustBeOpenWeek` does.
 */
export async function postBatch(tx: Tx, writer: Writer, lines: readonly BatchLine[]): Promise<PostedBatch> {
  await lockTree(tx, 'add')
  const faults = [...(await accountFaults(tx, writer.scope, lines)), ...ownFaults(lines, writer.today)]
  mustHaveNone(faults.sort((one, other) => rowOf(one) - rowOf(other)))
  mustBalance(lines)
  mustBeOnOnesSide(writer.session, lines)
  await mustBeOpenWeek(tx, lines)
  const number = await tx.one<{ id: string }>(sql`SELECT nextval('ledger_entry_ids')::text AS id`)
  const batch_id = number!.id
  const entries = batchEntries(lines).map((at) => at.map((n) => lines[n]!))
  const rates = await conversionRates(tx, entries, writer.now)
  await postAll(
    tx,
    entries.map((own, n) => ({ ...entryOf(own, batch_id, writer), rate: rates.get(n) ?? null })),
  )
  return { batch_id, entries: await entriesOf(tx, batch_id, lines) }
}

const rowOf = ({ path }: Fault) => Number(path.split('.')[1])
const onRow = (n: number, field: string, fault: Pick<Fault, 'code' | 'message'>): Fault => ({
  path: `entries.${n}.${field}`,
  ...fault,
})

function mustHaveNone(errors: readonly Fault[]): void {
  const [first] = errors
  if (first) throw new Problem(first.code, { detail: first.message, errors: [...errors] })
}

function ownFaults(lines: readonly BatchLine[], today: string): Fault[] {
  return lines.flatMap((line, n) => lineFaults(line, today).map(({ path, ...fault }) => onRow(n, path, fault)))
}

/** Partners out of reach, and accounts that are not open. */
async function accountFaults(tx: Tx, scope: Scope, lines: readonly BatchLine[]): Promise<Fault[]> {
  const named = lines.map(({ partner_id, account, currency }, n) => ({ n, partner_id, account, currency }))
  const wrong = await tx.rows<{ n: number; is_here: boolean }>(sql`
    SELECT line.n, partner.id IS NOT NULL AS is_here
    FROM jsonb_to_recordset(${json(named)}) AS line(n int, partner_id int, account text, currency currency)
    LEFT JOIN partners partner ON partner.id = line.partner_id AND ${within(scope, sql`partner.id`)}
    WHERE partner.id IS NULL OR NOT EXISTS (
      SELECT 1 FROM ledger_accounts account
      WHERE account.partner_id = partner.id AND account.kind = line.account AND account.currency = line.currency)`)
  return wrong.map(({ n, is_here }) =>
    is_here
      ? onRow(n, 'account', { code: 'account_missing', message: 'El afiliado no tiene esa cuenta en esa moneda' })
      : onRow(n, 'partner_id', { code: 'not_found', message: 'El afiliado no existe o no está a su alcance' }),
  )
}

function mustBalance(lines: readonly BatchLine[]): void {
  const differences = batchSums(lines).filter(({ difference }) => !isZero(difference))
  if (differences.length === 0) return
  const detail = differences.map(differenceText).join(' ')
  throw new Problem('batch_unbalanced', {
    detail,
    errors: [{ path: 'entries', code: 'batch_unbalanced', message: detail }],
    extra: { differences },
  })
}

/**
 * What a partner owes follows from the adjustments of it and of all below it. Whoever writes below the banca owes
 * somebody above, so what they add to the adjustments of others comes from their own: together they come to nothing.
 */
function mustBeOnOnesSide({ role, partner_id }: Writer['session'], lines: readonly BatchLine[]): void {
  if (isBancaRole(role)) return
  const adjusted = lines.map((line, n) => ({ ...line, n })).filter(({ account }) => account === 'ajustes')
  const uneven = batchSums(adjusted).filter(({ difference }) => !isZero(difference))
  const wrong = adjusted.filter((line) =>
    uneven.some(({ day, currency }) => line.day === day && line.currency === currency),
  )
  const own = wrong.filter((line) => line.partner_id === partner_id)
  const message = 'Los ajustes de un día tienen que cuadrar entre sí'
  mustHaveNone((own.length > 0 ? own : wrong).map(({ n }) => onRow(n, 'account', { code: 'not_your_side', message })))
}

/** Lines that balance, as one entry; each concept of theirs stands once in its own. */
function entryOf(lines: readonly BatchLine[], batch_id: string, { session, now }: Writer): WrittenEntry {
  const { day, currency } = lines[0]!
  return {
    day,
    kind: 'ajuste',
    ref_kind: 'batch',
    ref_id: batch_id,
    currency,
    memo: [...new Set(lines.map(({ memo }) => memo))].join(' · '),
    created_by: session.id,
    created_at: now,
    sides: lines.map((line) => ({ partner_id: line.partner_id, kind: line.account, amount: signedAmount(line) })),
  }
}

/**
 * By its place among them, the rate that an entry keeps which converts: that of whoever converts (its line of `cambio`), as it
 * was in force at the end of its day, or is now.
 */
async function conversionRates(
  tx: Tx,
  entries: readonly BatchLine[][],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const converted = entries.flatMap((lines, n) => {
    const line = lines.find(({ account }) => account === 'cambio')
    return line && line.currency !== 'BS'
      ? [{ n, partner_id: line.partner_id, currency: line.currency, day: line.day }]
      : []
  })
  if (converted.length === 0) return new Map()
  const at = sql`least(${now.toISOString()}::timestamptz, (entry.day + 1)::timestamp AT TIME ZONE banca.zone - interval '1 microsecond')`
  const rows = await tx.rows<{ n: number; rate: string | null }>(sql`
    SELECT entry.n, ${rateOf(sql`entry.partner_id`, sql`entry.currency`, at)}::text AS rate
    FROM jsonb_to_recordset(${json(converted)}) AS entry(n int, partner_id int, currency currency, day date) CROSS JOIN banca`)
  return new Map(rows.flatMap(({ n, rate }) => (rate === null ? [] : [[n, rate]])))
}

async function entriesOf(tx: Tx, batch_id: string, lines: readonly BatchLine[]): Promise<PostedBatch['entries']> {
  const days = list([...new Set(lines.map(({ day }) => day))])
  return tx.rows(sql`
    SELECT entry.id::text AS id, entry.day, min(posting.currency)::text AS currency,
      sum(greatest(posting.amount, 0))::numeric(20, 2)::text AS debit
    FROM ledger_entries entry JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    WHERE entry.ref_kind = 'batch' AND entry.ref_id = ${batch_id}::bigint AND entry.day = ANY (${days}::date[])
    GROUP BY entry.day, entry.id ORDER BY entry.id`)
}

/** What all lines come to, as amounts of an audit row: `Debe BS`, which credit equals. */
export function namedTotals(lines: readonly BatchLine[]): Record<string, string> {
  const sums = new Map<string, string>()
  for (const { currency, debit } of batchSums(lines)) {
    const name = `Debe ${currency}`
    sums.set(name, add(sums.get(name) ?? '0.00', debit))
  }
  return Object.fromEntries(sums)
}
